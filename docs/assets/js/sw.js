/// <reference lib="webworker" />
// Keep the site on the device, and serve it without a network.
// A build writes this file into the site's root with the files to keep, each with its fingerprint
// (scripts/site/service_worker.py). A new version is downloaded whole into a copy of its own, verified file by file,
// and waits: it replaces the old copy only when the reader accepts it, or when no page of the site is open. An
// interrupted download leaves the old copy alone, and continues where it stopped.

const EDITION = /** @type {{version: string, stamp: string, files: Record<string, string>}} */ ({
  version: "",
  stamp: "",
  files: {}
});

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
const PREFIX = `prontuario:${scope.pathname}:`;
const NAME = PREFIX + EDITION.version;
const STATE = new URL("edizione-sul-telefono", scope).href; // the last entry of a complete copy: since when it is there
const DIGEST = "x-impronta";
const AT_ONCE = 6;
// scripts and styles have no stamp here: a page kept from before names another one
const STAMPED = /(assets\/(?:js|css))\.[0-9a-f]{8}(?=\/)/g;
const LIVE = /^(?:api\/v1\/(?:search|resolve|openapi\.json)$|healthz$|sw\.js$)/; // only the server answers

/** Remove the build stamp from a path: 'assets/js.0a1b2c3d/main.js' → 'assets/js/main.js'. @param {string} text */
const plain = (text) => text.replace(STAMPED, "$1");

/**
 * Return the first 16 base64 characters of a file's SHA-256; of a page, without the stamps of scripts and styles.
 * @param {string} path @param {ArrayBuffer} bytes
 */
async function digest(path, bytes) {
  const page = /(?:^|\/|\.html)$/.test(path);
  const content = page ? new TextEncoder().encode(plain(new TextDecoder().decode(bytes))) : bytes;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...hash.subarray(0, 12)));
}

/**
 * Fetch a file and return it once its digest is the expected one: from the HTTP cache, else the network; else throws.
 * @param {string} path @param {string} expected
 */
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

/** Return the caches with complete copies of other versions; delete the incomplete ones. */
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

/** Send a message to all open pages of the site. @param {object} message */
async function tell(message) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/**
 * Return a comparator of [path, fingerprint] for sorting downloads.
 * First the files of the game chosen for today, whose codes a page has left in a cache (offline.js), then those that
 * all pages need.
 */
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

/**
 * Download what is missing of this version's copy, six files at a time.
 * Unchanged files come from older copies. On a failure the pages are told, and the error is thrown.
 */
async function fill() {
  const cache = await caches.open(NAME);
  const copies = await otherCopies();
  const here = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.entries(EDITION.files).filter(([path]) => !here.has(new URL(path, scope).href));
  missing.sort(await todayFirst());
  const total = Object.keys(EDITION.files).length;
  let done = total - missing.length;
  let broken = false; // after a failure no lane still in flight reports progress

  /** Store a file: an older copy's if it is the same, else downloaded. @param {string} path @param {string} expected */
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
    if (full) await caches.delete(NAME); // the Registro needs the room that there is
    await tell({ type: "interrotto", done, total, full });
    throw error;
  }
  const state = { version: EDITION.version, since: Date.now() };
  await cache.put(STATE, new Response(JSON.stringify(state), { headers: { "content-type": "application/json" } }));
}

/** @type {Promise<void> | null} */
let again = null;
/** Download the copy again if the browser has cleared it but kept this worker. */
const refill = () =>
  (again ??= fill()
    .then(() => tell({ type: "intera" }))
    .catch(() => undefined)
    .finally(() => (again = null)));

/** Delete the copies of other versions, and take over the open pages. */
async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/** Return a file of this version's copy; null if it is not there. @param {string} path */
async function kept(path) {
  const cache = await caches.open(NAME);
  return (await cache.match(new URL(path, scope).href)) ?? null;
}

/**
 * Return the redirect of the short link /r/<anchor>; null if the anchor is unknown.
 * @param {URL} url @param {string} path
 */
async function permalink(url, path) {
  // all letters of an anchor are such that an address does not change
  const id = path.slice(2).replace(/\/(?:index\.html)?$/, "");
  const anchors = await (await kept("api/v1/anchors.json"))?.json();
  const target = anchors && Object.hasOwn(anchors, id) ? new URL(`.${anchors[id]}`, scope) : null;
  if (!target) return null;
  target.search = url.search;
  return Response.redirect(target.href, 302);
}

/**
 * Answer a request from the copy, else from the network; offline, with the 404 page.
 * @param {Request} request @param {URL} url @param {string} path
 */
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
    // without a network it does not look for it by itself
    const page = (await lost.text()).replace(/<base href="[^"]*">/, `<base href="${scope.pathname}">`);
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
