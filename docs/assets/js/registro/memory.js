// @ts-check
// The Registro of this page: the log in hand, what of it the phone has really written, and the other pages' news.
import { CLOCK_LIMIT, checkedOp, folded, union } from "./log.js";
import { fromMemory, localDay, shortHash, sifted } from "./old.js";
import { append, disconnect, forget, loss, readAll, size, takeOver } from "./storage.js";
import { inTab, keep, remove, subscribe, text as stored } from "../store.js";

/** @typedef {import("./log.js").Op} Op @typedef {import("./log.js").Draft} Draft @typedef {import("./log.js").State} State */
/** @typedef {import("./storage.js").Aside} Aside */

const HELD = "prontuario.registro.sospese"; // what is not written yet survives a reload, where the tab remembers
const CHOSEN = "evento";
const OLD = ["registro", "registro.guasto"];
const PATIENCE = 1200; // milliseconds: a store that does not answer does not keep a judge waiting

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
/** @type {string[]} the old Registri that were taken over */
let taken = [];
let device = newId();
let refused = "";
let readOnce = false;

/** A name for something new, also on pages without `crypto.randomUUID`. */
export function newId() {
  return (
    Date.now().toString(36) +
    [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(36).padStart(2, "0")).join("")
  );
}

export const registro = () => state;
export const setAside = () => aside;
export const allOps = () => log.values();
export const thisDay = () => localDay(new Date());

/** The operations that the phone has not written, why not ("" while it is writing), and whether it could be read at all. */
export const unwritten = () => ({ ops: [...waiting.values()], why: refused, read: readOnce });

/** @param {() => void} listener told when the Registro is another */
export const registroChanged = (listener) => void listeners.add(listener);
/** @param {() => void} listener told when something waits to be written, is written or refused */
export const kept = (listener) => void keepers.add(listener);

/** The log has changed. */
function tell() {
  state = folded(log.values());
  notify();
  for (const listener of listeners) listener();
}

/** What is written has changed, the Registro has not. */
function notify() {
  hold();
  for (const listener of keepers) listener();
}

/** What waits is kept where a reload finds it. */
function hold() {
  inTab((tab) => (waiting.size ? tab.setItem(HELD, JSON.stringify([...waiting.values()])) : tab.removeItem(HELD)));
}

/**
 * Reads what the phone holds. What this page knows and the phone no longer has is said, and written again on request.
 * @param {boolean} [first]
 */
async function load(first = false) {
  /** @type {import("./storage.js").Kept} */
  let kept;
  try {
    kept = await look();
    for (const [key, text] of before()) {
      if (!taken.includes(shortHash(text))) {
        const old = fromMemory(text);
        union(log, old.ops);
        for (const op of old.ops) waiting.set(op.id, op);
        await takeOver(shortHash(text), old.ops, old.aside);
        for (const op of old.ops) waiting.delete(op.id);
        kept = await look();
      }
      remove(key, text); // what is taken off the log later must not stay here
    }
  } catch (error) {
    refused = reasonOf(error);
    if (first) fromWhatIsLeft();
    tell();
    return;
  }
  const there = new Set(kept.ops.map((op) => /** @type {any} */ (op)?.id));
  for (const op of log.values())
    if (!there.has(op.id) && !waiting.has(op.id)) kept.forgotten.includes(op.event) ? log.delete(op.id) : lose(op);
  for (const id of waiting.keys()) if (there.has(id)) waiting.delete(id);
  if (!waiting.size) refused = "";
  tell();
  if (first) retry();
}

/** What the phone holds, in hand. */
async function look() {
  const kept = await readAll();
  const read = sifted(kept.ops, checkedOp, "la memoria del dispositivo");
  readOnce = true;
  union(log, read.good);
  aside = [...kept.aside, ...read.aside];
  taken = kept.taken;
  device = kept.device || device;
  return kept;
}

/** The Registri that were written before there was a log. @returns {[string, string][]} key and text */
const before = () => OLD.flatMap((key) => (stored(key) ? [[key, stored(key) ?? ""]] : []));

/** @param {Op} op */
function lose(op) {
  waiting.set(op.id, op);
  refused = "il dispositivo non ha più quello che aveva scritto";
}

/** Where nothing can be written: an old Registro, if there is one, is at least to be seen and exported. */
function fromWhatIsLeft() {
  for (const [, text] of before()) {
    const old = fromMemory(text);
    aside = [...aside, ...old.aside];
    union(log, old.ops);
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  const name = /** @type {any} */ (error)?.name;
  if (name === "QuotaExceededError") return "la memoria del dispositivo è piena";
  if (name === "SecurityError" || name === "InvalidStateError")
    return "il browser non lascia usare la memoria del dispositivo";
  return "la memoria del dispositivo non risponde";
}

/**
 * Writes something that happened, whole or not at all: on the screen at once, said as written only when it is.
 * @param {string} event @param {...Draft} drafts @returns {{ops: Op[], written: Promise<boolean>}}
 */
export function enter(event, ...drafts) {
  const at = new Date().toISOString();
  const ops = drafts.map(
    (draft, i) =>
      /** @type {Op} */ ({
        id: newId(),
        dev: device,
        l: Math.min(state.clock + 1 + i, CLOCK_LIMIT),
        at,
        event,
        ...draft
      })
  );
  return { ops, written: receive(ops).written };
}

/** Operations from elsewhere, or ours. @param {Op[]} ops @returns {{added: Op[], written: Promise<boolean>}} */
export function receive(ops) {
  const added = union(log, ops);
  for (const op of added) waiting.set(op.id, op);
  refused = "";
  tell();
  return { added, written: put() };
}

/** Writes all that waits. */
async function put() {
  const ops = [...waiting.values()];
  try {
    await append(ops, device);
  } catch (error) {
    refused = reasonOf(error);
    notify();
    return false;
  }
  for (const op of ops) waiting.delete(op.id);
  notify();
  channel?.postMessage("");
  askToKeep();
  return true;
}

let asked = false;

/** With something to lose, the phone is asked not to throw it away. */
function askToKeep() {
  if (!asked && state.entries.length) navigator.storage?.persist?.().catch(() => {});
  asked ||= state.entries.length > 0;
}

/** Tries again: to read what was never read, to write what is not written. */
export async function retry() {
  if (!readOnce) await load();
  return !waiting.size || put();
}

/** Takes an event's log off this phone, here and in the other open pages. @param {string[]} events */
export async function forgetEvents(events) {
  const ids = [...log.values()].filter((op) => events.includes(op.event)).map((op) => op.id);
  await forget(ids, events);
  drop(ids);
  channel?.postMessage({ forgotten: ids });
}

/** @param {string[]} ids */
function drop(ids) {
  for (const id of ids) (log.delete(id), waiting.delete(id));
  tell();
}

/** The event that this phone works in; a setting of its own. */
export const chosenEvent = {
  get: () => stored(CHOSEN) ?? "",
  /** @param {string} id */
  set: (id) => keep(CHOSEN, id)
};

/** @type {BroadcastChannel | null} */
let channel = null;
function listen() {
  if (!("BroadcastChannel" in globalThis)) return;
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
for (const key of OLD) subscribe(key, () => load());
subscribe(CHOSEN, tell);

listen();
inTab((tab) => {
  const { good } = sifted(JSON.parse(tab.getItem(HELD) ?? "[]"), checkedOp, "questa scheda");
  for (const op of union(log, good)) waiting.set(op.id, op);
});

/** Reads the phone again, if it holds more or less than this page knows: the last word before a penalty is given. */
export const refresh = () =>
  patiently(
    size().then(
      (count) => (count === log.size - waiting.size ? undefined : load()),
      () => load()
    )
  );

/** @param {Promise<void>} work @returns {Promise<void>} when it is done, or after a while */
const patiently = (work) => Promise.race([work, new Promise((done) => setTimeout(done, PATIENCE)).then(() => {})]);

/** Resolves when the phone has been read, has refused, or has not answered for a while. */
export const opened = patiently(load(true)).then(() => {
  if (readOnce || refused) return;
  refused = "la memoria del dispositivo non risponde";
  tell();
});
