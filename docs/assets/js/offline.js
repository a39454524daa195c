// @ts-check
// La copia sul telefono: la chiede al browser, dice quale edizione c’è e da quando, offre quella nuova.
import { base, el } from "./dom.js";
import { booksOf } from "./game-list.js";
import { longDate } from "./language/text.js";
import { inTab } from "./store.js";

/** @typedef {{version: string, since: number}} State */

const HOUR = 3_600_000;

/** Un’ora e una data come si dicono. @param {number} since */
function whenInWords(since) {
  const date = new Date(since);
  return `${longDate(date)}, ore ${date.toLocaleTimeString("it-IT", { timeStyle: "short" })}`;
}

/** Lo stato della copia di un lavoratore: null se non ce l’ha più, undefined se non risponde. @param {ServiceWorker} worker @returns {Promise<State | null | undefined>} */
function stateOf(worker) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(undefined), 3000);
    worker.postMessage({ type: "stato" }, [channel.port2]);
  });
}

/** @param {string} words @param {() => void} action */
const button = (words, action) => el("button", { type: "button", onclick: action }, words);

/** @param {string} words */
const paragraph = (words) => el("p", {}, words);

/** La riga in fondo a ogni pagina. @param {...(Node | string)} content */
function say(...content) {
  document.querySelector("[data-copia]")?.replaceChildren(...content);
}

/** @param {ServiceWorkerRegistration} registration */
async function sayState(registration) {
  const worker = registration.active;
  const state = worker ? await stateOf(worker) : undefined;
  lost = state === null;
  if (lost) return say("La copia per l’uso senza rete è stata tolta da questo dispositivo: la scarico di nuovo.");
  if (!state) return;
  say(`Su questo dispositivo: edizione ${state.version}, dal ${whenInWords(state.since)}. Funziona senza rete.`);
}

/** L’edizione che si è rimandata in questa sessione; con un argomento, la scrive. @param {string} [version] */
const putOff = (version) =>
  inTab((tab) => {
    if (version !== undefined) tab.setItem("prontuario.dopo", version);
    return tab.getItem("prontuario.dopo"); // senza memoria si offre a ogni pagina
  });

/** Offre l’edizione nuova; chi dice «Dopo» non la rivede in questa sessione. @param {ServiceWorkerRegistration} registration */
async function offer(registration) {
  const fresh = registration.waiting;
  if (!fresh || !navigator.serviceWorker.controller) return;
  const version = (await stateOf(fresh))?.version ?? "";
  if (putOff() === version || document.querySelector(".offerta")) return; // chi l’ha chiesta insieme a noi può averla già mostrata
  const accept = button("Passa alla nuova", () => {
    accepted = true;
    bar.replaceChildren(paragraph("Passo alla nuova edizione…"));
    (registration.waiting ?? fresh).postMessage({ type: "accetta" }); // intanto può esserne arrivata una più nuova
  });
  const later = button("Dopo", () => {
    putOff(version);
    bar.remove();
  });
  const words = paragraph(`È pronta una nuova edizione del sito (${version}).`);
  const bar = el("div", { class: "offerta", role: "status" }, words, accept, later);
  document.body.append(bar);
}

/** Un’altra scheda è passata alla nuova: questa non si ricarica sotto gli occhi di chi legge. */
function changedElsewhere() {
  document.querySelector(".offerta")?.remove();
  const words = paragraph(
    "In un’altra scheda il sito è passato a una nuova edizione: questa pagina è di quella di prima."
  );
  document.body.append(
    el(
      "div",
      { class: "offerta", role: "status" },
      words,
      button("Ricarica", () => location.reload())
    )
  );
}

/** Segue una copia che si sta scaricando. @param {ServiceWorkerRegistration} registration */
function follow(registration) {
  const fresh = registration.installing;
  fresh?.addEventListener("statechange", () => {
    if (fresh.state === "installed") void offer(registration);
    if (fresh.state === "activated") void sayState(registration);
  });
}

/** @param {ServiceWorkerRegistration} registration */
function listen(registration) {
  let controlled = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (accepted) return location.reload();
    if (controlled) changedElsewhere();
    controlled = true; // la prima copia non cambia niente
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type === "intera") void sayState(registration);
    const full = data?.full ? "Questo dispositivo è pieno. " : "";
    const good = registration.active && !lost; // lo scaricamento della nuova edizione non la disturba
    if (full && good) say(full, "La nuova edizione non ci sta: resta quella di prima.");
    if (good) return;
    if (data?.type === "scarico")
      say(`Scarico la copia per l’uso senza rete: ${Math.round((100 * data.done) / data.total)} %.`);
    if (data?.type === "interrotto") {
      say(
        full,
        "La copia per l’uso senza rete non è intera. ",
        button("Riprova", () => void setup())
      );
    }
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
let lost = false; // la copia che c’era è stata tolta
let accepted = false;

/** Senza https un browser non dà lavoratori; in una finestra privata, o con la memoria bloccata, non li lascia tenere. */
function sayWhyNot() {
  const why = isSecureContext ? "questo browser, o questa finestra, non la conserva" : "serve un indirizzo https";
  say(`La copia per l’uso senza rete non si può tenere qui: ${why}.`);
}

const TODAY = "oggi";

/** Dice al lavoratore quale gioco scaricare per primo. Una copia già cominciata finisce com’era. */
async function tellToday() {
  const book = document.documentElement.dataset.oggi;
  const place = await caches.open(`prontuario-${TODAY}`);
  const address = new URL(TODAY, base).href;
  await (book ? place.put(address, new Response([book, ...booksOf(book)].join())) : place.delete(address));
}

export async function setup() {
  if (!("serviceWorker" in navigator)) return sayWhyNot();
  try {
    await tellToday().catch(() => undefined); // senza, l’ordine è quello dei nomi
    const registration = await navigator.serviceWorker.register(new URL("sw.js", base), {
      scope: base.pathname,
      updateViaCache: "none"
    });
    if (!listening) listen(registration);
    listening = true;
    if (registration.installing) follow(registration);
    await sayState(registration);
    await offer(registration);
  } catch (error) {
    if (navigator.serviceWorker.controller) return;
    if (error instanceof TypeError)
      say(
        "La copia per l’uso senza rete non si è potuta scaricare. ",
        button("Riprova", () => void setup())
      );
    else sayWhyNot();
  }
}
