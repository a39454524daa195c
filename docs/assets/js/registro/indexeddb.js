// Store the log of operations in IndexedDB, one transaction for each action.

/** @import { Stored } from "./types" */

const NAME = "prontuario.registro";

/** @type {Promise<IDBDatabase> | null} */
let connection = null;
/** Fires `loss` when the browser closes the database. */
export const loss = new EventTarget();

/** Return the open database; opens it at first use. @returns {Promise<IDBDatabase>} */
function connected() {
  connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("ops", { keyPath: "id" });
      request.result.createObjectStore("meta");
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

/** Close the database, so that this page does not block another that deletes or upgrades it. */
export function disconnect() {
  connection?.then((db) => db.close()).catch(() => {});
  connection = null;
}

/**
 * Run one transaction; resolves to what `work` returned once committed, rejects if it failed.
 * @template T @param {IDBTransactionMode} mode @param {(tx: IDBTransaction) => T} work @returns {Promise<T>}
 */
async function transaction(mode, work) {
  const db = await connected();
  return new Promise((resolve, reject) => {
    const tx = db.transaction(["ops", "meta"], mode, { durability: "strict" });
    tx.onabort = () => reject(tx.error ?? new Error("il salvataggio è stato interrotto"));
    try {
      const result = work(tx);
      tx.oncomplete = () => resolve(result);
    } catch (error) {
      reject(error);
      tx.abort();
    }
  });
}

/** Read all that is stored. @returns {Promise<Stored>} */
export async function readAll() {
  const [ops, device, forgotten] = await transaction("readonly", (tx) => {
    const meta = tx.objectStore("meta");
    return [tx.objectStore("ops").getAll(), meta.get("device"), meta.get("forgotten")];
  });
  return { ops: ops.result, device: device.result ?? "", forgotten: forgotten.result ?? [] };
}

/** Resolve to how many operations are stored. */
export const size = () =>
  transaction("readonly", (tx) => tx.objectStore("ops").count()).then((request) => request.result);

/** Store operations and this phone's id, all or nothing. @param {{id: string}[]} ops @param {string} device the id */
export const append = (ops, device) =>
  transaction("readwrite", (tx) => {
    tx.objectStore("meta").put(device, "device");
    for (const op of ops) tx.objectStore("ops").put(op);
  });

/**
 * Replace the value stored under `name`, which all pages share; resolves to the new value.
 * @template T @param {string} name
 * @param {(before: T | undefined) => T} how gets the value, `undefined` if missing, and returns the new one
 */
export function shared(name, how) {
  /** @type {T} */
  let now;
  return transaction("readwrite", (tx) => {
    const meta = tx.objectStore("meta");
    const before = meta.get(name);
    before.onsuccess = () => meta.put((now = how(before.result)), name);
  }).then(() => now);
}

/** Delete operations for good. @param {string[]} ids */
export const forget = (ids) =>
  transaction("readwrite", (tx) => {
    for (const id of ids) tx.objectStore("ops").delete(id);
  });
