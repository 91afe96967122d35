/** "Your turn" on a closed page, through the browser's push service. Off until it is asked for. */
import { ApiError, request } from "./api";
import { speech } from "./i18n.svelte";
import { ensureMe } from "./me.svelte";

/** Whether this browser can be told. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

let on = $state(false);

/** Reactive. */
export const push = {
  get on(): boolean {
    return on;
  },
};

const manager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager;

/** Look whether this browser has subscribed. */
export async function lookPush(): Promise<void> {
  on = Boolean(await (await manager()).getSubscription());
}

/** Subscribe, or stop it; throws ApiError where that does not work. */
export async function setPush(wanted: boolean): Promise<void> {
  const granted = !wanted || (await Notification.requestPermission()) === "granted";
  if (!granted) throw new ApiError("push/denied", "");
  const pushManager = await manager();
  let subscription = await pushManager.getSubscription();
  if (wanted) {
    await ensureMe();
    const { key } = await request<{ key: string }>("GET", "push");
    if (!key) throw new ApiError("push/none", "");
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    await request("POST", "push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, lang: speech.lang });
  } else if (subscription) {
    await request("DELETE", "push", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  on = wanted;
}
