/** Light or dark: the system's wish, or the person's. */
import { keep, settings } from "./settings.svelte";

const system = matchMedia("(prefers-color-scheme: dark)");
let systemDark = $state(system.matches);
system.addEventListener("change", (event) => (systemDark = event.matches));

export const theme = {
  get dark(): boolean {
    return settings.theme ? settings.theme === "dark" : systemDark;
  },
};

/** Switch to the other one; what the system wishes anyway is not remembered. */
export function switchTheme(): void {
  const dark = !theme.dark;
  keep({ theme: dark === systemDark ? null : dark ? "dark" : "light" });
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration for Svelte's transitions, `{ duration: motion(200) }`: 0 where the person wants no movement. */
export const motion = (ms: number): number => (still.matches ? 0 : ms);
