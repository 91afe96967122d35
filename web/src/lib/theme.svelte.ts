/** Light or dark, moving or still: the system's wish, or the person's. */
import { Media } from "./media.svelte";
import { keep, settings, type Settings } from "./settings.svelte";

const system = new Media("(prefers-color-scheme: dark)");
const still = new Media("(prefers-reduced-motion: reduce)");

export const theme = {
  get dark(): boolean {
    return settings.theme ? settings.theme === "dark" : system.matches;
  },
};

/** Choose how the page looks and moves, null for what the system wishes; the styles read it from the root element. */
export function setLook(change: Partial<Pick<Settings, "theme" | "motion">>): void {
  keep(change);
  for (const [name, value] of Object.entries(change)) document.documentElement.dataset[name] = value ?? "";
}

/** Switch to the other theme; what the system wishes anyway is not remembered. */
export function switchTheme(): void {
  const dark = !theme.dark;
  setLook({ theme: dark === system.matches ? null : dark ? "dark" : "light" });
}

/** A duration for Svelte's transitions, `{ duration: motion(200) }`: 0 where the person wants no movement. */
export const motion = (ms: number): number =>
  (settings.motion ? settings.motion === "reduced" : still.matches) ? 0 : ms;
