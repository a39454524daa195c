// @ts-check
// The phone's own store of the log: one IndexedDB, one transaction for each thing done. What it promises it has
// written.

/** @import { Aside } from "./types.d.ts" */
/**
 * @typedef {{ops: unknown[], aside: Aside[], device: string, taken: string[], forgotten: string[]}} Kept
 *   `taken`: the old Registri already migrated; `forgotten`: the events whose logs were taken off the phone
 */

const NAME = "prontuario.registro";
const STORES = { ops: { keyPath: "id" }, aside: { autoIncrement: true }, meta: {} };

/** @type {Promise<IDBDatabase> | null} */
let connection = null;
/** Tells its listeners when the browser takes the store away. */
export const loss = new EventTarget();

/** @returns {Promise<IDBDatabase>} */
function connected() {
  connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const [name, options] of Object.entries(STORES)) request.result.createObjectStore(name, options);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = db.onclose = () => {
        disconnect();
        loss.dispatchEvent(new Event("loss"));
      };
      resolve(db);
    };
  });
  connection.catch(() => (connection = null));
  return connection;
}

/** Closes the connection: a page that goes into the browser's cache holds nobody up. */
export function disconnect() {
  connection?.then((db) => db.close()).catch(() => {});
  connection = null;
}

/**
 * One transaction. It has happened when this resolves, and not at all when it rejects.
 * @template T @param {IDBTransactionMode} mode @param {(tx: IDBTransaction) => T} work @returns {Promise<T>}
 */
async function transaction(mode, work) {
  const db = await connected();
  return new Promise((resolve, reject) => {
    const tx = db.transaction(Object.keys(STORES), mode, { durability: "strict" });
    tx.onabort = () => reject(tx.error ?? new Error("la transazione è stata interrotta"));
    try {
      const result = work(tx);
      tx.oncomplete = () => resolve(result);
    } catch (error) {
      reject(error);
      tx.abort();
    }
  });
}

/** Reads all that the phone holds. @returns {Promise<Kept>} */
export async function readAll() {
  const all = await transaction("readonly", (tx) => ({
    ops: tx.objectStore("ops").getAll(),
    aside: tx.objectStore("aside").getAll(),
    device: tx.objectStore("meta").get("device"),
    taken: tx.objectStore("meta").get("taken"),
    forgotten: tx.objectStore("meta").get("forgotten")
  }));
  return {
    ops: all.ops.result,
    aside: all.aside.result,
    device: all.device.result ?? "",
    taken: all.taken.result ?? [],
    forgotten: all.forgotten.result ?? []
  };
}

/** Counts the operations: enough to know that nobody has added one. @returns {Promise<number>} */
export const size = () =>
  transaction("readonly", (tx) => tx.objectStore("ops").count()).then((request) => request.result);

/**
 * Writes operations, and whose phone this is: all or nothing.
 * @param {{id: string}[]} ops
 * @param {string} device
 */
export const append = (ops, device) =>
  transaction("readwrite", (tx) => {
    tx.objectStore("meta").put(device, "device");
    for (const op of ops) tx.objectStore("ops").put(op);
  });

/**
 * Changes a value of which all pages have one.
 * @param {IDBTransaction} tx
 * @param {string} name
 * @param {(before: any) => unknown} how
 */
function change(tx, name, how) {
  const meta = tx.objectStore("meta");
  const before = meta.get(name);
  before.onsuccess = () => meta.put(how(before.result), name);
}

/**
 * The same, by itself.
 * @template T
 * @param {string} name
 * @param {(before: T | undefined) => T} how
 * @returns {Promise<T>} what it is now
 */
export function shared(name, how) {
  /** @type {T} */
  let now;
  return transaction("readwrite", (tx) => change(tx, name, (before) => (now = how(before)))).then(() => now);
}

/**
 * Takes an old Registro over, once whatever number of pages try: its operations, the rows set aside, and its mark.
 * @param {string} mark @param {{id: string}[]} ops @param {Aside[]} aside
 */
export const takeOver = (mark, ops, aside) =>
  transaction("readwrite", (tx) =>
    change(tx, "taken", (taken = []) => {
      if (taken.includes(mark)) return taken;
      for (const op of ops) tx.objectStore("ops").put(op);
      for (const row of aside) tx.objectStore("aside").add(row);
      return [...taken, mark];
    })
  );

/**
 * Takes the operations of a log off this phone: the one thing that forgets. A page that slept meanwhile does not bring
 * them back.
 * @param {string[]} ids @param {string[]} events
 */
export const forget = (ids, events) =>
  transaction("readwrite", (tx) => {
    for (const id of ids) tx.objectStore("ops").delete(id);
    change(tx, "forgotten", (before = []) => [...new Set([...before, ...events])]);
  });

/** Drops the rows set aside. */
export const clearAside = () => transaction("readwrite", (tx) => void tx.objectStore("aside").clear());
