/// <reference lib="webworker" />
// Keep nothing while an author writes, and delete the copy that the site’s own service worker left in the browser.

const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OURS = `prontuario:${new URL(here.registration.scope).pathname}:`;

/** Delete the copies of this site, and reload its open pages if there were any. */
async function forget() {
  const copies = (await caches.keys()).filter((name) => name.startsWith(OURS));
  await Promise.all(copies.map((name) => caches.delete(name)));
  await here.clients.claim();
  if (!copies.length) return;
  for (const client of await here.clients.matchAll({ type: "window" })) {
    // With its fragment it would not reload. Not awaited: the new page waits in turn for this to end.
    void client.navigate(client.url.split("#")[0]);
  }
}

here.addEventListener("install", () => void here.skipWaiting());
here.addEventListener("activate", (event) => event.waitUntil(forget()));
