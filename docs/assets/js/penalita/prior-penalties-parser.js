// Read which penalties the player already has, if the story says so.
// «ha già due ufficiali», «la terza verbale», «fedina pulita».
// Counts add up: a game loss and a warning are two warnings, because the game loss brings one with it.
import { compiled, markedText, numberClasses, numberOf } from "./pattern-compiler.js";
/** @import { Game } from "../verdict/types" */
/** @import { Counted, Mention, StoryFile } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

const YESTERDAY = /\b(ieri|(giorno|day) (1|uno|one)|primo giorno)\b/;
/** What a penalty was given for, after its name: «per slow play», «ma per le bustine»; the same is left out. */
const REASON = /^[^.]*?\b(ma )?(?:per|di|for) (?!(?:\w+ )*(?:stess|quest|quell))((?:(?!(?:e|ma|con) )\w+ )+)/;
/** Classes of words that patterns name in capitals (see `compiled`): class → regular expression source. */
const WORDS = {
  NONE: "nessun[oa]?|niente|nulla|zero|mai|senza|non|0|alcun[oa]?",
  GIVING:
    "do|darei|dare|dar(?:gli|le)|merita|spetta|vuole|vorrebbe|vorrei|chiede|pretende|propone|devo|tocca|bast[ai]|serve|sarebbe",
  GAVE: "(?:ho|ha|hai|abbiamo|avete|hanno)(?: appena)? dat[oaie]",
  AFTER: "ne|ha|aveva|che|ce|n|gia|pres[ei]|avut[ei]|ricevut[ei]|sono|siamo|a|sta",
  HAVING: "gia|ha|aveva|con|avendo",
  TAKEN: "(?:pres|avut|ricevut|dat)[aeio]",
  EARLIER: "prima|stamattina|ieri|turno|round",
  PAST: "gia|stat[oa]|era|avevo|prima|stamattina|oggi|ieri|turno|round",
  CLITIC: "ne|gliene|gliela|ce",
  PENAL:
    "(?:ammonizion|ammonit|ammonisc|richiam|penalit|penalizzat|precedent|sanzion|ripres|riprend|infrazion|warning)[a-z]*",
  EVENT: "torneo|tornei|evento|eventi|tappa|tappe|gara|gare"
};
const [CAPTURED, BEFORE] = [(/** @type {number} */ n) => n, (/** @type {number} */ n) => n - 1];
/**
 * Patterns of the words around a penalty, and how many earlier ones they tell: a number, a function of the number
 * captured as `n`, or null if the penalty is given now. P is a penalty's name, V its verb («ammonito»), N one not named
 * («una»). The first pattern that matches decides; the words after { are quoted, else all.
 * @type {[string, number | null | ((n: number) => number)][]}
 */
const COUNTS = [
  ["ne|no P", 0], // «né verbali né ufficiali», «no warnings today»
  ["NONE|nemmeno|neanche|neppure|manco ..2 P", 0], // «nessuna verbale»
  ["n:ORD P ..6 gia|TAKEN ..3 TAKEN|EARLIER", CAPTURED], // «il primo warning l’ha preso stamattina»
  ["n:ORD P", BEFORE], // «è la terza ufficiale»
  ["prima|stamattina|dopo|volta ..2 GAVE n:NUM ..2 P", CAPTURED], // «dopo la prima gli ho dato un warning»
  ["GIVING|GAVE ..3 NUM ..2 P", null],
  ["altr[ei]|prim[ei]|precedenti n:NUM ... { un[ao]? ..2 P ?a ciascun[oa]|ognun[oa]|testa", CAPTURED], // «le altre due: un warning ciascuna»
  ["n:NUM ..2 P", CAPTURED], // «due ammonizioni ufficiali»
  ["P|V *AFTER|volte NONE", 0], // «verbali ne ha zero»
  ["P *AFTER n:NUM $", CAPTURED],
  ["P per ..4 oggi|gia n:NUM ?oggi $", CAPTURED], // «warning per ritardo oggi: due»
  ["HAVING ?TAKEN *(?:P\\d(?:\\s,)?(?:\\se)?) { P", 1], // «ha già verbale, ufficiale e partita persa»
  ["P ..6 EARLIER", 1], // «l’ammonizione di prima»
  ["NONE ..1 ?2 V", 0], // «mai ammonito»
  ["n:NUM ?volt[ae] ..1 V", CAPTURED], // «tre richiami a voce»
  ["V ?, ..1 n:NUM volt[ae]", CAPTURED],
  ["PAST ..3 { V", 1], // «era già stata ammonita»
  ["V ..2 PAST", 1],
  ["CLITIC ..2 gia { N $", CAPTURED], // «ne ha già una»
  ["CLITIC ..2 gia { N ?di|da EARLIER", CAPTURED], // «ne ha già una di stamattina»
  ["CLITIC ..2 gia TAKEN { N", CAPTURED],
  ["N ce|l|gliel ..2 gia|stamattina", CAPTURED] // «una l’ha presa stamattina»
];
/** Patterns of words that say that the player has no earlier penalty. */
const CLEAN = [
  "oggi NONE $",
  "(?:^|[.,]\\s)(?:e\\sla\\s)?prima volta ?in ?oggi|assoluto|torneo $", // «Prima volta.»
  "(?:pulit|incensurat|immacolat|candid|inton)[a-z]*", // «fedina pulita»
  "mai detto nulla|niente",
  "(?!non)(?:NONE) ..1 carico|(?:segnalat|sgridat|punit)[oa]", // «niente a carico»
  "prima volta ..7 PENAL", // «prima volta che lo richiamo»
  "NONE ..4 PENAL",
  "prim[ao] PENAL"
];
/** Patterns of words that say that a penalty was given in another tournament. */
const ELSEWHERE = [
  "altr[oiae] EVENT|citta",
  "EVENT|settimana|mese|anno (?:passat|scors|precedent)[oiae]",
  "giorni|settimane|mesi|anni|mese|anno|settimana fa", // «due mesi fa»
  "a|in|di gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
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
  const classes = { ...WORDS, ...numberClasses(analysis.data) };
  const rules = COUNTS.map(([pattern, count]) => ({ pattern: quoting(pattern, classes), count }));
  const any = (/** @type {string[]} */ patterns) =>
    new RegExp(`(?:\\b|(?=[.,]))(?:${patterns.map((pattern) => compiled(pattern, classes)).join("|")})`);
  const [clean, elsewhere] = [any(CLEAN), any(ELSEWHERE)];
  const names = penaltyNames(file, analysis);
  const [only, ...others] = new Set(names.map(({ mark }) => mark[1]));
  const mention = others.length ? /([PV])(\d) /g : /([PV])(\d) |\b(una|2) /g; // «ne ha già una»

  return (text, infraction) => {
    const { marks, quote, range } = markedText(text, analysis, names);
    const mentions = mentioned(marks).filter((one) => counts(marks, one, infraction));
    /** @type {Record<string, Counted>} */
    const found = {};
    for (const { id, most } of game.counted) {
      const own = mentions.filter(({ penalty: { id: given, brings } }) => given === id || brings.includes(id));
      if (!own.length) continue;
      const count = own.reduce((sum, one) => sum + one.count, 0);
      const said = own.map(({ from, to }) => quote(from, to)).join(", ");
      found[id] = { count: Math.min(count, most), said, places: own.map(({ from, to }) => range(from, to)) };
    }
    const plain = markedText(text, analysis);
    const nothing = clean.exec(plain.marks);
    const place = nothing && plain.range(nothing.index, nothing.index + nothing[0].length);
    if (place)
      for (const { id } of game.counted) found[id] ??= { count: 0, said: text.slice(...place), places: [place] };
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
      const count = typeof rule.count === "number" ? rule.count : rule.count(numberOf(n, analysis.data));
      found.push({ penalty: game.penalties[Number(place)], from: unsaid.length, to, count });
    }
    return found;
  }

  /**
   * Tell whether a mentioned penalty counts for an infraction: not if given elsewhere, or for another reason.
   * @param {string} marks the story, as `markedText` writes it @param {Mention} one @param {string} infraction id
   */
  function counts(marks, { penalty, from, to }, infraction) {
    const said = `${marks.slice(0, from).split(". ").pop()}${marks.slice(from).split(". ")[0]}`; // its sentence
    const own = game.escalations.filter((e) => e.penalty === penalty.id && e.infractions?.length);
    const daily = own.some(({ infractions, period }) => period === "day" && infractions?.includes(infraction));
    if (elsewhere.test(said) || (daily && YESTERDAY.test(said))) return false;
    const [, other, words] = (own.length && REASON.exec(marks.slice(to))) || [];
    return !words || (other ? [infraction] : ["", infraction]).includes(named(words));
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
  const [said, unsaid = ""] = pattern.split(" { ").reverse();
  return new RegExp(`^(?<unsaid>(?:.* )?${compiled(unsaid, classes)})(?<said>${compiled(said, classes)})`);
}
