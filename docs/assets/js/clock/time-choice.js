// List the durations that «Orologio» offers: the rulebooks', and any other.
import { field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { booksOf } from "../listed-games.js";
import { FREE } from "./clock-state.js";
/** @import { Clock, Rule } from "./types" */

export const LONGEST = 600; // minutes of a time that the judge types
/** @type {Clock[]} */
export const clocks = JSON.parse(document.getElementById("orologi")?.textContent ?? "[]");
/** @type {Record<string, string>} */
const names = JSON.parse(document.getElementById("orologio")?.dataset.nomi ?? "{}");

/** Return a clock for a duration that no rulebook gives. @param {number} minutes @returns {Clock} */
export const free = (minutes) => ({
  id: FREE,
  book: "",
  in_force: true,
  name: `${minutes}\u00a0minuti`,
  minutes,
  sides: 1,
  rules: [],
  end: []
});

/** Return a list of rules with links. @param {Rule[]} rules */
export const ruleList = (rules) =>
  el(
    "ul.orologio__regole",
    ...rules.map(({ cite, id, text }) => el("li", el("a.cita", { href: address(`r/${id}`) }, cite), " ", text))
  );

/**
 * Return the page's sections with times to choose, first those of the game in the address, or else of today's game.
 * @param {(clock: Clock) => void} prepare called with the chosen clock
 * @param {Node | null | undefined} back a line shown above, if any @returns {(string | Node)[]}
 */
export function timesToChoose(prepare, back) {
  const wanted = new URLSearchParams(location.search).get("g") || document.documentElement.dataset.oggi || "";
  const own = booksOf(wanted);
  const offered = clocks.filter((clock) => clock.in_force || own.includes(clock.book));
  const books = [...new Set(offered.map((clock) => clock.book))].sort(
    (a, b) => Number(own.includes(b)) - Number(own.includes(a))
  );
  const none =
    wanted && names[wanted] && !books.some((book) => own.includes(book))
      ? el("p", `Il regolamento di ${names[wanted]} non fissa un tempo per il turno.`)
      : null;
  const mine = books.filter((book) => own.includes(book));
  const others = books.filter((book) => !own.includes(book));
  const times = (/** @type {string} */ book) => timesOf(book, prepare);
  return [none ?? "", back ?? "", ...mine.map(times), freeTime(prepare), ...others.map(times)];
}

/** Return a section with one rulebook's times. @param {string} book its code @param {(clock: Clock) => void} prepare */
function timesOf(book, prepare) {
  const row = (/** @type {Clock} */ clock) => {
    const each = clock.sides > 1 ? " per ciascuno" : "";
    const small = el("small", `${clock.minutes}\u00a0minuti${each} · ${clock.rules[0]?.cite ?? ""}`);
    const onclick = () => prepare(clock);
    return el("li", el("button", { type: "button", onclick }, el("strong", clock.name), small));
  };
  const own = clocks.filter((clock) => clock.book === book);
  return el("section", { "data-book": book }, el("h2", names[book] ?? book), el("ul.risposte", ...own.map(row)));
}

/** Return the form for a duration that no rulebook gives. @param {(clock: Clock) => void} prepare */
function freeTime(prepare) {
  const minutes = el("input", {
    type: "number",
    min: 1,
    max: LONGEST,
    inputmode: "numeric",
    required: true,
    value: 50
  });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    prepare(free(Math.round(Number(minutes.value))));
  };
  return el(
    "form.orologio__libero",
    { onsubmit },
    el("h2", "Un’altra durata"),
    field("minuti", "Minuti", minutes),
    el("button.tasto", "Prepara l’orologio")
  );
}
