// Read the amounts in a story («dopo una decina di minuti», «39 carte invece di 40») and the answer they fall into.
// Numbers, ordinals, units and thresholds are those of the search (language/quantity-parser.js).
import { compiled, numberClasses, numberOf } from "./pattern-compiler.js";
/** @import { Analysis } from "../language/analysis.js" */
/** @import { Amount, Measures, Span, ThresholdRule } from "./types" */

/** @type {Record<string, ["minutes" | "cards", number]>} */
const MEASURES = { minuto: ["minutes", 1], ora: ["minutes", 60], carta: ["cards", 1] };
const LONGEST = 120; // minutes: two times of day further apart do not tell of a delay
const CLOCK = /\b(?:alle|dalle|ore) (1?\d|2[0-4])(?:(?:\.| : | e )([0-5]?\d|mezz[ao]|un quarto))? /g;
const PAST = "passat[ie]|abbondanti|superati";
const ABOUT = "circa|quasi|intorno|verso|tipo|credo|boh|scarsi";
const WORDS = {
  CARD: "cart[ae]",
  INSTEAD: "invece di|invece che|al posto di|anziche|e non",
  LACKING: "manca|mancano|mancava|mancavano|mancando",
  LEFT: "restano|restavano|rimangono|rimanevano",
  MORE: "in piu|di troppo|di piu",
  LESS: "in meno|di meno"
};
/**
 * Patterns of how amounts are said; with some, what they mean: so many minutes, ±Infinity for more or fewer than the
 * table states, null for no amount (what is left, or too early).
 * @type {[string, (number | null)?][]}
 */
const READINGS = [
  ["LACKING|LEFT ..2 NUM ?LIGHT ?LIGHT MINUTE", null],
  ["NUM MINUTE prima", null],
  ["quarto d ora prima", null],
  ["mezz|mezza ora", 30],
  ["3 quarti d ora", 45],
  ["quarto d ora", 15],
  ["low:ORD unit:minuto"], // «al sesto minuto»
  ["LACKING ..1 NUM ?LIGHT ?LIGHT ?CARD", -Infinity], // «ne mancano due»
  ["NUM ?LIGHT ?LIGHT ?CARD LESS", -Infinity],
  ["NUM ?LIGHT ?LIGHT ?CARD MORE", Infinity], // «una in più»
  ["low:NUM INSTEAD NUM"], // «39 invece di 40»
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
  const named = (/** @type {string} */ unit) => Object.keys(units).filter((word) => units[word] === unit);
  const classes = {
    ...WORDS,
    ...numberClasses(data),
    UNIT: Object.keys(MEASURES).flatMap(named).join("|"),
    MINUTE: named("minuto").join("|"),
    LIGHT: `${data.stop} di buoni interi lunghi altre sole ancora`.replaceAll(" ", "|")
  };
  const regex = (/** @type {string} */ pattern) => new RegExp(`\\b${compiled(pattern, classes)}`, "g");
  const readings = READINGS.map(([pattern, known]) => ({ pattern: regex(pattern), known }));
  const thresholds = thresholdRules(data);

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
    const told = found.filter(({ measure }) => measure);
    return [...told.map((one) => withThreshold(marks, one, thresholds)), ...betweenHours(marks)];
  }

  /**
   * Return the amount that a pattern has found.
   * @param {Record<string, string>} groups of the match
   * @param {number | null} [known] the amount, if the pattern always means the same one; null: it means none
   */
  function value({ unit, low, high = low }, known) {
    if (known === null) return { measure: "", low: 0, high: 0 };
    if (known) return { measure: Number.isFinite(known) ? "minutes" : "cards", low: known, high: known };
    const [measure, factor] = MEASURES[units[unit]] ?? ["cards", 1];
    return { measure, low: numberOf(low, data)[0] * factor, high: numberOf(high, data)[1] * factor };
  }

  /**
   * Return how often a text says that something happened before, and where.
   * @param {string} marks the text, as `markedText` writes it @returns {{count: number, from: number, to: number}[]}
   */
  const timesBefore = (marks) =>
    TIMES.flatMap(([pattern, more]) =>
      Array.from(marks.matchAll(regex(pattern)), ({ 0: words, index, groups }) => ({
        count: numberOf(groups?.n, data)[0] + more,
        from: index,
        to: index + words.length
      }))
    );
  return { amounts, timesBefore };
}

/**
 * Return the rules by which words before or after an amount change its bounds: «più di», «circa», «o più».
 * @param {Analysis["data"]} data @returns {ThresholdRule[]}
 */
function thresholdRules({ thresholds: { most, under, over, least, mostAfter, leastAfter } }) {
  // «dopo 12 minuti» tells when: it is no threshold
  const any = (/** @type {string[]} */ words) => words.filter((word) => word !== "dopo").join("|");
  /** @type {[string, string, ThresholdRule["range"]][]} */
  const rules = [
    [any([...most, ...under, "nemmeno|neanche|neppure|manco"]), any(mostAfter), (_, high) => [0, high]],
    [any([...over, PAST]), PAST, (low) => [low + 0.01, Infinity]],
    [any(least), any(leastAfter), (low) => [low, Infinity]],
    [`(?:${ABOUT})(?: [a-z]+)?`, `(?:[a-z]+ )?(?:${ABOUT})`, (low, high) => [low * 0.8, high * 1.2]],
    ["dopo", "$.", (low, high) => [low, high + 0.01]]
  ];
  return rules.map(([before, after, range]) => ({
    before: new RegExp(`\\b(?:${before}) $`),
    after: new RegExp(`^(?:${after}) `),
    range
  }));
}

/**
 * Return an amount with the bounds that the words around it give.
 * @param {string} marks the text, as `markedText` writes it @param {Amount} one @param {ThresholdRule[]} rules
 * @returns {Amount}
 */
function withThreshold(marks, one, rules) {
  const [before, after] = [marks.slice(0, one.from), marks.slice(one.to)];
  const rule = rules.find((rule) => rule.before.test(before) || rule.after.test(after));
  if (!rule || !Number.isFinite(one.low)) return one;
  const [low, high] = rule.range(one.low, one.high);
  return { ...one, low, high };
}

/**
 * Return the minutes between the two times of day in a text: «partito alle 15:00, arriva alle 15:08» → 8.
 * [] if there are not exactly two, or they are over two hours apart.
 * @param {string} marks the text, as `markedText` writes it @returns {Amount[]}
 */
function betweenHours(marks) {
  /** @type {Record<string, string>} */
  const spelt = { mezza: "30", mezzo: "30", "un quarto": "15" };
  const times = [...marks.matchAll(CLOCK)].map(({ 0: words, 1: hour, 2: minute = "0", index }) => ({
    time: Number(hour) * 60 + Number(spelt[minute] ?? minute),
    from: index,
    to: index + words.length
  }));
  const minutes = times.length === 2 ? Math.abs(times[0].time - times[1].time) : 0; // of three it is not clear which
  if (!minutes || minutes > LONGEST) return [];
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
