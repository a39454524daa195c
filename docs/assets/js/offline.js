// Manage the site's offline copy on this device: request it, show its state, offer updates.
import { el } from "./create-element.js";
import { announced } from "./live-region.js";
import { base } from "./site-url.js";
import { booksOf } from "./listed-games.js";
import { longDate } from "./date-format.js";
import { inTab } from "./local-storage.js";

/** @typedef {{version: string, since: number}} State of the copy; `since`: when it was completed, ms since 1970 */

const HOUR = 3_600_000;

/** Format a time as «10 gennaio 2026, ore 11:05». @param {number} since milliseconds since 1970 */
function whenInWords(since) {
  const date = new Date(since);
  return `${longDate(date)}, ore ${date.toLocaleTimeString("it-IT", { timeStyle: "short" })}`;
}

/**
 * Ask a service worker for the state of its copy; resolves to null if it has none, undefined after 3 s without answer.
 * @param {ServiceWorker} worker @returns {Promise<State | null | undefined>}
 */
function stateOf(worker) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(undefined), 3000);
    worker.postMessage({ type: "stato" }, [channel.port2]);
  });
}

/** Return a button. @param {string} words its label @param {() => void} action */
const button = (words, action) => el("button", { type: "button", onclick: action }, words);
/** Return the button that sets up the copy again. */
const retry = () => button("Riprova", () => void setup());

/** Write the line about the offline copy at the foot of the page. @param {...(Node | string)} content */
function say(...content) {
  document.querySelector("[data-copia]")?.replaceChildren(...content);
}

/**
 * Show the copy's version and date at the foot of the page, or that it was removed.
 * @param {ServiceWorkerRegistration} registration
 */
async function sayState(registration) {
  const worker = registration.active;
  const state = worker ? await stateOf(worker) : undefined;
  lost = state === null;
  if (lost) return say("La copia per l’uso senza rete non è più su questo dispositivo: la scarico di nuovo.");
  if (!state) return;
  say(`Su questo dispositivo c’è la versione ${state.version}, dal ${whenInWords(state.since)}. Funziona senza rete.`);
}

const POSTPONED = "prontuario.dopo"; // the version that «Rimanda» has postponed; without storage every page offers it

/**
 * Offer a downloaded new version, unless it was postponed in this tab.
 * @param {ServiceWorkerRegistration} registration
 */
async function offer(registration) {
  const fresh = registration.waiting;
  if (!fresh || !navigator.serviceWorker.controller) return;
  const version = (await stateOf(fresh))?.version ?? "";
  // a page that asked together with us may have shown it already
  if (inTab((tab) => tab.getItem(POSTPONED)) === version || document.querySelector(".offerta")) return;
  const accept = button("Passa alla nuova versione", () => {
    accepted = true;
    bar.replaceChildren(el("p", "Passo alla nuova versione…"));
    (registration.waiting ?? fresh).postMessage({ type: "accetta" }); // a newer one may have come meanwhile
  });
  const later = button("Rimanda", () => {
    inTab((tab) => tab.setItem(POSTPONED, version));
    bar.remove();
  });
  const words = el("p", `È pronta una nuova versione del sito (${version}).`);
  const bar = el("div.offerta", { role: "status" }, words, accept, later);
  document.body.append(announced(bar));
}

/** Tell that another tab has switched to a new version, and offer to reload. */
function changedElsewhere() {
  document.querySelector(".offerta")?.remove();
  const words = el("p", "Hai aggiornato il sito in un’altra scheda: questa pagina è ancora della versione precedente.");
  const reload = button("Ricarica", () => location.reload());
  document.body.append(announced(el("div.offerta", { role: "status" }, words, reload)));
}

/**
 * Watch an installing service worker: offer the copy of the site that it holds once installed, show its state once active.
 * @param {ServiceWorkerRegistration} registration
 */
function follow(registration) {
  const fresh = registration.installing;
  fresh?.addEventListener("statechange", () => {
    if (fresh.state === "installed") void offer(registration);
    if (fresh.state === "activated") void sayState(registration);
  });
}

/**
 * Follow the worker's messages and updates; look for an update when the page is shown again, at most hourly.
 * @param {ServiceWorkerRegistration} registration
 */
function listen(registration) {
  let controlled = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (accepted) return location.reload();
    if (controlled) changedElsewhere();
    controlled = true; // a first copy changes nothing
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type === "intera") void sayState(registration);
    const full = data?.full ? "Questo dispositivo è pieno. " : "";
    const good = registration.active && !lost; // the download of the new edition does not disturb it
    if (full && good) say(full, "Non c’è spazio per la nuova versione: resta quella precedente.");
    if (good) return;
    if (data?.type === "scarico")
      say(`Scarico il sito per usarlo senza rete: ${Math.round((100 * data.done) / data.total)} %.`);
    if (data?.type === "interrotto") say(full, "La copia per l’uso senza rete è incompleta. ", retry());
  });
  registration.addEventListener("updatefound", () => follow(registration));
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checked < HOUR) return;
    checked = Date.now();
    registration.update().catch(() => undefined);
  });
}

let listening = false;
let lost = false; // the copy has been removed
let accepted = false;

/** Say why this browser cannot keep a copy: no https, or storage is not allowed. */
function sayWhyNot() {
  const why = isSecureContext
    ? "questo browser, o questa finestra, non lo permette"
    : "il sito va aperto con un indirizzo https";
  say(`La copia per l’uso senza rete non si può salvare: ${why}.`);
}

const TODAY = "oggi";

/**
 * Store the codes of today's game and its documents in a cache, so that the service worker downloads these first.
 * A download already under way keeps its order.
 */
async function tellToday() {
  const book = document.documentElement.dataset.oggi;
  const place = await caches.open(`prontuario-${TODAY}`);
  const address = new URL(TODAY, base).href;
  await (book ? place.put(address, new Response([book, ...booksOf(book)].join())) : place.delete(address));
}

/** Register the service worker, show the state of its copy, and offer an update. */
export async function setup() {
  if (!("serviceWorker" in navigator)) return sayWhyNot();
  try {
    await tellToday().catch(() => undefined); // without it the order is that of the names
    const options = { scope: base.pathname, updateViaCache: /** @type {const} */ ("none") };
    const registration = await navigator.serviceWorker.register(new URL("sw.js", base), options);
    if (!listening) listen(registration);
    listening = true;
    if (registration.installing) follow(registration);
    await sayState(registration);
    await offer(registration);
  } catch (error) {
    if (navigator.serviceWorker.controller) return;
    if (error instanceof TypeError) say("Non sono riuscito a scaricare la copia per l’uso senza rete. ", retry());
    else sayWhyNot();
  }
}
