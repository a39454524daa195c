// @ts-check
// The form that gives a penalty, from a verdict or by hand. It works the penalty out from what the Registro holds, its
// button names it, and anything else is given only with a reason. Nothing is chosen beforehand.
import { el } from "../dom.js";
import { penalty } from "../verdict/verdict.js";
import { draft, dropDraft, keepDraft } from "./unfinished.js";
import { registroChanged as whenChanged, newId, refresh, enter } from "./memory.js";
import { carried, coming, worked } from "./model.js";
import { occasionFields } from "./occasion.js";
import { entriesOf, hasOf, personFields } from "./person.js";
import { button, evidence, field, penaltyMark } from "./show.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("../verdict/verdict.js").History} History @typedef {import("./log.js").Player} Player */
/**
 * What is recorded. `bases`: the penalties between which the judge chooses, before they grow. `typed`: the counts that
 * were answered by hand, and `differs`, in words, where they are not the Registro's for that player.
 * @typedef {{game: Game, infraction: {id: string, title: string}, bases: string[], typed: History,
 *   differs: (player: Player | null) => string[]}} Subject
 * @typedef {{id: string, label: string, fixed: Player | null, subject: () => Subject | null, before?: Node[], keep?: () => Record<string, string>,
 *   redo?: (player: Player | null, name: string) => void, sending?: () => void, done: (given: {penalty: string, name: string, ops: string[], event: string, written: Promise<boolean>}) => void}} Options
 */

/** @param {Options} options @returns {HTMLFormElement} */
export function recordForm({ id, label, fixed, subject, before = [], keep = () => ({}), redo, sending, done }) {
  const from = draft(id) ?? {};
  const input = (/** @type {string} */ name, more = {}) => {
    const node = el("input", { autocomplete: "off", ...more });
    node.value = from[name] ?? "";
    return node;
  };
  const occasion = occasionFields(update, from.occasion ?? "");
  const person = personFields({ fixed, event: occasion.event, game: () => subject()?.game, changed: update, from });
  const table = input("table", { inputmode: "numeric" });
  const round = input("round", { inputmode: "numeric" });
  const note = input("note");
  const reason = input("reason");
  const instead = el("select", { id: "r-invece", onchange: update });
  const choices = el("div", {});
  const notice = el("div", { role: "status", class: "avviso" });
  const why = field("r-motivo", "Perché (resta scritto)", reason);
  const departure = el("details", {}, el("summary", {}, "Dai un’altra penalità"), el("p", { class: "campo" }, el("label", { for: "r-invece" }, "Invece del verdetto"), instead));
  const submit = el("button", { class: "tasto pieno" }, "Registra");
  let base = from.base ?? "";
  let offered = "";
  let writing = false;
  const form = el(
    "form",
    { class: "modulo", "aria-label": label, onsubmit: send, oninput: hold, onchange: update },
    ...before, ...occasion.nodes, ...person.nodes, choices, notice,
    el("div", { class: "coppia" }, field("r-tavolo", "Tavolo", table), field("r-turno", "Turno", round)),
    field("r-nota", "Nota", note),
    departure, why, submit,
  );
  if (from.instead) departure.open = true;
  update();
  whenChanged(() => form.isConnected && !writing && update());
  return form;

  /** What would be written now; null while it cannot be said. */
  function work() {
    const about = subject();
    if (!about) return null;
    const { player, name, open } = person.person();
    const has = hasOf(about.game, player);
    const known = Boolean(name) && !open;
    const differs = known ? about.differs(player) : [];
    // two penalties that grow to the same one are one choice
    const ways = [...new Map(about.bases.map((one) => worked(about.game, one, differs.length || !known ? about.typed : has)).reverse().map((w) => [w.end, w])).values()].reverse();
    const result = ways.length === 1 ? ways[0] : (ways.find((w) => w.given === base) ?? null);
    const end = instead.value || result?.end || "";
    return { about, player, name, open, has, differs, ways, result, end, departs: Boolean(instead.value) && instead.value !== result?.end };
  }

  function update() {
    occasion.update();
    person.update();
    offer(work());
    const now = work();
    notice.replaceChildren(...(now ? told(now) : []));
    const must = Boolean(now && (now.differs.length || now.departs));
    reason.required = must;
    why.hidden = !must;
    departure.hidden = !now?.result && !instead.value;
    submit.textContent = now?.end ? `Registra ${penalty(now.about.game, now.end).title}` : "Registra";
    hold();
  }

  /** The choices there are. @param {ReturnType<typeof work>} now */
  function offer(now) {
    const game = now?.about.game;
    const ways = now?.ways ?? [];
    const key = JSON.stringify([game?.book, ways.map((w) => [w.given, w.end])]);
    if (key === offered) return;
    offered = key;
    const titles = (game?.penalties ?? []).filter((p) => p.grade > 0);
    const before = instead.value || from.instead;
    instead.replaceChildren(el("option", { value: "" }, "il verdetto"), ...titles.map((p) => el("option", { value: p.id }, p.title)));
    instead.value = titles.some((p) => p.id === before) ? before : "";
    const radio = (/** @type {typeof ways[0]} */ { given, end }) =>
      el("label", { class: "scelta" }, el("input", { type: "radio", name: "r-penalita", value: given, required: true, checked: given === base, onchange: () => ((base = given), update()) }), penaltyMark(game, { id: end, title: end }));
    choices.replaceChildren(...(ways.length > 1 ? [el("fieldset", {}, el("legend", {}, "Quale penalità dai?"), ...ways.map(radio))] : []));
  }

  /** What one must know before giving it. @param {NonNullable<ReturnType<typeof work>>} now */
  function told({ about, player, name, has, differs, result, end, departs }) {
    const { game, infraction } = about;
    const own = entriesOf(game, player).filter((e) => carried(e).some((p) => game.counted.some((c) => c.id === p)) || e.now.infraction === infraction.id);
    const grown = result && result.end !== result.given && !departs;
    const next = end && !departs && result ? coming(game, [end, ...result.also], has) : "";
    return [
      own.length ? el("p", {}, `${name} ha già:`) : null,
      own.length ? el("ul", { class: "prove" }, ...own.map((e) => evidence(game, e))) : null,
      ...(differs.length ? [el("p", {}, el("strong", {}, "Il Registro dice altro. "), differs.join(" "))] : []),
      differs.length && redo ? el("p", {}, button("Rifai il verdetto con il Registro", () => redo(player, name))) : null,
      differs.length ? el("p", {}, "Se vale il tuo conto, scrivi perché.") : null,
      grown ? el("p", {}, "Diventa ", penaltyMark(game, { id: end, title: "" }), ". ", result.led.join("; ")) : null,
      departs && result ? el("p", {}, "Il verdetto è ", penaltyMark(game, { id: result.end, title: "" }), ": per dare altro serve un motivo.") : null,
      next && !grown ? el("p", {}, `Dillo al giocatore: ${next}.`) : null,
    ].filter((node) => node instanceof Node);
  }

  function hold() {
    const all = { ...occasion.fields(), ...person.fields(), ...keep(), table: table.value, round: round.value, note: note.value, reason: reason.value, base, instead: instead.value };
    if (Object.values(all).some(Boolean)) keepDraft(id, all);
    else dropDraft(id);
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (writing) return;
    reason.value = reason.value.trim();
    if (!person.valid() || !form.reportValidity()) return void form.reportValidity();
    const meant = submit.textContent;
    writing = true;
    await refresh();
    if (form.isConnected) record(meant);
    writing = false;
  }

  /** @param {string | null} meant what the button said */
  function record(meant) {
    update();
    if (submit.textContent !== meant || !person.valid() || !form.checkValidity()) {
      notice.prepend(el("p", {}, el("strong", {}, "Nel frattempo il Registro è cambiato: guarda di nuovo.")));
      return;
    }
    const now = work();
    if (!now?.end) return;
    const { event: at, drafts: begins, choose, before: ended } = occasion.drafts();
    const { player, drafts: people } = person.drafts(newId);
    sending?.();
    choose();
    if (ended) enter(ended, { t: "closed" });
    const { ops, written } = enter(at, ...begins, ...people, given(now, player));
    dropDraft(id);
    done({ penalty: penalty(now.about.game, now.end).title, name: now.name, ops: [ops[ops.length - 1].id], event: at, written });
  }

  /** @param {NonNullable<ReturnType<typeof work>>} now @param {string} player @returns {import("./log.js").Given} */
  function given({ about, has, differs, result, end, departs }, player) {
    const { game, infraction } = about;
    const title = (/** @type {string} */ one) => penalty(game, one).title;
    const along = departs ? worked(game, end, {}).also : (result?.also ?? []);
    const registered = result ? worked(game, result.given, has).end : "";
    const verdict = departs ? (result?.end ?? "") : differs.length && registered !== end ? registered : "";
    return {
      t: "given", entry: newId(), player, book: game.book, infraction: infraction.id, infractionTitle: infraction.title,
      penalty: end, penaltyTitle: title(end), also: along.map((one) => ({ id: one, title: title(one) })),
      led: departs ? [] : (result?.led ?? []), worked: verdict && title(verdict), reason: differs.length || departs ? reason.value.trim() : "",
      table: table.value.trim(), round: round.value.trim(), note: note.value.trim(), time: new Date().toISOString(),
    };
  }
}
