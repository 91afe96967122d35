import { beforeEach, expect, test, vi } from "vitest";
import { rememberPromise, seenAt } from "../src/lib/promises";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});

test("the first promise of a deal is the one that counts", () => {
  rememberPromise("t", 1, "first", 3);
  rememberPromise("t", 1, "changed", 9);
  rememberPromise("t", 2, "", 9);
  expect(seenAt("t")).toEqual({ 1: ["first", 3] });
  expect(seenAt("elsewhere")).toEqual({});
});

test("only the latest tables and promises are kept", () => {
  for (let n = 1; n <= 25; n++) rememberPromise(`t${String(n)}`, 1, "p", n);
  expect(seenAt("t5")).toEqual({});
  expect(seenAt("t6")).toEqual({ 1: ["p", 6] });
  for (let n = 2; n <= 210; n++) rememberPromise("t6", n, "p", n);
  expect(Object.keys(seenAt("t6")).length).toBe(200);
  expect(seenAt("t6")[210]).toEqual(["p", 210]);
  expect(seenAt("t25")).toEqual({ 1: ["p", 25] });
});

test("a browser without storage forgets", () => {
  vi.stubGlobal("localStorage", undefined);
  rememberPromise("t", 1, "p", 1);
  expect(seenAt("t")).toEqual({});
});
