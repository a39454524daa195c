// Show two verdicts together: of the same error, or of the same moment.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { who } from "../registro/verdict-player.js";
import { combine, readOther, writeOther } from "../verdict/combined-verdicts.js";
import { format } from "../verdict/step-address.js";
import { penalty, plain } from "../verdict/verdict.js";
import { blankStep, choices, cite } from "./step-links.js";
/** @import { Game, State, Verdict } from "../verdict/types" */
/** @import { Case } from "./types" */

/** Name a verdict: «Partita persa», «Nessuna penalità o Partita persa». @param {Game} game @param {Verdict} result */
const named = (game, { lowest, highest }) =>
  [...new Set([lowest, highest])].map((id) => penalty(game, id).title).join(" o ");

/** Return the button that drops the other verdict. @param {State} state @param {Case["go"]} go */
const dropButton = (state, go) => button("Togli l’altra", () => go({ ...state, w: "" }));

/**
 * Return what a verdict's screen shows of another verdict, if the address has one, else the offer to look for one.
 * `panel`: says which of both is given; `lines`: the same, for the verdict's text; `note`: what to record of it; `instead`:
 * why this verdict must not be recorded, or "".
 * @param {Omit<Case, "other">} one
 */
export function otherVerdict({ game, infraction, state, result, go }) {
  const other = readOther(game, state.w);
  if (!other) return { panel: null, lines: [], note: "", instead: "", offer: offer(game, state, go) };
  const { gives, text } = combine(game, other.rule, { title: infraction.title, result }, other);
  const left = { ...(gives === "other" ? other.state : state), w: "" };
  const next =
    gives === "both" || gives === "open"
      ? "Confrontala prima con l’una e poi con l’altra."
      : button("Continua con l’infrazione che resta", () => go(left));
  const alone = `L’altra infrazione, da sola, comporta ${named(game, other.result)}. `;
  const panel = el(
    "section.crescita.insieme",
    { "data-insieme": gives },
    el("h3", "Insieme a ", el("a", { href: format(other.state) }, other.title)),
    el("p", el("strong", text)),
    el("p", plain(other.rule.text), " ", ...other.rule.cites.map((id) => cite(game, id))),
    el("p", alone, dropButton(state, go)),
    el("p.schermo", "C’è una terza infrazione? ", next)
  );
  return {
    panel,
    lines: ["", `Insieme a: ${other.title}, ${named(game, other.result)}`, text, plain(other.rule.text)],
    note: `Insieme a ${other.title}. ${text}`,
    instead: gives === "other" ? `Nel Registro segna soltanto l’altra: ${other.title}.` : "",
    offer: null
  };
}

/**
 * Return a box that offers to look for another infraction, by each of the game's rules for two.
 * @param {Game} game @param {State} state @param {Case["go"]} go
 */
function offer(game, state, go) {
  const rules = game.together.map((rule) =>
    button(rule.asks, () => {
      if (rule.gives === "recorded") who.drop(); // the other is of somebody else
      go({ ...blankStep(state), w: writeOther(rule, state) });
    })
  );
  const list = choices(rules);
  return el("details.insieme.schermo", el("summary", "C’è anche un’altra infrazione?"), list);
}

/**
 * Return a notice that says to which verdict the infraction now chosen will be added; null if no verdict is waiting.
 * Its button gives up adding.
 * @param {Game} game @param {State} state @param {Case["go"]} go
 */
export function togetherNotice(game, state, go) {
  const other = readOther(game, state.w);
  if (!other) return null;
  const what = `Scegli l’infrazione da aggiungere a ${other.title} (${named(game, other.result)}). `;
  return el("p.avviso", what, dropButton(state, go));
}
