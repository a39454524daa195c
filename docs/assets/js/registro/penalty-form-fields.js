// Make the fields that forms about a penalty share, and draw recorded penalties.
import { field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { hour } from "./local-time.js";
import { alongTitles, placeOf } from "./player-history.js";
/** @import { Game } from "../verdict/types" */
/** @import { Entry, Details } from "./types" */

/**
 * Return a drop-down list with `value` chosen, or with «Scegli» (nothing chosen) if `value` is "".
 * A value not among `known` is listed too, as «… (non in questa edizione)».
 * @param {[string, string][]} known (value, label) pairs @param {string} value
 * @param {string} [title] label for a `value` that is not in `known` @param {() => void} [onchange]
 */
export function options(known, value, title, onchange) {
  const all = known.some(([id]) => id === value)
    ? known
    : [[value, value ? `${title || value} (non in questa edizione)` : "Scegli"], ...known];
  return el(
    "select",
    { required: true, onchange },
    ...all.map(([id, text]) => el("option", { value: id, selected: id === value }, text))
  );
}

/**
 * Return (id, title) pairs of a game's infractions, in the order of its categories.
 * @param {Game | undefined} game @returns {[string, string][]}
 */
export const infractionsOf = (game) => {
  const title = (/** @type {string} */ id) => game?.infractions.find((i) => i.id === id)?.title ?? id;
  return (game?.kinds ?? []).flatMap(({ infractions }) =>
    infractions.map((id) => /** @type {[string, string]} */ ([id, title(id)]))
  );
};

/**
 * Return (id, title) pairs of the penalties that can be given, without «nessuna penalità».
 * @param {Game | undefined} game @returns {[string, string][]}
 */
export const penaltiesOf = (game) => (game?.penalties ?? []).filter((p) => p.grade > 0).map((p) => [p.id, p.title]);

/**
 * Return the form fields for table, round, note and reason.
 * `nodes`: all but the reason's; `why`: the reason's paragraph, `reason` its input; `fields`, `trimmed` return the
 * texts typed.
 * @param {Record<string, string>} from what they hold at first
 */
export function detailFields(from) {
  const [table, round, note, reason] = ["table", "round", "note", "reason"].map((name) => {
    const input = el("input", { autocomplete: "off" });
    input.value = from[name] ?? "";
    return input;
  });
  table.inputMode = round.inputMode = "numeric";
  const why = field("r-motivo", "Perché (resta nel Registro)", reason);
  const fields = () => ({ table: table.value, round: round.value, note: note.value, reason: reason.value });
  return {
    reason,
    why,
    fields,
    /** Return the texts without spaces around. @returns {Details} */
    trimmed: () =>
      /** @type {any} */ (Object.fromEntries(Object.entries(fields()).map(([name, text]) => [name, text.trim()]))),
    nodes: [
      el("div.coppia", field("r-tavolo", "Tavolo", table), field("r-turno", "Turno", round)),
      field("r-nota", "Nota", note)
    ]
  };
}

/**
 * Return a penalty's badge, with its shape and colour; without its game's data, only with its title.
 * @param {Game | undefined} game @param {{id: string, title: string}} one
 */
export function penaltyMark(game, { id, title }) {
  const known = game?.penalties.find((p) => p.id === id);
  return known ? penaltyBadge(known) : el("span.pen", title || id);
}

/**
 * Return a list item with an earlier penalty: title, time, infraction, place.
 * @param {Game | undefined} game @param {Entry} entry
 */
export function evidence(game, { now }) {
  return el(
    "li",
    penaltyMark(game, { id: now.penalty, title: now.penaltyTitle }),
    ...alongTitles(game, now).map((title) => ` con ${title}`),
    el("small", [hour(now.time), now.infractionTitle, placeOf(now)].filter(Boolean).join(" · "))
  );
}
