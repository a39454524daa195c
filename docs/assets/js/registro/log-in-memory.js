// @ts-check
// Hold the page's log, and track which operations are stored.
import { folded } from "./log-reducer.js";
import { CLOCK_LIMIT, contradicted, sifted, union } from "./operation-log.js";
import { localDay } from "./local-time.js";
import { lastClock, phoneChanged, settle, settleEmpty } from "./phone-settings.js";
import { append, clearAside, disconnect, forget, loss, readAll, size } from "./indexeddb.js";
import { inTab } from "../local-storage.js";
/** @import { Aside, Draft, Op, State, Stored } from "./types.d.ts" */

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

/** Return a new unique id, also without `crypto.randomUUID`. */
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
export const thisDevice = () => device;
/** Tell whether the phone's store has been read. */
export const readable = () => readOnce;
/** @param {Op[]} ops */
export const contradiction = (ops) => contradicted(log, ops);

/**
 * Return the unwritten operations, the reason, and whether reading worked.
 * The reason is "" while writing.
 */
export const unwritten = () => ({ ops: [...waiting.values()], why: refused, read: readOnce });

/**
 * List the penalties waiting to be written, or refused.
 * None for the moment that writing takes.
 */
export const unwrittenEntries = () =>
  new Set(slow || refused ? [...waiting.values()].flatMap((op) => ("entry" in op ? [op.entry] : [])) : []);

/**
 * Tell whether a penalty is waiting to be written, or refused.
 * @param {string} entry @returns {"" | "waits" | "refused"}
 */
export const unwrittenEntry = (entry) => (unwrittenEntries().has(entry) ? (refused ? "refused" : "waits") : "");

/** Call a listener when the Registro or the open event changes. @param {() => void} listener */
export const registroChanged = (listener) => void listeners.add(listener);
/** Call a listener when pending writes change. @param {() => void} listener */
export const kept = (listener) => void keepers.add(listener);

/** Recompute the state and notify listeners. */
function tell() {
  state = folded(log.values());
  if (readOnce) {
    settle(state);
    lastClock.set(state.clock);
  }
  notify();
  for (const listener of listeners) listener();
}

/** Notify listeners that only the written part has changed. */
function notify() {
  hold();
  for (const listener of keepers) listener();
}

/** Store pending operations where a reload finds them. */
function hold() {
  inTab((tab) => (waiting.size ? tab.setItem(HELD, JSON.stringify([...waiting.values()])) : tab.removeItem(HELD)));
}

/**
 * Read the store; report operations that it has lost.
 * They are written again on request.
 * @param {boolean} [first]
 */
async function load(first = false) {
  /** @type {Stored} */
  let kept;
  try {
    kept = await look();
  } catch (error) {
    refused = reasonOf(error);
    tell();
    return;
  }
  const there = new Set(kept.ops.map((op) => /** @type {any} */ (op)?.id));
  for (const op of log.values())
    if (!there.has(op.id) && !waiting.has(op.id)) kept.forgotten.includes(op.event) ? log.delete(op.id) : lose(op);
  for (const id of waiting.keys()) if (there.has(id)) waiting.delete(id);
  if (!waiting.size) refused = "";
  tell();
  if (first && waiting.size) put();
}

/** Merge the stored operations into memory. */
async function look() {
  const kept = await readAll();
  const read = sifted(kept.ops, "la memoria del dispositivo");
  readOnce = true;
  union(log, read.good);
  aside = [...kept.aside, ...read.aside];
  device = kept.device || device;
  return kept;
}

/** @param {Op} op */
function lose(op) {
  waiting.set(op.id, op);
  refused = "il dispositivo ha perso quello che aveva salvato";
}

/** @param {unknown} error */
function reasonOf(error) {
  const name = /** @type {any} */ (error)?.name;
  if (name === "QuotaExceededError") return "la memoria del dispositivo è piena";
  if (name === "SecurityError" || name === "InvalidStateError")
    return "il browser non permette di usare la memoria del dispositivo";
  return SILENT;
}

/**
 * Write operations, all or nothing.
 * They are on the screen at once, and reported as written only when they are.
 * @param {string} event @param {...Draft} drafts
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

/** Merge operations from elsewhere, opening no event. @param {Op[]} ops */
export function receive(ops) {
  settle(state);
  settleEmpty();
  return take(ops);
}

/** @param {Op[]} ops */
function take(ops) {
  const added = union(log, ops);
  for (const op of added) waiting.set(op.id, op);
  const written = put();
  tell();
  return { added, written };
}

/**
 * Write everything pending, without waiting for a store that is silent.
 * What it writes later is then said to be written.
 * @returns {Promise<boolean>} whether it is written, or false after a few seconds
 */
function put() {
  const ops = [...waiting.values()];
  const saySlow = setTimeout(() => ((slow = true), notify()), SLOW);
  /** @type {ReturnType<typeof setTimeout>} */
  let giveUp;
  const late = new Promise((/** @type {(written: boolean) => void} */ done) => {
    giveUp = setTimeout(() => ((refused ||= SILENT), notify(), done(false)), WRITING);
  });
  const ended = (/** @type {string} */ why) => {
    clearTimeout(saySlow);
    clearTimeout(giveUp);
    slow = false;
    refused = why;
    notify();
    return !why;
  };
  const writing = append(ops, device).then(
    () => {
      for (const op of ops) waiting.delete(op.id);
      channel?.postMessage("");
      askToKeep();
      const read = readOnce;
      if (!read) load();
      return ended(read || !refused ? "" : refused);
    },
    (error) => ended(reasonOf(error))
  );
  return Promise.race([writing, late]);
}

let asked = false;

/** Ask the browser to keep the data, once there are some. */
function askToKeep() {
  if (!asked && state.entries.length) navigator.storage?.persist?.().catch(() => {});
  asked ||= state.entries.length > 0;
}

/** Try again to read and write what failed. */
export async function retry() {
  disconnect(); // a store that has never answered is asked anew
  if (!readOnce) await patiently(load());
  return !waiting.size || put();
}

/** Delete an event's log from this phone and its open pages. @param {string[]} events */
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

export async function forgetAside() {
  const unread = sifted((await readAll()).ops, "").aside.flatMap((row) => JSON.parse(row.text)?.id ?? []);
  await forget(unread, []);
  await clearAside();
  aside = [];
  tell();
}

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
phoneChanged(tell);

listen();
inTab((tab) => {
  const { good } = sifted(JSON.parse(tab.getItem(HELD) ?? "[]"), "questa scheda");
  for (const op of union(log, good)) waiting.set(op.id, op);
});

/** Reread the store if its size has changed, before giving a penalty. */
export const refresh = () =>
  patiently(
    size().then(
      (count) => (count === log.size - waiting.size ? undefined : load()),
      () => load()
    )
  );

/** @param {Promise<void>} work @returns {Promise<void>} when it is done, or after a while */
const patiently = (work) => Promise.race([work, new Promise((done) => setTimeout(done, PATIENCE)).then(() => {})]);

/** Resolve when the store was read, has failed, or is silent. */
export const opened = patiently(load(true)).then(() => {
  if (readOnce || refused) return;
  refused = SILENT;
  tell();
});
