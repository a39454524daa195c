// Rebuild a decision from its items: load the texts of its rules, recompute its verdicts.
// Texts come from the site's pages, which the offline copy holds, so that a link works without a network.
import { loadPage } from "../load-json.js";
import { address } from "../site-url.js";
import { revisionsSince, ruleOf } from "../rule-from-dom.js";
import { walk } from "../verdict/decision-tree.js";
import { loadGame } from "../verdict/load-games.js";
import { penalty, plain, remedies, titleOf, verdict } from "../verdict/verdict.js";
import { closest, known } from "../search/anchor-lookup.js";
/** @import { Item, Lost, RuleItem, Shown, VerdictItem } from "./types" */

/**
 * Load what to show of each item of a decision, in the same order.
 * Rejects if the network is needed and missing.
 * @param {readonly Item[]} items @returns {Promise<Shown[]>}
 */
export async function gather(items) {
  const urls = items.some((one) => one.kind === "rule") ? await known() : {};
  return Promise.all(items.map((one) => (one.kind === "rule" ? rule(one, urls) : judged(one))));
}

/**
 * Return what to show of a rule; of an unknown one, the most similar anchors.
 * @param {RuleItem} item @param {Record<string, string>} urls address by anchor
 * @returns {Promise<Shown>}
 */
async function rule(item, urls) {
  const url = Object.hasOwn(urls, item.id) ? urls[item.id] : "";
  if (!url) {
    const nearest = closest(item.id, urls, 2).map((id) => ({ id, href: address(urls[id]) }));
    return { kind: "lost", given: item.id, why: "non è una regola di questa edizione", nearest };
  }
  const [path, id] = url.slice(1).split("#");
  const found = await loadPage(path);
  const node = id ? found.getElementById(id) : found.querySelector("h1.sezione");
  if (!node) return { kind: "lost", given: item.id, why: "questa regola non si trova più", nearest: [] };
  const rule = ruleOf(node);
  const document = rule.book.replace(/, (?:dal |senza data).*/, "");
  return {
    kind: "rule",
    id: node.id,
    citation: rule.citation,
    text: rule.text,
    hash: rule.hash,
    where: [rule.section, document, rule.page && `p.\u00a0${rule.page}`].filter(Boolean).join(" · "),
    href: address(url),
    book: node.closest("[data-book]")?.getAttribute("data-book") ?? "",
    changed: item.hash && rule.hash && item.hash !== rule.hash ? changes(found, node.id, item.hash) : null
  };
}

/**
 * Describe in Italian the changes of a rule's text since it was sent, one line each; [] if none is recorded.
 * @param {Document} page the rule's @param {string} id the rule's anchor
 * @param {string} hash the text's fingerprint when it was sent
 */
const changes = (page, id, hash) => revisionsSince(page, id, hash).map(({ day, what }) => `${day}: ${what}`);

/**
 * Recompute a verdict by today's rules, and return what to show of it.
 * @param {VerdictItem} item @returns {Promise<Shown>}
 */
async function judged(item) {
  const lost = (/** @type {string} */ why) =>
    /** @type {Lost} */ ({ kind: "lost", given: `verdetto ${item.book} ${item.infraction}`, why, nearest: [] });
  let game;
  try {
    game = await loadGame(item.book);
  } catch (error) {
    if (/** @type {Error} */ (error).message !== "404") throw error;
    return lost("il gioco non c’è o non ha penalità");
  }
  const at = walk(game, { g: item.book, i: item.infraction, r: item.answers, s: item.history, t: "" });
  if ("unknown" in at) {
    const { what, given } = at.unknown;
    const the = /^[aeiou]/.test(what) ? "l’" : what.endsWith("o") ? "il " : "la "; // infrazione, gioco, domanda
    return lost(`in questa edizione manca ${the}${what} «${given}»`);
  }
  const { infraction, steps, row } = at;
  const asks = (/** @type {string} */ id) => game.counted.find((c) => c.id === id)?.asks ?? id;
  const result = row && verdict(game, row, Object.fromEntries(item.history));
  const ends = result ? [...new Set([result.lowest, result.highest])] : [];
  const title = (/** @type {string[]} */ ids) => {
    const [low, high] = ids.map((id) => titleOf(game, id));
    if (!high) return low;
    return row?.either ? `${low} o ${high}` : `da ${low} a ${high}`;
  };
  const ids =
    row && result
      ? [...new Set([...row.cites, ...result.outcomes.flatMap((o) => o.steps.flatMap((s) => s.cites))])]
      : [];
  return {
    kind: "verdict",
    book: item.book,
    game: game.game,
    title: infraction.title,
    href: verdictAddress(item),
    said: ends.length ? title(ends) : "Mancano delle risposte",
    ends: ends.map((id) => penalty(game, id)),
    either: Boolean(row?.either),
    asked: [
      ...steps.map(([question, answer]) => {
        const text = question.answers.find((a) => a.id === answer)?.text ?? answer;
        return /** @type {[string, string]} */ ([question.text, text]);
      }),
      ...item.history.map(([id, n]) => /** @type {[string, string]} */ ([asks(id), String(n)]))
    ],
    remedy: row && result ? remedies(game, row, result).map(plain) : [],
    cites: ids.map((id) => ({
      cite: game.statements[id].cite,
      href: address(game.statements[id].url.replace(/^\.\.\//, "")),
      text: game.statements[id].text
    })),
    was: item.end.length && item.end.join(".") !== ends.join(".") ? title(item.end) : ""
  };
}

/** Return the address in «Penalità» with the answers that led to a verdict. @param {VerdictItem} item */
function verdictAddress({ book, infraction, answers, history }) {
  const query = new URLSearchParams([
    ["g", book],
    ["i", infraction],
    ...answers.map(([q, a]) => ["r", `${q}.${a}`]),
    ...history.map(([p, n]) => ["s", `${p}.${n}`])
  ]);
  return address(`penalita/?${query}`);
}
