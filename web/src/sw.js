// The app shell only, so that the page opens without a network and says so. Nothing of a game is ever kept here.
const SHELL = "parlour-shell";
const ASSET = /^\/(assets\/.*|boot\.js|icon.*|manifest\.webmanifest)$/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/")));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function fresh(request, key) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) {
      await forgetOld(cache, key, response);
      await cache.put(key, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

// Assets carry their content's hash in their name, so what is kept is never stale.
async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// A page that names other assets than the kept one belongs to another build: the old assets go.
const assetsOf = async (page) => String((await page.text()).match(/\/assets\/[^"]+/g));

async function forgetOld(cache, key, response) {
  if (key !== "/") return;
  const before = await cache.match("/");
  if (!before || (await assetsOf(before)) === (await assetsOf(response.clone()))) return;
  for (const request of await cache.keys()) await cache.delete(request);
}

// The first visit loads its assets before there is a worker: the page tells which.
self.addEventListener("message", (event) => {
  const assets = event.data.filter((address) => ASSET.test(new URL(address).pathname));
  event.waitUntil(Promise.all(assets.map((address) => kept(new Request(address)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (ASSET.test(pathname)) event.respondWith(fresh(request, pathname));
});

// It is somebody's turn at a table, and no page of hers is connected.
self.addEventListener("push", (event) => {
  const { title, body, table } = event.data.json();
  const shown = self.registration.showNotification(title, { body, tag: table, data: table, icon: "/icon-512.png" });
  event.waitUntil(shown.then(async () => navigator.setAppBadge?.((await self.registration.getNotifications()).length)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(`/t/${event.notification.data}`));
});
