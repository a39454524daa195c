// @ts-check
/// <reference lib="webworker" />
// Il sito senza rete. La costruzione scrive questo file nella radice del sito con l’elenco di ciò che va tenuto
// (scripts/site/offline.py): ogni file con la sua impronta. Un’edizione nuova si scarica intera in una copia sua,
// file per file verificata, e aspetta: prende il posto della vecchia solo quando chi legge la accetta, o quando
// nessuna pagina del sito è aperta. Uno scaricamento interrotto o guasto non tocca la copia buona e riprende da dov’era.

const EDITION = /** @type {{version: string, stamp: string, files: Record<string, string>}} */ ({
  version: "",
  stamp: "",
  files: {}
});

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
const PREFIX = `prontuario:${scope.pathname}:`;
const NAME = PREFIX + EDITION.version;
const STATE = new URL("edizione-sul-telefono", scope).href; // l’ultima voce di una copia intera: dice da quando c’è
const DIGEST = "x-impronta";
const AT_ONCE = 6;
const STAMPED = /(assets\/(?:js|css))\.[0-9a-f]{8}(?=\/)/g; // script e stili qui non hanno la loro sigla: una pagina tenuta da prima ne nomina un’altra
const LIVE = /^(?:api\/v1\/(?:search|resolve|openapi\.json)$|healthz$|sw\.js$)/; // risponde soltanto il server

/** @param {string} text */
const plain = (text) => text.replace(STAMPED, "$1");

/** Le prime 16 cifre base64 di SHA-256; di una pagina, qualunque sigla nomini. @param {string} path @param {ArrayBuffer} bytes */
async function digest(path, bytes) {
  const page = /(?:^|\/|\.html)$/.test(path);
  const told = page ? new TextEncoder().encode(plain(new TextDecoder().decode(bytes))) : bytes;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", told));
  return btoa(String.fromCharCode(...hash.subarray(0, 12)));
}

/** @param {string} path @param {string} expected @returns {Promise<Response>} il file verificato */
async function download(path, expected) {
  const url = new URL(path.replace(/^assets\/(?:js|css)(?=\/)/, `$&${EDITION.stamp}`), scope);
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const answer = await fetch(url, { cache, credentials: "same-origin" });
    const bytes = await answer.arrayBuffer();
    if ((await digest(path, bytes)) === expected) {
      const headers = {
        "content-type": answer.headers.get("content-type") ?? "application/octet-stream",
        [DIGEST]: expected
      };
      return new Response(bytes, { headers });
    }
  }
  throw new Error(`${path} non è quello dell’edizione ${EDITION.version}`);
}

/** Le altre copie intere del sito; quelle a metà di altre edizioni si buttano. */
async function otherCopies() {
  const copies = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue;
    const cache = await caches.open(name);
    if (await cache.match(STATE)) copies.push(cache);
    else await caches.delete(name);
  }
  return copies;
}

/** @param {object} message */
async function tell(message) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** Il gioco di oggi si scarica per primo, con ciò che tutte le pagine usano: la pagina lo lascia scritto qui (offline.js). */
async function todayFirst() {
  const books = (await (await caches.match(new URL("oggi", scope).href))?.text())?.split(",") ?? [];
  const of = (/** @type {string} */ path) =>
    !books.length || path.split(/[/.]/).some((part) => books.includes(part))
      ? 0
      : /^(?:assets\/(?:css|js|img)\/|[^/]*$)/.test(path)
        ? 1
        : 2;
  return (/** @type {[string, string]} */ [a], /** @type {[string, string]} */ [b]) => of(a) - of(b);
}

async function fill() {
  const cache = await caches.open(NAME);
  const copies = await otherCopies();
  const here = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.entries(EDITION.files).filter(([path]) => !here.has(new URL(path, scope).href));
  missing.sort(await todayFirst());
  const total = Object.keys(EDITION.files).length;
  let done = total - missing.length;
  let broken = false; // dopo l’interruzione nessuna corsia ancora in volo parla di progressi

  /** @param {string} path @param {string} expected */
  async function keep(path, expected) {
    const url = new URL(path, scope).href;
    for (const copy of copies) {
      const known = await copy.match(url);
      if (known?.headers.get(DIGEST) === expected) return cache.put(url, known);
    }
    return cache.put(url, await download(path, expected));
  }

  async function lane() {
    for (let next = missing.shift(); next; next = missing.shift()) {
      await keep(...next);
      done += 1;
      if (done % 10 === 0 && !broken) await tell({ type: "scarico", done, total });
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (error) {
    missing.length = 0;
    broken = true;
    const full = /** @type {any} */ (error)?.name === "QuotaExceededError";
    if (full) await caches.delete(NAME); // il posto che c’è serve al Registro
    await tell({ type: "interrotto", done, total, full });
    throw error;
  }
  const state = { version: EDITION.version, since: Date.now() };
  await cache.put(STATE, new Response(JSON.stringify(state), { headers: { "content-type": "application/json" } }));
}

/** Chi ha svuotato la memoria del browser può aver tolto la copia e lasciato questo lavoratore: la copia si rifà. @type {Promise<void> | null} */
let again = null;
const refill = () =>
  (again ??= fill()
    .then(() => tell({ type: "intera" }))
    .catch(() => undefined)
    .finally(() => (again = null)));

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {string} path */
async function kept(path) {
  const cache = await caches.open(NAME);
  return (await cache.match(new URL(path, scope).href)) ?? null;
}

/** Il collegamento breve /r/<id>, risolto qui come lo risolve il server. @param {URL} url @param {string} path */
async function permalink(url, path) {
  const id = path.slice(2).replace(/\/(?:index\.html)?$/, ""); // le ancore sono tutte di lettere che un indirizzo non muta
  const anchors = await (await kept("api/v1/anchors.json"))?.json();
  const target = anchors && Object.hasOwn(anchors, id) ? new URL(`.${anchors[id]}`, scope) : null;
  if (!target) return null;
  target.search = url.search;
  return Response.redirect(target.href, 302);
}

/** @param {Request} request @param {URL} url @param {string} path */
async function answer(request, url, path) {
  if (path.startsWith("r/")) {
    const redirect = await permalink(url, path);
    if (redirect) return redirect;
  }
  const page = path.replace(/(^|\/)index\.html$/, "$1");
  if (!Object.hasOwn(EDITION.files, page) && Object.hasOwn(EDITION.files, `${page}/`)) {
    return Response.redirect(new URL(`${page}/${url.search}`, scope).href, 302);
  }
  const found = Object.hasOwn(EDITION.files, page) ? await kept(page) : null;
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    const lost = request.mode === "navigate" ? await kept("404.html") : null;
    if (!lost) throw error;
    const page = (await lost.text()).replace(/<base href="[^"]*">/, `<base href="${scope.pathname}">`); // senza rete non lo cerca da sé
    return new Response(page, { status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", (event) => {
  if (event.data?.type === "accetta") event.waitUntil(worker.skipWaiting());
  if (event.data?.type === "stato") {
    event.waitUntil(
      kept(STATE).then(async (state) => {
        event.ports[0]?.postMessage(state ? await state.json() : null);
        return state ? null : refill();
      })
    );
  }
});
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = plain(url.pathname.slice(scope.pathname.length));
  const ours = event.request.mode === "navigate" || Object.hasOwn(EDITION.files, path) || path.startsWith("r/");
  if (ours && !LIVE.test(path)) event.respondWith(answer(event.request, url, path));
});
