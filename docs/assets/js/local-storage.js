// Store values with a version number on this phone, and convert what older versions of the site have stored.
// Only scripts that run before a page is drawn (overrides/, home.md.j2, penalita.html.j2) read the storage directly.

const PREFIX = "prontuario.";
/** @type {Map<string, string>} values that the browser refused to store: they last as long as the page */
const fallback = new Map();
/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** Return what is stored under `key`, as written; null if nothing is. @param {string} key @returns {string | null} */
export function text(key) {
  try {
    return fallback.get(key) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * Return the stored value of `key`, in the current format.
 * `migrate` gets the stored JSON value, of any version (`undefined` if nothing is stored), and converts it. If it
 * throws, the value is copied to `key.guasto`, and `migrate(undefined)` is returned.
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

/** Store a text as it is; return false if it will not outlive the page. @param {string} key @param {string} value */
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
 * Run `work` on the tab's session storage and return its result; null if it throws or there is no storage.
 * @template T @param {(memory: Storage) => T} work
 */
export function inTab(work) {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}

/** Remove `key` if it still has the value that the caller has read. @param {string} key @param {string} value */
export function remove(key, value) {
  if (text(key) !== value) return;
  fallback.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {} // the phone gives no memory: it had nothing
}

/**
 * Store `value` as JSON and call the listeners of `key`; return false if it will not outlive the page.
 * @param {string} key @param {unknown} value
 */
export function write(key, value) {
  const kept = keep(key, JSON.stringify(value));
  listeners.get(key)?.forEach((listener) => listener());
  return kept;
}

/** Call `listener` when `key` changes, here or in another tab. @param {string} key @param {() => void} listener */
export const subscribe = (key, listener) => void listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));

globalThis.addEventListener?.("storage", (event) => {
  const key = event.key;
  if (!key?.startsWith(PREFIX)) return;
  fallback.delete(key.slice(PREFIX.length)); // another tab has really written it
  listeners.get(key.slice(PREFIX.length))?.forEach((listener) => listener());
});
