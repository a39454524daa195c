// @ts-check
// Quello che i due moduli del Registro hanno in comune: i campi, la voce, l’avviso prima di dare la penalità.
import { el, mark } from "../dom.js";
import { penalty } from "../penalita/verdict.js";
import { newId } from "./memory.js";
import { announce, players } from "./model.js";

/** @typedef {import("../penalita/verdict.js").Game} Game @typedef {import("./model.js").Entry} Entry */

/** @param {string} id @param {string} label @param {HTMLElement} input */
export function field(id, label, input) {
  input.id = id;
  return el("p", { class: "campo" }, el("label", { for: id }, label), input);
}

/** @param {string} text @param {() => unknown} onclick @param {Record<string, any>} [more] */
export const button = (text, onclick, more = {}) => el("button", { type: "button", class: "tasto", onclick, ...more }, text);

/** I campi che ogni penalità data ha, già scritti se si corregge. @param {Partial<Entry>} from @param {Entry[]} entries @param {() => void} changed */
export function details(from, entries, changed) {
  const input = (/** @type {string | undefined} */ value, more = {}) => {
    const node = el("input", { autocomplete: "off", ...more });
    node.value = value ?? "";
    return node;
  };
  const name = input(from.player, { required: true, list: "nomi", oninput: changed });
  const table = input(from.table, { inputmode: "numeric" });
  const round = input(from.round, { inputmode: "numeric" });
  const note = input(from.note);
  return {
    name,
    who: () => name.value.trim().replace(/\s+/g, " "),
    first: [field("r-nome", "Giocatore", name), el("datalist", { id: "nomi" }, ...players(entries).map((n) => el("option", { value: n })))],
    rest: [el("div", { class: "coppia" }, field("r-tavolo", "Tavolo", table), field("r-turno", "Turno", round)), field("r-nota", "Nota", note)],
    /** La voce da conservare. @param {Game} game @param {string} infraction @param {string} given @param {string[]} also @returns {Entry} */
    entry(game, infraction, given, also) {
      const now = new Date().toISOString();
      return {
        id: from.id ?? newId(), time: from.time ?? now, changed: now, book: game.book,
        player: this.who(), table: table.value.trim(), round: round.value.trim(),
        infraction, infractionTitle: game.infractions.find((i) => i.id === infraction)?.title ?? "",
        penalty: given, penaltyTitle: penalty(game, given).title, also, note: note.value.trim(),
      };
    },
  };
}

/** Che cosa succede a dare la penalità, detto prima di darla. @param {Game} game @param {string} who @param {string} given @param {import("../penalita/verdict.js").History} counts @param {(id: string) => void} [choose] */
export function warning(game, who, given, counts, choose) {
  const say = who && given ? announce(game, given, counts) : null;
  if (!say) return [];
  const becomes = say.becomes && penalty(game, say.becomes);
  return [
    say.has && el("p", {}, `${who} ha già ${say.has}.`),
    becomes && el("p", {}, "Diventa ", mark(becomes), `. ${say.text}`),
    becomes && choose && el("p", {}, button(`Scrivi ${becomes.title}`, () => choose(becomes.id))),
    say.next && !becomes && el("p", {}, `Dillo al giocatore: ${say.next}.`),
  ].filter((node) => node instanceof Node);
}
