// @ts-check
/// <reference lib="webworker" />
// Il lavoratore mentre si scrive: non tiene niente, e butta la copia che un altro ha lasciato nel browser.

const here = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OURS = `prontuario:${new URL(here.registration.scope).pathname}:`;

async function forget() {
  const copies = (await caches.keys()).filter((name) => name.startsWith(OURS));
  await Promise.all(copies.map((name) => caches.delete(name)));
  await here.clients.claim();
  if (!copies.length) return;
  for (const client of await here.clients.matchAll({ type: "window" })) {
    // Con l’ancora non si ricaricherebbe. Non si aspetta: la pagina nuova aspetta a sua volta che si finisca qui.
    void client.navigate(client.url.split("#")[0]);
  }
}

here.addEventListener("install", () => void here.skipWaiting());
here.addEventListener("activate", (event) => event.waitUntil(forget()));
