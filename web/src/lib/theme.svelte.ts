/** Light or dark: the system's wish, or the person's. */
import { Media } from "./media.svelte";
import { keep, settings } from "./settings.svelte";

const system = new Media("(prefers-color-scheme: dark)");

export const theme = {
  get dark(): boolean {
    return settings.theme ? settings.theme === "dark" : system.matches;
  },
};

/** Switch to the other one; what the system wishes anyway is not remembered. */
export function switchTheme(): void {
  const dark = !theme.dark;
  keep({ theme: dark === system.matches ? null : dark ? "dark" : "light" });
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration for Svelte's transitions, `{ duration: motion(200) }`: 0 where the person wants no movement. */
export const motion = (ms: number): number => (still.matches ? 0 : ms);
