// Show two verdicts together: of the same error, or of the same moment.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { who } from "../registro/verdict-player.js";
import { combine, readOther, writeOther } from "../verdict/combined-verdicts.js";
import { format } from "../verdict/step-address.js";
import { penalty, plain } from "../verdict/verdict.js";
/** @import { Combined, Game, Other, State, Verdict } from "../verdict/types" */
/** @import { Case } from "./types" */

/** Name a verdict: «Partita persa», «Nessuna penalità o Partita persa». @param {Game} game @param {Verdict} result */
const named = (game, { lowest, highest }) =>
  [...new Set([lowest, highest])].map((id) => penalty(game, id).title).join(" o ");

/**
 * Return the other verdict in the address, and which of both is given (`made`); null if there is only one.
 * @param {Case} one the verdict on the screen @param {Verdict} result its penalties
 * @returns {{other: Other, made: Combined} | null}
 */
export function together({ game, infraction, state }, result) {
  const other = readOther(game, state.w);
  return other && { other, made: combine(game, other.rule, { title: infraction.title, result }, other) };
}

/**
 * Return what to record of a verdict that is combined with another, in Italian, or "".
 * `note`: the note; `instead`: why this verdict must not be recorded.
 * @param {Case} one @param {Verdict} result
 */
export function togetherRecord(one, result) {
  const met = together(one, result);
  if (!met) return { note: "", instead: "" };
  const { other, made } = met;
  const note = `Insieme a ${other.title}. ${made.text}`;
  return { note, instead: made.gives === "other" ? `Nel Registro segna soltanto l’altra: ${other.title}.` : "" };
}

/**
 * Return the lines about the other verdict, for the verdict's text; [] if there is none.
 * @param {Case} one @param {Verdict} result
 */
export function togetherText(one, result) {
  const met = together(one, result);
  if (!met) return [];
  const { other, made } = met;
  return ["", `Insieme a: ${other.title}, ${named(one.game, other.result)}`, made.text, plain(other.rule.text)];
}

/**
 * Return a section that says which of two combined verdicts is given; null if there is only one.
 * @param {Case} one @param {Verdict} result
 */
export function togetherPanel(one, result) {
  const { game, state, go } = one;
  const met = together(one, result);
  if (!met) return null;
  const { other, made } = met;
  const left = { ...(made.gives === "other" ? other.state : state), w: "" };
  const both = made.gives === "both" || made.gives === "open";
  const rules = other.rule.cites.map((id) => el("a.cita", { href: game.statements[id].url }, game.statements[id].cite));
  const next = both
    ? "Confrontala prima con l’una e poi con l’altra."
    : button("Continua con l’infrazione che resta", () => go(left));
  return el(
    "section.crescita.insieme",
    { "data-insieme": made.gives },
    el("h3", "Insieme a ", el("a", { href: format(other.state) }, other.title)),
    el("p", el("strong", made.text)),
    el("p", plain(other.rule.text), " ", ...rules),
    el("p", `L’altra infrazione, da sola, comporta ${named(game, other.result)}. `, without(state, go)),
    el("p.schermo", "C’è una terza infrazione? ", next)
  );
}

/** Return the button that drops the other verdict. @param {State} state @param {(to: State) => void} go */
const without = (state, go) => button("Togli l’altra", () => go({ ...state, w: "" }));

/**
 * Return a box that offers to look for another infraction; null if the game has no rule for two, or there is another
 * already.
 * @param {Case} one
 */
export function togetherOffer({ game, state, go }) {
  if (!game.together.length || readOther(game, state.w)) return null;
  const rules = game.together.map((rule) =>
    button(rule.asks, () => {
      if (rule.gives === "recorded") who.drop(); // the other is of somebody else
      go({ g: game.book, i: "", r: [], s: [], t: "", w: writeOther(rule, state) });
    })
  );
  return el(
    "details.insieme.schermo",
    el("summary", "C’è anche un’altra infrazione?"),
    el("ul.risposte", ...rules.map((one) => el("li", one)))
  );
}

/**
 * Return a notice that says to which verdict the infraction now chosen will be added; null if no verdict is waiting.
 * Its button gives up adding.
 * @param {Game} game @param {State} state @param {(to: State) => void} go moves to another step
 */
export function togetherNotice(game, state, go) {
  const other = readOther(game, state.w);
  if (!other) return null;
  const what = `Scegli l’infrazione da aggiungere a ${other.title} (${named(game, other.result)}). `;
  return el("p.avviso", what, without(state, go));
}
