// @ts-check
// Store versioned values on the phone, and read them in today's form.
// Nothing leaves the phone. Only lines that run before a page is drawn (overrides/, home.md.j2, penalita.html.j2) read it without this
// module.

const PREFIX = "prontuario.";
/** @type {Map<string, string>} what is written where the phone gives no memory: it lasts as long as the page */
const fallback = new Map();
/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** @param {string} key */
export function text(key) {
  try {
    return fallback.get(key) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * Return the value of `key` in today's form.
 * `migrate` gets what is stored, of any version (`undefined` if nothing is), and brings it up to date. An unreadable
 * value is not lost: it stays in `key.guasto`.
 * @template T @param {string} key @param {(value: unknown) => T} migrate
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

/** Write a text; return false if it cannot outlive the page. @param {string} key @param {string} value */
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

/** Run `work` on the tab's storage; return null without one. @template T @param {(memory: Storage) => T} work */
export function inTab(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}

/** Remove `key` unless it has changed since it was read. @param {string} key @param {string} value */
export function remove(key, value) {
  if (text(key) !== value) return;
  fallback.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {} // the phone gives no memory: it had nothing
}

/**
 * Write `value` (JSON with its version) and notify the listeners.
 * @param {string} key @param {unknown} value
 * @returns {boolean} false if the phone could not keep it: it lasts until the page is closed
 */
export function write(key, value) {
  const kept = keep(key, JSON.stringify(value));
  listeners.get(key)?.forEach((listener) => listener());
  return kept;
}

/**
 * Call `listener` when `key` changes, here or in another tab.
 * @param {string} key @param {() => void} listener @returns {() => void} stops listening
 */
export function subscribe(key, listener) {
  const own = listeners.get(key) ?? new Set();
  listeners.set(key, own.add(listener));
  return () => own.delete(listener);
}

globalThis.addEventListener?.("storage", (event) => {
  const key = event.key;
  if (!key?.startsWith(PREFIX)) return;
  fallback.delete(key.slice(PREFIX.length)); // another tab has really written it
  listeners.get(key.slice(PREFIX.length))?.forEach((listener) => listener());
});
