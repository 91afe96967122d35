/** What modules of the page ask of a browser while they are loaded: the tests run without one. */
import { vi } from "vitest";

const listens = { addEventListener: () => undefined };

vi.stubGlobal("matchMedia", () => ({ ...listens, matches: false }));
vi.stubGlobal("addEventListener", listens.addEventListener);
vi.stubGlobal("document", { ...listens, documentElement: { lang: "en" }, visibilityState: "visible" });
