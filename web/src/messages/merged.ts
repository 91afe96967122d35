/** A text with {placeholders}, or one text for each plural form of {count}. */
export type Counted = string | { one: string; other: string };
/** A message; one about a person, {name}, has a form for *you* and one for a name. */
export type Message = Counted | { you: Counted; name: Counted };
export type Catalogue = Record<string, Message>;

/** The files of a language as one catalogue; keys begin with the name of their file, so none is there twice. */
export const merged = (files: Record<string, Catalogue>): Catalogue => Object.assign({}, ...Object.values(files));
