// Record a verdict in the Registro, and tell where its answers differ from what is recorded there.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { draft, keepDraft } from "../registro/form-drafts.js";
import { recordForm } from "../registro/new-penalty-form.js";
import { registro } from "../registro/log-store.js";
import { countsFor, sameInfraction } from "../registro/player-history.js";
import { said, say } from "../registro/undo-line.js";
import { trouble } from "../registro/unsaved-data-alert.js";
import { who } from "../registro/verdict-player.js";
import { allowed, byCount, lastThreshold, penalty } from "../verdict/verdict.js";
/** @import { Game, Infraction, Question, Row, State } from "../verdict/types" */
/** @import { Player, Subject } from "../registro/types" */
/** @import { Case } from "./types" */

/** Return the id under which a half-filled form for a verdict is kept. @param {Case} one */
export const recordId = ({ game, infraction }) => `verdetto ${game.book} ${infraction.id}`;

/**
 * Return the button that opens the form to record a verdict, or the open form; null if there is no penalty.
 * @param {Case} one @param {(name: string) => void} recorded called with the player's name
 * @returns {HTMLElement | null}
 */
export function recording(one, recorded) {
  const { game, result, other } = one;
  if (!(penalty(game, result.highest).grade > 0)) return null;
  if (other?.instead) return el("p.avviso", other.instead);
  const id = recordId(one);
  const box = el("section.registra", { "aria-label": "Registro" });
  const open = () => {
    const form = recordForm({
      id,
      label: "Registra la penalità",
      fixed: who.get(game.book),
      note: other?.note,
      subject: () => subjectOf(one),
      redo: (player, name) => {
        if (player) who.set(game.book, player);
        else (who.drop(), keepDraft(id, { ...draft(id), name }));
        one.go(withRegistro(one, player));
      },
      sending: who.drop, // what is given now is not held against what was counted before
      done({ penalty: title, name, ops, event, written }) {
        const after = () => (box.classList.remove("aperto"), box.append(opener));
        recorded(name);
        box.replaceChildren(said, el("a.tasto", { href: "../registro/" }, "Apri il Registro"), trouble);
        say(`Salvato nel Registro: ${title} per ${name}.`, written, { ops, event, after });
        box.scrollIntoView({ block: "center" });
      }
    });
    box.classList.add("aperto");
    box.replaceChildren(form);
    return form;
  };
  const show = () => {
    const form = open();
    form.scrollIntoView({ block: "start" });
    form.querySelector("input:not([type=radio])")?.focus({ preventScroll: true });
  };
  const opener = button("Registra", show, { class: "tasto pieno" });
  if (draft(id)) open();
  else box.append(opener);
  return box;
}

/**
 * Return what a verdict's form records, and how its answers differ from the Registro.
 * @param {Case} one @returns {Subject}
 */
function subjectOf(one) {
  const { game, row, state } = one;
  return {
    game,
    infraction: game.infractions.find((i) => i.id === row.infraction) ?? one.infraction,
    bases: allowed(game, row).filter((penaltyId) => penalty(game, penaltyId).grade > 0),
    typed: Object.fromEntries(state.s),
    answers: state.r.map((answer) => answer.join(".")),
    differs: (player) => differences(one, player)
  };
}

/**
 * Return functions that answer from the Registro, for a player (null: one without penalties).
 * `answer` returns the answer to a question about earlier cases, undefined to others; `count` how many of a penalty he
 * has; `enough` how many of these can change the verdict, of `given` if that is another number.
 * @param {{game: Game, infraction: Infraction, row: Row | null}} one @param {Player | null} player
 */
export function registroAnswers({ game, infraction, row }, player) {
  const has = player ? countsFor(registro(), game, player, row?.infraction ?? infraction.id) : {};
  const before = player ? sameInfraction(registro(), game.book, player, infraction.id).length : 0;
  const count = (/** @type {string} */ id) => has[id] ?? 0;
  return {
    answer: (/** @type {Question | undefined} */ question) =>
      question?.history ? byCount(question, before) : undefined,
    count,
    enough: (/** @type {string} */ id, given = count(id)) =>
      row ? Math.min(given, lastThreshold(game, row, id)) : given
  };
}

/**
 * Say in Italian where the answers about earlier penalties differ from the Registro, one sentence each.
 * @param {Case} one @param {Player | null} player @returns {string[]}
 */
export function differences(one, player) {
  const { answer, count, enough } = registroAnswers(one, player);
  const counts = one.state.s.map(([id, n]) => {
    const plural = one.game.counted.find((c) => c.id === id)?.plural ?? id;
    const said = `${plural[0].toUpperCase()}${plural.slice(1)}: ${count(id)} nel Registro, ${n} secondo te.`;
    return enough(id) === enough(id, n) ? "" : said;
  });
  const answers = one.steps.map(([question, id]) => {
    const right = answer(question) ?? { id, text: "" };
    const given = question.answers.find((a) => a.id === id)?.text;
    return right.id === id ? "" : `${question.text} Per il Registro è «${right.text}», tu hai risposto «${given}».`;
  });
  return [...counts, ...answers].filter(Boolean);
}

/**
 * Return a case's answers and counts, those about earlier penalties replaced by what the Registro has of a player.
 * @param {Case} one @param {Player | null} player null: one without penalties @returns {State}
 */
function withRegistro(one, player) {
  const { answer, enough } = registroAnswers(one, player);
  return {
    ...one.state,
    r: one.steps.map(([question, given]) => [question.id, answer(question)?.id ?? given]),
    s: one.game.counted.map(({ id }) => [id, enough(id)])
  };
}
