import { expect, test } from "vitest";
import { readInvitation, readRoute } from "../src/lib/router.svelte";

test("every screen has its address", () => {
  expect(readRoute("/")).toEqual({ name: "start" });
  expect(readRoute("/t/k3v9q2")).toEqual({ name: "table", table: "k3v9q2" });
  expect(readRoute("/replay")).toEqual({ name: "lazy", screen: "replay", rest: "", hash: "" });
  expect(readRoute("/rules/haggis", "#H5.2")).toEqual({ name: "lazy", screen: "rules", rest: "haggis", hash: "#H5.2" });
  expect(readRoute("/learn/damenrennen/")).toMatchObject({ name: "lazy", screen: "learn", rest: "damenrennen" });
});

test("an address that leads nowhere says so, whatever it holds", () => {
  for (const path of ["/t", "/t/a/b", "/rules/chess", "/rules", "/%E0%A4%A", "/me"])
    expect(readRoute(path).name).toBe("lost");
});

test("an invitation is a link, a path or a bare name", () => {
  expect(readInvitation(" https://example.org/t/k3v9q2?x=1 ")).toBe("k3v9q2");
  expect(readInvitation("/t/k3v9q2/")).toBe("k3v9q2");
  expect(readInvitation("k3v9q2")).toBe("k3v9q2");
  expect(readInvitation("https://example.org/replay/k3v9q2")).toBeNull();
  expect(readInvitation("<b>hello there</b>")).toBeNull();
});
