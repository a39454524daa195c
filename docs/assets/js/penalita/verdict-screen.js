// Draw the verdict, in the order in which a judge announces it.
import { button, codeButton, copiedOrShown, shareButton } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { draft } from "../registro/form-drafts.js";
import { reportAddress } from "../feedback-link.js";
import { who } from "../registro/verdict-player.js";
import { penalty, pieces, plain, remedies, verdict } from "../verdict/verdict.js";
import { recording, recordId } from "./record-verdict.js";
/** @import { Game, Rich, Row, Verdict } from "../verdict/types" */
/** @import { Case, Section } from "./types" */

const STILL = "Per l’infrazione, se il giocatore resta in torneo"; // who leaves the tournament mends no deck
const CITED = 8; // rules in the text to send, unless more have decided

/** Return a list without repetitions. @template T @param {T[]} list */
const unique = (list) => [...new Set(list)];

/** Return a text with its links as elements. @param {Rich} text @returns {(string | HTMLAnchorElement)[]} */
const rich = (text) =>
  pieces(text).map((piece) => (typeof piece === "string" ? piece : el("a", { href: piece[1] }, piece[0])));

/** Return links to statements, separated by commas. @param {Game} game @param {string[]} ids anchors */
const cites = ({ statements }, ids) =>
  ids.flatMap((id, n) => [n ? ", " : "", el("a.cita", { href: statements[id].url }, statements[id].cite)]);

/**
 * The verdict on the screen, to be printed, and its player's name once recorded.
 * @type {{one: Case, name: string} | null}
 */
let printed = null;

/**
 * Return the verdict's screen, in the order in which a judge announces it, and remember the verdict for printing.
 * @param {Case} one @param {Node} whose names the player
 */
export function verdictScreen(one, whose) {
  const { game, infraction, row, known, combined } = one;
  const result = verdict(game, row, known);
  const range = penaltyRange(game, result, row);
  const said = range.map((part) => (typeof part === "string" ? part : part.title)).join("");
  const drawn = range.map((part) => (typeof part === "string" ? el("span.tra", part) : penaltyBadge(part)));
  printed = { one, name: "" };
  return el(
    "article.verdetto",
    el("div.consegna"),
    el("h2.penale", { "data-qui": `${said} – ${infraction.title}`, "aria-label": `Verdetto: ${said}` }, ...drawn),
    along(game, result),
    combined?.togetherPanel(one, result),
    whose,
    growth(game, result),
    range.length > 1 && row.weighs && el("p.pesa", el("strong", "Da valutare. "), ...rich(row.weighs)),
    ...sections(game, row, result).map(sectionNode),
    recording(one, result, (name) => (printed = { one, name })),
    combined?.togetherOffer(one),
    game.scope && el("p.conta", ...rich(game.scope)),
    reasons(game, row, result),
    actions(one, result, said)
  );
}

/** Head the printed verdict with game, infraction, answers, history, player, time and address. */
addEventListener("beforeprint", () => {
  const place = document.querySelector(".consegna");
  if (!printed || !place) return;
  const { one, name } = printed;
  const player = name || who.get(one.game.book)?.name || draft(recordId(one))?.name;
  const now = new Date().toLocaleString("it-IT", { dateStyle: "long", timeStyle: "short" });
  place.replaceChildren(
    el("h3", heading(one)),
    el("p", `${one.game.title}, edizione ${one.game.edition}`),
    el("ul", ...answered(one).map((line) => el("li", line))),
    el("p", player ? `Giocatore: ${player}. ` : "", `${now}.`),
    el("p.consegna__via", location.href)
  );
});

/** Name a verdict's game and infraction. @param {Case} one */
const heading = ({ game, infraction }) => `${game.game} – ${infraction.title}`;

/** Return the answers and counts in words, one line each. @param {Case} one @returns {string[]} */
const answered = ({ game, steps, state }) => [
  ...steps.map(([{ text, answers }, given]) => `${text} ${answers.find(({ id }) => id === given)?.text}`),
  ...state.s.map(([id, n]) => `${game.counted.find((c) => c.id === id)?.asks} ${n}`)
];

/**
 * Return the penalties that a verdict allows, with the words between.
 * «da Ammonizione a Espulsione», «Nessuna penalità o Partita persa».
 * @param {Game} game @param {Verdict} result @param {Row} row
 */
function penaltyRange(game, { lowest, highest }, { either }) {
  const [low, high] = [penalty(game, lowest), penalty(game, highest)];
  if (low === high) return [low];
  return either ? [low, " o ", high] : ["da ", low, " a ", high];
}

/**
 * Return a box with the penalties that always come with the verdict's own; false if none.
 * @param {Game} game @param {Verdict} result
 */
function along(game, { outcomes, lowest, highest }) {
  const texts = outcomes
    .filter(({ also }) => also.length)
    .map((o) => {
      const titles = o.also.map((id) => penalty(game, id).title).join(", ");
      return `${lowest === highest ? "E con questa" : `Con ${penalty(game, o.penalty).title} anche`}: ${titles}`;
    });
  return texts.length > 0 && el("div.anche", ...unique(texts).map((text) => el("p", text)));
}

/**
 * Return a section with the steps of escalation, each with its rule; false if none.
 * @param {Game} game @param {Verdict} result
 */
function growth(game, { outcomes }) {
  const steps = outcomes.filter(grown).flatMap((o) => o.steps);
  const different = [...new Map(steps.map((s) => [`${s.before} ${s.after} ${s.rule}`, s])).values()];
  const lines = different.map(({ before, after, rule, cites: ids }) => {
    const [from, to] = [before, after].map((id) => penaltyBadge(penalty(game, id)));
    const text = game.escalations.find((e) => e.id === rule)?.text;
    const parts = text ? [" → ", to, el("br"), ...rich(text), " "] : [" comporta anche ", to, ". "];
    return el("p", from, ...parts, ...cites(game, ids));
  });
  return lines.length > 0 && el("section.crescita", el("h3", "Per i precedenti"), ...lines);
}

/** Tell whether escalation changed a penalty. @param {Verdict["outcomes"][0]} outcome */
const grown = ({ steps }) => steps.some((step) => step.rule);

/**
 * Return the lists of a verdict: what to do, for the penalty and then for the infraction, and what to write down.
 * @param {Game} game @param {Row} row @param {Verdict} result @returns {Section[]}
 */
function sections(game, row, result) {
  const ends = unique(result.outcomes.map((o) => o.penalty)).map((id) => penalty(game, id));
  const own = remedies(game, row, result);
  const ofPenalty = [...instead(game, result), ...(own === row.remedy ? [] : own)];
  const ofInfraction = own === row.remedy ? own : [];
  const records = ends.flatMap(({ title, record }) =>
    record.map((text, n) => ({ text, of: ends.length > 1 && !n ? `${title}. ` : "" }))
  );
  const reported = unique(ends.map((p) => p.report).filter(Boolean)).join(" ");
  const plainly = (/** @type {Rich[]} */ texts) => texts.map((text) => ({ text, of: "" }));
  /** @type {Section[]} */
  const all = [
    { title: "Cosa fare", ordered: true, items: plainly(ofPenalty) },
    { title: ofPenalty.length ? STILL : "Cosa fare", ordered: true, items: plainly(ofInfraction) },
    { title: "Cosa annotare", items: [...plainly(row.record), ...records], reported }
  ];
  return all.filter(({ items, reported }) => items.length || reported);
}

/**
 * Say in Italian which penalties to give instead of which, after escalation. @param {Game} game @param {Verdict} result
 */
function instead(game, { outcomes }) {
  const changed = outcomes.filter((o) => grown(o) && o.steps[0].before !== o.penalty);
  const texts = changed.map(({ penalty: to, steps }) => {
    const [given, due] = [to, steps[0].before].map((id) => penalty(game, id).title);
    const elided = (/** @type {string} */ title) => /^[aeiou]/i.test(title);
    return `Dai ${elided(given) ? "l’" : "la "}${given} invece ${elided(due) ? "dell’" : "della "}${due}.`;
  });
  return unique(texts);
}

/** Return a section of the verdict as an element. @param {Section} section */
const sectionNode = ({ title, ordered, items, reported }) =>
  el(
    "section",
    el(title === STILL ? "h4" : "h3", title),
    el(ordered ? "ol" : "ul", ...items.map(({ of, text }) => el("li", of && el("b", of), ...rich(text)))),
    reported && el("p", el("strong", "A chi comunicarla. "), reported)
  );

/** Write a section of the verdict as lines of text. @param {Section} section @returns {string[]} */
const sectionLines = ({ title, ordered, items, reported }) => [
  "",
  title,
  ...items.map(({ of, text }, n) => `${ordered ? `${n + 1}.` : "-"} ${of}${plain(text)}`),
  ...(reported ? [`A chi comunicarla: ${reported}`] : [])
];

/**
 * Return the anchors of the rules that decided the verdict (`deciding`), and of those about its penalties (`others`).
 * @param {Game} game @param {Row} row @param {Verdict} result
 */
function allCites(game, row, { outcomes }) {
  const steps = outcomes.flatMap((o) => o.steps);
  const penalties = outcomes.flatMap((o) => [o.penalty, ...o.also]).map((id) => penalty(game, id));
  const deciding = unique([...row.cites, ...steps.flatMap((step) => (step.rule ? step.cites : []))]);
  const others = unique([
    ...steps.flatMap((s) => s.cites),
    ...penalties.flatMap((p) => [...p.cites, ...p.record_cites])
  ]);
  return { deciding, others: others.filter((id) => !deciding.includes(id)) };
}

/**
 * Return a section with the rules that decided the verdict; those about its penalties folded.
 * @param {Game} game @param {Row} row @param {Verdict} result
 */
function reasons(game, row, result) {
  const { deciding, others } = allCites(game, row, result);
  const rules = (/** @type {string[]} */ ids) =>
    el("ul", ...ids.map((id) => el("li", ...cites(game, [id]), el("span", game.statements[id].text))));
  const more = others.length > 0 && el("details", el("summary", "Le regole su queste penalità"), rules(others));
  return el("section.perche", el("h3", "Perché"), rules(deciding), more);
}

/**
 * Return the verdict as plain text.
 * @param {Case} one @param {Verdict} result @param {string} said its penalties, in words
 */
function asText(one, result, said) {
  const { game, row, combined } = one;
  const also = unique(result.outcomes.flatMap((o) => o.also)).map((id) => penalty(game, id).title);
  const applied = new Set(result.outcomes.flatMap((o) => o.steps.map((step) => step.rule)));
  const { deciding, others } = allCites(game, row, result);
  const cited = [...deciding, ...others.slice(0, Math.max(0, CITED - deciding.length))];
  return [
    heading(one),
    ...answered(one),
    "",
    said.toUpperCase(),
    ...(also.length ? [`Con: ${also.join(", ")}`] : []),
    ...game.escalations.filter(({ id }) => applied.has(id)).map(({ text }) => plain(text)),
    ...(combined?.togetherText(one, result) ?? []),
    ...sections(game, row, result).flatMap(sectionLines),
    "",
    "Perché",
    ...cited.map((id) => `${game.statements[id].cite}: ${game.statements[id].text}`),
    "",
    location.href
  ].join("\n");
}

/**
 * Return a box with the buttons: copy, share, QR code, add to the decision, print, report an error.
 * @param {Case} one @param {Verdict} result @param {string} said the verdict's penalties, in words
 */
function actions(one, result, said) {
  const { game, row } = one;
  const [done, box, url] = [el("p.fatto", { role: "status" }), el("div"), location.href];
  const report = reportAddress(`${said}, ${heading(one)}`, `${game.title}, edizione ${game.edition}\n${url}`);
  const copy = async () => {
    if (await copiedOrShown(asText(one, result, said), box, "Testo del verdetto da copiare"))
      done.textContent = "Copiato.";
  };
  const decide = async () => {
    const { addVerdict } = await import("../decision/add-verdict-to-decision.js");
    done.replaceChildren(...addVerdict(one, result, allCites(game, row, result).deciding));
  };
  const buttons = [
    button("Copia", copy),
    shareButton(() => ({ title: said, text: asText(one, result, said).replace(`\n\n${url}`, ""), url })),
    codeButton(box, "questo verdetto", "mandalo così com’è"),
    button("Aggiungi alla decisione", decide),
    button("Stampa", () => print()),
    report && el("a.tasto", { href: report }, "Segnala un errore")
  ];
  return el("div.azioni", el("p", ...buttons), done, box);
}
