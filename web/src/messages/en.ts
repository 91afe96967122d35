/** All catalogues of one language; they are loaded together, and only when the language is spoken. */
import { merged, type Catalogue } from "./merged";

export default merged(import.meta.glob<Catalogue>("../../messages/en/*.json", { import: "default", eager: true }));
