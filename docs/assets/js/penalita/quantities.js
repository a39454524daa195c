// @ts-check
// I numeri di un racconto con la loro misura: «dopo una decina di minuti» → minutes, da 8 a 12. Numeri, ordinali, unità e
// soglie sono quelli della ricerca (language/numbers.js); qui sta quello che si dice raccontando: una decina, mezz’ora,
// circa; e «dopo 12 minuti» è quando, non una soglia.

import { ends, starts } from "../language/analysis.js";

/** @typedef {import("./phrases.js").Token} Token @typedef {import("../language/analysis.js").Data & {measures: Record<string, [string, number]>}} Data */
/** @typedef {{measure: string, low: number, high: number, from: number, to: number, clock?: boolean}} Quantity estremi compresi; `clock`: fra due ore dette */

const ROUND = { decina: 10, quindicina: 15, ventina: 20, trentina: 30, quarantina: 40, dozzina: 12 };
const ABOUT = new Set(["circa", "quasi", "intorno", "verso", "tipo", "credo", "boh"]);
export const EVEN = new Set(["nemmeno", "neanche", "neppure", "manco"]); // «nemmeno una»
const MORE = new Set(["passate", "abbondanti", "superato", "superati"]);
const LEFT = new Set([
  "mancano",
  "mancavano",
  "mancando",
  "restano",
  "restavano",
  "rimangono",
  "rimanevano",
  "mancava",
  "manca"
]);
const AT = new Set(["alle", "dalle", "ore"]);
const LONGEST = 120; // minuti: due ore più lontane non dicono un ritardo
const ROUNDS = new Set(["turno", "turni", "partita", "incontro", "round", "limite", "tempo"]);

/** @param {Token[]} tokens @param {Data} data @returns {Quantity[]} */
export function toldAmounts(tokens, data) {
  /** @type {Quantity[]} */
  const found = [];
  const alone = tokens.length === 1 ? number(tokens[0]) : null; // «59», e nient’altro: quello che di un gioco si conta sono le carte
  if (alone) return [{ measure: "cards", low: alone[0], high: alone[1], from: 0, to: 0 }];
  for (let n = 0; n < tokens.length; n++) {
    const one = amount(tokens, n, data) ?? fraction(tokens, n, data) ?? minute(tokens, n, data);
    if (!one) continue;
    found.push(one);
    n = one.to;
  }
  found.push(...between(tokens));
  return found.filter((q) => q.measure !== "minutes" || !elsewhere(tokens, q));
}

/** Il numero che sta in un posto: «12», «un», «paio», «decina». @param {Token} token @returns {[number, number] | null} */
export function number(token) {
  const { word, term } = token;
  if (/^\d{1,4}$/.test(term)) return [Number(term), Number(term)];
  if (["un", "una", "uno"].includes(word)) return [1, 1];
  if (word === "paio") return [2, 2];
  if (word in ROUND) {
    const about = ROUND[/** @type {keyof typeof ROUND} */ (word)];
    return [Math.floor(about * 0.8), Math.ceil(about * 1.2)];
  }
  return null;
}

/** Quale volta è: «la seconda volta» → 2. @param {Token} token @param {Data} data */
export const ordinal = (token, data) => (Object.hasOwn(data.ordinals, token.word) ? data.ordinals[token.word] : 0);

/** «5 o 6», «5 6» da `next` in poi: da, a, e dove si prosegue. @param {Token[]} tokens @param {number} next @param {[number, number]} first @returns {[number, number, number]} */
function upTo(tokens, next, [low, high]) {
  const joined = ["o", "e", "a"].includes(tokens[next]?.word) ? 1 : 0;
  const place = [next + joined, next].find(
    (n) => /^\d+$/.test(tokens[n]?.term ?? "") && (number(tokens[n])?.[0] ?? 0) > low
  );
  return place === undefined ? [low, high, next] : [low, Number(tokens[place].term), place + 1];
}

/** @param {Token[]} tokens @param {number} at @param {Data} data @returns {Quantity | null} */
function amount(tokens, at, data) {
  const first = number(tokens[at]);
  if (!first) return null;
  let [low, high, next] = upTo(tokens, at + 1, first);
  for (let skipped = 0; skipped < 3 && tokens[next] && !tokens[next].first; skipped++, next++) {
    const word = tokens[next].word;
    const measured = Object.hasOwn(data.units, word) ? data.measures[data.units[word]] : undefined;
    if (!measured) {
      if (
        number(tokens[next]) ||
        (tokens[next].term && !["di", "buoni", "interi", "lunghi", "altre", "sole"].includes(word))
      )
        return null;
      continue;
    }
    if (tokens[next + 1]?.word === "e" && tokens[next + 2]?.word === "mezzo")
      [low, high, next] = [low + 0.5, high + 0.5, next + 2];
    const [measure, times] = measured;
    return bounded(tokens, { measure, low: low * times, high: high * times, from: at, to: next }, data);
  }
  return null;
}

/** «mezz’ora», «un quarto d’ora», «tre quarti d’ora». @param {Token[]} tokens @param {number} at @param {Data} data @returns {Quantity | null} */
function fraction(tokens, at, data) {
  const words = tokens.slice(at, at + 3).map((t) => t.word);
  if (["mezz", "mezza"].includes(words[0]) && words[1] === "ora")
    return bounded(tokens, { measure: "minutes", low: 30, high: 30, from: at, to: at + 1 }, data);
  if (words[0] === "mezzora") return bounded(tokens, { measure: "minutes", low: 30, high: 30, from: at, to: at }, data);
  if (["quarto", "quarti"].includes(words[0]) && words[1] === "d" && words[2] === "ora") {
    const minutes = tokens[at - 1]?.term === "3" ? 45 : 15;
    return bounded(tokens, { measure: "minutes", low: minutes, high: minutes, from: at, to: at + 2 }, data);
  }
  return null;
}

/** «partito alle 15:00, arriva alle 15:08»: i minuti fra le due ore; di tre non si sa fra quali. @param {Token[]} tokens @returns {Quantity[]} */
function between(tokens) {
  const said = tokens.flatMap((_, at) => clock(tokens, at) ?? []);
  const [first, last] = [said[0], said[said.length - 1]];
  const minutes = Math.abs((last?.time ?? 0) - (first?.time ?? 0));
  if (said.length !== 2 || !minutes || minutes > LONGEST) return [];
  return [{ measure: "minutes", low: minutes, high: minutes, from: first.from, to: last.to, clock: true }];
}

/** «alle 15:08», «alle 15.08», «alle nove e mezza», in minuti dalla mezzanotte. @param {Token[]} tokens @param {number} from */
function clock(tokens, from) {
  if (!AT.has(tokens[from].word) || !tokens[from + 1]) return null;
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

/** «al sesto minuto», «al minuto 6». @param {Token[]} tokens @param {number} at @param {Data} data @returns {Quantity | null} */
function minute(tokens, at, data) {
  const nth = ordinal(tokens[at], data);
  if (nth && tokens[at + 1]?.word === "minuto")
    return { measure: "minutes", low: nth, high: nth, from: at, to: at + 1 };
  if (tokens[at].word !== "minuto" || !/^\d+$/.test(tokens[at + 1]?.term ?? "")) return null;
  return {
    measure: "minutes",
    low: Number(tokens[at + 1].term),
    high: Number(tokens[at + 1].term),
    from: at,
    to: at + 1
  };
}

/** «più di 5», «meno di 5», «entro 5», «circa 5», «dopo 5». @param {Token[]} tokens @param {Quantity} q @param {Data} data @returns {Quantity} */
function bounded(tokens, q, data) {
  const before = [1, 2].map((n) => tokens[q.from - n]?.word ?? "");
  const after = [1, 2].map((n) => tokens[q.to + n]?.word ?? "");
  const said = (/** @type {string} */ name, /** @type {boolean} */ behind) =>
    data.thresholds[name].some(
      (phrase) => phrase !== "dopo" && (behind ? starts(tokens, q.to + 1, phrase) : ends(tokens, q.from, phrase))
    );
  if (said("most", false) || said("under", false) || said("mostAfter", true) || EVEN.has(before[0]))
    return { ...q, low: 0 };
  if (said("over", false) || before.some((w) => MORE.has(w)) || after[0] === "abbondanti")
    return { ...q, low: q.low + 0.01, high: Infinity };
  if (said("least", false) || said("leastAfter", true)) return { ...q, high: Infinity };
  if (before.some((w) => ABOUT.has(w)) || after.some((w) => ["circa", "scarsi"].includes(w)))
    return { ...q, low: q.low * 0.8, high: q.high * 1.2 };
  if (before[0] === "dopo" && q.measure === "minutes") return { ...q, high: q.high + 0.01 };
  return q;
}

/** I minuti che mancano, o quelli che un turno dura. @param {Token[]} tokens @param {Quantity} q */
function elsewhere(tokens, q) {
  const before = [1, 2, 3].map((n) => tokens[q.from - n]?.word ?? "");
  const after = [1, 2, 3].map((n) => tokens[q.to + n]?.word ?? "");
  if (before.some((w) => LEFT.has(w))) return true;
  if (before[0] === "da" && ROUNDS.has(before[1])) return true;
  if (["prima", "di"].includes(after[0]) && after.some((w) => ["turno", "gioco"].includes(w)) && after[0] === "di")
    return true;
  return after[0] === "prima" || (["alla", "dalla", "della"].includes(after[0]) && after[1] === "fine");
}
