/** The one connection of this page. */
import { Connection } from "./connection.svelte";
import { introduce } from "./me.svelte";

export const connection = new Connection(
  () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  introduce,
);
connection.watch();
