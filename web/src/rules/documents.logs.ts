/** The guided rounds themselves: the same in every language. */
export default import.meta.glob<string>("./guided/*.jsonl", { query: "?raw", import: "default", eager: true });
