/** Passkeys as browsers have them; the server speaks of bytes in base64url. */

type Options = Record<string, unknown> & { challenge: string };

const toBytes = (text: string): ArrayBuffer => {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
};

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this page may use passkeys: by TLS or at localhost, under a name and not a number. */
export const canPasskey = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** Let the person's device make a passkey; null where she changes her mind. */
export async function makePasskey(options: Options): Promise<unknown> {
  const {
    challenge,
    user,
    excludeCredentials = [],
    ...more
  } = options as Options & {
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: { id: string; type: "public-key" }[];
  };
  const publicKey = {
    ...more,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map((each) => ({ ...each, id: toBytes(each.id) })),
  } as PublicKeyCredentialCreationOptions;
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return answer(made, { attestationObject: toText(response.attestationObject) });
}

/** Let the person's device use a passkey for this page, whichever it has; null where she changes her mind. */
export async function usePasskey({ challenge, ...more }: Options): Promise<unknown> {
  const publicKey = { ...more, challenge: toBytes(challenge), allowCredentials: [] };
  const used = await asked(() => navigator.credentials.get({ publicKey }));
  if (!used) return null;
  const { authenticatorData, signature } = used.response as AuthenticatorAssertionResponse;
  return answer(used, { authenticatorData: toText(authenticatorData), signature: toText(signature) });
}

/** Ask the browser; it says in one and the same way that somebody does not want to, or takes too long. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

const answer = ({ id, rawId, type, response }: PublicKeyCredential, more: Record<string, string>): unknown => ({
  id,
  rawId: toText(rawId),
  type,
  response: { clientDataJSON: toText(response.clientDataJSON), ...more },
});
