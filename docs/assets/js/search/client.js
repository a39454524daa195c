// @ts-check
// La ricerca come la chiama la pagina: una richiesta al lavoratore, una risposta.

/** @typedef {import("./types").ResultPage} ResultPage */
/** @typedef {import("./types").Options} Options */
/** @typedef {import("./rows.js").Rows} Rows */

/** @type {Worker | undefined} */
let worker;
let last = 0;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, early?: (answer: any) => void}>} */
const waiting = new Map();

function start() {
  if (worker) return worker;
  worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, error, early } }) => {
    const request = waiting.get(id);
    if (early) return request?.early?.(early);
    waiting.delete(id);
    if (error) request?.reject(new Error(error));
    else request?.resolve(answer);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const request of waiting.values()) request.reject(new Error(event.message || "worker"));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

/** @param {string | null} query @param {Options} [options] @param {(answer: any) => void} [early] */
function ask(query, options, early) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject, early });
    start().postMessage({ id, query, options });
  });
}

/** Se tutto è già sul telefono. */
const kept = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Cerca. La risposta è quella di GET /api/v1/search; `early` la riceve prima, finché i suoi testi sono in viaggio.
 * @param {string} query @param {Options} [options] @param {(answer: ResultPage) => void} [early] @returns {Promise<ResultPage>}
 */
export function search(query, options, early) {
  return ask(query, { ...options, kept: kept(), soon: Boolean(early) }, early);
}

/** Le righe di tabella che dicono tutto quello che è scritto (rows.js); `early` riceve prima quelle di `first`. @param {string} query @param {Options} options @param {(answer: Rows) => void} early @returns {Promise<Rows>} */
export const searchRows = (query, options, early) => ask(query, { ...options, rows: true }, early);

/** Carica l’indice dei libri in cui si cercherà, prima che serva. @param {string} [book] @returns {Promise<Record<string, string>>} i nomi dei giochi */
export function warm(book = "") {
  return ask(null, { book, kept: kept() });
}
