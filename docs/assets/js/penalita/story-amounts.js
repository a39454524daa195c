// Read the amounts in a story («dopo dieci minuti», «39 carte invece di 40») and the answer they fall into.
// Numbers, ordinals, units and thresholds are those of the search (language/quantity-parser.js).
import { compiled, numberClasses, numberOf } from "./pattern-compiler.js";
/** @import { Analysis } from "../language/analysis.js" */
/** @import { Amount, Measures, Span } from "./types" */

/** @type {Record<string, ["minutes" | "cards", number]>} */
const MEASURES = { minuto: ["minutes", 1], ora: ["minutes", 60], carta: ["cards", 1] };
const CLOCK = /\b(?:alle|dalle|ore) (1?\d|2[0-4])(?:(?:\.| : | e )([0-5]?\d|mezz[ao]|un quarto))? /g;
/**
 * Patterns of how amounts are said (see `compiled`). The number beside a pattern is what its words mean whatever the
 * numbers in them: minutes, or ±Infinity for more or fewer than the decision table states. Without one, `low` and `high`
 * in the pattern are the amount.
 * @type {[string, number?][]}
 */
const READINGS = [
  ["mezz|mezza ora", 30],
  ["3 quarti d ora", 45],
  ["quarto d ora", 15],
  ["low:ORD unit:minuto"], // «al sesto minuto»
  ["manca|mancano|mancava|mancavano|mancando ..1 NUM ?LIGHT ?LIGHT ?cart[ae]", -Infinity], // «ne mancano due»
  ["NUM ?LIGHT ?LIGHT ?cart[ae] in|di meno", -Infinity],
  ["NUM ?LIGHT ?LIGHT ?cart[ae] in|di piu|troppo", Infinity], // «una in più»
  ["low:NUM invece|posto|anziche|non ?di|che NUM"], // «39 invece di 40»
  ["low:NUM ?o|e|a high:NUM ?LIGHT ?LIGHT unit:UNIT"], // «5 o 6 carte»
  ["low:NUM ?LIGHT ?LIGHT unit:UNIT"]
];
/**
 * Patterns of how often something has happened, and what to add to the number `n` for how often before.
 * @type {[string, number][]}
 */
const TIMES = [
  ["n:ORD volta", -1],
  ["gia|prima|avvisat[oa]|ripres[oa]|richiamat[oa] ..4 n:NUM volt[ae]", 0]
];

/**
 * Return functions that find a text's amounts (`amounts`), and how often it says that something happened before
 * (`timesBefore`). Both get the text as `markedText` writes it.
 * @param {Analysis} analysis
 */
export function amountReader({ data }) {
  const { units } = data;
  const classes = {
    ...numberClasses(data),
    UNIT: Object.keys(units)
      .filter((word) => units[word] in MEASURES)
      .join("|"),
    LIGHT: `${data.stop} di buoni interi lunghi altre sole ancora`.replaceAll(" ", "|")
  };
  const regex = (/** @type {string} */ pattern) => new RegExp(`\\b${compiled(pattern, classes)}`, "g");
  const readings = READINGS.map(([pattern, known]) => ({ pattern: regex(pattern), known }));
  const { most, under, over, least, mostAfter, leastAfter } = data.thresholds;
  const [upTo, above, atLeast] = [[...most, ...under, "nemmeno", "neanche", "neppure", "manco"], over, least].map(
    // «dopo 12 minuti» tells when: it is no threshold
    (words) => new RegExp(`\\b(?:${words.filter((/** @type {string} */ word) => word !== "dopo").join("|")}) $`)
  );
  const [orLess, orMore] = [mostAfter, leastAfter].map((words) => new RegExp(`^(?:${words.join("|")}) `));

  /** Return a text's amounts. @param {string} marks the text, as `markedText` writes it @returns {Amount[]} */
  function amounts(marks) {
    if (/^\d+ $/.test(marks)) marks += "carte "; // «59» and nothing else: what is counted in a game are cards
    /** @type {Amount[]} */
    const found = [];
    for (const { pattern, known } of readings)
      for (const { 0: words, index: from, groups = {} } of marks.matchAll(pattern)) {
        const to = from + words.length;
        if (!found.some((one) => one.from < to && from < one.to)) found.push({ ...value(groups, known), from, to });
      }
    // «5 minuti prima» tells of no delay
    const told = found.filter(({ measure, to }) => measure === "cards" || !marks.startsWith("prima ", to));
    return [...told.map((one) => bounded(marks, one)), ...betweenHours(marks)];
  }

  /**
   * Return the amount that a pattern has found.
   * @param {Record<string, string>} groups of the match
   * @param {number} [known] the amount, if the pattern always means the same one
   */
  function value({ unit, low, high = low }, known) {
    if (known) return { measure: Number.isFinite(known) ? "minutes" : "cards", low: known, high: known };
    const [measure, factor] = MEASURES[units[unit]] ?? MEASURES.carta;
    return { measure, low: numberOf(low, data) * factor, high: numberOf(high, data) * factor };
  }

  /**
   * Return an amount with the bounds that the words around it give: «più di», «almeno», «o meno».
   * @param {string} marks the text, as `markedText` writes it @param {Amount} one @returns {Amount}
   */
  function bounded(marks, one) {
    const [before, after] = [marks.slice(0, one.from), marks.slice(one.to)];
    if (!Number.isFinite(one.low)) return one;
    if (upTo.test(before) || orLess.test(after)) return { ...one, low: 0 };
    if (above.test(before)) return { ...one, low: one.low + 0.01, high: Infinity };
    return atLeast.test(before) || orMore.test(after) ? { ...one, high: Infinity } : one;
  }

  /**
   * Return how often a text says that something happened before, and where.
   * @param {string} marks the text, as `markedText` writes it @returns {{count: number, from: number, to: number}[]}
   */
  const timesBefore = (marks) =>
    TIMES.flatMap(([pattern, more]) =>
      Array.from(marks.matchAll(regex(pattern)), ({ 0: words, index, groups }) => ({
        count: numberOf(groups?.n ?? "", data) + more,
        from: index,
        to: index + words.length
      }))
    );
  return { amounts, timesBefore };
}

/**
 * Return the minutes between the two times of day in a text: «partito alle 15:00, arriva alle 15:08» → 8.
 * [] if there are not exactly two: of three it is not clear which.
 * @param {string} marks the text, as `markedText` writes it @returns {Amount[]}
 */
function betweenHours(marks) {
  /** @type {Record<string, number>} */
  const spelt = { mezza: 30, mezzo: 30, "un quarto": 15 };
  const times = Array.from(marks.matchAll(CLOCK), ({ 0: words, 1: hour, 2: minute = "0", index }) => ({
    time: Number(hour) * 60 + (spelt[minute] ?? Number(minute)),
    from: index,
    to: index + words.length
  }));
  const minutes = Math.abs(times[0]?.time - times[1]?.time);
  if (times.length !== 2 || !minutes) return [];
  return [{ measure: "minutes", low: minutes, high: minutes, from: times[0].from, to: times[1].to }];
}

/**
 * Return the answer whose range a story's amounts fall into, and the position of the amount in the marks.
 * Null if no amount has a measure of the question; without `answer` if it is uncertain.
 * @param {Amount[]} amounts @param {Record<string, Measures>} ranges by answer's id and measure
 * @returns {{answer?: string, from: number, to: number} | null}
 */
export function answerWithin(amounts, ranges) {
  const spans = Object.entries(ranges).flatMap(([answer, measures]) =>
    Object.entries(measures).flatMap(([measure, all]) => all.map((span) => ({ answer, measure, span })))
  );
  const told = amounts.flatMap((amount) => {
    const own = spans.filter(({ measure }) => measure === amount.measure);
    const clear = Number.isFinite(amount.low) || own.length === 1; // «ne mancano due»: from the only number
    const answers = own.filter(({ span }) => clear && inside(amount, span)).map(({ answer }) => answer);
    return own.length ? { amount, answers } : [];
  });
  const answers = new Set(told.flatMap(({ answers }) => answers));
  const sure = told.find(({ answers }) => answers.length);
  if (sure && answers.size === 1) return { ...sure.amount, answer: [...answers][0] };
  const unsure = Object.keys(ranges).length > 1 && told.find(({ amount }) => Number.isFinite(amount.low));
  return unsure ? unsure.amount : null;
}

/** Tell whether an amount lies within a range. @param {Amount} amount @param {Span} span */
const inside = ({ low, high }, [least, most, after]) =>
  (least === null || (after ? low > least : low >= least)) && (most === null || high <= most);
