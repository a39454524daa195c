// @ts-check
// La memoria del telefono: valori con versione, letti sempre nella forma di oggi. Niente lascia il telefono.
// Soltanto le righe che una pagina esegue prima di disegnarsi (overrides/, home.md.j2) la leggono senza passare di qui.

const PREFIX = "prontuario.";
/** @type {Map<string, string>} quando il telefono non dà memoria, quello che si scrive dura quanto la pagina */
const fallback = new Map();
/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** Il testo di `key` com’è scritto. @param {string} key @returns {string | null} */
export function text(key) {
  try {
    return fallback.get(key) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * Il valore di `key` nella forma di oggi. `migrate` riceve quello che c’è, di qualunque versione (`undefined` se non c’è
 * niente), e lo rende attuale. Un valore illeggibile non si perde: resta da parte in `key.guasto`.
 * @template T
 * @param {string} key
 * @param {(value: unknown) => T} migrate
 * @returns {T}
 */
export function read(key, migrate) {
  const found = text(key);
  if (found === null) return migrate(undefined);
  try {
    return migrate(JSON.parse(found));
  } catch {
    keep(`${key}.guasto`, found);
    return migrate(undefined);
  }
}

/** Scrive un testo; falso se vale soltanto fino alla chiusura della pagina. @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
    fallback.delete(key);
    return true;
  } catch {
    fallback.set(key, value);
    return false;
  }
}

/**
 * Quello che la scheda ricorda; null se non ricorda niente, e ciò che si scrive dura quanto la pagina.
 * @template T @param {(memory: Storage) => T} work
 */
export function inTab(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}

/** Toglie `key` dal telefono, se è ancora quello che si è letto. @param {string} key @param {string} value */
export function remove(key, value) {
  if (text(key) !== value) return;
  fallback.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {} // il telefono non dà memoria: non aveva niente
}

/**
 * Scrive `value` (JSON, con la sua versione dentro) e avvisa chi ascolta.
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} falso se il telefono non l’ha potuto conservare: vale soltanto fino alla chiusura della pagina
 */
export function write(key, value) {
  const kept = keep(key, JSON.stringify(value));
  listeners.get(key)?.forEach((listener) => listener());
  return kept;
}

/**
 * Chiama `listener` quando `key` cambia, qui o in un’altra scheda.
 * @param {string} key
 * @param {() => void} listener
 * @returns {() => void} smette di ascoltare
 */
export function subscribe(key, listener) {
  const own = listeners.get(key) ?? new Set();
  listeners.set(key, own.add(listener));
  return () => own.delete(listener);
}

globalThis.addEventListener?.("storage", (event) => {
  const key = /** @type {StorageEvent} */ (event).key;
  if (!key?.startsWith(PREFIX)) return;
  fallback.delete(key.slice(PREFIX.length)); // un’altra scheda l’ha scritta davvero
  listeners.get(key.slice(PREFIX.length))?.forEach((listener) => listener());
});
