/** A message: a text with {placeholders}, or one text for each plural form of {count}. */
export type Message = string | { one: string; other: string };
export type Catalogue = Record<string, Message>;

/** The files of a language as one catalogue; keys begin with the name of their file, so none is there twice. */
export const merged = (files: Record<string, Catalogue>): Catalogue => Object.assign({}, ...Object.values(files));
