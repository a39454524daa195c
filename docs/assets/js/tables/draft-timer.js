// Run the draft timer: announce each pick, count its seconds, keep the screen on.
import { el } from "../create-element.js";
import { ScreenLight } from "../wake-lock.js";
import { DRAFTS, steps } from "./draft-phases.js";
import { value } from "./calculation-data.js";
import { citations, wholeNumber } from "./results.js";
/** @import { Data, DraftKind, Phase } from "./types" */

const WARNINGS = [
  [10, 25, "Dieci secondi."],
  [5, 10, "Cinque."]
]; // at how many seconds to say what, if the phase has as many

/**
 * Say why this browser cannot announce in the chosen way, and what to do; "" if it can.
 * @param {string} how "voce", "vibrazione" or another value for no announcement
 */
function hindrance(how) {
  const [speaks, buzzes] = ["speechSynthesis" in window, "vibrate" in navigator];
  if (how === "voce" && !speaks)
    return `Questo browser non ha la sintesi vocale: ${buzzes ? "scegli la vibrazione" : "guarda lo schermo"}.`;
  if (how === "vibrazione" && !buzzes)
    return `Questo browser non fa vibrare il telefono: ${speaks ? "scegli la voce" : "guarda lo schermo"}.`;
  return "";
}

/**
 * Announce a phase by voice or vibration, as chosen.
 * @param {string} how "voce", "vibrazione" or another value for none @param {string} words spoken
 * @param {number[]} buzz vibration pattern in milliseconds @param {() => void} silent called if the voice fails
 */
function notify(how, words, buzz, silent) {
  if (hindrance(how)) return;
  if (how === "voce") {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = "it-IT";
    utterance.onerror = ({ error }) => (error === "canceled" || error === "interrupted" ? undefined : silent());
    speechSynthesis.speak(utterance);
  } else if (how === "vibrazione") {
    navigator.vibrate(buzz);
  }
}

/** Format milliseconds as seconds («42») or minutes and seconds («1:05»). @param {number} ms */
function remainingTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Start the draft timer in its section of the page. @param {Data} data @param {HTMLElement} section */
export function setup(data, section) {
  const timer = new DraftTimer(data, section);
  setInterval(() => timer.tick(), 200);
}

/** Run the draft timer: show each phase, count its seconds, announce it. */
class DraftTimer {
  /** @type {Phase[]} */
  plan = [];
  at = 0;
  left = 0; // milliseconds left of the phase, when it is paused
  deadline = 0;
  running = false;
  warned = Infinity;
  light = new ScreenLight();

  /** Set up the timer. @param {Data} data @param {HTMLElement} section of the page, with the timer's form */
  constructor(data, section) {
    this.data = data;
    this.section = section;
    this.form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
    this.packs = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("buste"));
    const touch = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      this.part(name).addEventListener("click", act);
    touch(".avvia", () => (this.running ? this.pause() : this.start()));
    touch(".avanti", () => this.enter(this.at + 1));
    touch(".indietro", () => this.enter(this.at - 1));
    touch(".daccapo", () => (this.pause(), this.enter(0)));
    this.form.addEventListener("input", (event) => {
      const { name } = /** @type {HTMLInputElement} */ (event.target);
      if (name === "avviso") this.warn({ way: hindrance(this.chosen("avviso")) });
      else this.prepare(name === "tipo");
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.running) void this.light.keep();
    });
    addEventListener("pagehide", () => this.light.release());
    this.prepare(!this.packs.value); // what was typed before this script came stays
    this.part(".quadrante").removeAttribute("data-attesa");
    this.warn({ way: hindrance(this.chosen("avviso")) });
  }

  /** Return the timer's first element for a selector. @param {string} selector */
  part(selector) {
    return /** @type {HTMLElement} */ (this.section.querySelector(selector));
  }

  /** Return a form field's value. @param {string} name */
  chosen(name) {
    return String(new FormData(this.form).get(name));
  }

  /**
   * Show a text, unless it is there already: a screen reader would repeat it.
   * @param {string} selector of the element @param {string} text
   */
  say(selector, text) {
    if (this.part(selector).textContent !== text) this.part(selector).textContent = text;
  }

  /**
   * Show warnings about announcing (`way`) and about the screen (`light`), each in its own line: a screen reader reads
   * all of a line again. "" clears one.
   * @param {{way?: string, light?: string}} found
   */
  warn(found) {
    for (const [kind, text] of Object.entries(found)) this.say(`.avviso.${kind}`, text);
  }

  /**
   * Announce a text in the chosen way, and warn if the voice fails.
   * @param {string} words @param {number[]} buzz vibration pattern in milliseconds
   */
  tell(words, buzz) {
    notify(this.chosen("avviso"), words, buzz, () =>
      this.warn({ way: "La voce di questo dispositivo non risponde: scegli la vibrazione o guarda lo schermo." })
    );
  }

  /** Show the current phase, the time left and the next phase. */
  draw() {
    const { plan, at, left, running } = this;
    const [step, next] = plan.slice(at);
    const now = running ? Math.max(0, this.deadline - Date.now()) : left;
    const clock = this.part(".orologio");
    clock.textContent = step ? remainingTime(now) : "Fine";
    clock.classList.toggle("poco", Boolean(step) && running && now <= 5000);
    this.say(".passo", step ? `Busta ${step.pack}. ${step.title}` : "Le scelte sono finite.");
    this.part(".poi").textContent = !step
      ? ""
      : next
        ? `Poi: ${next.title.toLowerCase()}, ${next.seconds} s`
        : "È l’ultima fase.";
    this.part(".avvia").textContent = running
      ? "Pausa"
      : at === 0 && left === plan[0]?.seconds * 1000
        ? "Avvia"
        : step
          ? "Riprendi"
          : "Daccapo";
  }

  /**
   * Begin a phase of the plan; after the last, finish.
   * @param {number} place its index @param {number} late milliseconds since it should have begun
   */
  enter(place, late = 0) {
    this.at = Math.max(0, Math.min(place, this.plan.length));
    const step = this.plan[this.at];
    this.left = step ? step.seconds * 1000 : 0;
    this.deadline = Date.now() + this.left - late;
    this.warned = Infinity;
    if (!step) return this.finish();
    if (this.running) this.tell(step.say, step.title.startsWith("Scelta") ? [300] : [200, 150, 200]);
    this.draw();
  }

  /** Announce the end of the last phase, and stop. */
  finish() {
    if (this.running) this.tell("Le scelte sono finite.", [600]);
    this.running = false;
    this.light.release();
    this.draw();
  }

  /** Update the timer: begin the next phase, announce the last seconds. */
  tick() {
    if (!this.running) return;
    for (let late = Date.now() - this.deadline; this.running && late >= 0; late = Date.now() - this.deadline)
      this.enter(this.at + 1, late);
    const now = this.deadline - Date.now();
    for (const [seconds, least, words] of /** @type {[number, number, string][]} */ (WARNINGS)) {
      if (this.running && now <= seconds * 1000 && this.warned > seconds && this.plan[this.at].seconds >= least) {
        this.warned = seconds;
        this.tell(words, [80, 60, 80]);
      }
    }
    this.draw();
  }

  /** Start or continue counting, and keep the screen on. */
  async start() {
    if (!this.plan.length) return;
    if (!this.plan[this.at]) this.enter(0);
    const { say, seconds } = this.plan[this.at];
    this.running = true;
    this.deadline = Date.now() + this.left;
    this.warn({ way: hindrance(this.chosen("avviso")) });
    this.tell(this.left === seconds * 1000 ? say : "Si riprende.", [300]);
    this.draw();
    this.warn({ light: await this.light.keep() });
  }

  /** Stop counting, keeping the time left. */
  pause() {
    if (!this.running) return;
    this.left = Math.max(0, this.deadline - Date.now());
    this.running = false;
    this.light.release();
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    this.draw();
  }

  /**
   * Compute the plan from the form; without a valid number of boosters say what to type.
   * @param {boolean} kindChanged whether the usual number of boosters replaces the typed one
   */
  prepare(kindChanged) {
    this.pause();
    const { data, packs } = this;
    const kind = /** @type {DraftKind} */ (this.chosen("tipo"));
    const usual = value(data, DRAFTS[kind].packs);
    // for a Rochester the book gives boosters per player, not per table
    if (kindChanged) packs.value = kind === "rochester" ? "" : String(usual);
    const most = Number(packs.dataset.a);
    const count = wholeNumber(packs.value, most);
    this.part(".quadrante").hidden = !count;
    this.plan = count ? steps(data, kind, Number(this.chosen("carte")), count) : [];
    if (!count) {
      const each =
        kind === "rochester" ? ` Conta tutte quelle che ci sono al tavolo: di solito ${usual} per giocatore. ` : "";
      return this.part(".esito").replaceChildren(
        el(
          "p.errore",
          `Scrivi il numero di buste, da 1 a ${most}.${each}`,
          citations(data, each ? ["buste-rochester"] : [])
        )
      );
    }
    this.part(".esito").replaceChildren(
      el("p.chiosa", remark(kind, Number(this.chosen("carte"))), citations(data, DRAFTS[kind].rules))
    );
    this.enter(0);
  }
}

/**
 * Return the note below the form, in Italian: which cards of a booster have no time in the rules, what to count.
 * @param {DraftKind} kind @param {number} cards in a booster
 */
function remark(kind, cards) {
  if (kind === "rochester") return "Conta tutte le buste che si aprono al tavolo. ";
  const untimed =
    cards === 14 && kind === "due-teste"
      ? "Per le ultime due carte di una busta non è previsto un tempo. "
      : "Per l’ultima carta di una busta non è previsto un tempo. ";
  return kind === "booster"
    ? `${untimed}Anche dopo l’ultima busta c’è il tempo per rivedere le carte: l’Appendice B non fa eccezioni. `
    : untimed;
}
