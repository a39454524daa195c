// @ts-check
// Another phone's log comes in, by file or by codes: that of this event at once, that of another only as one answers.
import { button, field } from "../controls.js";
import { el } from "../dom.js";
import { DamagedFile, eventsIn, fromFile } from "./exchange.js";
import { chosenEvent, receive, registro, enter } from "./memory.js";
import { current } from "./occasion.js";
import { eventName } from "./show.js";

/** @typedef {import("./log.js").Op} Op */
/** @typedef {(text: string, written: Promise<boolean>, undo?: {ops: string[], event: string}) => void} Say */

/** @param {Say} say */
export function comingIn(say) {
  const answer = el("div", { role: "alert" });
  const scanner = el("div", {});
  const take = (/** @type {string} */ from, /** @type {Op[]} */ ops) => offer(from, ops, answer, say);
  const input = el("input", { type: "file", onchange: () => takeFile(input, answer, take) });
  import("./meet.js").then(({ arriving }) => arriving(scanner, (ops) => take("I codici", ops)));
  return el(
    "section",
    { class: "arrivo" },
    el("h2", {}, "Da un altro telefono"),
    answer,
    field("file", "Unisci il file del Registro di un altro telefono", input),
    scanner
  );
}

/** @param {HTMLInputElement} input @param {HTMLElement} answer where it is said what does not do @param {(from: string, ops: Op[]) => void} take */
async function takeFile(input, answer, take) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  try {
    take(file.name, fromFile(new TextDecoder("utf-8").decode(await file.arrayBuffer())));
  } catch (error) {
    const why = error instanceof DamagedFile ? error.message : "non si riesce a leggere";
    answer.replaceChildren(
      el(
        "p",
        { class: "guasto" },
        `Il file ${file.name} non si può usare: ${why}. Il Registro di questo dispositivo è rimasto com’era.`
      )
    );
  }
}

/** @param {string} from @param {Op[]} ops @param {HTMLElement} answer where it is asked, if they are of another event @param {Say} say */
function offer(from, ops, answer, say) {
  answer.replaceChildren();
  const state = registro();
  const here = current();
  const foreign = eventsIn(ops).filter(({ event }) => !event.ids.some((id) => state.events.has(id)));
  if (!foreign.length || !state.events.size) return come(from, ops, say);
  const names = foreign.map(({ event, entries }) => `«${eventName(event)}» (${entries.length} penalità)`).join(", ");
  const choice = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    button(words, () => (answer.replaceChildren(), act()));
  answer.replaceChildren(
    el(
      "div",
      { class: "chiede" },
      el("p", {}, `${from} è di un altro evento: ${names}.`, here ? ` Qui è aperto «${eventName(here)}».` : ""),
      el(
        "p",
        { class: "tasti" },
        here &&
          choice("È lo stesso evento", () =>
            come(from, ops, say, {
              event: here.id,
              drafts: foreign.map(({ event }) => ({ t: "joined", with: event.id }))
            })
          ),
        choice("Tienilo a parte", () => {
          if (here) chosenEvent.set(here.id);
          come(from, ops, say);
        }),
        choice("Lascia stare", () => {})
      )
    )
  );
}

/** @param {string} from @param {Op[]} ops @param {Say} say @param {{event: string, drafts: import("./log.js").Draft[]}} [joins] what makes them of an event of here */
function come(from, ops, say, joins) {
  const known = new Set(registro().entries.map((e) => e.id));
  const given = new Set(ops.flatMap((op) => (op.t === "given" ? [op.entry] : [])));
  const fresh = [...given].filter((id) => !known.has(id)).length;
  const { added, written } = receive(ops);
  const changes = added.filter((op) => op.t === "corrected" || op.t === "withdrawn" || op.t === "undone").length;
  const [first] = added.filter((op) => op.t !== "merged");
  if (first) enter(first.event, { t: "merged", from: [...new Set(added.map((op) => op.dev))], added: added.length });
  const joined = joins && enter(joins.event, ...joins.drafts);
  const present = given.size - fresh;
  say(
    `${from}: ${fresh} penalità ${fresh === 1 ? "nuova" : "nuove"}, ${changes} ${changes === 1 ? "modifica" : "modifiche"}, ${present} già ${present === 1 ? "presente" : "presenti"}.`,
    written,
    joined && { ops: joined.ops.map((op) => op.id), event: joins.event }
  );
}
