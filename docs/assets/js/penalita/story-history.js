// @ts-check
// Read what the player already has, if the story says so: «ha già due ufficiali», «la terza verbale», «fedina pulita».
// Counts add up: a game loss and a warning are two warnings, because the game loss brings one with it.
import { EVEN, number, ordinal } from "./story-amounts.js";

/** @import { Said, Game, StoryFile } from "./types" */
/** @import { Analysis, Data } from "../language/analysis.js" */
/**
 * @typedef {{from: number, to: number}} Place
 * @typedef {Place & {count: number, penalty: number}} Mention `penalty`: its place among the game’s
 * @typedef {{count: number, said: string}} Count
 */

const set = (/** @type {string} */ words) => new Set(words.split(" "));
const GIVING = set(
  "do darei dare dargli darle merita spetta vuole vorrebbe vorrei chiede pretende propone devo tocca basta basti serve sarebbe"
);
const NONE = set("nessuna nessun nessuno niente nulla zero mai senza non 0 alcuna alcun");
const AFTER = set("ne ha aveva che ce n gia prese presi avute avuti ricevute ricevuti sono siamo a sta"); // «di verbali ne ha già tre»
const HAVING = set("gia ha aveva con avendo");
const PAST = set("gia stato stata era avevo prima stamattina oggi ieri turno round");
const EARLIER = set("prima stamattina ieri turno round"); // «l’ammonizione di prima», «quella del primo turno»
const TAKEN = set("presa avuta ricevuta data prese avute ricevute date preso avuto ricevuto dato");
const PENAL = /^(ammonizion|ammonit|ammonisc|richiam|penalit|penalizzat|precedent|sanzion|ripres|infrazion|warning)/;
const GIVEN = set("dato data dati date");
const NOW = set("ho hai ha abbiamo avete hanno");
const REASONS = set("per di for");
const CLAUSES = set("e ma con ora adesso stavolta poi quando mentre");
const OTHERS = set("altre altri prime primi precedenti");
const EACH = set("ciascuna ciascuno ognuna ognuno testa");
const SAME = /^(stess|quest|quell)/;
const YESTERDAY = /\b(ieri|(giorno|day) (1|uno|one)|primo giorno)\b/;
const SPOTLESS = /^(pulit|incensurat|immacolat|candid|inton)/;
const MONTHS = "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre";
const DAYS = "settimana|mese|anno|estate|inverno|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica";
const EVENTS = "torneo|tornei|evento|eventi|tappa|tappe|gara|gare";
// where and when a penalty was given, if not in this tournament: «in un altro torneo», «a maggio», «due mesi fa»
const ELSEWHERE = new RegExp(
  `\\b(altr[oiae] (${EVENTS}|citta)|(${EVENTS}) (passat|scors|precedent)[oiae]|(${DAYS}) (scors[oa]|prima)|scors[oa] (${DAYS}|torneo)|` +
    `(giorni|settimane|mesi|anni|mese|anno|settimana) fa|(a|in|di|lo scorso) (${MONTHS})|(ai|nei|dai) (regionali|provinciali|nazionali|qualificatori)|` +
    `(al|nel|dal|del|alla|nella|dalla|della) (${EVENTS}) (di|a|del|della) (?!oggi|stamattina|qui|questo|questa)[a-z]+)\\b`
);

/**
 * Find the penalties that a story says the player has. Where a penalty counts by infraction, those said to be for
 * another are left out: «un warning, ma per slow play».
 * @param {{text: string, tokens: Said[], infraction: string, named: (text: string) => string}} story `named`: the infraction that some words name, or ""
 * @param {Game} game @param {StoryFile} file @param {Analysis} analysis @returns {Record<string, Count>}
 */
export function history({ text, tokens, infraction, named }, game, file, analysis) {
  const words = (/** @type {Place} */ { from, to }) => text.slice(tokens[from].start, tokens[to].end);
  const counts = (/** @type {Mention} */ one) => {
    const said = sentence(tokens, one);
    const own = game.escalations.filter((e) => e.penalty === game.penalties[one.penalty].id && e.infractions?.length);
    const daily = own.some(({ infractions, period }) => period === "day" && infractions?.includes(infraction));
    if (ELSEWHERE.test(said) || (daily && YESTERDAY.test(said))) return false;
    const reasoned = own.length ? reasons(tokens, one).map((place) => named(words(place))) : [];
    return reasoned.every((id) => !id || id === infraction);
  };
  const mentions = mentioned(tokens, file, analysis).filter(counts);
  /** @type {Record<string, Count>} */
  const found = {};
  for (const { id, most } of game.counted) {
    const own = mentions.filter(({ penalty }) => {
      const { id: given, brings } = game.penalties[penalty];
      return given === id || brings.includes(id);
    });
    if (!own.length || disagree(own, tokens)) continue;
    const count = own.reduce((sum, one) => sum + one.count, 0);
    found[id] = { count: Math.min(count, most), said: own.map(words).join(", ") };
  }
  const clean = spotless(tokens, mentions);
  for (const { id } of game.counted)
    if (clean && !(id in found) && !mentions.some(({ penalty }) => game.penalties[penalty].id === id))
      found[id] = { count: 0, said: words(clean) };
  return found;
}

/**
 * Tell whether two sentences count one penalty: «due ufficiali. Anzi tre».
 * @param {Mention[]} own @param {Said[]} tokens
 */
const disagree = (own, tokens) =>
  own.some((one, n) =>
    own.slice(n + 1).some((other) => other.penalty === one.penalty && sentence(tokens, one) !== sentence(tokens, other))
  );

/**
 * Find the penalties named in a story, with their counts. The longest name at a position wins.
 * @param {Said[]} tokens @param {StoryFile} file @param {Analysis} analysis @returns {Mention[]}
 */
function mentioned(tokens, file, analysis) {
  const names = file.penalties
    .flatMap(({ words, once }, penalty) =>
      [...words, ...once].map((name, n) => ({
        penalty,
        verb: n >= words.length,
        terms: analysis.tokens(name).map((t) => t.term)
      }))
    )
    .sort((a, b) => b.terms.length - a.terms.length);
  const only = new Set(names.map(({ penalty }) => penalty)).size === 1 ? names[0].penalty : -1;
  /** @type {Mention[]} */
  const found = [];
  for (let at = 0; at < tokens.length; at++) {
    const one = names.find(({ terms }) => terms.every((term, n) => tokens[at + n]?.term === term));
    const place = { from: at, to: at + (one?.terms.length ?? 1) - 1 };
    const counted = one
      ? one.verb
        ? asVerb(tokens, place)
        : (asNoun(tokens, place, analysis.data) ?? bare(tokens, place, found[found.length - 1]))
      : only >= 0
        ? unnamed(tokens, at)
        : null;
    if (counted) found.push({ ...counted, penalty: one?.penalty ?? only });
    at = place.to;
  }
  return found;
}

/**
 * Read a penalty's count: «due ammonizioni ufficiali» → 2, «la terza ufficiale» → 2. «nessuna verbale» → 0, «verbali ne
 * ha zero» → 0.
 * @param {Said[]} tokens @param {Place} place @param {Data} data
 */
function asNoun(tokens, { from, to }, data) {
  for (let n = from - 1; n >= 0 && n >= from - 3 && !tokens[n + 1].first && !tokens[n + 1].pause; n--) {
    const { word } = tokens[n];
    if (NONE.has(word) || (word === "ne" && n === from - 1)) return { from: n, to, count: 0 };
    const nth = ordinal(tokens[n], data);
    if (nth && n === from - 1) return { from: n, to, count: nth - Number(!held(tokens, to + 1)) };
    const many = number(tokens[n]);
    if (many && EVEN.has(tokens[n - 1]?.word)) return { from: n - 1, to, count: 0 };
    if (many?.[1] === 1 && denied(tokens, n)) return { from: n, to, count: 0 };
    const each = many?.[1] === 1 && EACH.has(tokens[to + (tokens[to + 1]?.word === "a" ? 2 : 1)]?.word);
    const times = each && !giving(tokens, n) ? timesBefore(tokens, n) : 0;
    if (times) return { from: n, to: to + 1, count: times }; // «le altre due gli sono costate un warning ciascuna»
    if (many) return many[0] === many[1] && !giving(tokens, n) ? { from: n, to, count: many[0] } : null;
    if (word === "no" && n === from - 1) return { from: n, to, count: 0 }; // «no warnings today»
    if (["e", "ma", "con"].includes(word)) break;
  }
  let next = to + 1;
  while (AFTER.has(tokens[next]?.word) && !tokens[next].first) next++;
  if (!tokens[next] || tokens[next].first || tokens[next].pause) return null;
  if (NONE.has(tokens[next].word)) return { from, to: next, count: 0 };
  const digits = /^\d+$/.test(tokens[next].term) && !tokens[next + 1]?.term;
  const after = digits || ends(tokens, next + 1) ? number(tokens[next]) : null; // «ne ha già una», e basta
  return after && { from, to: next, count: after[0] };
}

/**
 * Return how many earlier times the words before say, 0 if none: «le altre due», «i primi due ritardi», «due volte».
 * Not any number: «parlano da cinque minuti, un warning ciascuno».
 * @param {Said[]} tokens @param {number} end
 */
function timesBefore(tokens, end) {
  for (let n = end - 1; n > 0; n--) {
    const many = number(tokens[n]);
    if (many && many[0] === many[1] && (OTHERS.has(tokens[n - 1].word) || tokens[n + 1]?.word === "volte"))
      return many[0];
  }
  return 0;
}

/**
 * Tell whether a penalty just named was given before: «la terza verbale già presa», «il primo warning l’ha preso stamattina».
 * @param {Said[]} tokens @param {number} at where the words after its name begin
 */
function held(tokens, at) {
  const end = tokens.findIndex(({ first, pause }, n) => n >= at && (first || pause));
  const after = tokens.slice(at, end < 0 ? undefined : end).map(({ word }) => word);
  const taken = after.findIndex((word) => TAKEN.has(word));
  return taken > 0 && (after[taken - 1] === "gia" || after.slice(taken + 1).some((word) => EARLIER.has(word)));
}

/**
 * Read penalties without count in a list as one each. «ha già verbale, ufficiale e partita persa», «ha già preso un
 * cartellino», «l’ammonizione di prima».
 * @param {Said[]} tokens @param {Place} place @param {Mention} [before] the penalty named before
 */
function bare(tokens, { from, to }, before) {
  const joined = before && tokens.slice(before.to + 1, from).every(({ word, first }) => word === "e" && !first);
  const verb = TAKEN.has(tokens[from - 1]?.word) && !tokens[from].first ? from - 2 : from - 1;
  const has = HAVING.has(tokens[verb]?.word) && !tokens[verb + 1].first;
  const [one, ...later] = tokens.slice(to + 1, to + 4).map(({ word }) => word);
  const taken = one === "gia" && TAKEN.has(later[0]);
  const earlier = /^del?l?[ai]?$|^di$/.test(one) && later.some((word) => EARLIER.has(word)) && !giving(tokens, from);
  return (joined && before.count > 0) || has || taken || earlier ? { from, to, count: 1 } : null;
}

/**
 * Read a verb for penalties: «è già stato ammonito», «mai ammonito». «ammonito due volte».
 * @param {Said[]} tokens @param {Place} place
 */
function asVerb(tokens, { from, to }) {
  let begin = from;
  while (begin > 0 && begin > from - 4 && !tokens[begin].first) begin--;
  const before = tokens.slice(begin, from).map(({ word }) => word);
  if (before.some((word) => NONE.has(word))) return { from, to, count: 0 };
  const twice = before.findIndex((word) => word.startsWith("volt"));
  const times = twice > 0 ? number(tokens[begin + twice - 1]) : null; // «due volte già ammonito»
  if (times) return { from: begin + twice - 1, to, count: times[0] };
  const at = tokens.slice(to + 1, to + 4).findIndex(({ word }) => word.startsWith("volt"));
  if (at > 0 && NONE.has(tokens[to + at].word)) return { from, to: to + 1 + at, count: 0 };
  const many = at > 0 ? number(tokens[to + at]) : null;
  if (many) return { from, to: to + 1 + at, count: many[0] };
  const around = [...before, ...tokens.slice(to + 1, to + 4).map(({ word }) => word)];
  return around.some((word) => PAST.has(word)) ? { from, to, count: 1 } : null;
}

/**
 * Read a count that names no penalty: «ne ha già una», «gliene avevo data una»; null if there is none.
 * Only for games that count a single penalty.
 * @param {Said[]} tokens @param {number} at
 */
function unnamed(tokens, at) {
  const many = ["una", "due"].includes(tokens[at].word) ? number(tokens[at]) : null;
  const around = tokens.slice(Math.max(0, at - 4), at + 5).map(({ word }) => word);
  const taken =
    TAKEN.has(tokens[at - 1]?.word) ||
    TAKEN.has(tokens[at + 1]?.word) ||
    ends(tokens, at + 1) ||
    tokens[at + 1]?.word === "ce" ||
    tokens[at + 1]?.word === "l";
  const meant =
    (around.includes("gia") || around.includes("stamattina")) &&
    around.some((word) => ["ne", "gliene", "gliela", "ce", "l"].includes(word));
  return many && taken && meant ? { from: at, to: at, count: many[0] } : null;
}

/**
 * Find where a story says the player has nothing: «fedina pulita». «nessuna penalità», «mai ripreso», «la prima
 * ammonizione».
 * @param {Said[]} tokens @param {Mention[]} mentions
 */
function spotless(tokens, mentions) {
  for (let n = 0; n < tokens.length; n++) {
    const { word } = tokens[n];
    if (word === "oggi" && NONE.has(tokens[n + 1]?.word) && (ends(tokens, n + 2) || tokens[n + 2].colon))
      return { from: n, to: n + 1 };
    if (SPOTLESS.test(word) && !NONE.has(tokens[n - 1]?.word)) return { from: n, to: n };
    if (word === "carico" || /^(segnalat|sgridat|punit)[oa]$/.test(word)) {
      const before = tokens.slice(Math.max(0, n - 2), n).find((one) => NONE.has(one.word) && one.word !== "non");
      if (before) return { from: tokens.indexOf(before), to: n }; // «niente a carico», «mai segnalato»
    }
    if (!PENAL.test(word) || mentions.some(({ from, to, count }) => count && from <= n && n <= to)) continue;
    const first = tokens
      .slice(Math.max(0, n - 4), n)
      .findIndex((t, at, all) => t.word === "prima" && all[at + 1]?.word === "volta");
    if (first >= 0) return { from: Math.max(0, n - 4) + first, to: n }; // «prima volta che lo richiamo»
    for (
      let before = n - 1;
      before >= 0 && before >= n - 5 && !tokens[before + 1].first && !tokens[before + 1].pause;
      before--
    )
      if (NONE.has(tokens[before].word) || (before === n - 1 && ["prima", "primo"].includes(tokens[before].word)))
        return { from: before, to: n };
  }
  return null;
}

/**
 * Find the words that say what a penalty was given for: «un warning, ma per slow play». Before it also: «per ritardo ne
 * ha già due di warning».
 * @param {Said[]} tokens @param {Place} place @returns {Place[]}
 */
function reasons(tokens, { from, to }) {
  let begin = from;
  while (begin > 0 && !tokens[begin].first && !breaks(tokens[begin])) begin--;
  const before = tokens.findIndex(({ word }, n) => n >= begin && n < from && REASONS.has(word));
  let after = to + 1;
  while (tokens[after] && !tokens[after].first && !REASONS.has(tokens[after].word)) after++;
  let end = after;
  while (tokens[end + 1] && !tokens[end + 1].first && !breaks(tokens[end + 1])) end++;
  return [
    { from: before + 1, to: before < 0 ? before : from - 1 },
    { from: after + 1, to: tokens[after]?.first ? after : end }
  ].filter((one) => one.from <= one.to && !tokens.slice(one.from, one.to + 1).some(({ word }) => SAME.test(word)));
}

/** Tell whether a word begins another clause. @param {Said} token */
const breaks = ({ word, pause }) => pause || CLAUSES.has(word);

/** Tell whether the words before deny a penalty: «mai preso un warning». @param {Said[]} tokens @param {number} at */
function denied(tokens, at) {
  for (let n = at - 1; n >= 0 && n >= at - 3 && !tokens[n + 1].first && !breaks(tokens[n + 1]); n--)
    if (NONE.has(tokens[n].word)) return true;
  return false;
}

/** Tell whether the sentence has ended there. @param {Said[]} tokens @param {number} at */
const ends = (tokens, at) => !tokens[at] || tokens[at].first || tokens[at].pause;

/** Return the sentence around a position. @param {Said[]} tokens @param {Place} at */
function sentence(tokens, { from, to }) {
  let [a, b] = [from, to];
  while (a > 0 && !tokens[a].first) a--;
  while (b + 1 < tokens.length && !tokens[b + 1].first) b++;
  return tokens
    .slice(a, b + 1)
    .map(({ word }) => word)
    .join(" ");
}

/** Tell whether the sentence gives the penalty, rather than has it. @param {Said[]} tokens @param {number} at */
const giving = (tokens, at) =>
  tokens.slice(Math.max(0, at - 4), at).some(({ word }) => GIVING.has(word)) ||
  (GIVEN.has(tokens[at - 1]?.word) && // «gli ho dato un warning», «gli ho appena dato»: this one
    NOW.has(tokens[at - (tokens[at - 2]?.word === "appena" ? 3 : 2)]?.word));
