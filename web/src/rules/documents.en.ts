/** All that is read at length in English: rules, summaries, what the coach says. They pack best together. */
import type { Documents } from "./documents";
import logs from "./documents.logs";

const pages = import.meta.glob<string>("./*.en{,.summary}.md", { query: "?raw", import: "default", eager: true });
const steps = import.meta.glob<Documents["steps"][string]>("./guided/*.en.json", { import: "default", eager: true });

export default { pages, steps, logs } satisfies Documents;
