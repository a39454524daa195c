// @ts-check
// Correcting a penalty: what the edition no longer knows stays as it is written, and nothing moves to another game.
import { button, field } from "../controls.js";
import { el } from "../dom.js";
import { draft, dropDraft, keepDraft } from "./unfinished.js";
import { newId, registro, enter } from "./memory.js";
import { carried, counts, inWords, worked } from "./model.js";
import { PersonFields } from "./person.js";
import { detailFields } from "./show.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("./log.js").Entry} Entry */

/** A list with nothing chosen, or with what is written, known or not. @param {[string, string][]} known @param {string} value @param {string} title @param {() => void} [onchange] */
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

/** @param {Game | undefined} game @returns {[string, string][]} */
export const infractionsOf = (game) =>
  (game?.kinds ?? []).flatMap((kind) =>
    kind.infractions.map(
      (id) => /** @type {[string, string]} */ ([id, game?.infractions.find((i) => i.id === id)?.title ?? id])
    )
  );
/** @param {Game | undefined} game @returns {[string, string][]} */
export const penaltiesOf = (game) => (game?.penalties ?? []).filter((p) => p.grade > 0).map((p) => [p.id, p.title]);

/**
 * @param {Entry} entry @param {Game | undefined} game its tables, if they have loaded
 * @param {Done} done @param {() => void} leave
 */
export const editForm = (entry, game, done, leave) => new EditForm(entry, game, done, leave).form;

/** @typedef {(said: string, ops: string[], event: string, written: Promise<boolean>) => void} Done */
class EditForm {
  /** @param {Entry} entry @param {Game | undefined} game @param {Done} done @param {() => void} leave */
  constructor(entry, game, done, leave) {
    this.entry = entry;
    this.game = game;
    this.done = done;
    this.id = `correzione ${entry.id}`;
    const { now } = entry;
    const update = () => this.update();
    this.was = registro().players.get(entry.player);
    const from = draft(this.id) ?? {
      name: this.was?.name ?? "",
      number: this.was?.number ?? "",
      picked: entry.player,
      table: now.table,
      round: now.round,
      note: now.note,
      reason: now.reason,
      penalty: now.penalty,
      infraction: now.infraction
    };
    this.seen = entry.heads;
    this.person = new PersonFields({ fixed: null, event: () => entry.event, game: () => game, changed: update, from });
    this.infraction = options(infractionsOf(game), from.infraction, now.infractionTitle);
    this.penalty = options(penaltiesOf(game), from.penalty, now.penaltyTitle, update);
    this.details = detailFields(from);
    this.details.reason.required = true;
    this.notice = el("div", { role: "status", class: "avviso" });
    this.misspelt = el("input", { type: "checkbox" });
    this.renamed = el(
      "label",
      { class: "scelta" },
      this.misspelt,
      "Il nome era scritto male: vale per tutte le sue penalità"
    );
    this.form = el(
      "form",
      {
        class: "modulo",
        "aria-label": "Correggi la penalità",
        onsubmit: (/** @type {SubmitEvent} */ event) => this.save(event),
        oninput: () => this.hold()
      },
      el("h2", {}, "Correggi la penalità"),
      el("p", {}, game?.game ?? now.book),
      ...this.person.nodes,
      this.renamed,
      field("g-infrazione", "Infrazione", this.infraction),
      field("g-penalita", "Penalità", this.penalty),
      this.notice,
      ...this.details.nodes,
      now.reason ? field("r-motivo", "Motivo", this.details.reason) : null,
      el(
        "p",
        { class: "tasti" },
        el("button", { class: "tasto pieno" }, "Salva la correzione"),
        button("Lascia com’era", () => (dropDraft(this.id), leave()))
      )
    );
    this.update();
  }

  update() {
    const { entry, game, was } = this;
    const { player, name } = this.person.person();
    this.renamed.hidden = !was || !name || name === was.name || Boolean(player);
    if (!game || !player) return this.notice.replaceChildren();
    const others = { ...counts(registro(), game.book, player.id) };
    if (player.id === entry.player) for (const one of carried(entry)) others[one] = (others[one] ?? 1) - 1;
    const has = inWords(game, others);
    this.notice.replaceChildren(...(has ? [el("p", {}, `Oltre a questa ${player.name} ha ${has}.`)] : []));
  }

  hold() {
    keepDraft(this.id, {
      ...this.person.fields(),
      ...this.details.fields(),
      penalty: this.penalty.value,
      infraction: this.infraction.value
    });
  }

  /** @param {SubmitEvent} event */
  save(event) {
    event.preventDefault();
    const {
      entry,
      details: { reason }
    } = this;
    const fresh = registro().entries.find((e) => e.id === entry.id);
    if (!fresh || fresh.gone.length)
      return this.notice.replaceChildren(
        el("p", {}, "Questa penalità è stata tolta nel frattempo: per correggerla rimettila, fra quelle tolte.")
      );
    if (fresh.heads.join() !== this.seen.join()) {
      this.seen = fresh.heads;
      return this.notice.replaceChildren(
        el(
          "p",
          {},
          "Nel frattempo è stata corretta altrove: guarda com’è adesso nell’elenco, poi salva di nuovo se vale questa."
        )
      );
    }
    reason.value = reason.value.trim();
    const rename = !this.renamed.hidden && this.misspelt.checked;
    if ((!rename && !this.person.valid()) || !this.form.reportValidity()) return void this.form.reportValidity();
    const { name } = this.person.person();
    /** @type {ReturnType<PersonFields["drafts"]>} */
    const { player, drafts } = rename
      ? {
          player: entry.player,
          drafts: [{ t: "player", player: entry.player, name, number: this.person.fields().number.trim() }]
        }
      : this.person.drafts(newId);
    const { ops, written } = enter(fresh.now.event, ...drafts, this.corrected(fresh.now, player));
    dropDraft(this.id);
    this.done(
      `Corretta la penalità di ${name}.`,
      (rename ? ops : ops.slice(-1)).map((op) => op.id),
      fresh.now.event,
      written
    );
  }

  /** The version that takes the place of those seen. @param {Entry["now"]} fresh @param {string} player @returns {import("./log.js").Draft} */
  corrected({ id: _, dev, l, at, event, t, entry: __, ...fields }, player) {
    const {
      game,
      entry: { id, now }
    } = this;
    const [infraction, penalty] = [this.infraction.value, this.penalty.value];
    const changed = penalty !== now.penalty;
    const title = (/** @type {string} */ one) => game?.penalties.find((p) => p.id === one)?.title ?? one;
    const details = this.details.trimmed();
    return {
      ...fields,
      t: "corrected",
      entry: id,
      seen: this.seen,
      player,
      infraction,
      infractionTitle:
        infraction === now.infraction
          ? now.infractionTitle
          : (infractionsOf(game).find(([i]) => i === infraction)?.[1] ?? ""),
      penalty,
      penaltyTitle: changed ? title(penalty) : now.penaltyTitle,
      also: changed && game ? worked(game, penalty, {}).also.map((one) => ({ id: one, title: title(one) })) : now.also,
      led: changed ? [] : now.led,
      ...details,
      reason: now.reason ? details.reason : ""
    };
  }
}
