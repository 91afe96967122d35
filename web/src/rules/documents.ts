/** Texts that are read at length: fetched by language, when somebody opens the first of them. */
import type { Lang } from "../lib/i18n.svelte";

/** All by their paths here. */
export interface Documents {
  pages: Record<string, string>;
  /** What is told in a guided round, and when. */
  steps: Record<string, { at: number; text: string }[]>;
  logs: Record<string, string>;
}

const LOADERS: Record<Lang, () => Promise<{ default: Documents }>> = {
  en: () => import("./documents.en"),
  de: () => import("./documents.de"),
  hu: () => import("./documents.hu"),
};

export const documents = async (lang: Lang): Promise<Documents> => (await LOADERS[lang]()).default;
