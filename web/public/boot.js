// Runs before the first paint, so that neither theme nor language flashes, and nothing moves that should not. Everything else is in main.ts.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("parlour.settings") ?? "{}") ?? {};
  } catch {
    // no storage, or not ours: the browser's own wishes hold
  }
  const root = document.documentElement;
  if (kept.theme) root.dataset.theme = kept.theme;
  if (kept.motion) root.dataset.motion = kept.motion;
  const wishes = [kept.lang, ...(navigator.languages ?? [])].map((tag) => String(tag).slice(0, 2));
  root.lang = wishes.find((tag) => ["en", "de", "hu"].includes(tag)) ?? "en";
})();
