/** By what I am known: passkeys, a recovery code, the browsers where I am signed in. */
import { request } from "../../lib/api";
import { complete } from "../../lib/complete";
import { speech, t } from "../../lib/i18n.svelte";
import type { Identity } from "../../protocol";
import { makePasskey, usePasskey } from "./webauthn";

const BROWSERS: Record<string, string> = {
  firefox: "Firefox",
  edge: "Edge",
  opera: "Opera",
  samsung: "Samsung Internet",
  chrome: "Chrome",
  safari: "Safari",
};
const SYSTEMS: Record<string, string> = {
  iphone: "iPhone",
  ipad: "iPad",
  android: "Android",
  windows: "Windows",
  mac: "Mac",
  chromeos: "ChromeOS",
  linux: "Linux",
};

/** "Firefox, Android": what the server noted of a browser, in words. */
export function deviceName(device: string): string {
  const [browser = "", system = ""] = device.split(" ");
  return [BROWSERS[browser], SYSTEMS[system]].filter(Boolean).join(", ") || t("account.unknown");
}

/** "18 Nov 2026": a day as the server names it. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(speech.lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

type Asked = Parameters<typeof usePasskey>[0];

const optionsAt = async (path: string): Promise<Asked> =>
  (await request<{ options: Asked }>("POST", `${path}/options`)).options;

export class Account {
  /** Null until the server has answered. */
  identity: Identity | null = $state.raw(null);

  load = async (): Promise<void> => {
    this.identity = complete(await request<Identity>("GET", "me/identity"), "Identity");
  };

  /** Whether I can come back without this browser. */
  get isKept(): boolean {
    return Boolean(this.identity && (this.identity.passkeys.length || this.identity.recovery));
  }

  /** Make a passkey; whether one was made. */
  makePasskey = async (): Promise<boolean> => {
    const credential = await makePasskey(await optionsAt("me/passkeys"));
    if (!credential) return false;
    await request("POST", "me/passkeys", { credential });
    await this.load();
    return true;
  };

  dropPasskey = (id: string): Promise<void> => this.#change("DELETE", `me/passkeys/${id}`);
  endSession = (id: string): Promise<void> => this.#change("DELETE", `me/sessions/${id}`);
  endOthers = (): Promise<void> => this.#change("DELETE", "me/sessions");
  publish = (shown: boolean): Promise<void> => this.#change("PATCH", "me/identity", { public: shown });

  /** A new recovery code; it is never shown again. */
  makeCode = async (): Promise<string> => {
    const { code } = await request<{ code: string }>("POST", "me/recovery");
    await this.load();
    return code;
  };

  async #change(method: string, path: string, body?: unknown): Promise<void> {
    await request(method, path, body);
    await this.load();
  }
}

/** Come in by a passkey of this device; whether one was used. */
export async function enterByPasskey(): Promise<boolean> {
  const credential = await usePasskey(await optionsAt("passkeys"));
  if (credential) await request("POST", "passkeys", { credential });
  return Boolean(credential);
}

export const enterByCode = (code: string): Promise<unknown> => request("POST", "recovery", { code });

/** Sign out of this browser. */
export const leave = (id: string): Promise<unknown> => request("DELETE", `me/sessions/${id}`);
