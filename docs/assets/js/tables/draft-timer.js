// @ts-check
// Il timer del draft sulla pagina: dice ogni scelta, conta all’ora dell’orologio, tiene acceso lo schermo.
import { el } from "../dom.js";
import { draftCites, steps, usualPacks } from "./draft.js";
import { citations, showResult, wholeNumber } from "./results.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./draft.js").Kind} Kind */
/** @typedef {import("./draft.js").Step} Step */

const WARNINGS = [[10, 25, "Dieci secondi."], [5, 10, "Cinque."]]; // a quanti secondi, se la fase ne ha almeno, che cosa dire

/** Perché non si può avvisare così, e che cosa fare; niente se si può. @param {string} how */
function hindrance(how) {
  const [speaks, buzzes] = ["speechSynthesis" in window, "vibrate" in navigator];
  if (how === "voce" && !speaks) return `Questo browser non parla: ${buzzes ? "scegli la vibrazione" : "guarda lo schermo"}.`;
  if (how === "vibrazione" && !buzzes) return `Questo browser non fa vibrare il telefono: ${speaks ? "scegli la voce" : "guarda lo schermo"}.`;
  return "";
}

/** Avvisa come chiesto. @param {string} how @param {string} words @param {number[]} buzz @param {() => void} silent se la voce non esce */
function notify(how, words, buzz, silent) {
  if (hindrance(how)) return;
  if (how === "voce") {
    speechSynthesis.cancel();
    const said = new SpeechSynthesisUtterance(words);
    said.lang = "it-IT";
    said.onerror = ({ error }) => (error === "canceled" || error === "interrupted" ? undefined : silent());
    speechSynthesis.speak(said);
  } else if (how === "vibrazione") {
    navigator.vibrate(buzz);
  }
}

/** Tiene acceso lo schermo finché serve; il sistema lo lascia quando la pagina è nascosta. */
class ScreenLight {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  wanted = false;

  /** @returns {Promise<string>} che cosa dire se non si può */
  async keep() {
    this.wanted = true;
    if (this.#lock && !this.#lock.released) return "";
    try {
      if (!navigator.wakeLock) throw new TypeError("wakeLock");
      const lock = await navigator.wakeLock.request("screen");
      if (this.wanted) this.#lock = lock;
      else await lock.release();
      return "";
    } catch {
      return "Lo schermo può spegnersi: allunga il tempo di spegnimento nelle impostazioni.";
    }
  }

  release() {
    this.wanted = false;
    void this.#lock?.release().catch(() => undefined);
    this.#lock = null;
  }
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Data} data @param {HTMLElement} section */
export function setup(data, section) {
  /** @param {string} selector */
  const part = (selector) => /** @type {HTMLElement} */ (section.querySelector(selector));
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const packs = /** @type {HTMLInputElement} */ (form.elements.namedItem("buste"));
  const most = Number(packs.dataset.a);
  const light = new ScreenLight();
  /** @type {Step[]} */
  let plan = [];
  let at = 0;
  let left = 0; // millisecondi della fase, quando è fermo
  let deadline = 0;
  let running = false;
  let warned = Infinity;

  const choices = () => new FormData(form);
  const way = () => String(choices().get("avviso"));
  /** Che cosa non funziona su questo telefono: la voce o la vibrazione, lo schermo. @type {Record<"way" | "light", string>} */
  const troubles = { way: "", light: "" };
  /** @param {Partial<typeof troubles>} found */
  const warn = (found) => {
    const text = Object.values(Object.assign(troubles, found)).filter(Boolean).join(" ");
    if (part(".avviso").textContent !== text) part(".avviso").textContent = text;
  };
  /** @param {string} words @param {number[]} buzz */
  const tell = (words, buzz) =>
    notify(way(), words, buzz, () => warn({ way: "La voce di questo dispositivo non risponde: scegli la vibrazione o guarda lo schermo." }));

  function draw() {
    const step = plan[at];
    const now = running ? Math.max(0, deadline - Date.now()) : left;
    part(".orologio").textContent = step ? clock(now) : "Fine";
    const title = step ? `Busta ${step.pack}. ${step.title}` : "Le scelte sono finite.";
    if (part(".passo").textContent !== title) part(".passo").textContent = title;
    const next = plan[at + 1];
    part(".poi").textContent = !step ? "" : next ? `Poi: ${next.title.toLowerCase()}, ${next.seconds} s` : "È l’ultima.";
    part(".avvia").textContent = running ? "Pausa" : at === 0 && left === plan[0]?.seconds * 1000 ? "Avvia" : step ? "Riprendi" : "Daccapo";
    part(".orologio").classList.toggle("poco", Boolean(step) && running && now <= 5000);
  }

  /** @param {number} place @param {number} late di quanto la fase è già cominciata */
  function enter(place, late = 0) {
    at = Math.max(0, Math.min(place, plan.length));
    const step = plan[at];
    left = step ? step.seconds * 1000 : 0;
    deadline = Date.now() + left - late;
    warned = Infinity;
    if (!step) return finish();
    if (running) tell(step.say, step.title.startsWith("Scelta") ? [300] : [200, 150, 200]);
    draw();
  }

  function finish() {
    if (running) tell("Le scelte sono finite.", [600]);
    running = false;
    light.release();
    draw();
  }

  function tick() {
    if (!running) return;
    let now = deadline - Date.now();
    while (running && now <= 0) {
      enter(at + 1, -now);
      now = deadline - Date.now();
    }
    const step = plan[at];
    for (const [seconds, least, words] of /** @type {[number, number, string][]} */ (WARNINGS)) {
      if (running && now <= seconds * 1000 && warned > seconds && step.seconds >= least) {
        warned = seconds;
        tell(words, [80, 60, 80]);
      }
    }
    draw();
  }

  async function start() {
    if (!plan.length) return;
    if (!plan[at]) enter(0);
    running = true;
    deadline = Date.now() + left;
    warn({ way: hindrance(way()) });
    tell(left === plan[at].seconds * 1000 ? plan[at].say : "Si riprende.", [300]);
    draw();
    warn({ light: await light.keep() });
  }

  function pause() {
    left = Math.max(0, deadline - Date.now());
    running = false;
    light.release();
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    draw();
  }

  /** @param {boolean} kindChanged */
  function prepare(kindChanged) {
    const kind = /** @type {Kind} */ (String(choices().get("tipo")));
    if (kindChanged) packs.value = kind === "rochester" ? "" : String(usualPacks(data, kind)); // di un Rochester il libro dice le buste per giocatore, non al tavolo
    const count = wholeNumber(packs.value, most);
    if (!count) {
      if (running) pause();
      plan = [];
      part(".quadrante").hidden = true;
      const each = kind === "rochester" ? ` Se ne consigliano ${usualPacks(data, kind)} per giocatore: contale tutte. ` : "";
      return showResult(part(".esito"), el("p", { class: "errore" }, `Scrivi quante buste: un numero intero da 1 a ${most}.${each}`, citations(data, each ? ["buste-rochester"] : [])));
    }
    if (running) pause();
    plan = steps(data, kind, Number(choices().get("carte")), count);
    part(".quadrante").hidden = false;
    const untimed = Number(choices().get("carte")) === 14 && kind === "due-teste" ? "Le ultime 2 carte di una busta non hanno tempo. " : "L’ultima carta di una busta non ha tempo. ";
    const last = kind === "booster" ? "Dopo l’ultima busta si rivedono le carte come dopo le altre: l’Appendice B non la esclude. " : "";
    const note = kind === "rochester" ? "Conta tutte le buste che si aprono al tavolo. " : untimed + last;
    showResult(part(".esito"), el("p", { class: "chiosa" }, note, citations(data, draftCites(kind))));
    enter(0);
  }

  part(".avvia").addEventListener("click", () => void (running ? pause() : start()));
  part(".avanti").addEventListener("click", () => enter(at + 1));
  part(".indietro").addEventListener("click", () => enter(at - 1));
  part(".daccapo").addEventListener("click", () => {
    if (running) pause();
    enter(0);
  });
  form.addEventListener("input", (event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).name;
    if (name === "avviso") warn({ way: hindrance(way()) });
    else prepare(name === "tipo");
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && running) void light.keep();
  });
  addEventListener("pagehide", () => light.release());
  setInterval(tick, 200);
  prepare(!packs.value); // what was typed before this script came stays
  part(".quadrante").removeAttribute("data-attesa");
  warn({ way: hindrance(way()) });
}
