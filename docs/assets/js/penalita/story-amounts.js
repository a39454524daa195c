// @ts-check
// Read the amounts in a story («dopo una decina di minuti», «39 carte invece di 40») and the answer they fall into.
// Numbers, ordinals, units and thresholds are those of the search (language/quantity-parser.js).
import { ends, starts } from "../language/analysis.js";

/** @import { Data, Analysis } from "../language/analysis.js" */
/** @import { Amount, Measures, Said, Span } from "./types" */
/** @import { Question } from "../verdict/types.d.ts" */

const set = (/** @type {string} */ words) => new Set(words.split(" "));
/** @type {Record<string, [string, number]>} */
const MEASURES = { minuto: ["minutes", 1], ora: ["minutes", 60], carta: ["cards", 1], volta: ["times", 1] };
/** @type {Record<string, number>} */
const ROUND = { decina: 10, quindicina: 15, ventina: 20, trentina: 30, quarantina: 40, dozzina: 12 };
const ABOUT = set("circa quasi intorno verso tipo credo boh scarsi");
const LACKING = set("manca mancano mancava mancavano mancando");
const LEFT = set("restano restavano rimangono rimanevano");
const BETWEEN = set("di buoni interi lunghi altre sole ancora");
const ROUNDS = set("turno turni partita incontro round limite tempo");
const INSTEAD = ["invece di", "invece che", "al posto di", "anziche", "e non"];
const LONGEST = 120; // minutes: two times of day further apart do not tell of a delay
export const EVEN = set("nemmeno neanche neppure manco"); // «nemmeno una»

/**
 * Split a text into words marked with their sentence's start.
 * @param {string} text @param {Analysis} analysis @returns {Said[]}
 */
export function sentences(text, analysis) {
  let end = 0;
  return analysis.tokens(text).map((token) => {
    const between = text.slice(end, token.start);
    end = token.end;
    return { ...token, first: /[.;?\n]/.test(between), pause: between.includes(","), colon: between === ":" };
  });
}

/**
 * Return the number at a position: «12», «un», «paio», «decina».
 * @param {Said | undefined} token @returns {[number, number] | null}
 */
export function number(token) {
  const [word, term] = [token?.word ?? "", token?.term ?? ""];
  if (/^\d{1,4}$/.test(term)) return [Number(term), Number(term)];
  if (["un", "una", "uno"].includes(word)) return [1, 1];
  if (word === "paio") return [2, 2];
  return Object.hasOwn(ROUND, word) ? [Math.floor(ROUND[word] * 0.8), Math.ceil(ROUND[word] * 1.2)] : null;
}

/** Return a count's ordinal: «la seconda volta» → 2; else 0. @param {Said | undefined} token @param {Data} data */
export const ordinal = (token, { ordinals }) =>
  token && Object.hasOwn(ordinals, token.word) ? ordinals[token.word] : 0;

/** @param {Said[]} tokens @param {Data} data @returns {Amount[]} */
export function amounts(tokens, data) {
  // «59» and nothing else: what is counted in a game are cards
  const alone = tokens.length === 1 ? number(tokens[0]) : null;
  if (alone) return [{ measure: "cards", low: alone[0], high: alone[1], from: 0, to: 0 }];
  /** @type {Amount[]} */
  const found = [];
  for (let n = 0; n < tokens.length; n++) {
    const one = amount(tokens, n, data) ?? partOfHour(tokens, n) ?? nth(tokens, n, data);
    if (!one) continue;
    if (!elsewhere(tokens, one)) found.push(bounded(tokens, one, data));
    n = one.to;
  }
  return [...found, ...betweenHours(tokens)];
}

/**
 * Find the answer that a story's amounts fall into. The result has no `answer` if it is not clear which.
 * @param {string} text @param {Said[]} tokens @param {Amount[]} found @param {Record<string, Measures>} ranges
 * @returns {{answer?: string, said: string} | null}
 */
export function within(text, tokens, found, ranges) {
  const measured = new Set(Object.values(ranges).flatMap((measures) => Object.keys(measures)));
  const own = found.filter(({ measure, relative }) => measured.has(measure) && !relative);
  const fitting = (/** @type {Amount} */ amount) =>
    Object.keys(ranges).filter((answer) => (ranges[answer][amount.measure] ?? []).some((span) => inside(amount, span)));
  const candidates = own.map((amount) => ({ amount, answers: fitting(amount) }));
  for (const amount of found.filter(({ relative }) => relative))
    candidates.push({ amount, answers: beyond(amount, ranges) });
  const answers = new Set(candidates.flatMap(({ answers }) => answers));
  const one = candidates.find(({ answers }) => answers.length);
  const words = ({ from, to } = own[0] ?? { from: 0, to: 0 }) => text.slice(tokens[from].start, tokens[to].end);
  if (one && answers.size === 1) return { answer: [...answers][0], said: words(one.amount) };
  // a number whose answer is not known leaves the question open
  const unsure = own.length && Object.keys(ranges).length > 1;
  return unsure ? { said: words() } : null;
}

/** @param {Amount} amount @param {Span} span */
const inside = ({ low, high }, [least, most, after]) =>
  (least === null || (after ? low > least : low >= least)) && (most === null || high <= most);

/**
 * Find the answers on one side of the table's only number. «ne mancano due», «una in più».
 * @param {Amount} amount @param {Record<string, Measures>} ranges
 */
function beyond({ measure, low }, ranges) {
  const spans = Object.entries(ranges).flatMap(([answer, measures]) =>
    (measures[measure] ?? []).map((span) => ({ answer, span }))
  );
  const next = (/** @type {number} */ at) => spans.some(({ span: [from, to] }) => from === at || to === at);
  return spans
    .filter(({ span: [from, to] }) =>
      low < 0 ? from === null && to !== null && !next(to + 1) : to === null && from !== null && !next(from - 1)
    )
    .map(({ answer }) => answer);
}

/**
 * Read an amount: «12 minuti», «5 o 6 carte», «39 invece di 40».
 * @param {Said[]} tokens @param {number} at @param {Data} data @returns {Amount | null}
 */
function amount(tokens, at, data) {
  const first = number(tokens[at]);
  if (!first) return null;
  const [low, high, next] = upTo(tokens, at + 1, first);
  const one = unit(tokens, next, data) ?? instead(tokens, next, data);
  const lacking = [1, 2].some((n) => LACKING.has(tokens[at - n]?.word));
  const [measure, times, to] = one ?? (lacking ? ["cards", 1, at] : ["", 1, next - 1]);
  const more = ["in piu", "di troppo", "di piu"].some((words) => starts(tokens, to + 1, words));
  const less = lacking || ["in meno", "di meno"].some((words) => starts(tokens, to + 1, words));
  if (measure !== "minutes" && (more || less)) {
    const sign = less ? -1 : 1;
    return { measure: measure || "cards", low: low * sign, high: high * sign, from: at, to, relative: true };
  }
  return measure ? { measure, low: low * times, high: high * times, from: at, to } : null;
}

/** @param {Said[]} tokens @param {number} next @param {Data} data @returns {[string, number, number] | null} */
function unit(tokens, next, data) {
  for (let at = next; at < next + 3 && tokens[at] && !tokens[at].first; at++) {
    const { word, term } = tokens[at];
    const measured = Object.hasOwn(data.units, word) ? MEASURES[data.units[word]] : undefined;
    if (measured) return [...measured, at];
    if (number(tokens[at]) || (term && !BETWEEN.has(word))) return null;
  }
  return null;
}

/**
 * Read «invece di 40», an amount of cards: its measure, its factor and its last token; null if it is not one.
 * @param {Said[]} tokens @param {number} next @param {Data} data @returns {[string, number, number] | null}
 */
function instead(tokens, next, data) {
  const words = INSTEAD.find((one) => starts(tokens, next, one));
  const at = next + (words?.split(" ").length ?? 0);
  if (!words || !number(tokens[at])) return null;
  const measured = unit(tokens, at + 1, data);
  return [measured?.[0] ?? "cards", measured?.[1] ?? 1, next - 1];
}

/**
 * Read a range «5 o 6», «5 6»: from, to, end.
 * @param {Said[]} tokens @param {number} next @param {[number, number]} first @returns {[number, number, number]}
 */
function upTo(tokens, next, [low, high]) {
  const joined = ["o", "e", "a"].includes(tokens[next]?.word) ? 1 : 0;
  const place = [next + joined, next].find(
    (n) => /^\d+$/.test(tokens[n]?.term ?? "") && (number(tokens[n])?.[0] ?? 0) > low
  );
  return place === undefined ? [low, high, next] : [low, Number(tokens[place].term), place + 1];
}

/**
 * Read a fraction of an hour: «mezz’ora», «un quarto d’ora». «tre quarti d’ora».
 * @param {Said[]} tokens @param {number} at @returns {Amount | null}
 */
function partOfHour(tokens, at) {
  const words = tokens
    .slice(at, at + 3)
    .map(({ word }) => word)
    .join(" ");
  const minutes = /^(mezz|mezza) ora|^mezzora/.test(words) ? 30 : 0;
  if (minutes)
    return { measure: "minutes", low: 30, high: 30, from: at, to: at + Number(!words.startsWith("mezzora")) };
  if (!/^quart[oi] d ora$/.test(words)) return null;
  const quarters = tokens[at - 1]?.term === "3" ? 45 : 15;
  return { measure: "minutes", low: quarters, high: quarters, from: at, to: at + 2 };
}

/**
 * Read a minute as an ordinal: «al sesto minuto», «al minuto 6».
 * @param {Said[]} tokens @param {number} at @param {Data} data @returns {Amount | null}
 */
function nth(tokens, at, data) {
  const [one, other] = [tokens[at], tokens[at + 1]];
  const minute =
    other?.word === "minuto"
      ? ordinal(one, data)
      : one.word === "minuto" && /^\d+$/.test(other?.term ?? "")
        ? Number(other.term)
        : 0;
  return minute ? { measure: "minutes", low: minute, high: minute, from: at, to: at + 1 } : null;
}

/**
 * Read the minutes between two times of day. «partito alle 15:00, arriva alle 15:08»; of three it is not clear which.
 * @param {Said[]} tokens @returns {Amount[]}
 */
function betweenHours(tokens) {
  const clockTimes = tokens.flatMap((_, at) => clock(tokens, at) ?? []);
  const [first, last] = [clockTimes[0], clockTimes[clockTimes.length - 1]];
  const minutes = Math.abs((last?.time ?? 0) - (first?.time ?? 0));
  if (clockTimes.length !== 2 || !minutes || minutes > LONGEST) return [];
  return [{ measure: "minutes", low: minutes, high: minutes, from: first.from, to: last.to }];
}

/**
 * Read a time of day as minutes from midnight: «alle 15:08». «alle nove e mezza».
 * @param {Said[]} tokens @param {number} from
 */
function clock(tokens, from) {
  if (!["alle", "dalle", "ore"].includes(tokens[from].word) || !tokens[from + 1]) return null;
  const [hour, dotted] = tokens[from + 1].term.split(".");
  if (!/^\d\d?$/.test(hour) || Number(hour) > 24) return null;
  const [next, after] = [tokens[from + 2], tokens[from + 3]];
  const at = (/** @type {string} */ minutes, /** @type {number} */ words) =>
    /^\d\d?$/.test(minutes) && Number(minutes) < 60
      ? { time: Number(hour) * 60 + Number(minutes), from, to: from + words }
      : null;
  if (dotted) return at(dotted, 1);
  if (next?.colon) return at(next.term, 2);
  if (next?.word !== "e" || !after) return at("0", 1);
  if (["mezza", "mezzo"].includes(after.word)) return at("30", 3);
  return after.word === "un" && tokens[from + 4]?.word === "quarto" ? at("15", 4) : (at(after.term, 3) ?? at("0", 1));
}

/**
 * Apply «più di», «meno di», «entro», «circa» to an amount. «dopo 12 minuti» tells when, it is no threshold.
 * @param {Said[]} tokens @param {Amount} q @param {Data} data @returns {Amount}
 */
function bounded(tokens, q, data) {
  const before = [1, 2].map((n) => tokens[q.from - n]?.word ?? "");
  const after = [1, 2].map((n) => tokens[q.to + n]?.word ?? "");
  const hasWord = (/** @type {string} */ name, behind = false) =>
    data.thresholds[name].some(
      (words) => words !== "dopo" && (behind ? starts(tokens, q.to + 1, words) : ends(tokens, q.from, words))
    );
  if (q.relative) return q;
  if (hasWord("most") || hasWord("under") || hasWord("mostAfter", true) || EVEN.has(before[0])) return { ...q, low: 0 };
  if (hasWord("over") || ["passate", "abbondanti", "superati"].some((w) => before.includes(w) || after[0] === w))
    return { ...q, low: q.low + 0.01, high: Infinity };
  if (hasWord("least") || hasWord("leastAfter", true)) return { ...q, high: Infinity };
  if ([...before, ...after].some((w) => ABOUT.has(w))) return { ...q, low: q.low * 0.8, high: q.high * 1.2 };
  return before[0] === "dopo" && q.measure === "minutes" ? { ...q, high: q.high + 0.01 } : q;
}

/** Tell whether minutes are a remaining or total time, not a delay. @param {Said[]} tokens @param {Amount} q */
function elsewhere(tokens, { measure, from, to }) {
  if (measure !== "minutes") return false;
  const before = [1, 2, 3].map((n) => tokens[from - n]?.word ?? "");
  const after = [1, 2, 3].map((n) => tokens[to + n]?.word ?? "");
  if (before.some((w) => LACKING.has(w) || LEFT.has(w)) || (before[0] === "da" && ROUNDS.has(before[1]))) return true;
  if (after[0] === "di" && (after.includes("turno") || after.includes("gioco"))) return true;
  return after[0] === "prima" || (["alla", "dalla", "della"].includes(after[0]) && after[1] === "fine");
}

/**
 * Find the answer for a count of times: «per la seconda volta». «già ripreso due volte».
 * @param {{text: string, tokens: Said[], found: Amount[]}} story @param {Question} question @param {Data} data
 */
export function times({ text, tokens, found }, { answers }, data) {
  const at = tokens.findIndex((token, n) => tokens[n + 1]?.word === "volta" && ordinal(token, data));
  const already = (/** @type {Amount} */ { from }) =>
    tokens
      .slice(Math.max(0, from - 5), from + 1)
      .some(({ word }) => /^(gia|prima|(avvisat|ripres|richiamat)[oa])$/.test(word));
  const past = found.find((one) => one.measure === "times" && one.low === one.high && already(one));
  const [count, from, to] =
    at >= 0 ? [ordinal(tokens[at], data) - 1, at, at + 1] : [past?.low ?? -1, past?.from ?? 0, past?.to ?? 0];
  const reached = answers
    .filter((a) => a.count !== null && a.count <= count)
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))[0];
  return reached ? { answer: reached.id, said: text.slice(tokens[from].start, tokens[to].end) } : null;
}
