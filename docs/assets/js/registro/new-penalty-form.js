// Show the form that records a penalty, from a verdict or by hand.
// It computes the penalty from the player's earlier ones; another can be given only with a reason. Nothing is
// preselected.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { announced } from "../live-region.js";
import { penalty } from "../verdict/verdict.js";
import { draft, dropDraft, keepDraft } from "./form-drafts.js";
import { registroChanged as whenChanged, newId, refresh, registro, enter } from "./log-store.js";
import { carried, countsFor, ofPlayer } from "./player-history.js";
import { occasionFields } from "./event-for-penalty.js";
import { PersonFields } from "./player-field.js";
import { coming, decision, fieldsOf, sendText, worked } from "./penalty-escalation.js";
import { departureBox, detailFields, evidence, penaltyMark } from "./penalty-form-fields.js";
import { radios } from "./form-elements.js";
/** @import { Player, RecordOptions, Worked } from "./types" */
/** @import { History, Game } from "../verdict/types" */

/** Return the form that records a penalty. @param {RecordOptions} options */
export const recordForm = (options) => new RecordForm(options).form;

/** Hold the form that records a penalty, computed from the player's history; another can be given with a reason. */
class RecordForm {
  /**
   * Make `form`, with what was typed before a reload, without putting it into the page. @param {RecordOptions} options
   */
  constructor({ fixed, note = "", before = [], keep = () => ({}), ...options }) {
    this.options = { ...options, keep };
    const from = (this.from = draft(options.id) ?? (note ? { note } : {}));
    this.base = from.base ?? "";
    this.offered = "";
    this.writing = false;
    const update = () => this.update();
    this.occasion = occasionFields(update, from.occasion ?? "");
    this.person = new PersonFields({
      fixed,
      event: this.occasion.event,
      game: () => options.subject()?.game,
      changed: update,
      from,
      grows: (player) => this.grows(player)
    });
    this.details = detailFields(from);
    this.instead = el("select", { onchange: update });
    this.choices = el("div");
    this.notice = announced(el("div.avviso", { role: "status" }));
    this.departure = departureBox(this.instead, Boolean(from.instead));
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
      this.notice,
      ...this.details.nodes,
      this.departure,
      this.details.why,
      this.submit
    );
    this.update();
    whenChanged(() => this.form.isConnected && !this.writing && this.update());
  }

  /** Tell whether a player's earlier penalties change the penalty. @param {Player} player */
  grows(player) {
    const about = this.options.subject();
    if (!about) return false;
    const { game, bases, infraction } = about;
    const end = (/** @type {string} */ one, /** @type {History} */ has) => worked(game, one, has, infraction.id).end;
    const has = countsFor(registro(), game, player, infraction.id);
    return bases.some((one) => end(one, has) !== end(one, {}));
  }

  /** Compute what would be recorded now; null while infraction or penalty are not chosen. */
  work() {
    const about = this.options.subject();
    if (!about) return null;
    const { player, name, open } = this.person.person();
    const earlier = player ? ofPlayer(registro(), about.game.book, player) : [];
    const has = player ? countsFor(registro(), about.game, player, about.infraction.id) : {};
    const known = Boolean(name) && !open;
    const differs = known ? about.differs(player) : [];
    const made = decision(about.game, {
      bases: about.bases,
      base: this.base,
      instead: this.instead.value,
      infraction: about.infraction.id,
      has: differs.length || !known ? about.typed : has
    });
    return { about, player, name, earlier, differs, ...made };
  }

  /** Show what follows from the form: questions, warnings, the button's penalty. */
  update() {
    this.occasion.update();
    this.person.update();
    this.offer(this.work());
    const now = this.work();
    this.notify(now);
    const must = Boolean(now && (now.differs.length || now.departs));
    this.details.reason.required = must;
    this.details.why.hidden = !must;
    this.departure.hidden = !now?.result && !this.instead.value;
    this.submit.textContent = sendText(now?.about.game, now?.end ?? "");
    this.hold();
  }

  /** Show the warnings, if they have changed, so that a button being pressed stays. @param {Work | null} now */
  notify(now) {
    const { redo } = this.options;
    const again = () => {
      const { player, name } = this.person.person();
      redo?.(player, name);
    };
    const next = el("div", ...(now ? told(now, redo && again) : []));
    if (next.innerHTML !== this.notice.innerHTML) this.notice.replaceChildren(...next.childNodes);
  }

  /** Show the penalties to choose from, if they have changed. @param {Work | null} now */
  offer(now) {
    const game = now?.about.game;
    const ways = now?.ways ?? [];
    const key = JSON.stringify([game?.book, ways.map((w) => [w.given, w.end])]);
    if (key === this.offered) return;
    this.offered = key;
    const titles = (game?.penalties ?? []).filter((p) => p.grade > 0);
    const before = this.instead.value || this.from.instead;
    this.instead.replaceChildren(
      el("option", { value: "" }, "il verdetto"),
      ...titles.map((p) => el("option", { value: p.id }, p.title))
    );
    this.instead.value = titles.some((p) => p.id === before) ? before : "";
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
      ...this.options.keep(),
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
    if (this.submit.textContent !== meant || !this.person.valid() || !this.form.checkValidity()) {
      this.notice.prepend(el("p", el("strong", "Nel frattempo il Registro è cambiato: ricontrolla.")));
      return;
    }
    const now = this.work();
    if (!now?.end) return;
    const { at, drafts: begins, choose, ends } = this.occasion.drafts();
    const { player, drafts: people } = this.person.drafts();
    const { about, earlier, differs, ...made } = now;
    const fields = fieldsOf(about.game, {
      decision: made,
      earlier,
      infraction: about.infraction,
      answers: about.answers ?? [],
      player,
      details: this.details.trimmed(),
      time: new Date().toISOString(),
      must: differs.length > 0 || made.departs
    });
    this.options.sending?.();
    choose();
    if (ends) enter(ends, { t: "closed" });
    const { ops, written } = enter(at, ...begins, ...people, { t: "given", entry: newId(), ...fields });
    dropDraft(this.options.id);
    this.options.done({
      penalty: penalty(now.about.game, now.end).title,
      name: now.name,
      ops: [ops[ops.length - 1].id],
      event: at,
      written
    });
  }
}

/** @typedef {NonNullable<ReturnType<RecordForm["work"]>>} Work */

/**
 * Return the notes shown before a penalty is recorded: earlier penalties, where the answers differ, escalation.
 * @param {Work} now what would be recorded
 * @param {(() => void) | undefined} redo makes the verdict again with the Registro's counts
 */
function told({ about, earlier, name, differs, result, end, departs }, redo) {
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
    own.length ? el("p", `${name} ha già:`) : null,
    own.length ? el("ul.prove", ...own.map((e) => evidence(game, e))) : null,
    ...(differs.length ? [el("p", el("strong", "Nel Registro il conto è diverso. "), differs.join(" "))] : []),
    differs.length && redo ? el("p", button("Rifai il verdetto con i dati del Registro", redo)) : null,
    differs.length ? el("p", "Se il conto giusto è il tuo, scrivi perché.") : null,
    grown && result ? grownNote(game, result) : null,
    departs && result ? el("p", "Il verdetto è ", mark(), ": per dare un’altra penalità scrivi il motivo.") : null,
    next && !grown ? el("p", `Avvisa il giocatore: ${next}.`) : null
  ].filter((node) => node instanceof Node);
}

/** Return a paragraph telling which penalty escalation leads to, and why. @param {Game} game @param {Worked} result */
export const grownNote = (game, result) =>
  el("p", "Diventa ", penaltyMark(game, { id: result.end, title: "" }), ". ", result.led.join("; "));
