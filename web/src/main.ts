import "./styles/tokens.css";
import "./styles/parlour.css";
import "./styles/cards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { firstLang, speak } from "./lib/i18n.svelte";
import { loadMe } from "./lib/me.svelte";
import { loadGames } from "./lib/offered.svelte";
import { here, startRouter } from "./lib/router.svelte";

const PATIENCE = 400;

/** My tables and the games, if they come soon: then nothing on the start page moves when they do. */
async function first(): Promise<void> {
  if (here.route.name !== "start") return;
  const late = new Promise<void>((go) => setTimeout(go, PATIENCE));
  await Promise.race([Promise.allSettled([loadMe(), loadGames()]), late]);
}

startRouter();
await Promise.all([speak(firstLang(), false), first()]); // nothing that imports from this file: it would wait for us
mount(App, { target: document.getElementById("app")! });

/** Let the page open without a network too: what was loaded before the worker was there is told to it. */
async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
if (import.meta.env.PROD && "serviceWorker" in navigator) keepShell().catch(() => undefined);
