// Hold the log of operations in this page's memory, store it, and track which operations are stored.
import { folded } from "./log-reducer.js";
import { CLOCK_LIMIT, canonical, sifted, union } from "./operations.js";
import { localDay } from "./local-time.js";
import { lastClock, phoneChanged, settle, settleEmpty } from "./device-state.js";
import { append, disconnect, forget, loss, readAll, shared, size } from "./indexeddb.js";
import { inTab } from "../local-storage.js";
/** @import { Aside, Draft, Op, State, Stored } from "./types" */

const HELD = "prontuario.registro.sospese"; // what is not written yet survives a reload, where the tab remembers
const PATIENCE = 1200; // milliseconds: a store that does not answer does not keep a judge waiting
const SLOW = 300; // milliseconds: what takes longer is said to be waiting
const WRITING = 4000; // milliseconds: what takes longer is said not to be written, with what can be done
const SILENT = "la memoria del dispositivo non risponde";

/** @type {Map<string, Op>} */
const log = new Map();
/** @type {Map<string, Op>} what the phone has not written: being written, or refused */
const waiting = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Set<() => void>} */
const keepers = new Set();
/** @type {State} */
let state = folded([]);
/** @type {Aside[]} */
let aside = [];
let device = newId();
let refused = "";
let readOnce = false;
let slow = false;

/** Return a new unique id. */
export function newId() {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(36).padStart(2, "0"));
  return Date.now().toString(36) + random.join("");
}

/** Return the log's current state: events, players, recorded penalties. @returns {State} */
export const registro = () => state;
/** Return the stored rows of the log that cannot be read. @returns {Aside[]} */
export const setAside = () => aside;
/** Return all known operations, stored or not. */
export const allOps = () => log.values();
/** Return today by the phone's clock: 2026-01-10. */
export const thisDay = () => localDay(new Date());
/** Return this phone's id. */
export const thisDevice = () => device;
/** Tell whether the stored log has been read. */
export const readable = () => readOnce;
/** Tell whether a received operation differs from ours of the same id. @param {Op[]} ops */
export const contradicts = (ops) => ops.some((op) => log.has(op.id) && canonical(log.get(op.id)) !== canonical(op));

/** Return the operations that are not stored yet, and `why`: the error in Italian, "" while storing. */
export const unwritten = () => ({ ops: [...waiting.values()], why: refused });

/**
 * Tell whether a penalty waits to be stored for over 0.3 s ("waits"), or storing it has failed ("refused"); else "".
 * @param {string} entry its id @returns {"" | "waits" | "refused"}
 */
export function unwrittenEntry(entry) {
  const waits = (slow || refused) && [...waiting.values()].some((op) => "entry" in op && op.entry === entry);
  return waits ? (refused ? "refused" : "waits") : "";
}

/** Call a listener whenever the log or the open event changes. @param {() => void} listener */
export const registroChanged = (listener) => void listeners.add(listener);
/** Call a listener whenever storing makes progress, is slow or fails. @param {() => void} listener */
export const kept = (listener) => void keepers.add(listener);

/** Recompute the state from all operations, and call all listeners. */
function tell() {
  state = folded(log.values());
  if (readOnce) {
    settle(state);
    lastClock.set(state.clock);
  }
  notify();
  for (const listener of listeners) listener();
}

/** Call the listeners of `kept`, and copy what is not stored yet into the tab's storage, for a reload. */
function notify() {
  inTab((tab) => (waiting.size ? tab.setItem(HELD, JSON.stringify([...waiting.values()])) : tab.removeItem(HELD)));
  for (const listener of keepers) listener();
}

/**
 * Read the stored log into memory. Operations in memory that the storage no longer has are marked as not stored, or
 * removed if their event was deleted.
 * @param {boolean} [first] true when the page starts: then store operations that were still unwritten at a reload
 */
async function load(first = false) {
  /** @type {Stored} */
  let kept;
  try {
    kept = await readAll();
  } catch (error) {
    refused = reasonOf(error);
    return tell();
  }
  const read = sifted(kept.ops);
  readOnce = true;
  union(log, read.good);
  aside = read.aside;
  device = kept.device || device;
  const there = new Set(kept.ops.map((op) => /** @type {any} */ (op)?.id));
  for (const op of log.values()) {
    if (there.has(op.id) || waiting.has(op.id)) continue;
    if (kept.forgotten.includes(op.event)) {
      log.delete(op.id);
      continue;
    }
    waiting.set(op.id, op);
    refused = "il dispositivo ha perso quello che aveva salvato";
  }
  for (const id of waiting.keys()) if (there.has(id)) waiting.delete(id);
  if (!waiting.size) refused = "";
  tell();
  if (first && waiting.size) put();
}

/** Say in Italian why storing failed. @param {unknown} error */
function reasonOf(error) {
  const name = /** @type {any} */ (error)?.name;
  if (name === "QuotaExceededError") return "la memoria del dispositivo è piena";
  if (name === "SecurityError" || name === "InvalidStateError")
    return "il browser non permette di usare la memoria del dispositivo";
  return SILENT;
}

/**
 * Add new operations to the log and store them.
 * Returns them (`ops`), and `written`, a promise of whether they are stored.
 * @param {string} event id of the event that they belong to @param {...Draft} drafts
 */
export function enter(event, ...drafts) {
  const at = new Date().toISOString();
  const clock = Math.max(state.clock, readOnce ? 0 : lastClock.get());
  const ops = drafts.map((draft, i) => ({
    id: newId(),
    dev: device,
    l: Math.min(clock + 1 + i, CLOCK_LIMIT),
    at,
    event,
    ...draft
  }));
  return { ops, written: take(ops).written };
}

/**
 * Add operations from another phone to the log, and store them; opens no event.
 * Returns `added`, the new ones, and `written`, a promise of whether they are stored. @param {Op[]} ops
 */
export function receive(ops) {
  settle(state);
  settleEmpty();
  return take(ops);
}

/**
 * Add operations to the log, and store them.
 * Returns `added`, the new ones, and `written`, a promise of whether they are stored.
 * @param {Op[]} ops @returns {{added: Op[], written: Promise<boolean>}}
 */
function take(ops) {
  const added = union(log, ops);
  for (const op of added) waiting.set(op.id, op);
  const written = put();
  tell();
  return { added, written };
}

/**
 * Store all operations that are not stored yet; resolves to whether they are, or false after four seconds.
 * If they are stored later, the listeners of `kept` are called then.
 */
function put() {
  const ops = [...waiting.values()];
  const timers = [setTimeout(() => ((slow = true), notify()), SLOW)];
  const late = new Promise((/** @type {(written: boolean) => void} */ done) => {
    timers.push(setTimeout(() => ((refused ||= SILENT), notify(), done(false)), WRITING));
  });
  const done = () => {
    for (const op of ops) waiting.delete(op.id);
    channel?.postMessage("");
    askToKeep();
    if (readOnce) return "";
    load();
    return refused;
  };
  const ended = (/** @type {string} */ why) => {
    for (const timer of timers) clearTimeout(timer);
    slow = false;
    refused = why;
    notify();
    return !why;
  };
  return Promise.race([append(ops, device).then(done, reasonOf).then(ended), late]);
}

let asked = false;

/** Ask the browser once not to clear this site's storage. */
function askToKeep() {
  if (asked || !state.entries.length) return;
  asked = true;
  navigator.storage?.persist().catch(() => {}); // a page without https has no `storage`
}

/** Try again to read and store what failed; resolves to whether all is stored. */
export async function retry() {
  disconnect(); // a store that has never answered is asked anew
  if (!readOnce) await patiently(load());
  return !waiting.size || put();
}

/**
 * Delete from this phone the operations of an event and of those joined with it, also in other open pages.
 * @param {string[]} events their ids
 */
export async function forgetEvents(events) {
  const ids = [...log.values()].filter((op) => events.includes(op.event)).map((op) => op.id);
  // a page that still holds them does not store them again
  await shared("forgotten", (before = []) => [...new Set([...before, ...events])]);
  await forget(ids);
  drop(ids);
  channel?.postMessage({ forgotten: ids });
}

/** Remove operations from memory. @param {string[]} ids */
function drop(ids) {
  for (const id of ids) (log.delete(id), waiting.delete(id));
  tell();
}

/** Delete the stored rows that cannot be read. */
export async function forgetAside() {
  await forget(aside.map(({ row }) => row.id));
  aside = [];
  tell();
}

/** @type {BroadcastChannel | null} */
let channel = null;
/** Follow what other open pages store and delete. */
function listen() {
  channel = new BroadcastChannel("prontuario.registro");
  channel.onmessage = ({ data }) => (data?.forgotten ? drop(data.forgotten) : load());
}

// a page in the browser's cache holds nothing and hears nothing; brought back, it reads again
addEventListener("pagehide", () => {
  channel?.close();
  channel = null;
  disconnect();
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  listen();
  load();
});
addEventListener("beforeunload", (event) => {
  if (waiting.size) event.preventDefault();
});
loss.addEventListener("loss", () => load());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
phoneChanged(tell);

listen();
inTab((tab) => {
  for (const op of union(log, sifted(JSON.parse(tab.getItem(HELD) ?? "[]")).good)) waiting.set(op.id, op);
});

/** Read the stored log again if another page has stored something; waits 1.2 seconds at most. */
export const refresh = () =>
  patiently(
    size().then(
      (count) => (count === log.size - waiting.size ? undefined : load()),
      () => load()
    )
  );

/** Wait for some work, but no longer than 1.2 seconds. @param {Promise<void>} work */
const patiently = (work) => Promise.race([work, new Promise((done) => setTimeout(done, PATIENCE)).then(() => {})]);

/** Resolves once the stored log was read, reading has failed, or 1.2 seconds have passed. */
export const opened = patiently(load(true)).then(() => {
  if (readOnce || refused) return;
  refused = SILENT;
  tell();
});
