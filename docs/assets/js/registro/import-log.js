// Import another phone's log of penalties, from a file or QR codes.
// The log of an event known here is added at once; for another event, or an address that somebody opened, the judge is
// asked first. Nothing imported opens or closes an event by itself.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { DamagedFile, fromFile } from "./exchange-file.js";
import { folded } from "./log-reducer.js";
import { eventsOf } from "./decide-open-event.js";
import { contradicts, enter, receive, registro } from "./log-store.js";
import { current, writingTo } from "./event-for-penalty.js";
import { openHere } from "./device-state.js";
import { asking } from "./form-elements.js";
import { eventName } from "./event-label.js";
import { say, tell } from "./undo-line.js";
import { entriesIn } from "./player-history.js";
/** @import { Arrival, Op, Draft, Event } from "./types" */

/** Return the section in which another phone's log is imported, from a chosen file or from QR codes. */
export function comingIn() {
  const answer = el("div", { role: "alert" });
  const scanner = el("div");
  const input = el("input", { type: "file", onchange: () => takeFile(input, answer) });
  import("./qr-exchange.js").then(({ arriving }) =>
    arriving(scanner, (ops, asked) => takeOps({ from: "Il Registro ricevuto", ops, answer, asked }))
  );
  return el(
    "section.arrivo",
    el("h2", "Da un altro telefono"),
    answer,
    field("file", "Aggiungi a questo Registro il file di un altro telefono", input),
    scanner
  );
}

/**
 * Read a chosen file and import it, or say why it cannot be used.
 * @param {HTMLInputElement} input @param {HTMLElement} answer where that is said
 */
async function takeFile(input, answer) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  try {
    const ops = fromFile(new TextDecoder("utf-8").decode(await file.arrayBuffer()));
    takeOps({ from: file.name, ops, answer, asked: true });
  } catch (error) {
    refuse(answer, `Il file ${file.name}`, error instanceof DamagedFile ? error.message : "è illeggibile");
  }
}

/**
 * Say that something received cannot be used.
 * @param {HTMLElement} answer @param {string} what it is, in Italian @param {string} why in Italian
 */
const refuse = (answer, what, why) =>
  answer.replaceChildren(
    el("p.guasto", `${what} non si può usare: ${why}. Il Registro di questo dispositivo è rimasto com’era.`)
  );

/**
 * Import received operations; ask first if they are of another event, or nobody here asked for them.
 * @param {Arrival} arrival
 */
function takeOps({ from, ops, answer, asked }) {
  answer.replaceChildren();
  const wrong = "contraddice quello che è già salvato qui: fattelo mandare di nuovo dall’altro telefono";
  if (contradicts(ops)) return refuse(answer, from, wrong);
  const state = registro();
  const received = folded(ops);
  const foreign = eventsOf(received).filter(({ parts }) => !parts.some(({ id }) => state.events.has(id)));
  const size = (/** @type {Event} */ event) => entriesIn(received, event.id).length;
  const names = foreign.map((event) => `«${eventName(event)}» (${size(event)} penalità)`).join(", ");
  const ask = (/** @type {string} */ text, /** @type {[string, () => void][]} */ choices) =>
    answer.replaceChildren(
      asking(
        text,
        ...choices.map(([words, act]) => button(words, () => (answer.replaceChildren(), act()))),
        button("Lascia stare", () => (answer.replaceChildren(), tell("Non ho aggiunto niente.")))
      )
    );
  if (foreign.length) {
    const here = current();
    const which = here
      ? `è di un altro evento: ${names}. Qui è aperto «${eventName(here)}».`
      : `è dell’evento ${names}.`;
    return ask(`${from} ${which}`, answersFor(from, ops, foreign, here));
  }
  if (asked) return come(from, ops);
  const [own] = eventsOf(received);
  const which = own ? ` di «${eventName(state.events.get(own.id) ?? own)}»` : "";
  ask(`${from} contiene penalità${which} segnate su un altro telefono.`, [["Unisci", () => come(from, ops)]]);
}

/**
 * Return what can be done with the log of an event not known here: labels and actions.
 * @param {string} from where it came from, in Italian @param {Op[]} ops @param {Event[]} foreign the events
 * @param {Event | null} here the open event @returns {[string, () => void][]}
 */
function answersFor(from, ops, foreign, here) {
  const drafts = (/** @type {"joined" | "parted"} */ t) => foreign.map(({ id }) => ({ t, with: id }));
  const aside = () => come(from, ops, here ? drafts("parted") : []);
  if (here)
    return [
      ["È lo stesso evento", () => come(from, ops, drafts("joined"))],
      ["Tienilo a parte", aside]
    ];
  const open = (/** @type {Event} */ event) => {
    come(from, ops);
    openHere(registro(), event.id);
  };
  return [
    ...foreign.map((event) => {
      const label = foreign.length > 1 ? `Apri «${eventName(event)}»` : "Apri l’evento";
      return /** @type {[string, () => void]} */ ([label, () => open(event)]);
    }),
    ["Tienilo a parte", aside]
  ];
}

/**
 * Add received operations to the log, and say what was new.
 * @param {string} from where they came from, in Italian @param {Op[]} ops
 * @param {Draft[]} [answers] operations that say how the events relate
 */
function come(from, ops, answers = []) {
  const known = new Set(registro().entries.map((e) => e.id));
  const given = new Set(ops.flatMap((op) => (op.t === "given" ? [op.entry] : [])));
  const fresh = [...given].filter((id) => !known.has(id)).length;
  const { added, written } = receive(ops);
  const changes = added.filter((op) => op.t === "corrected" || op.t === "withdrawn" || op.t === "undone").length;
  const event = writingTo();
  const answered = answers.length ? enter(event, ...answers) : null;
  const present = given.size - fresh;
  say(
    `${from}: ${fresh} penalità ${fresh === 1 ? "nuova" : "nuove"}, ${changes} ${changes === 1 ? "modifica" : "modifiche"}, ${present} già ${present === 1 ? "presente" : "presenti"}.`,
    written,
    answered ? { ops: answered.ops.map((op) => op.id), event } : undefined
  );
}
