// Draw the verdict, in the order in which a judge announces it.
import { button, codeButton, copiedOrShown, shareButton } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { draft } from "../registro/form-drafts.js";
import { reportAddress } from "../feedback-link.js";
import { who } from "../registro/verdict-player.js";
import { penalty, pieces, plain, remedies } from "../verdict/verdict.js";
import { recording, recordId } from "./record-verdict.js";
import { cite } from "./step-links.js";
/** @import { Rich, Verdict } from "../verdict/types" */
/** @import { Case, Section } from "./types" */

const STILL = "Per l’infrazione, se il giocatore resta in torneo"; // who leaves the tournament mends no deck
const CITED = 8; // rules in the text to send, unless more have decided

/** Return a list without repetitions. @template T @param {T[]} list */
const unique = (list) => [...new Set(list)];

/** Return a text with its links as elements. @param {Rich} text @returns {(string | HTMLAnchorElement)[]} */
const rich = (text) =>
  pieces(text).map((piece) => (typeof piece === "string" ? piece : el("a", { href: piece[1] }, piece[0])));

/**
 * Return the verdict's screen, in the order in which a judge announces it.
 * Printed, it is headed with game, infraction, answers, player, time and address.
 * @param {Case} one @param {Node} whose names the player
 */
export function verdictScreen(one, whose) {
  const { game, infraction, row, other } = one;
  const range = penaltyRange(one);
  const said = range.map((part) => (typeof part === "string" ? part : part.title)).join("");
  const drawn = range.map((part) => (typeof part === "string" ? el("span.tra", part) : penaltyBadge(part)));
  const head = el("div.consegna");
  let recorded = ""; // the player's name
  window.onbeforeprint = () => {
    const player = recorded || who.get(game.book)?.name || draft(recordId(one))?.name;
    const now = new Date().toLocaleString("it-IT", { dateStyle: "long", timeStyle: "short" });
    head.replaceChildren(
      el("h3", heading(one)),
      el("p", edition(one)),
      el("ul", ...answered(one).map((line) => el("li", line))),
      el("p", player ? `Giocatore: ${player}. ` : "", `${now}.`),
      el("p.consegna__via", location.href)
    );
  };
  return el(
    "article.verdetto",
    head,
    el("h2.penale", { "data-qui": `${said} – ${infraction.title}`, "aria-label": `Verdetto: ${said}` }, ...drawn),
    along(one),
    other?.panel,
    whose,
    growth(one),
    range.length > 1 && row.weighs && el("p.pesa", el("strong", "Da valutare. "), ...rich(row.weighs)),
    ...sections(one).map(sectionNode),
    recording(one, (name) => (recorded = name)),
    other?.offer,
    game.scope && el("p.conta", ...rich(game.scope)),
    reasons(one),
    actions(one, said)
  );
}

/** Name a verdict's game and infraction. @param {Case} one */
const heading = ({ game, infraction }) => `${game.game} – ${infraction.title}`;

/** Name the document that a verdict is by, with its edition. @param {Case} one */
const edition = ({ game }) => `${game.title}, edizione ${game.edition}`;

/** Return the answers and counts in words, one line each. @param {Case} one @returns {string[]} */
const answered = ({ game, steps, state }) => [
  ...steps.map(([{ text, answers }, given]) => `${text} ${answers.find(({ id }) => id === given)?.text}`),
  ...state.s.map(([id, n]) => `${game.counted.find((c) => c.id === id)?.asks} ${n}`)
];

/**
 * Return the penalties that a verdict allows, with the words between.
 * «da Ammonizione a Espulsione», «Nessuna penalità o Partita persa».
 * @param {Case} one
 */
function penaltyRange({ game, result, row }) {
  const [low, high] = [result.lowest, result.highest].map((id) => penalty(game, id));
  if (low === high) return [low];
  return row.either ? [low, " o ", high] : ["da ", low, " a ", high];
}

/** Return a box with the penalties that always come with the verdict's own; false if none. @param {Case} one */
function along({ game, result: { outcomes, lowest, highest } }) {
  const texts = outcomes
    .filter(({ also }) => also.length)
    .map((o) => {
      const titles = o.also.map((id) => penalty(game, id).title).join(", ");
      return `${lowest === highest ? "E con questa" : `Con ${penalty(game, o.penalty).title} anche`}: ${titles}`;
    });
  return texts.length > 0 && el("div.anche", ...unique(texts).map((text) => el("p", text)));
}

/** Return a section with the steps of escalation, each with its rule; false if none. @param {Case} one */
function growth({ game, result }) {
  const steps = result.outcomes.filter(grown).flatMap((o) => o.steps);
  const different = [...new Map(steps.map((s) => [`${s.before} ${s.after} ${s.rule}`, s])).values()];
  const lines = different.map(({ before, after, rule, cites }) => {
    const [from, to] = [before, after].map((id) => penaltyBadge(penalty(game, id)));
    const text = game.escalations.find((e) => e.id === rule)?.text;
    const parts = text ? [" → ", to, el("br"), ...rich(text), " "] : [" comporta anche ", to, ". "];
    return el("p", from, ...parts, ...cites.flatMap((id, n) => [n ? ", " : "", cite(game, id)]));
  });
  return lines.length > 0 && el("section.crescita", el("h3", "Per i precedenti"), ...lines);
}

/** Tell whether escalation changed a penalty. @param {Verdict["outcomes"][0]} outcome */
const grown = ({ steps }) => steps.some((step) => step.rule);

/**
 * Return the lists of a verdict: what to do, for the penalty and then for the infraction, and what to write down.
 * @param {Case} one @returns {Section[]}
 */
function sections(one) {
  const { game, row, result } = one;
  const ends = unique(result.outcomes.map((o) => o.penalty)).map((id) => penalty(game, id));
  const own = remedies(game, row, result);
  const ofPenalty = [...instead(one), ...(own === row.remedy ? [] : own)];
  const records = ends.flatMap(({ title, record }) =>
    record.map((text, n) => ({ text, of: ends.length > 1 && !n ? `${title}. ` : "" }))
  );
  const reported = unique(ends.map((p) => p.report).filter(Boolean)).join(" ");
  const plainly = (/** @type {Rich[]} */ texts) => texts.map((text) => ({ text, of: "" }));
  /** @type {Section[]} */
  const all = [
    { title: "Cosa fare", tag: "ol", items: plainly(ofPenalty) },
    { title: ofPenalty.length ? STILL : "Cosa fare", tag: "ol", items: own === row.remedy ? plainly(own) : [] },
    { title: "Cosa annotare", tag: "ul", items: [...plainly(row.record), ...records], reported }
  ];
  return all.filter(({ items, reported }) => items.length || reported);
}

/** Say in Italian which penalties to give instead of which, after escalation. @param {Case} one */
function instead({ game, result }) {
  const changed = result.outcomes.filter((o) => grown(o) && o.steps[0].before !== o.penalty);
  const texts = changed.map(({ penalty: to, steps }) => {
    const [given, due] = [to, steps[0].before].map((id) => penalty(game, id).title);
    const elided = (/** @type {string} */ title) => /^[aeiou]/i.test(title);
    return `Dai ${elided(given) ? "l’" : "la "}${given} invece ${elided(due) ? "dell’" : "della "}${due}.`;
  });
  return unique(texts);
}

/** Return a section of the verdict as an element. @param {Section} section */
const sectionNode = ({ title, tag, items, reported }) =>
  el(
    "section",
    el(title === STILL ? "h4" : "h3", title),
    el(tag, ...items.map(({ of, text }) => el("li", of && el("b", of), ...rich(text)))),
    reported && el("p", el("strong", "A chi comunicarla. "), reported)
  );

/** Write a section of the verdict as lines of text. @param {Section} section @returns {string[]} */
const sectionLines = ({ title, tag, items, reported }) => [
  "",
  title,
  ...items.map(({ of, text }, n) => `${tag === "ol" ? `${n + 1}.` : "-"} ${of}${plain(text)}`),
  ...(reported ? [`A chi comunicarla: ${reported}`] : [])
];

/**
 * Return the anchors of the rules that decided the verdict (`deciding`), and of those about its penalties (`others`).
 * @param {Case} one
 */
function allCites({ game, row, result: { outcomes } }) {
  const steps = outcomes.flatMap((o) => o.steps);
  const penalties = outcomes.flatMap((o) => [o.penalty, ...o.also]).map((id) => penalty(game, id));
  const deciding = new Set([...row.cites, ...steps.flatMap((step) => (step.rule ? step.cites : []))]);
  const others = [...steps.flatMap((s) => s.cites), ...penalties.flatMap((p) => [...p.cites, ...p.record_cites])];
  return { deciding: [...deciding], others: unique(others).filter((id) => !deciding.has(id)) };
}

/** Return a section with the rules that decided the verdict; those about its penalties folded. @param {Case} one */
function reasons(one) {
  const { deciding, others } = allCites(one);
  const rule = (/** @type {string} */ id) => el("li", cite(one.game, id), el("span", one.game.statements[id].text));
  const more = el("details", el("summary", "Le regole su queste penalità"), el("ul", ...others.map(rule)));
  return el("section.perche", el("h3", "Perché"), el("ul", ...deciding.map(rule)), others.length > 0 && more);
}

/** Return the verdict as plain text. @param {Case} one @param {string} said its penalties, in words */
function asText(one, said) {
  const { game, result, other } = one;
  const also = unique(result.outcomes.flatMap((o) => o.also)).map((id) => penalty(game, id).title);
  const applied = new Set(result.outcomes.flatMap((o) => o.steps.map((step) => step.rule)));
  const { deciding, others } = allCites(one);
  const cited = [...deciding, ...others.slice(0, Math.max(0, CITED - deciding.length))];
  return [
    heading(one),
    ...answered(one),
    "",
    said.toUpperCase(),
    ...(also.length ? [`Con: ${also.join(", ")}`] : []),
    ...game.escalations.filter(({ id }) => applied.has(id)).map(({ text }) => plain(text)),
    ...(other?.lines ?? []),
    ...sections(one).flatMap(sectionLines),
    "",
    "Perché",
    ...cited.map((id) => `${game.statements[id].cite}: ${game.statements[id].text}`),
    "",
    location.href
  ].join("\n");
}

/**
 * Return a box with the buttons: copy, share, QR code, add to the decision, print, report an error.
 * @param {Case} one @param {string} said the verdict's penalties, in words
 */
function actions(one, said) {
  const [done, box, url] = [el("p.fatto", { role: "status" }), el("div"), location.href];
  const report = reportAddress(`${said}, ${heading(one)}`, `${edition(one)}\n${url}`);
  const copy = async () => {
    if (await copiedOrShown(asText(one, said), box, "Testo del verdetto da copiare")) done.textContent = "Copiato.";
  };
  const decide = async () => {
    const { addVerdict } = await import("../decision/add-verdict-to-decision.js");
    done.replaceChildren(...addVerdict(one, one.result, allCites(one).deciding));
  };
  const buttons = [
    button("Copia", copy),
    shareButton(() => ({ title: said, text: asText(one, said).replace(`\n\n${url}`, ""), url })),
    codeButton(box, "questo verdetto", "mandalo così com’è"),
    button("Aggiungi alla decisione", decide),
    button("Stampa", () => print()),
    report && el("a.tasto", { href: report }, "Segnala un errore")
  ];
  return el("div.azioni", el("p", ...buttons), done, box);
}
