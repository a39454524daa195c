// @ts-check
// Correcting a penalty: what the edition no longer knows stays as it is written, and nothing moves to another game.
import { el } from "../dom.js";
import { draft, dropDraft, keepDraft } from "./unfinished.js";
import { newId, registro, enter } from "./memory.js";
import { carried, counts, inWords, worked } from "./model.js";
import { personFields } from "./person.js";
import { button, field } from "./show.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("./log.js").Entry} Entry */

/** A list with nothing chosen, or with what is written, known or not. @param {[string, string][]} known @param {string} value @param {string} title @param {() => void} [onchange] */
export function options(known, value, title, onchange) {
  const all = known.some(([id]) => id === value) ? known : [[value, value ? `${title || value} (non in questa edizione)` : "Scegli"], ...known];
  return el("select", { required: true, onchange }, ...all.map(([id, text]) => el("option", { value: id, selected: id === value }, text)));
}

/** @param {Game | undefined} game @returns {[string, string][]} */
export const infractionsOf = (game) =>
  (game?.kinds ?? []).flatMap((kind) => kind.infractions.map((id) => /** @type {[string, string]} */ ([id, game?.infractions.find((i) => i.id === id)?.title ?? id])));
/** @param {Game | undefined} game @returns {[string, string][]} */
export const penaltiesOf = (game) => (game?.penalties ?? []).filter((p) => p.grade > 0).map((p) => [p.id, p.title]);

/**
 * @param {Entry} entry @param {Game | undefined} game its tables, if they have loaded
 * @param {(said: string, ops: string[], event: string, written: Promise<boolean>) => void} done @param {() => void} leave
 */
export function editForm(entry, game, done, leave) {
  const id = `correzione ${entry.id}`;
  const { now } = entry;
  const was = registro().players.get(entry.player);
  const from = draft(id) ?? { name: was?.name ?? "", number: was?.number ?? "", picked: entry.player, table: now.table, round: now.round, note: now.note, reason: now.reason, penalty: now.penalty, infraction: now.infraction };
  const input = (/** @type {string} */ name, more = {}) => {
    const node = el("input", { autocomplete: "off", ...more });
    node.value = from[name] ?? "";
    return node;
  };
  const person = personFields({ fixed: null, event: () => entry.event, game: () => game, changed: update, from });
  const infraction = options(infractionsOf(game), from.infraction, now.infractionTitle);
  const penalty = options(penaltiesOf(game), from.penalty, now.penaltyTitle, update);
  const [table, round, note, reason] = [input("table", { inputmode: "numeric" }), input("round", { inputmode: "numeric" }), input("note"), input("reason", { required: true })];
  const notice = el("div", { role: "status", class: "avviso" });
  let seen = entry.heads;
  const renamed = el("label", { class: "scelta" }, el("input", { type: "checkbox" }), "Il nome era scritto male: vale per tutte le sue penalità");
  const form = el(
    "form",
    { class: "modulo", "aria-label": "Correggi la penalità", onsubmit: save, oninput: hold },
    el("h2", {}, "Correggi la penalità"),
    el("p", {}, game?.game ?? now.book),
    ...person.nodes, renamed,
    field("g-infrazione", "Infrazione", infraction),
    field("g-penalita", "Penalità", penalty),
    notice,
    el("div", { class: "coppia" }, field("r-tavolo", "Tavolo", table), field("r-turno", "Turno", round)),
    field("r-nota", "Nota", note),
    now.reason ? field("r-motivo", "Motivo", reason) : null,
    el("p", { class: "tasti" }, el("button", { class: "tasto pieno" }, "Salva la correzione"), button("Lascia com’era", () => (dropDraft(id), leave()))),
  );
  update();
  return form;

  function update() {
    const { player, name } = person.person();
    renamed.hidden = !was || !name || name === was.name || Boolean(player);
    if (!game || !player) return notice.replaceChildren();
    const others = { ...counts(registro(), game.book, player.id) };
    if (player.id === entry.player) for (const one of carried(entry)) others[one] = (others[one] ?? 1) - 1;
    const has = inWords(game, others);
    notice.replaceChildren(...(has ? [el("p", {}, `Oltre a questa ${player.name} ha ${has}.`)] : []));
  }
  function hold() {
    keepDraft(id, { ...person.fields(), table: table.value, round: round.value, note: note.value, reason: reason.value, penalty: penalty.value, infraction: infraction.value });
  }
  /** @param {SubmitEvent} event */
  function save(event) {
    event.preventDefault();
    const fresh = registro().entries.find((e) => e.id === entry.id);
    if (!fresh || fresh.gone.length) return notice.replaceChildren(el("p", {}, "Questa penalità è stata tolta nel frattempo: per correggerla rimettila, fra quelle tolte."));
    if (fresh.heads.join() !== seen.join()) {
      seen = fresh.heads;
      return notice.replaceChildren(el("p", {}, "Nel frattempo è stata corretta altrove: guarda com’è adesso nell’elenco, poi salva di nuovo se vale questa."));
    }
    reason.value = reason.value.trim();
    const rename = !renamed.hidden && /** @type {HTMLInputElement} */ (renamed.firstElementChild).checked;
    if ((!rename && !person.valid()) || !form.reportValidity()) return void form.reportValidity();
    const name = person.person().name;
    /** @type {ReturnType<typeof person.drafts>} */
    const { player, drafts } = rename
      ? { player: entry.player, drafts: [{ t: "player", player: entry.player, name, number: person.fields().number.trim() }] }
      : person.drafts(newId);
    const { id: _, dev, l, at, event: where, t, entry: __, ...fields } = fresh.now;
    const changed = penalty.value !== now.penalty;
    const title = (/** @type {string} */ one) => game?.penalties.find((p) => p.id === one)?.title ?? one;
    const { ops, written } = enter(where, ...drafts, {
      ...fields, t: "corrected", entry: entry.id, seen, player,
      infraction: infraction.value, infractionTitle: infraction.value === now.infraction ? now.infractionTitle : (infractionsOf(game).find(([i]) => i === infraction.value)?.[1] ?? ""),
      penalty: penalty.value, penaltyTitle: changed ? title(penalty.value) : now.penaltyTitle,
      also: changed && game ? worked(game, penalty.value, {}).also.map((one) => ({ id: one, title: title(one) })) : now.also,
      led: changed ? [] : now.led,
      table: table.value.trim(), round: round.value.trim(), note: note.value.trim(), reason: now.reason ? reason.value.trim() : "",
    });
    dropDraft(id);
    done(`Corretta la penalità di ${name}.`, (rename ? ops : ops.slice(-1)).map((op) => op.id), where, written);
  }
}
