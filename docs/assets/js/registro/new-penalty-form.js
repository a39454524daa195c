// Show the form that records a penalty, from a verdict or by hand, or corrects one.
// It computes the penalty from the player's earlier ones; another can be given only with a reason. Nothing is
// preselected.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { announced } from "../live-region.js";
import { titleOf } from "../verdict/verdict.js";
import { draft, dropDraft, keepDraft } from "./form-drafts.js";
import { registroChanged as whenChanged, newId, refresh, registro, enter } from "./log-store.js";
import { carried, countsFor, earlierOf, historyFor } from "./player-history.js";
import { occasionFields } from "./event-for-penalty.js";
import { PersonFields } from "./player-field.js";
import { coming, decision, expectedOf, fieldsOf, worked } from "./penalty-escalation.js";
import { detailFields, evidence, penaltiesOf, penaltyMark } from "./penalty-form-fields.js";
import { radios } from "./form-elements.js";
/** @import { Draft, Player, RecordOptions, Work, Worked } from "./types" */
/** @import { Game } from "../verdict/types" */

/** Return the form that records or corrects a penalty. @param {RecordOptions} options */
export const recordForm = (options) => new RecordForm(options).form;

/** Hold the form that records a penalty, computed from the player's history; another can be given with a reason. */
class RecordForm {
  /**
   * Make `form`, with what was typed before a reload, without putting it into the page. @param {RecordOptions} options
   */
  constructor(options) {
    this.options = options;
    const { id, fixed = null, corrected, note = "", before = [], after = [] } = options;
    const from = draft(id) ?? corrected?.from ?? (note ? { note } : {});
    this.base = from.base ?? "";
    this.offered = "";
    this.wanted = from.instead ?? ""; // what to give instead, before the list has it
    this.writing = false;
    const update = () => this.update();
    this.occasion = corrected?.occasion ?? occasionFields(update, from.occasion ?? "");
    this.person = new PersonFields({
      fixed,
      event: this.occasion.event,
      game: () => options.subject()?.game,
      changed: update,
      from,
      grows: (player) => !corrected && this.grows(player),
      self: corrected?.self
    });
    this.details = detailFields(from);
    this.instead = el("select", { onchange: update });
    this.choices = el("div");
    this.notice = announced(el("div.avviso", { role: "status" }));
    this.departure = el(
      "details",
      { open: Boolean(from.instead) },
      el("summary", "Dai un’altra penalità"),
      field("r-invece", "Al posto del verdetto", this.instead)
    );
    this.submit = el("button.tasto.pieno", "Registra");
    this.form = el(
      "form.modulo",
      {
        "aria-label": options.label,
        onsubmit: (event) => this.send(event),
        oninput: () => this.hold(),
        onchange: update
      },
      ...before,
      ...this.occasion.nodes,
      ...this.person.nodes,
      this.choices,
      ...after,
      this.notice,
      ...this.details.nodes,
      this.departure,
      this.details.why,
      corrected ? el("p.tasti", this.submit, corrected.leave) : this.submit
    );
    this.update();
    whenChanged(() => this.form.isConnected && !this.writing && this.update());
  }

  /** Tell whether a player's earlier penalties change the penalty. @param {Player} player */
  grows(player) {
    const about = this.options.subject();
    if (!about) return false;
    const { game, bases, infraction } = about;
    const has = countsFor(registro(), game, player, infraction.id);
    return bases.some((one) => worked(game, one, has, infraction.id).end !== worked(game, one, {}, infraction.id).end);
  }

  /** Compute what would be recorded now; null while infraction or penalty are not chosen. @returns {Work | null} */
  work() {
    const about = this.options.subject();
    if (!about) return null;
    const { game, answers = [], typed = {} } = about;
    const infraction = about.infraction.id;
    const { player, name, open } = this.person.person();
    const entry = this.options.corrected?.entry;
    const earlier = earlierOf(registro(), game.book, player, entry);
    const time = entry?.now.time ?? new Date().toISOString();
    const known = Boolean(name) && !open;
    const differs = (known && about.differs?.(player)) || [];
    // a correction answers anew how often it had happened before
    const anew = (/** @type {string} */ base) => expectedOf(game, { base, answers, infraction, time }, earlier)?.given;
    const made = decision(game, {
      bases: entry ? about.bases.map((base) => anew(base) ?? base) : about.bases,
      base: this.base,
      instead: this.instead.value,
      infraction,
      has: differs.length || !known ? typed : historyFor(game, earlier, { infraction, time })
    });
    const must = differs.length > 0 || made.departs;
    return { about, player, name, earlier, differs, must, time, ...made };
  }

  /** Show what follows from the form: questions, warnings, the button's penalty. */
  update() {
    this.occasion.update();
    this.person.update();
    this.offer(this.work());
    const now = this.work();
    this.notify(now);
    const { corrected } = this.options;
    this.details.reason.required = Boolean(now?.must);
    this.details.why.hidden = !now?.must && !corrected?.entry.now.reason;
    this.departure.hidden = !now?.result && !this.instead.value;
    this.submit.textContent = now?.end ? `Registra ${titleOf(now.about.game, now.end)}` : "Registra";
    if (!corrected) this.hold();
  }

  /** Show the warnings, if they have changed, so that a button being pressed stays. @param {Work | null} now */
  notify(now) {
    const { redo, corrected } = this.options;
    const again = () => {
      const { player, name } = this.person.person();
      redo?.(player, name);
    };
    const notes = !now
      ? []
      : corrected
        ? corrected.notes(now, (player) => this.fields(now, player))
        : notesOn(now, redo && again);
    const next = el("div", ...notes);
    if (next.innerHTML !== this.notice.innerHTML) this.notice.replaceChildren(...next.childNodes);
  }

  /** Show the penalties to choose from, if they have changed. @param {Work | null} now */
  offer(now) {
    const game = now?.about.game;
    const ways = now?.ways ?? [];
    const key = JSON.stringify([game?.book, ways.map((w) => [w.given, w.end])]);
    if (key === this.offered) return;
    this.offered = key;
    const titles = penaltiesOf(game);
    const before = this.instead.value || this.wanted;
    this.instead.replaceChildren(
      el("option", { value: "" }, "il verdetto"),
      ...titles.map(([value, title]) => el("option", { value }, title))
    );
    this.instead.value = titles.some(([id]) => id === before) ? before : "";
    if (game) this.wanted = "";
    const choose = (/** @type {string} */ base) => ((this.base = base), this.update());
    const about = { question: "Quale penalità dai?", name: "r-penalita", chosen: this.base, choose };
    const marks = ways.map(
      ({ given, end }) => /** @type {[string, Node]} */ ([given, penaltyMark(game, { id: end, title: end })])
    );
    this.choices.replaceChildren(ways.length > 1 ? radios(about, marks) : "");
  }

  /** Keep the form's fields for a reload, if any is filled. */
  hold() {
    const all = {
      ...this.occasion.fields(),
      ...this.person.fields(),
      ...this.options.keep?.(),
      ...this.details.fields(),
      base: this.base,
      instead: this.instead.value
    };
    if (Object.values(all).some(Boolean)) keepDraft(this.options.id, all);
    else dropDraft(this.options.id);
  }

  /** Record the penalty, unless the log has changed meanwhile or a field is missing. @param {SubmitEvent} event */
  async send(event) {
    event.preventDefault();
    if (this.writing) return;
    this.details.reason.value = this.details.reason.value.trim();
    if (!this.person.valid() || !this.form.reportValidity()) return void this.form.reportValidity();
    const meant = this.submit.textContent;
    this.writing = true;
    await refresh();
    if (this.form.isConnected) this.record(meant);
    this.writing = false;
  }

  /**
   * Record the penalty, if it is still the one on the button.
   * @param {string | null} meant the button's text when it was pressed
   */
  record(meant) {
    this.update();
    const { corrected, id, sending, done } = this.options;
    const same = this.submit.textContent === meant && this.person.valid() && this.form.checkValidity();
    const changed = same ? corrected?.changed() : "Nel frattempo il Registro è cambiato: ricontrolla.";
    if (changed) return this.notice.prepend(el("p", el("strong", changed)));
    const now = this.work();
    if (!now?.end && !corrected) return;
    const { at, drafts: begins, choose, ends } = this.occasion.drafts();
    const { player, drafts: people, own } = this.person.drafts();
    const fields = now?.end ? this.fields(now, player) : { player, ...this.details.trimmed() };
    sending?.();
    choose();
    if (ends) enter(ends, { t: "closed" });
    const given = corrected?.operation(fields) ?? { t: "given", entry: newId(), ...fields };
    const { ops, written } = enter(at, ...begins, ...people, /** @type {Draft} */ (given));
    dropDraft(id);
    done({
      penalty: titleOf(now?.about.game, now?.end ?? ""),
      name: this.person.person().name,
      ops: (own ? ops : ops.slice(-1)).map((op) => op.id),
      event: at,
      written
    });
  }

  /** Return the fields to record. @param {Work} now @param {string} player id */
  fields(now, player) {
    const { about, earlier, must, time, ...made } = now;
    return fieldsOf(about.game, {
      decision: made,
      earlier,
      infraction: about.infraction,
      answers: about.answers ?? [],
      player,
      details: this.details.trimmed(),
      time,
      must: must || Boolean(this.options.corrected?.entry.now.reason)
    });
  }
}

/**
 * Return the notes shown before a penalty is recorded: earlier penalties, where the answers differ, escalation.
 * @param {Work} now what would be recorded
 * @param {(() => void) | undefined} redo makes the verdict again with the Registro's counts
 */
function notesOn({ about, earlier, name, differs, result, end, departs }, redo) {
  const { game, infraction } = about;
  const own = earlier.filter(
    (e) => carried(e).some((p) => game.counted.some((c) => c.id === p)) || e.now.infraction === infraction.id
  );
  const grown = result && result.end !== result.given && !departs;
  const mark = () => penaltyMark(game, { id: result?.end ?? "", title: "" });
  const next =
    end && !departs && result
      ? coming(game, earlier, { penalties: [end, ...result.also], infraction: infraction.id })
      : "";
  return [
    own.length ? el("p", `${name} ha già:`) : "",
    own.length ? el("ul.prove", ...own.map((e) => evidence(game, e))) : "",
    ...(differs.length ? [el("p", el("strong", "Nel Registro il conto è diverso. "), differs.join(" "))] : []),
    differs.length && redo ? el("p", button("Rifai il verdetto con i dati del Registro", redo)) : "",
    differs.length ? el("p", "Se il conto giusto è il tuo, scrivi perché.") : "",
    grown && result ? grownNote(game, result) : "",
    departs && result ? el("p", "Il verdetto è ", mark(), ": per dare un’altra penalità scrivi il motivo.") : "",
    next && !grown ? el("p", `Avvisa il giocatore: ${next}.`) : ""
  ];
}

/** Return a paragraph telling which penalty escalation leads to, and why. @param {Game} game @param {Worked} result */
export const grownNote = (game, result) =>
  el("p", "Diventa ", penaltyMark(game, { id: result.end, title: "" }), ". ", result.led.join("; "));
