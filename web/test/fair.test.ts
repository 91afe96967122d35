import { expect, test } from "vitest";
import { promiseOf } from "../src/screens/fair/promise";

test("a promise is the SHA-256 of salt, line break and deal, as the server makes it", async () => {
  expect(await promiseOf("00ff", "dealer 0; hands 2r | 3g; haggis 4y")).toBe(
    "cd2a542665115a81b8c316a3f50be7b389c67b82dbb1b7b0dc6c7e9589e68f94",
  );
});
