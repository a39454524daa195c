// Correct a recorded penalty, computing it as when it was given.
// What the present edition does not know stays as written, and a penalty cannot move to another game.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { announced } from "../live-region.js";
import { titleOf } from "../verdict/verdict.js";
import { draft, dropDraft, keepDraft } from "./form-drafts.js";
import { grownNote } from "./new-penalty-form.js";
import { enter, registro } from "./log-store.js";
import { fieldsIn } from "./operations.js";
import { hour } from "./local-time.js";
import { inWords, historyFor, ofPlayer, playerIn } from "./player-history.js";
import { PersonFields } from "./player-field.js";
import { baseOf, decision, expectedOf, fieldsOf, sendText, standing } from "./penalty-escalation.js";
import { departureBox, detailFields } from "./penalty-form-fields.js";
/** @import { Game } from "../verdict/types" */
/** @import { Draft, Entry, Mark, Player, Fields } from "./types" */

/**
 * Return a drop-down list with `value` chosen, or with «Scegli» (nothing chosen) if `value` is "".
 * A value not among `known` is listed too, as «… (non in questa edizione)».
 * @param {[string, string][]} known (value, label) pairs @param {string} value
 * @param {string} title label for a `value` that is not in `known` @param {() => void} [onchange]
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
 * Return a player's recorded penalties that were given before another penalty; [] without a player.
 * @param {Entry} entry the other penalty @param {Player | null} player @returns {Entry[]}
 */
function before(entry, player) {
  const { entries } = registro();
  const place = entries.findIndex((e) => e.id === entry.id);
  if (!player) return [];
  return ofPlayer(registro(), entry.now.book, player).filter((e) => e.id !== entry.id && entries.indexOf(e) < place);
}

/**
 * Return the operation that keeps a penalty, with the judge's reason, although earlier ones lead to another.
 * @param {Game} game @param {Mark} mark the penalty, and what it should be
 * @param {string} reason @returns {Draft}
 */
export function leftAsItIs(game, { entry, expected }, reason) {
  const about = { worked: titleOf(game, expected.end), expected: expected.end, reason };
  return { ...fieldsIn(entry.now), t: "corrected", entry: entry.id, seen: entry.heads, ...about };
}

/**
 * @typedef {(said: string, ops: string[], event: string, written: Promise<boolean>) => void} Done
 *   called once corrected, with the message, the operations' ids, the event's id, and whether they are stored
 */

/** Hold the form that corrects a recorded penalty; `form` is its element. */
export class EditForm {
  /**
   * Make `form`, with what was typed before a reload, without putting it into the page.
   * @param {Entry} entry @param {Game | undefined} game its decision data, if loaded
   * @param {Done} done called once corrected @param {() => void} leave called if left without correcting
   */
  constructor(entry, game, done, leave) {
    this.entry = entry;
    this.done = done;
    this.leave = leave;
    this.id = `correzione ${entry.id}`;
    const { now } = entry;
    // without its tables, or with a penalty that they do not have, only what stands around it can be corrected
    const base = game ? baseOf(game, now) : "";
    this.game = base ? game : undefined;
    this.tables = game;
    this.was = playerIn(registro(), entry.player, entry.event);
    const from = draft(this.id) ?? this.written(base);
    this.seen = entry.heads;
    const update = () => this.update();

    this.person = new PersonFields({
      fixed: null,
      event: () => entry.event,
      game: () => game,
      changed: update,
      from,
      self: this.was
    });
    this.infraction = options(infractionsOf(game), from.infraction, now.infractionTitle, update);
    this.penalty = options(penaltiesOf(game), from.penalty, now.penaltyTitle, update);
    this.instead = options([["", "quella calcolata"], ...penaltiesOf(this.game)], from.instead ?? "", "", update);
    this.instead.required = false;
    this.details = detailFields(from);
    this.notice = announced(el("div.avviso", { role: "status" }));
    this.misspelt = el("input", { type: "checkbox" });
    this.renamed = el("label.scelta", this.misspelt, "Il nome era sbagliato: correggilo in tutte le sue penalità");
    this.submit = el("button.tasto.pieno", "Registra");
    this.form = this.drawn();
    this.update();
  }

  /**
   * Return the form's fields as recorded.
   * @param {string} base id of the penalty before escalation, "" if unknown
   * @returns {Record<string, string>}
   */
  written(base) {
    const { entry, was, game } = this;
    const { now } = entry;
    const comes = base && game ? expectedOf(game, { ...now, base }, before(entry, was)) : null;
    return {
      name: was?.name ?? "",
      number: was?.number ?? "",
      picked: entry.player,
      table: now.table,
      round: now.round,
      note: now.note,
      reason: now.reason,
      penalty: base || now.penalty,
      instead: comes && now.reason && comes.end !== now.penalty ? now.penalty : "",
      infraction: now.infraction
    };
  }

  /** Make the form around its fields. @returns {HTMLFormElement} */
  drawn() {
    const { tables, entry } = this;
    const leave = button("Lascia com’era", () => (dropDraft(this.id), this.leave()));
    return el(
      "form.modulo",
      { "aria-label": "Correggi la penalità", onsubmit: (event) => this.save(event), oninput: () => this.hold() },
      el("h2", "Correggi la penalità"),
      el("p", tables?.game ?? entry.now.book),
      ...this.person.nodes,
      this.renamed,
      field("g-infrazione", "Infrazione", this.infraction),
      field("g-penalita", "Penalità", this.penalty),
      this.notice,
      ...this.details.nodes,
      this.game && departureBox(this.instead, Boolean(this.instead.value)),
      this.details.why,
      el("p.tasti", this.submit, leave)
    );
  }

  /**
   * Compute the penalty from the form's fields and the player's penalties before it; null without decision data.
   * `decision`: what it becomes; `earlier`: those penalties, `has` their numbers; `answers`: the verdict's, if the
   * infraction and penalty are unchanged.
   */
  work() {
    const { game, entry } = this;
    if (!game) return null;
    const { player } = this.person.person();
    const earlier = before(entry, player);
    const same = this.infraction.value === entry.now.infraction && this.penalty.value === baseOf(game, entry.now);
    const answers = same ? entry.now.answers : [];
    const infraction = this.infraction.value;
    const { time } = entry.now;
    const what = { base: this.penalty.value, answers, infraction, time };
    const has = historyFor(game, earlier, { infraction, time });
    const base = expectedOf(game, what, earlier)?.given ?? what.base;
    const made = decision(game, { bases: [base], base, instead: this.instead.value, has, infraction });
    return { game, player, earlier, answers, has, decision: made };
  }

  /** Show what follows from the form: history, warnings, the button's penalty. */
  update() {
    const { was, person } = this;
    const { player, name } = person.person();
    const now = this.work();
    this.renamed.hidden = !was || !name || name === was.name || Boolean(player);
    this.notice.replaceChildren(...(now ? this.told(now, name) : []));
    this.details.reason.required = Boolean(now?.decision.departs);
    this.details.why.hidden = !now?.decision.departs && !this.entry.now.reason;
    this.submit.textContent = sendText(this.tables, now?.decision.end || this.penalty.value);
  }

  /**
   * Return the notes below the form: history, escalation, later penalties to recheck.
   * @param {Work} now what `work` computed @param {string} name the player's, as typed
   */
  told({ game, player, earlier, answers, has: counted, decision: made }, name) {
    const has = inWords(game, counted);
    const { result, departs } = made;
    const later = player
      ? this.later(game, player, this.fields({ game, earlier, answers, decision: made }, player.id))
      : [];
    return [
      has ? el("p", `Prima di questa penalità ${player?.name ?? name} aveva ${has}.`) : null,
      result && result.end !== result.given && !departs ? grownNote(game, result) : null,
      ...later.map(({ entry: { now }, title }) => {
        const what = `la penalità delle ${hour(now.time)} (${now.penaltyTitle}): dovrebbe essere ${title}`;
        return el("p", `Se registri questa correzione, rivedi anche ${what}.`);
      })
    ].filter((node) => node !== null);
  }

  /**
   * Return marks of the later penalties that the correction makes wrong, each with what it should be.
   * @param {Game} game @param {Player} player chosen in the form @param {Fields} fields the corrected penalty
   * @returns {Mark[]}
   */
  later(game, player, fields) {
    const { entry } = this;
    const place = (/** @type {Entry} */ e) => registro().entries.findIndex((one) => one.id === e.id);
    const own = ofPlayer(registro(), game.book, player);
    const marked = new Set(standing(game, own).map((m) => m.entry.id));
    const then = [...own.filter((e) => e.id !== entry.id), { ...entry, now: { ...entry.now, ...fields } }];
    const sorted = then.sort((a, b) => place(a) - place(b));
    return standing(game, sorted).filter((m) => m.entry.id !== entry.id && !marked.has(m.entry.id));
  }

  /** Keep the form's fields for a reload. */
  hold() {
    keepDraft(this.id, {
      ...this.person.fields(),
      ...this.details.fields(),
      penalty: this.penalty.value,
      instead: this.instead.value,
      infraction: this.infraction.value
    });
  }

  /**
   * Write the correction, unless the penalty has changed meanwhile or a field is missing.
   * @param {SubmitEvent} event
   */
  save(event) {
    event.preventDefault();
    const { entry, was } = this;
    const { reason } = this.details;
    const fresh = registro().entries.find((e) => e.id === entry.id);
    if (!fresh || fresh.gone.length)
      return this.refuse(
        "Questa penalità è stata tolta nel frattempo: per correggerla, ripristinala dall’elenco «Tolte»."
      );
    const known = fresh.heads.join() === this.seen.join();
    this.seen = fresh.heads;
    if (!known)
      return this.refuse(
        "Nel frattempo la penalità è stata corretta altrove: controllala nell’elenco; se la tua versione è quella giusta, salva di nuovo."
      );
    reason.value = reason.value.trim();
    const misspelt = !this.renamed.hidden && this.misspelt.checked;
    if ((!misspelt && !this.person.valid()) || !this.form.reportValidity()) return void this.form.reportValidity();
    const meant = this.submit.textContent;
    this.update();
    if (this.submit.textContent !== meant) return this.refuse("Nel frattempo il Registro è cambiato: ricontrolla.");
    const { name, player: whose } = this.person.person();
    const own = misspelt || (was !== null && whose?.id === was.id);
    const { player, drafts } = own && was ? { player: was.id, drafts: this.record(was, name) } : this.person.drafts();
    const { ops, written } = enter(fresh.now.event, ...drafts, this.corrected(fresh.now, player));
    dropDraft(this.id);
    const undone = (own ? ops : ops.slice(-1)).map((op) => op.id);
    this.done(`Hai corretto la penalità di ${name}.`, undone, fresh.now.event, written);
  }

  /** Show why the correction was not written. @param {string} why */
  refuse(why) {
    this.notice.replaceChildren(el("p", el("strong", why)));
  }

  /**
   * Return the operations that correct the player's own name and number; [] if unchanged.
   * @param {Player} was @param {string} name as typed @returns {Draft[]}
   */
  record(was, name) {
    const number = this.person.fields().number.trim();
    if (name === was.name && number === was.number) return [];
    const others = was.records.filter((r) => r.number && r.id !== was.id && !number);
    return [
      ...others.map((r) => /** @type {Draft} */ ({ t: "player", player: r.id, name: r.name, number: "" })),
      { t: "player", player: was.id, name, number }
    ];
  }

  /**
   * Return the corrected penalty's fields, from what `work` computed and the form.
   * @param {Pick<Work, "game" | "earlier" | "answers" | "decision">} now @param {string} player id
   * @returns {Fields}
   */
  fields({ game, earlier, answers, decision: made }, player) {
    const { now } = this.entry;
    const { value } = this.infraction;
    const title = infractionsOf(game).find(([id]) => id === value)?.[1] ?? now.infractionTitle;
    return fieldsOf(game, {
      decision: made,
      earlier,
      infraction: { id: value, title },
      answers,
      player,
      details: this.details.trimmed(),
      time: now.time,
      must: made.departs || Boolean(now.reason)
    });
  }

  /**
   * Return the operation that corrects the penalty, replacing the versions shown.
   * @param {Entry["now"]} fresh the penalty as recorded now @param {string} player id
   * @returns {Draft}
   */
  corrected(fresh, player) {
    const now = this.work();
    const { entry, infraction, penalty, tables, details } = this;
    const head = { ...fieldsIn(fresh), t: /** @type {const} */ ("corrected"), entry: entry.id, seen: this.seen };
    if (now) return { ...head, ...this.fields(now, player) };
    const title = (/** @type {[string, string][]} */ known, /** @type {string} */ id, /** @type {string} */ was) =>
      known.find(([one]) => one === id)?.[1] ?? was;
    const changed = penalty.value !== entry.now.penalty;
    return {
      ...head,
      player,
      infraction: infraction.value,
      infractionTitle: title(infractionsOf(tables), infraction.value, entry.now.infractionTitle),
      penalty: penalty.value,
      penaltyTitle: title(penaltiesOf(tables), penalty.value, entry.now.penaltyTitle),
      base: changed ? penalty.value : entry.now.base,
      also: changed ? [] : entry.now.also,
      led: changed ? [] : entry.now.led,
      ...details.trimmed()
    };
  }
}

/** @typedef {NonNullable<ReturnType<EditForm["work"]>>} Work */
