import { mount } from "svelte";
import App from "./App.svelte";
import { firstLang, speak } from "./lib/i18n.svelte";
import { startRouter } from "./lib/router.svelte";

startRouter();
await speak(firstLang(), false);
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
