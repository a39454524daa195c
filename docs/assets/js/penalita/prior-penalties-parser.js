// Read which penalties the player already has, if the story says so.
// «ha già due ufficiali», «la terza verbale», «fedina pulita».
// Counts add up: a game loss and a warning are two warnings, because the game loss brings one with it.
import { compiled, markedText, numberClasses, numberOf } from "./pattern-compiler.js";
/** @import { Counted, Game, Mention, StoryFile } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

const YESTERDAY = /\b(ieri|(giorno|day) (1|uno|one)|primo giorno)\b/;
const SAME = /\b(stess|quest|quell)/;
/** Classes of words that patterns name in capitals (see `compiled`): class → regular expression source. */
const WORDS = {
  NUM: "\\d{1,4}|un[ao]?|paio",
  NONE: "nessun[oa]?|niente|nulla|zero|mai|senza|non|0|alcun[oa]?",
  GIVING:
    "do|darei|dare|dar(?:gli|le)|merita|spetta|vuole|vorrebbe|vorrei|chiede|pretende|propone|devo|tocca|bast[ai]|serve|sarebbe",
  AFTER: "ne|ha|aveva|che|ce|n|gia|pres[ei]|avut[ei]|ricevut[ei]|sono|siamo|a|sta",
  HAVING: "gia|ha|aveva|con|avendo",
  TAKEN: "(?:pres|avut|ricevut|dat)[aeio]",
  PAST: "gia|stat[oa]|era|avevo|prima|stamattina|oggi|ieri|turno|round",
  EARLIER: "prima|stamattina|ieri|turno|round",
  CLITIC: "ne|gliene|gliela|ce",
  EACH: "ciascun[oa]|ognun[oa]|testa",
  LIST: "P\\d(?: ,)?(?: e)?",
  PENAL:
    "(?:ammonizion|ammonit|ammonisc|richiam|penalit|penalizzat|precedent|sanzion|ripres|riprend|infrazion|warning)[a-z]*",
  SPOTLESS: "(?:pulit|incensurat|immacolat|candid|inton)[a-z]*",
  BLAMED: "carico|(?:segnalat|sgridat|punit)[oa]",
  EVENT: "torneo|tornei|evento|eventi|tappa|tappe|gara|gare",
  DAY: "settimana|mese|anno|estate|inverno|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica",
  TIMES: "giorni|settimane|mesi|anni|mese|anno|settimana",
  MONTH: "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre"
};
const [CAPTURED, BEFORE] = [(/** @type {number} */ n) => n, (/** @type {number} */ n) => n - 1];
/**
 * Patterns of the words around a penalty, and how many earlier ones they tell: a number, a function of the number
 * captured as `n`, or null if the penalty is given now. P is a penalty's name, V its verb («ammonito»), N one not named
 * («una»). The first pattern that matches decides; the words between { and } are quoted, else all.
 * @type {[string, number | null | ((n: number) => number)][]}
 */
const COUNTS = [
  ["ne P", 0],
  ["NONE ..2 P", 0], // «nessuna verbale»
  ["nemmeno|neanche|neppure|manco NUM ..2 P", 0],
  ["n:ORD P gia TAKEN", CAPTURED], // «la terza verbale già presa»
  ["n:ORD P ..6 TAKEN ..3 EARLIER", CAPTURED], // «il primo warning l’ha preso stamattina»
  ["n:ORD P alle|stamattina", CAPTURED], // «il primo warning alle 11»
  ["n:ORD P", BEFORE], // «è la terza ufficiale»
  ["GIVING ..3 NUM ..2 P", null],
  ["prima|stamattina|dopo|volta ..2 ho|ha|abbiamo|hanno dat[oaie] n:NUM ..2 P", CAPTURED], // «dopo la prima gli ho dato un warning»
  ["ho|ha|hai|abbiamo|avete|hanno ?appena dat[oaie] NUM ..2 P", null],
  ["altr[ei]|prim[ei]|precedenti n:NUM ... { un[ao]? ..2 P ?a EACH", CAPTURED], // «le altre due: un warning ciascuna»
  ["n:NUM ..2 P", CAPTURED], // «due ammonizioni ufficiali»
  ["no P", 0], // «no warnings today»
  ["P *AFTER NONE", 0], // «verbali ne ha zero»
  ["P *AFTER n:NUM $", CAPTURED],
  ["P per ..4 oggi|gia n:NUM ?oggi $", CAPTURED], // «warning per ritardo oggi: due»
  ["P ..3 lo|la|l ?aveva|ha TAKEN ..2 EARLIER", 1], // «il warning l’ha preso al turno 2»
  ["HAVING ?TAKEN *LIST { P", 1], // «ha già verbale, ufficiale e partita persa»
  ["P di|dell?|della ..2 EARLIER", 1], // «l’ammonizione di prima»
  ["prim[ei]|altr[ei]|precedenti n:NUM ?volt[ae] ?e ..3 { V", CAPTURED], // «per le prime due è già stato ammonito»
  ["NONE ..1 ?2 V", 0], // «mai ammonito»
  ["n:NUM volt[ae] ..1 V", CAPTURED],
  ["n:NUM V", CAPTURED], // «tre richiami a voce»
  ["V ..2 NONE volt[ae]", 0],
  ["V ?, ..1 n:NUM volt[ae]", CAPTURED],
  ["PAST ..3 { V", 1], // «era già stata ammonita»
  ["V } ..2 PAST", 1],
  ["CLITIC ..2 gia { N $", CAPTURED], // «ne ha già una»
  ["CLITIC ..2 gia { N ?di|da EARLIER", CAPTURED], // «ne ha già una di stamattina»
  ["CLITIC ..2 gia TAKEN { N", CAPTURED],
  ["N ce|l|gliel ..2 gia|stamattina", CAPTURED] // «una l’ha presa stamattina»
];
/** Patterns of words that say that the player has no earlier penalty. */
const CLEAN = [
  "oggi NONE $",
  "oggi NONE ora|adesso|stavolta",
  "(?:^|[.,]\\s)(?:e\\sla\\s)?prima volta ?in ?oggi|assoluto|torneo $", // «Prima volta.»
  "prima volta|cosa che ..2 combin[a-z]+|segn[oa]|contest[oa]",
  "mai detto nulla|niente",
  "SPOTLESS", // «fedina pulita»
  "(?!non)(?:NONE) ..1 BLAMED", // «niente a carico»
  "prima volta ..7 PENAL", // «prima volta che lo richiamo»
  "NONE ..4 PENAL",
  "prim[ao] PENAL"
];
/** Patterns of words that say that a penalty was given in another tournament. */
const ELSEWHERE = [
  "altr[oiae] EVENT|citta",
  "EVENT (?:passat|scors|precedent)[oiae]",
  "DAY scors[oa]|prima",
  "scors[oa] DAY|torneo",
  "TIMES fa", // «due mesi fa»
  "a|in|di|scorso MONTH",
  "ai|nei|dai regionali|provinciali|nazionali|qualificatori",
  "al|nel|dal|del|alla|nella|dalla|della EVENT di|a|del|della (?!oggi|stamattina|qui|questo|questa)[a-z]+"
];

/**
 * Return a function that finds the penalties a player already has, by a story (what happened, in words).
 * It gets the story and the infraction's id, and returns by penalty id the number, and the words that say so. Where a
 * penalty counts by infraction, those given for another are left out: «un warning, ma per slow play».
 * @param {Game} game @param {StoryFile} file @param {Analysis} analysis
 * @param {(words: string) => string} named returns the id of the infraction that some words name, or ""
 * @returns {(text: string, infraction: string) => Record<string, Counted>}
 */
export function historyReader(game, file, analysis, named) {
  const classes = { ...numberClasses(analysis.data), ...WORDS };
  const rules = COUNTS.map(([pattern, count]) => ({ pattern: quoting(pattern, classes), count }));
  const any = (/** @type {string[]} */ patterns) =>
    new RegExp(`(?:\\b|(?=[.,]))(?:${patterns.map((pattern) => compiled(pattern, classes)).join("|")})`);
  const [clean, elsewhere] = [any(CLEAN), any(ELSEWHERE)];
  const names = penaltyNames(file, analysis);
  const [only, ...others] = new Set(names.map(({ mark }) => mark[1]));
  const mention = only && !others.length ? /([PV])(\d) |\b(una|2) /g : /([PV])(\d) /g; // «ne ha già una»

  return (text, infraction) => {
    const { marks, quote, range } = markedText(text, analysis, names);
    const mentions = mentioned(marks).filter((one) => counts(marks, one, infraction));
    /** @type {Record<string, Counted>} */
    const found = {};
    for (const { id, most } of game.counted) {
      const own = mentions.filter(({ penalty: { id: given, brings } }) => given === id || brings.includes(id));
      if (!own.length || disagree(marks, own)) continue;
      const count = own.reduce((sum, one) => sum + one.count, 0);
      const said = own.map(({ from, to }) => quote(from, to)).join(", ");
      found[id] = { count: Math.min(count, most), said, places: own.map(({ from, to }) => range(from, to)) };
    }
    const plain = markedText(text, analysis);
    const nothing = clean.exec(plain.marks);
    const given = new Set(mentions.map(({ penalty }) => penalty.id));
    if (nothing) {
      const place = plain.range(nothing.index, nothing.index + nothing[0].length);
      for (const { id } of game.counted.filter((one) => !given.has(one.id)))
        found[id] ??= { count: 0, said: text.slice(...place), places: [place] };
    }
    return found;
  };

  /**
   * Find the penalties that a story names, with their counts.
   * @param {string} marks the story, as `markedText` writes it @returns {Mention[]}
   */
  function mentioned(marks) {
    const found = [];
    for (const { 0: name, 1: kind = "N", 2: place = only, 3: one, index } of marks.matchAll(mention)) {
      const around = `${marks.slice(0, index)}${kind} ${marks.slice(index + name.length)}`;
      const rule = rules.find(({ pattern }) => pattern.test(around));
      if (!rule || rule.count === null) continue;
      const { unsaid, said, n = one } = rule.pattern.exec(around)?.groups ?? {};
      const to = unsaid.length + said.length + name.length - `${kind} `.length;
      const count = typeof rule.count === "number" ? rule.count : rule.count(numberOf(n, analysis.data)[0]);
      found.push({ penalty: game.penalties[Number(place)], from: unsaid.length, to, count });
    }
    return found;
  }

  /**
   * Tell whether a mentioned penalty counts for an infraction.
   * @param {string} marks @param {Mention} one @param {string} infraction id
   */
  function counts(marks, one, infraction) {
    const said = sentence(marks, one.from);
    const own = game.escalations.filter((e) => e.penalty === one.penalty.id && e.infractions?.length);
    const daily = own.some(({ infractions, period }) => period === "day" && infractions?.includes(infraction));
    if (elsewhere.test(said) || (daily && YESTERDAY.test(said))) return false;
    return (
      !own.length ||
      reasons(marks, one).every(({ words, other }) => [other ? null : "", infraction].includes(named(words)))
    );
  }
}

/**
 * Return the names of penalties as lists of terms, longest first, each with its mark: «P2», or «V2» for a verb.
 * @param {StoryFile} file @param {Analysis} analysis
 */
const penaltyNames = ({ penalties }, analysis) =>
  penalties
    .flatMap(({ words, once }, n) => [...words.map((name) => [name, `P${n}`]), ...once.map((name) => [name, `V${n}`])])
    .map(([name, mark]) => ({ mark, terms: analysis.tokens(name).map(({ term }) => term) }))
    .sort((a, b) => b.terms.length - a.terms.length);

/**
 * Compile a pattern of COUNTS with the groups `unsaid` (all before the quoted words) and `said` (the quoted words).
 * @param {string} pattern @param {Record<string, string>} classes
 */
function quoting(pattern, classes) {
  const [, unsaid = "", said, after] = /** @type {string[]} */ (/^(?:(.*) \{ )?(.*?)(?: \} (.*))?$/.exec(pattern));
  const [before, quoted, behind] = [unsaid, said, after ?? ""].map((part) => compiled(part, classes));
  return new RegExp(`^(?<unsaid>(?:.* )?${before})(?<said>${quoted})${behind}`);
}

/**
 * Return what a penalty was given for, as the story says.
 * Up to two {words, other}: of the words before the mention («per ritardo ne ha già due di warning») and after it.
 * `other`: after «ma per», so another infraction («un warning, ma per slow play»). [] if nothing is said, or «lo
 * stesso», «questo».
 * @param {string} marks the text, as `markedText` writes it @param {Mention} one
 * @returns {{words: string, other: boolean}[]}
 */
function reasons(marks, { from, to }) {
  const clause = "((?:(?!(?:e|ma|con|ora|adesso|stavolta|poi|quando|mentre) )\\w+ )+)";
  const before = new RegExp(`\\b(?:per|di|for) ${clause}$`).exec(marks.slice(0, from));
  const after = new RegExp(`^[^.]*?(?:per|di|for) ${clause}`).exec(marks.slice(to));
  return [before, after].flatMap((found) =>
    found && !SAME.test(found[1]) ? { words: found[1], other: /\bma (?:per|di|for) /.test(found[0]) } : []
  );
}

/**
 * Tell whether two sentences name the same penalty, so that their counts may disagree: «due ufficiali. Anzi tre».
 * @param {string} marks the story, as `markedText` writes it @param {Mention[]} own the mentions to compare
 */
const disagree = (marks, own) =>
  own.some((one) =>
    own.some((other) => other.penalty === one.penalty && sentence(marks, other.from) !== sentence(marks, one.from))
  );

/** Return the sentence around a position of a marked text. @param {string} marks @param {number} at */
const sentence = (marks, at) => `${marks.slice(0, at).split(". ").pop()}${marks.slice(at).split(". ")[0]}`;
