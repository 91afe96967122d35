/** The promise of a deal: SHA-256 of the salt, a line break and the deal, in hex. */
export async function promiseOf(salt: string, deal: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${deal}`));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
