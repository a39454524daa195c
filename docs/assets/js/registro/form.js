// @ts-check
// The form that gives a penalty, from a verdict or by hand. It works the penalty out from what the Registro holds, its
// button names it, and anything else is given only with a reason. Nothing is chosen beforehand.
import { button, field } from "../controls.js";
import { el } from "../dom.js";
import { penalty } from "../verdict/verdict.js";
import { draft, dropDraft, keepDraft } from "./unfinished.js";
import { registroChanged as whenChanged, newId, refresh, enter } from "./memory.js";
import { carried, coming, worked } from "./model.js";
import { occasionFields } from "./occasion.js";
import { PersonFields, entriesOf, hasOf } from "./person.js";
import { detailFields, evidence, penaltyMark } from "./show.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("../verdict/verdict.js").History} History @typedef {import("./log.js").Player} Player */
/**
 * What is recorded. `bases`: the penalties between which the judge chooses, before they grow. `typed`: the counts that
 * were answered by hand, and `differs`, in words, where they are not the Registro's for that player.
 * @typedef {{game: Game, infraction: {id: string, title: string}, bases: string[], typed: History,
 *   differs: (player: Player | null) => string[]}} Subject
 * @typedef {{id: string, label: string, fixed: Player | null, subject: () => Subject | null, before?: Node[], keep?: () => Record<string, string>,
 *   redo?: (player: Player | null, name: string) => void, sending?: () => void, done: (given: {penalty: string, name: string, ops: string[], event: string, written: Promise<boolean>}) => void}} Options
 */

/** @param {Options} options */
export const recordForm = (options) => new RecordForm(options).form;

class RecordForm {
  /** @param {Options} options */
  constructor({ fixed, before = [], keep = () => ({}), ...options }) {
    this.options = { ...options, keep };
    const from = (this.from = draft(options.id) ?? {});
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
      from
    });
    this.details = detailFields(from);
    this.instead = el("select", { onchange: update });
    this.choices = el("div", {});
    this.notice = el("div", { role: "status", class: "avviso" });
    this.why = field("r-motivo", "Perché (resta scritto)", this.details.reason);
    this.departure = el(
      "details",
      { open: Boolean(from.instead) },
      el("summary", {}, "Dai un’altra penalità"),
      field("r-invece", "Invece del verdetto", this.instead)
    );
    this.submit = el("button", { class: "tasto pieno" }, "Registra");
    this.form = el(
      "form",
      {
        class: "modulo",
        "aria-label": options.label,
        onsubmit: (/** @type {SubmitEvent} */ event) => this.send(event),
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
      this.why,
      this.submit
    );
    this.update();
    whenChanged(() => this.form.isConnected && !this.writing && this.update());
  }

  /** What would be written now; null while it cannot be said. */
  work() {
    const about = this.options.subject();
    if (!about) return null;
    const { player, name, open } = this.person.person();
    const has = hasOf(about.game, player);
    const known = Boolean(name) && !open;
    const differs = known ? about.differs(player) : [];
    // two penalties that grow to the same one are one choice
    const ways = [
      ...new Map(
        about.bases
          .map((one) => worked(about.game, one, differs.length || !known ? about.typed : has))
          .reverse()
          .map((w) => [w.end, w])
      ).values()
    ].reverse();
    const result = ways.length === 1 ? ways[0] : (ways.find((w) => w.given === this.base) ?? null);
    const instead = this.instead.value;
    return {
      about,
      player,
      name,
      open,
      has,
      differs,
      ways,
      result,
      end: instead || result?.end || "",
      departs: Boolean(instead) && instead !== result?.end
    };
  }

  update() {
    this.occasion.update();
    this.person.update();
    this.offer(this.work());
    const now = this.work();
    this.notice.replaceChildren(...(now ? told(now, this.options.redo) : []));
    const must = Boolean(now && (now.differs.length || now.departs));
    this.details.reason.required = must;
    this.why.hidden = !must;
    this.departure.hidden = !now?.result && !this.instead.value;
    this.submit.textContent = now?.end ? `Registra ${penalty(now.about.game, now.end).title}` : "Registra";
    this.hold();
  }

  /** The choices there are. @param {Work | null} now */
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
    const radio = (/** @type {typeof ways[0]} */ { given, end }) =>
      el(
        "label",
        { class: "scelta" },
        el("input", {
          type: "radio",
          name: "r-penalita",
          value: given,
          required: true,
          checked: given === this.base,
          onchange: () => ((this.base = given), this.update())
        }),
        penaltyMark(game, { id: end, title: end })
      );
    this.choices.replaceChildren(
      ...(ways.length > 1 ? [el("fieldset", {}, el("legend", {}, "Quale penalità dai?"), ...ways.map(radio))] : [])
    );
  }

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

  /** @param {SubmitEvent} event */
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

  /** @param {string | null} meant what the button said */
  record(meant) {
    this.update();
    if (this.submit.textContent !== meant || !this.person.valid() || !this.form.checkValidity()) {
      this.notice.prepend(el("p", {}, el("strong", {}, "Nel frattempo il Registro è cambiato: guarda di nuovo.")));
      return;
    }
    const now = this.work();
    if (!now?.end) return;
    const { event: at, drafts: begins, choose, before: ended } = this.occasion.drafts();
    const { player, drafts: people } = this.person.drafts(newId);
    this.options.sending?.();
    choose();
    if (ended) enter(ended, { t: "closed" });
    const { ops, written } = enter(at, ...begins, ...people, given(now, player, this.details.trimmed()));
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

/** What one must know before giving it. @param {Work} now @param {Options["redo"]} redo */
function told({ about, player, name, has, differs, result, end, departs }, redo) {
  const { game, infraction } = about;
  const own = entriesOf(game, player).filter(
    (e) => carried(e).some((p) => game.counted.some((c) => c.id === p)) || e.now.infraction === infraction.id
  );
  const grown = result && result.end !== result.given && !departs;
  const next = end && !departs && result ? coming(game, [end, ...result.also], has) : "";
  return [
    own.length ? el("p", {}, `${name} ha già:`) : null,
    own.length ? el("ul", { class: "prove" }, ...own.map((e) => evidence(game, e))) : null,
    ...(differs.length ? [el("p", {}, el("strong", {}, "Il Registro dice altro. "), differs.join(" "))] : []),
    differs.length && redo
      ? el(
          "p",
          {},
          button("Rifai il verdetto con il Registro", () => redo(player, name))
        )
      : null,
    differs.length ? el("p", {}, "Se vale il tuo conto, scrivi perché.") : null,
    grown ? el("p", {}, "Diventa ", penaltyMark(game, { id: end, title: "" }), ". ", result.led.join("; ")) : null,
    departs && result
      ? el(
          "p",
          {},
          "Il verdetto è ",
          penaltyMark(game, { id: result.end, title: "" }),
          ": per dare altro serve un motivo."
        )
      : null,
    next && !grown ? el("p", {}, `Dillo al giocatore: ${next}.`) : null
  ].filter((node) => node instanceof Node);
}

/**
 * What is given, and what the Registro says where that is something else.
 * @param {Work} now @param {string} player @param {import("./show.js").Details} details @returns {import("./log.js").Given}
 */
function given({ about, has, differs, result, end, departs }, player, details) {
  const { game, infraction } = about;
  const title = (/** @type {string} */ one) => penalty(game, one).title;
  const along = departs ? worked(game, end, {}).also : (result?.also ?? []);
  const registered = result ? worked(game, result.given, has).end : "";
  const verdict = departs ? (result?.end ?? "") : differs.length && registered !== end ? registered : "";
  return {
    t: "given",
    entry: newId(),
    player,
    book: game.book,
    infraction: infraction.id,
    infractionTitle: infraction.title,
    penalty: end,
    penaltyTitle: title(end),
    also: along.map((one) => ({ id: one, title: title(one) })),
    led: departs ? [] : (result?.led ?? []),
    worked: verdict && title(verdict),
    ...details,
    reason: differs.length || departs ? details.reason : "",
    time: new Date().toISOString()
  };
}
