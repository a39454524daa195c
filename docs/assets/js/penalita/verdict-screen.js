// @ts-check
// Show the verdict, in the order in which it is announced.
import { button, codeButton, copiedOrShown, shareButton } from "../buttons-and-fields.js";
import { el } from "../dom.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { draft } from "../registro/form-drafts.js";
import { reportAddress } from "../feedback-link.js";
import { who } from "../registro/chosen-player.js";
import { penalty, pieces, plain, remedies, verdict } from "../verdict/verdict.js";
import { recording, recordId } from "./record-verdict.js";

/** @import { Rich, Game, Verdict, Row } from "../verdict/types.d.ts" */
/** @import { Case } from "./types" */

/** Show the verdict; `whose` names its player. @param {Case} one @param {Node} whose */
export function verdictScreen(one, whose) {
  const { game, row, known, combined } = one;
  const result = verdict(game, row, known);
  const said = spoken(game, result, row);
  const ends = [...new Set([result.lowest, result.highest])].map((id) => penalty(game, id));
  printed = { one, name: "" };
  const parts = [
    el("div", { class: "consegna" }),
    el(
      "h2",
      { class: "penale", "data-qui": `${said} – ${one.infraction.title}`, "data-annuncio": `Verdetto: ${said}` },
      ends.length > 1 && !row.either ? el("span", { class: "tra" }, "da ") : "",
      penaltyBadge(ends[0]),
      ...(ends.length > 1 ? [el("span", { class: "tra" }, row.either ? " o " : " a "), penaltyBadge(ends[1])] : [])
    ),
    along(game, result),
    combined?.togetherPanel(one, result) ?? null,
    whose,
    growth(game, result),
    ends.length > 1 && row.weighs
      ? el("p", { class: "pesa" }, el("strong", {}, "Da valutare. "), ...shown(row.weighs))
      : null,
    whatToDo(game, row, result),
    records(game, one, result),
    recording(one, result, (name) => (printed = { one, name })),
    combined?.togetherOffer(one) || null,
    game.scope ? el("p", { class: "conta" }, ...shown(game.scope)) : null,
    reasons(game, one, result),
    actions(one, result, said)
  ];
  return el("article", { class: "verdetto" }, ...parts);
}

/** Hold the verdict being printed, and its player if recorded. @type {{one: Case, name: string} | null} */
let printed = null;

/** Write the printed verdict's heading. Game, infraction, answers, history, player, time and address. */
addEventListener("beforeprint", () => {
  const place = document.querySelector(".consegna");
  if (!printed || !place) return;
  const { one, name } = printed;
  const player = name || who.get(one.game.book)?.name || draft(recordId(one))?.name;
  const now = new Date().toLocaleString("it-IT", { dateStyle: "long", timeStyle: "short" });
  place.replaceChildren(
    el("h3", {}, heading(one)),
    el("p", {}, `${one.game.title}, edizione ${one.game.edition}`),
    el("ul", {}, ...answered(one).map((line) => el("li", {}, line))),
    el("p", {}, player ? `Giocatore: ${player}. ` : "", `${now}.`),
    el("p", { class: "consegna__via" }, location.href)
  );
});

/** @param {Case} one */
const heading = ({ game, infraction }) => `${game.game} – ${infraction.title}`;

/** Return the answers and counts in words. @param {Case} one */
const answered = ({ game, steps, state }) => [
  ...steps.map(([question, answer]) => {
    const text = question.answers.find((/** @type {any} */ a) => a.id === answer)?.text;
    return `${question.text} ${text}`;
  }),
  ...state.s.map(([id, n]) => `Ha già ${game.counted.find((c) => c.id === id)?.plural}: ${n}`)
];

/**
 * Return a penalty range: «da Ammonizione a Espulsione», «Nessuna penalità o Partita persa».
 * @param {Game} game @param {Verdict} result @param {Row} row
 */
function spoken(game, result, row) {
  const [low, high] = [penalty(game, result.lowest).title, penalty(game, result.highest).title];
  if (low === high) return low;
  return row.either ? `${low} o ${high}` : `da ${low} a ${high}`;
}

/** @param {Game} game @param {Verdict} result */
function along(game, result) {
  const also = result.outcomes.filter((o) => o.also.length);
  if (!also.length) return null;
  const range = result.lowest !== result.highest;
  const texts = [
    ...new Set(
      also.map(
        (o) =>
          `${range ? `Con ${penalty(game, o.penalty).title} anche` : "E con questa"}: ${o.also.map((id) => penalty(game, id).title).join(", ")}`
      )
    )
  ];
  return el("div", { class: "anche" }, ...texts.map((text) => el("p", {}, text)));
}

/** Describe an escalation as a step, with its citation. @param {Game} game @param {Verdict} result */
function growth(game, result) {
  const steps = result.outcomes.filter((o) => o.steps.some((s) => s.rule)).flatMap((o) => o.steps);
  const unique = [...new Map(steps.map((s) => [`${s.before} ${s.after} ${s.rule}`, s])).values()];
  if (!unique.length) return null;
  return el(
    "section",
    { class: "crescita" },
    el("h3", {}, "Per le penalità precedenti"),
    ...unique.map((step) => {
      const rule = game.escalations.find((e) => e.id === step.rule);
      const [before, after] = [penaltyBadge(penalty(game, step.before)), penaltyBadge(penalty(game, step.after))];
      if (!rule) return el("p", {}, before, " porta con sé ", after, ". ", ...cites(game, step.cites));
      return el("p", {}, before, " → ", after, el("br"), ...shown(rule.text), " ", ...cites(game, step.cites));
    })
  );
}

/** Render a text with its references. @param {Rich} text */
const shown = (text) =>
  pieces(text).map((piece) => (typeof piece === "string" ? piece : el("a", { href: piece[1] }, piece[0])));

/** @param {string} title @param {"ol" | "ul"} tag @param {(Node | string)[][]} items */
const section = (title, tag, items) =>
  el("section", {}, el("h3", {}, title), el(tag, {}, ...items.map((item) => el("li", {}, ...item))));

/** Return the escalated penalties, each with its original. @param {Verdict} result */
const grown = (result) =>
  result.outcomes.filter((o) => o.steps.some((s) => s.rule)).map((o) => ({ from: o.steps[0].before, to: o.penalty }));

/**
 * List what to do for an escalated penalty. The penalty itself, then what the infraction still asks.
 * @param {Game} game @param {Verdict} result
 */
const grownSteps = (game, result) => [
  ...new Set(
    grown(result)
      .filter((g) => g.from !== g.to)
      .map(({ from, to }) => [to, from].map((id) => penalty(game, id).title))
      .map(
        ([to, from]) =>
          `Dai ${/^[aeiou]/i.test(to) ? "l’" : "la "}${to} invece ${/^[aeiou]/i.test(from) ? "dell’" : "della "}${from}.`
      )
  )
];

const STILL = "Per l’infrazione, se il giocatore resta in torneo"; // who leaves the tournament mends no deck

/**
 * List what to do: for the penalty, then for the infraction.
 * @param {Game} game @param {Row} row @param {Verdict} result @returns {{first: Rich[], then: Rich[]}}
 */
function toDo(game, row, result) {
  const first = grownSteps(game, result);
  const own = remedies(game, row, result);
  return own === row.remedy ? { first, then: own } : { first: [...first, ...own], then: [] };
}

/** @param {Game} game @param {Row} row @param {Verdict} result */
function whatToDo(game, row, result) {
  const { first, then } = toDo(game, row, result);
  if (!first.length) return then.length ? section("Cosa fare", "ol", then.map(shown)) : null;
  const node = section("Cosa fare", "ol", first.map(shown));
  if (then.length) node.append(el("h4", {}, STILL), el("ol", {}, ...then.map((text) => el("li", {}, ...shown(text)))));
  return node;
}

/**
 * Return what to write down, and whom to report to. `of`: for which penalty, if several.
 * @param {Game} game @param {Case} one @param {Verdict} result
 */
function notes(game, { row }, result) {
  const ends = [...new Set(result.outcomes.map((o) => o.penalty))].map((id) => penalty(game, id));
  const items = row.record.map((text) => ({ of: "", text }));
  for (const p of ends)
    items.push(...p.record.map((text, i) => ({ of: ends.length > 1 && !i ? `${p.title}.` : "", text })));
  return { items, to: [...new Set(ends.map((p) => p.report).filter(Boolean))] };
}

/** @param {Game} game @param {Case} one @param {Verdict} result */
function records(game, one, result) {
  const { items, to } = notes(game, one, result);
  if (!items.length && !to.length) return null;
  const node = section(
    "Cosa annotare",
    "ul",
    items.map(({ of, text }) => [...(of ? [el("b", {}, of), " "] : []), ...shown(text)])
  );
  if (to.length) node.append(el("p", {}, el("strong", {}, "A chi comunicarla. "), to.join(" ")));
  return node;
}

/**
 * List the rules that decided, then those on the penalties. Those of the escalation among them.
 * @param {Game} game @param {Case} one @param {Verdict} result
 */
function allCites(game, { row }, result) {
  const grew = result.outcomes.flatMap((o) => o.steps.filter((s) => s.rule).flatMap((s) => s.cites));
  const rules = result.outcomes.flatMap((o) => o.steps.flatMap((s) => s.cites));
  const penalties = [...new Set(result.outcomes.flatMap((o) => [o.penalty, ...o.also]))].map((id) => penalty(game, id));
  const deciding = [...new Set([...row.cites, ...grew])];
  const others = new Set([...rules, ...penalties.flatMap((p) => [...p.cites, ...p.record_cites])]);
  return { deciding, others: [...others].filter((id) => !deciding.includes(id)) };
}

/** @param {Game} game @param {string[]} ids */
const cites = (game, ids) =>
  ids.flatMap((id, k) => [
    k ? ", " : "",
    el("a", { href: game.statements[id].url, class: "cita" }, game.statements[id].cite)
  ]);

/** @param {Game} game @param {Case} one @param {Verdict} result */
function reasons(game, one, result) {
  const row = (/** @type {string} */ id) =>
    el("li", {}, ...cites(game, [id]), el("span", {}, game.statements[id].text));
  const { deciding, others } = allCites(game, one, result);
  return el(
    "section",
    { class: "perche" },
    el("h3", {}, "Perché"),
    el("ul", {}, ...deciding.map(row)),
    others.length
      ? el("details", {}, el("summary", {}, "Le regole su queste penalità"), el("ul", {}, ...others.map(row)))
      : null
  );
}

/** Return the verdict as a text to send. @param {Case} one @param {Verdict} result @param {string} said */
function asText(one, result, said) {
  const { game, row } = one;
  const lines = [heading(one), ...answered(one)];
  lines.push("", said.toUpperCase());
  const also = [...new Set(result.outcomes.flatMap((o) => o.also))];
  if (also.length) lines.push(`Con: ${also.map((id) => penalty(game, id).title).join(", ")}`);
  const rules = new Set(result.outcomes.flatMap((o) => o.steps.map((s) => s.rule)));
  for (const e of game.escalations) if (rules.has(e.id)) lines.push(plain(e.text));
  lines.push(...(one.combined?.togetherText(one, result) ?? []));
  const numbered = (/** @type {Rich[]} */ texts) => texts.map((text, i) => `${i + 1}. ${plain(text)}`);
  const { first, then } = toDo(game, row, result);
  if (first.length) lines.push("", "Cosa fare", ...numbered(first));
  if (then.length) lines.push("", first.length ? STILL : "Cosa fare", ...numbered(then));
  const { items, to } = notes(game, one, result);
  if (items.length || to.length)
    lines.push(
      "",
      "Cosa annotare",
      ...items.map(({ of, text }) => `- ${of && `${of} `}${plain(text)}`),
      ...(to.length ? [`A chi comunicarla: ${to.join(" ")}`] : [])
    );
  const { deciding, others } = allCites(game, one, result);
  const cited = [...deciding, ...others.slice(0, Math.max(0, 8 - deciding.length))];
  lines.push("", "Perché", ...cited.map((id) => `${game.statements[id].cite}: ${game.statements[id].text}`));
  return [...lines, "", location.href].join("\n");
}

/** @param {Case} one @param {Verdict} result @param {string} said */
function actions(one, result, said) {
  const done = el("p", { role: "status", class: "fatto" });
  const box = el("div", {});
  const url = location.href;
  const report = reportAddress(`${said}, ${heading(one)}`, `${one.game.title}, edizione ${one.game.edition}\n${url}`);
  return el(
    "div",
    { class: "azioni" },
    el(
      "p",
      {},
      button("Copia", async () => {
        if (await copiedOrShown(asText(one, result, said), box, "Il verdetto, da copiare"))
          done.textContent = "Copiato.";
      }),
      shareButton(() => ({ title: said, text: asText(one, result, said).replace(`\n\n${url}`, ""), url })),
      codeButton(box, "questo verdetto", "mandalo"),
      button("Aggiungi alla decisione", async () => {
        const { addVerdict } = await import("../decision/add-verdict.js");
        done.replaceChildren(...addVerdict(one, result, allCites(one.game, one, result).deciding));
      }),
      button("Stampa", () => print()),
      report && el("a", { class: "tasto", href: report }, "Segnala un errore")
    ),
    done,
    box
  );
}
