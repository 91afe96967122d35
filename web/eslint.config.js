import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/protocol.ts"] }, // written by protocol.py
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"], tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `return this.#show(message);` and `() => go("/")` are shorter than a block, and nobody uses the value.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // ESLint does not see the types of components, nor what narrows in a template: svelte-check does, and is stricter.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "svelte/no-unused-svelte-ignore": "off",
      // Numbers and switches stand in sentences and attributes as they are.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // `names[seat]!`: with noUncheckedIndexedAccess every index would need a branch that cannot happen.
      "@typescript-eslint/no-non-null-assertion": "off",
      // A parameter that begins with _ is there for its place.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // An empty text or a false means "none" as well: `name || bot`.
      "@typescript-eslint/prefer-nullish-coalescing": "off",
      // Types of the platform say that what old browsers lack is always there, and a value may change while we wait.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // A letter for a patch and the width of a name need code points, not words.
      "@typescript-eslint/no-misused-spread": "off",
      // An effect names what it depends on: `void now`.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Sets and Maps are replaced as a whole, never changed inside: $state.raw is enough.
      "svelte/prefer-svelte-reactivity": "off",
      // Prettier would drop the spaces that {" "} keeps.
      "svelte/no-useless-mustaches": "off",
      // Only our own drawings.
      "svelte/no-at-html-tags": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  // Plain JavaScript has no types to check with.
  {
    files: ["**/*.js"],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false } },
  },
);
