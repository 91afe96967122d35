/** The words of lazily loaded screens in one language. */
import { merged, type Catalogue } from "./merged";

export default merged(import.meta.glob<Catalogue>("../../messages/en/lazy/*.json", { import: "default", eager: true }));
