// @ts-check
// Un racconto → l’infrazione (con le parole che parlano per lei), le risposte e la storia che il racconto dice.
// Niente di quello che le parole non dicono: una domanda aperta costa un tocco, una risposta sbagliata una partita.
import { absent, reading } from "./phrases.js";
import { EVEN, number, ordinal, toldAmounts } from "./quantities.js";
import { unpacked } from "./unpacked.js";
import { distance } from "../language/text.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("../verdict/verdict.js").Infraction} Listed */
/** @typedef {import("../verdict/games.js").Heard} Heard @typedef {import("../verdict/games.js").Speaks} Speaks @typedef {import("../verdict/games.js").Speech} Speech */
/** @typedef {Omit<import("../verdict/verdict.js").Question, "answers"> & {answers: (import("../verdict/verdict.js").Answer & Speech & {taught: Map<string, number>})[]}} Question */
/** @typedef {Omit<Listed, "questions"> & Speaks & {told: import("./unpacked.js").Told, questions: Question[]}} Infraction */
/** @typedef {ReturnType<typeof reading>} Language le frasi, i pesi e la lingua di un gioco */
/** @typedef {import("./phrases.js").Phrase} Phrase @typedef {import("./phrases.js").Match} Match @typedef {import("./phrases.js").Token} Token */
/** @typedef {import("./quantities.js").Quantity} Quantity @typedef {[number | null, number | null, boolean]} Span */
/** @typedef {{infraction: Infraction, score: number, said: string[], measured: boolean}} Found `said`: le parole del racconto che hanno parlato per lei; `measured`: vi ha parlato un numero */
/** @typedef {{question: string, answer: string, said: string, firm?: boolean}} Understood `firm`: lo dice un numero o un detto, che le parole sciolte non smentiscono */
/** @typedef {{found: Found[], answers: (infraction: {id: string}) => Understood[], history: Record<string, {count: number, said: string}>}} Understanding */
/** @typedef {{phrase: Phrase, weight: number}} Speaking */
/** @typedef {{infraction: Infraction, phrases: Speaking[], against: Phrase[], bag: Map<string, number>, taught: Map<string, number>, name: string}} Indexed */

const GRAIN = 1e6; // i punti si confrontano interi: sommati in un altro ordine, l’ultima cifra di due pari sarebbe un’altra

/**
 * @param {Game} game
 * @param {Heard} heard
 * @param {import("../language/analysis.js").Analysis} analysis
 * @returns {(text: string, typing?: boolean) => Understanding}
 */
export function understander(game, heard, analysis) {
  const language = reading(heard.telling, analysis);
  const { phrase, weights, data } = language;
  const infractions = speaking(game, heard);
  const shared = repeated(infractions);
  const indexed = infractions.map((infraction) => index(game, language, infraction, shared));
  const rarity = rarities(indexed);
  const named = penalties(game, heard, phrase);
  const clean = heard.clean.map(phrase);
  const sayings = new Map(
    Object.entries(heard.sayings).map(([name, texts]) => [
      `@${name}`,
      texts.map((text) => ({ ...phrase(text), firm: true }))
    ])
  );
  const said = (/** @type {string} */ text) => sayings.get(text) ?? [phrase(text)];
  const leaning = leanings(infractions, heard.sayings, language);
  /** @type {Map<string, {question: string, answer: string, phrases: Phrase[], measures: Record<string, Span[]>, count: number | null}[]>} */
  const answered = new Map();
  return (text, typing = false) => {
    const tokens = mended(language.told(text), rarity, typing && /[\p{L}\d]$/u.test(text));
    const amounts = toldAmounts(tokens, data);
    const plain = undenied(tokens, weights);
    const near = beside(tokens, weights);
    const history = past(tokens, named, clean, game, text, language);
    const found = indexed
      .map((one) => score(one, tokens, plain, near, amounts, rarity, text, language))
      .filter((f) => f.score > 0)
      .sort((a, b) => b.score - a.score); // pari, nell’ordine del gioco: titoli messi in ordine dipendono dalla lingua
    return { found: found.filter((f) => f.score > found[0].score * weights.least), answers, history: history.counts };

    /** @param {{id: string}} one */
    function answers({ id }) {
      const infraction = /** @type {Infraction} */ (infractions.find((i) => i.id === id));
      const known = answered.get(infraction.id) ?? supports(infraction, said);
      answered.set(infraction.id, known);
      const omitted = undone(
        /** @type {Indexed} */ (indexed.find((one) => one.infraction === infraction)),
        tokens,
        language
      );
      return infraction.questions.flatMap((question) => {
        const mine = known.filter((k) => k.question === question.id);
        const best = question.history
          ? (times(mine, tokens, amounts, text, language) ?? supported(mine, tokens, amounts, text, language, omitted))
          : supported(mine, tokens, amounts, text, language, omitted);
        const lean = question.history ? [] : leans(leaning, question, plain, near, weights);
        if (best && (best.firm || against(lean, best.answer) <= weights.doubt)) return best;
        const [first, second] = [lean[0], lean[1]?.score ?? 0];
        if (
          first?.words.length >= weights.spoken &&
          first.score - second >= weights.sure &&
          first.score >= second * weights.times
        )
          return {
            question: question.id,
            answer: first.answer,
            said: first.words.map((at) => words(text, tokens, { from: at, to: at })).join(" … ")
          };
        const never = !best && question.history && history.never ? mine.find((m) => m.count === 0) : null;
        return never ? { question: question.id, answer: never.answer, said: history.never } : [];
      });
    }
  };
}

/** @param {Game} game @param {Heard} heard @param {(text: string) => Phrase} phrase */
const penalties = (game, heard, phrase) =>
  heard.penalties
    .map(({ words, once }, n) => ({
      counts: counts(game, game.penalties[n].id),
      words: words.map(phrase),
      once: once.map(phrase)
    }))
    .filter((p) => p.words.length || p.once.length);

/** @param {Game} game @param {Heard} heard */
function speaking(game, heard) {
  const taught = unpacked(heard.taught);
  return game.infractions.map((infraction, n) => listed(infraction, heard.infractions[n], taught[n]));
}

/** @param {Listed} infraction @param {Heard["infractions"][0]} heard @param {ReturnType<typeof unpacked>[0]} taught @returns {Infraction} */
const listed = (infraction, { answers, ...heard }, taught) => ({
  ...infraction,
  ...heard,
  told: taught.told,
  questions: infraction.questions.map((q, n) => ({
    ...q,
    answers: q.answers.map((a, m) => ({ ...a, ...answers[n][m], taught: taught.answers[n][m] }))
  }))
});

/** @param {Game} game @param {Language} language @param {Infraction} infraction @param {Set<string>} shared @returns {Indexed} */
function index(game, { phrase, terms, weights }, infraction, shared) {
  /** @type {Map<string, number>} */
  const bag = new Map();
  const named = new Set(terms(game.game)); // «Naruto» dice quale gioco è, non quale infrazione
  const weigh = (/** @type {Iterable<string>} */ some, /** @type {number} */ weight) => {
    for (const term of some)
      if (/^\D/.test(term) && !named.has(term)) bag.set(term, Math.max(bag.get(term) ?? 0, weight));
  };
  const put = (/** @type {string} */ text, /** @type {number} */ weight) => weigh(terms(text), weight);
  const own = infraction.questions.flatMap((q) =>
    q.answers.flatMap((a) =>
      a.words.filter((w) => !shared.has(w)).map((w) => ({ phrase: phrase(w), weight: weights.own }))
    )
  );
  const phrases = infraction.words.map((w) => ({ phrase: phrase(w), weight: 1 }));
  const of = (/** @type {string} */ id) => game.statements[id]?.text ?? "";
  put(infraction.title, weights.title);
  for (const { phrase } of phrases) for (const { forms } of phrase.positions) weigh(forms, weights.words);
  for (const { phrase } of own) for (const { forms } of phrase.positions) weigh(forms, weights.answers);
  /** @type {Map<string, number>} */
  const taught = new Map();
  for (const [term, { often, much }] of infraction.told) {
    if (often) weigh([term], weights.asked + weights.often * (often - 1));
    taught.set(term, much);
  }
  for (const id of infraction.examples) put(of(id), weights.examples);
  for (const id of infraction.definition) put(of(id), weights.definition);
  for (const { answers } of infraction.questions)
    for (const { text, more } of answers) put(`${text} ${more}`, weights.texts);
  return {
    infraction,
    phrases: [...phrases, ...own],
    against: infraction.against.map(phrase),
    bag,
    taught,
    name: terms(infraction.title).join(" ")
  }; // «Barare»; le parole di un titolo più lungo («Lista del mazzo») si dicono anche per altro
}

/** @typedef {{bag: Map<string, number>, taught: Map<string, number>}} Leaning le parole della risposta, e quelle che i racconti hanno insegnato */
/** @typedef {{bags: Map<Question, Map<string, Leaning>>, spread: Map<string, number>, all: number}} Leanings */

/** Le parole sciolte di ogni risposta, e in quante risposte del gioco sta ciascuna. @param {Infraction[]} infractions @param {Heard["sayings"]} sayings @param {Language} language @returns {Leanings} */
function leanings(infractions, sayings, { phrase, terms, weights }) {
  /** @type {Leanings} */
  const known = { bags: new Map(), spread: new Map(), all: 0 };
  for (const { questions } of infractions)
    for (const question of questions) {
      const bags = new Map();
      for (const { id, text, more, words, taught } of question.answers) {
        /** @type {Map<string, number>} */
        const bag = new Map();
        const put = (/** @type {Iterable<string>} */ some, /** @type {number} */ weight) => {
          for (const term of some)
            if (/^\D/.test(term)) bag.set(term, Math.min(weights.leanMost, (bag.get(term) ?? 0) + weight));
        };
        for (const one of words.flatMap((w) => (w.startsWith("@") ? sayings[w.slice(1)] : w))) {
          const { positions, negated } = phrase(one);
          if (!negated)
            for (const { forms } of positions)
              put(forms, weights.leanPhrases / Math.sqrt(forms.size) / positions.length);
        }
        put(new Set(terms(`${text} ${more}`)), weights.leanTexts);
        bags.set(id, { bag, taught });
        known.all++;
        for (const term of bag.keys()) known.spread.set(term, (known.spread.get(term) ?? 0) + 1);
      }
      known.bags.set(question, bags);
    }
  return known;
}

/** Le parole che nessuna negazione tocca, con il loro posto. @param {Token[]} tokens @param {Language["weights"]} weights @returns {Map<string, number>} */
function undenied(tokens, weights) {
  const plain = new Map();
  let denied = 0;
  tokens.forEach(({ term, first, pause, and, denies, unsure }, n) => {
    denied = denies || unsure ? weights.denied + 1 : first || pause || and ? 0 : term ? denied - 1 : denied;
    if (denied <= 0 && !tokens[n + 1]?.unsure && !absent(tokens, n + 1)) plain.set(term, n); // «mi chiedo se»: neanche «chiedo» dice qualcosa
  });
  return plain;
}

/** Le parole piccole e ogni due vicine, come i racconti le insegnano (scripts/render/taught.py, heard), con il loro posto e quanto valgono. @param {Token[]} tokens @param {Language["weights"]} weights */
function beside(tokens, weights) {
  const names = tokens.map(({ word, term }) => (/^\d/.test(term) ? "#" : term || `?${word}`));
  /** @type {Map<string, {n: number, weight: number}>} */
  const near = new Map();
  for (const name of names) if (name[0] === "?") near.set(name, { n: -1, weight: weights.small }); // nessuno la mostra
  for (let n = 0; n + 1 < names.length; n++)
    if (!absent(tokens, n + 2)) near.set(`${names[n]}_${names[n + 1]}`, { n, weight: weights.pair });
  return near;
}

/** Quanto le parole sciolte del racconto pendono per ogni risposta, da quella per cui di più, e i posti delle parole che pesano di più. @param {Leanings} known @param {Question} question @param {Map<string, number>} plain @param {ReturnType<typeof beside>} near @param {Language["weights"]} weights */
function leans({ bags, spread, all }, question, plain, near, { leanTold, spoken }) {
  return [...(bags.get(question) ?? [])]
    .map(([answer, { bag, taught }]) => {
      const said = [...plain].map(([term, n]) => ({
        n,
        weight: (bag.get(term) ?? 0) * Math.log(all / (spread.get(term) ?? all)) + leanTold * (taught.get(term) ?? 0)
      }));
      for (const [term, { n, weight }] of near)
        if (taught.has(term)) said.push({ n, weight: leanTold * weight * (taught.get(term) ?? 0) });
      const heavy = said.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
      const words = [
        ...new Set(
          heavy
            .filter(({ n }) => n >= 0)
            .slice(0, spoken)
            .map(({ n }) => n)
        )
      ];
      return { answer, score: heavy.reduce((sum, { weight }) => sum + weight, 0), words: words.sort((a, b) => a - b) };
    })
    .sort((a, b) => b.score - a.score);
}

/** Quanto le parole sciolte pendono contro una risposta. @param {ReturnType<typeof leans>} lean @param {string} answer */
const against = (lean, answer) =>
  (lean.find((l) => l.answer !== answer)?.score ?? 0) - (lean.find((l) => l.answer === answer)?.score ?? 0);

/** Le frasi che stanno nelle risposte di più infrazioni («per sbaglio»), e i detti: non parlano per nessuna. @param {Infraction[]} infractions @returns {Set<string>} */
function repeated(infractions) {
  const [once, twice] = [new Set(), new Set()];
  for (const { questions } of infractions)
    for (const text of new Set(questions.flatMap((q) => q.answers.flatMap((a) => a.words))))
      (once.has(text) || text.startsWith("@") ? twice : once).add(text);
  return twice;
}

/** Quanto è rara una parola fra le infrazioni del gioco. @param {Indexed[]} indexed @returns {Map<string, number>} */
function rarities(indexed) {
  /** @type {Map<string, number>} */
  const spread = new Map();
  for (const { bag } of indexed) for (const term of bag.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  return new Map([...spread].map(([term, n]) => [term, Math.log(1 + indexed.length / n)]));
}

/** Le parole scritte male o a metà diventano quelle che le tabelle conoscono. @param {Token[]} tokens @param {Map<string, number>} known @param {boolean} unfinished @returns {Token[]} */
function mended(tokens, known, unfinished) {
  const terms = [...known.keys()];
  return tokens.map((token, n) => {
    const { term } = token;
    if (!term || known.has(term) || /\d/.test(term)) return token;
    if (unfinished && n === tokens.length - 1 && token.word.length > 2) {
      const begun = terms
        .filter((t) => t.startsWith(token.word) || t.startsWith(term))
        .sort((a, b) => a.length - b.length)[0];
      if (begun) return { ...token, term: begun };
    }
    if (term.length < 5) return token;
    const near = terms.filter(
      (t) => t.length > 4 && t[0] === term[0] && Math.abs(t.length - term.length) < 2 && distance(t, term) === 1
    );
    return near.length === 1 ? { ...token, term: near[0] } : token;
  });
}

/** @param {Indexed} one @param {Token[]} tokens @param {Map<string, number>} plain @param {ReturnType<typeof beside>} near @param {Quantity[]} amounts @param {Map<string, number>} rarity @param {string} text @param {Language} language @returns {Found} */
function score(one, tokens, plain, near, amounts, rarity, text, { matches, weights }) {
  const worth = (/** @type {number} */ n) => rarity.get(tokens[n].term) ?? 1;
  let total = 0;
  for (const term of new Set(tokens.filter((t) => !t.light).map((t) => t.term)))
    total +=
      weights.bags * (one.bag.get(term) ?? 0) * (rarity.get(term) ?? 0) +
      weights.taught * (plain.has(term) ? 1 : weights.half) * (one.taught.get(term) ?? 0);
  if (plain.has(one.name)) total += weights.named; // «ha barato guardando le carte del vicino»
  if (total > 0) for (const [term, { weight }] of near) total += weights.taught * weight * (one.taught.get(term) ?? 0);
  /** @type {Map<number, number>} */
  const best = new Map();
  /** @type {{match: Match, value: number}[]} */
  const said = [];
  for (const { phrase, weight } of one.phrases) {
    for (const match of matches(phrase, tokens)) {
      const share =
        weight *
        (match.tokens.length > 1
          ? 1 + weights.longer * Math.min(weights.longest, match.tokens.length - 1)
          : weights.alone);
      for (const n of match.tokens) best.set(n, Math.max(best.get(n) ?? 0, worth(n) * share));
      said.push({ match, value: match.tokens.reduce((sum, n) => sum + worth(n), 0) * share });
    }
  }
  for (const value of best.values()) total += value;
  const measured = Object.entries(one.infraction.measures).some(([measure, spans]) =>
    amounts.some((a) => a.measure === measure && !a.clock && spans.some((span) => inside(a, span)))
  );
  if (measured) total += weights.measured;
  for (const phrase of one.against)
    for (const match of matches(phrase, tokens))
      total -= match.tokens.reduce((sum, n) => sum + worth(n), 0) * weights.against;
  return { infraction: one.infraction, score: Math.round(total * GRAIN), said: spoken(said, tokens, text), measured };
}

/** Quello che il racconto dice che non si è fatto, se è l’infrazione: «non ha avviato il timer». @param {Indexed} one @param {Token[]} tokens @param {Language} language */
const undone = ({ phrases }, tokens, { matches }) =>
  phrases
    .filter(({ phrase }) => phrase.negated)
    .flatMap(({ phrase }) => matches(phrase, tokens))
    .filter(
      (m) => tokens[m.from].denies && m.tokens.some((n) => !tokens[n].denies && tokens[n].term && !tokens[n].light)
    );

/** Le parole del racconto, dalle più forti, senza ripetersi. @param {{match: Match, value: number}[]} said @param {Token[]} tokens @param {string} text */
function spoken(said, tokens, text) {
  /** @type {Match[]} */
  const kept = [];
  for (const { match } of said.sort((a, b) => b.value - a.value))
    if (kept.length < 3 && kept.every((k) => match.from > k.to || match.to < k.from)) kept.push(match);
  return kept.sort((a, b) => a.from - b.from).map((m) => words(text, tokens, m));
}

/** @param {string} text @param {Token[]} tokens @param {{from: number, to: number}} match */
const words = (text, tokens, { from, to }) => text.slice(tokens[from].start, tokens[to].end);

/** @param {Infraction} infraction @param {(text: string) => Phrase[]} said */
function supports(infraction, said) {
  return infraction.questions.flatMap((question) =>
    question.answers.map((a) => ({
      question: question.id,
      answer: a.id,
      phrases: a.words.flatMap(said),
      measures: a.measures,
      count: a.count
    }))
  );
}

/** La sola risposta che il racconto sostiene, se è una sola. @param {ReturnType<typeof supports>} answers @param {Token[]} tokens @param {Quantity[]} amounts @param {string} text @param {Language} language @param {Match[]} omitted quello che il racconto dice che non si è fatto @returns {Understood | null} */
function supported(answers, tokens, amounts, text, { matches, weights }, omitted) {
  const spoken = answers.flatMap((answer) => [
    ...answer.phrases.flatMap((p) =>
      matches(p, tokens)
        .filter((m) => !leapt(m))
        .map(({ from, to, tokens: at }) => ({ answer, from, to, at, firm: p.firm }))
    ),
    ...Object.entries(answer.measures).flatMap(([measure, spans]) =>
      measure === "times"
        ? []
        : amounts
            .filter((a) => a.measure === measure && spans.some((s) => inside(a, s)))
            .map(({ from, to }) => ({ answer, from, to, at: [from], firm: true }))
    )
  ]);
  /** Se fra la negazione e il resto sta quello che non si è fatto: «non ha avviato il timer apposta» non dice che non l’ha fatto apposta. @param {Match} match */
  function leapt({ from, tokens: [, next] }) {
    return omitted.some((o) => o.from === from && o.to < next);
  }
  // una frase dentro un’altra più lunga non parla da sé: «primo turno» in «prima del primo turno»
  const free = spoken.filter(
    (s) =>
      !spoken.some((o) => o.answer !== s.answer && o.from <= s.from && s.to <= o.to && o.to - o.from > s.to - s.from)
  );
  const best = loudest(free, weights.louder);
  if (!best.length) return null;
  // un numero che non si sa in quale risposta cada lascia aperta la domanda
  const measured = new Set(answers.flatMap((a) => Object.keys(a.measures)));
  const unsure = amounts.some(
    (a) =>
      measured.has(a.measure) &&
      a.measure !== "times" &&
      !answers.some((x) => (x.measures[a.measure] ?? []).some((s) => inside(a, s)))
  );
  if (unsure && best.every((s) => amounts.some((a) => a.from === s.from && a.to === s.to))) return null;
  const longest = best.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
  return {
    question: longest.answer.question,
    answer: longest.answer.answer,
    said: words(text, tokens, longest),
    firm: best.length === free.length && best.some((s) => s.firm)
  };
}

/**
 * Quello che parla per una risposta sola: dove il racconto parla per due, per quella di cui dice più parole, e non di poco.
 * @template {{answer: object, at: number[]}} T @param {T[]} spoken @param {number} louder di quante parole di più @returns {T[]}
 */
function loudest(spoken, louder) {
  /** @type {Map<object, Set<number>>} */
  const words = new Map();
  for (const { answer, at } of spoken) words.set(answer, new Set([...(words.get(answer) ?? []), ...at]));
  const [first, second] = [...words].sort((a, b) => b[1].size - a[1].size);
  return first && first[1].size >= (second?.[1].size ?? -louder) + louder
    ? spoken.filter((s) => s.answer === first[0])
    : [];
}

/** «per la seconda volta», «già ripreso due volte»: la risposta con quel conto. @param {ReturnType<typeof supports>} answers @param {Token[]} tokens @param {Quantity[]} amounts @param {string} text @param {Language} language @returns {Understood | null} */
function times(answers, tokens, amounts, text, { data }) {
  const already = (/** @type {number} */ at) =>
    tokens.slice(Math.max(0, at - 5), at + 1).some((t) => t.word === "gia" || t.word === "prima");
  for (let n = 0; n + 1 < tokens.length; n++) {
    const nth = ordinal(tokens[n], data);
    if (!nth || tokens[n + 1].word !== "volta") continue;
    return counted(nth - 1, { from: n, to: n + 1 });
  }
  const past = amounts.find((a) => a.measure === "times" && a.low === a.high && already(a.from));
  return past ? counted(past.low, past) : null;

  /** @param {number} count @param {{from: number, to: number}} place */
  function counted(count, place) {
    const reached = answers
      .filter((a) => a.count !== null && a.count <= count)
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))[0];
    return reached ? { question: reached.question, answer: reached.answer, said: words(text, tokens, place) } : null;
  }
}

/** @param {Quantity} amount @param {Span} span */
const inside = (amount, [low, high, after]) =>
  (low === null || (after ? amount.low > low : amount.low >= low)) && (high === null || amount.high <= high);

/** Quali conti una penalità fa crescere: sé stessa, e quelle che porta con sé. @param {Game} game @param {string} id */
function counts(game, id) {
  const brings = game.penalties.find((p) => p.id === id)?.brings ?? [];
  return game.counted.map((c) => c.id).filter((c) => c === id || brings.includes(c));
}

const GIVING = new Set(
  "do darei dare dargli darle merita spetta vuole vorrebbe vorrei chiede pretende propone devo tocca".split(" ")
);
const NONE = new Set(["nessuna", "nessun", "niente", "zero", "mai", "senza", "0"]);
const AFTER = new Set([
  "ne",
  "ha",
  "aveva",
  "ce",
  "n",
  "gia",
  "prese",
  "presi",
  "avute",
  "avuti",
  "sono",
  "siamo",
  "a",
  "sta"
]); // «di verbali ne ha già tre»
const MONTHS = "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre";
const DAYS = "settimana|mese|anno|estate|inverno|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica";
const EVENTS = "torneo|tornei|evento|eventi|tappa|tappe|gara|gare";
// dove e quando la penalità è stata presa, se non è questo torneo: «in un altro torneo», «a maggio», «ai regionali», «al torneo di Lucca», «due mesi fa»
const ELSEWHERE = new RegExp(
  `\\b(altr[oiae] (${EVENTS}|citta)|(${EVENTS}) (passat|scors|precedent)[oiae]|(${DAYS}) (scors[oa]|prima)|scors[oa] (${DAYS}|torneo)|` +
    `(giorni|settimane|mesi|anni|mese|anno|settimana) fa|(a|in|di|lo scorso) (${MONTHS})|(ai|nei|dai) (regionali|provinciali|nazionali|qualificatori)|` +
    `(al|nel|dal|del|alla|nella|dalla|della) (${EVENTS}) (di|a|del|della) (?!oggi|stamattina|qui|questo|questa)[a-z]+)\\b`
);

/**
 * Che cosa il giocatore ha già, se il racconto lo dice.
 * @param {Token[]} tokens @param {{counts: string[], words: Phrase[], once: Phrase[]}[]} named @param {Phrase[]} clean @param {Game} game @param {string} text @param {Language} language
 * @returns {{counts: Understanding["history"], never: string}}
 */
function past(tokens, named, clean, game, text, { matches, data }) {
  /** @type {{from: number, to: number, count: number, counts: string[]}[]} */
  const told = [];
  for (const { counts, words, once } of named) {
    if (!counts.length) continue;
    for (const p of words)
      for (const m of matches({ ...p, negated: true }, tokens)) {
        const counted = countOf(tokens, m, data);
        if (counted) told.push({ ...counted, counts });
      }
    for (const p of once)
      for (const m of matches(p, tokens)) {
        const after = tokens.slice(m.to + 1, m.to + 4);
        const at = after.findIndex((t) => t.word.startsWith("volt"));
        const many = at > 0 ? number(after[at - 1]) : null;
        told.push({ from: m.from, to: many ? m.to + 1 + at : m.to, count: many ? many[0] : 1, counts });
      }
  }
  const here = told.filter((t) => !ELSEWHERE.test(sentence(tokens, t)));
  const longest = here.filter(
    (t) =>
      !here.some(
        (o) =>
          o !== t &&
          o.from <= t.from &&
          t.to <= o.to &&
          (o.to - o.from > t.to - t.from || here.indexOf(o) < here.indexOf(t))
      )
  );
  /** @type {Understanding["history"]} */
  const counts = {};
  const unsure = new Set();
  for (const t of longest)
    for (const id of t.counts) {
      if (id in counts && counts[id].count !== t.count) unsure.add(id);
      counts[id] = { count: t.count, said: words(text, tokens, t) };
    }
  for (const id of unsure) delete counts[id];
  const spotless = clean.flatMap((p) => matches({ ...p, negated: true }, tokens))[0];
  const said = spotless ? words(text, tokens, spotless) : "";
  if (spotless)
    for (const { id } of game.counted) if (!(id in counts) && !unsure.has(id)) counts[id] = { count: 0, said };
  for (const { id, most } of game.counted) if (id in counts) counts[id].count = Math.min(counts[id].count, most);
  return { counts, never: spotless && !/\baltr/.test(said) && !longest.length ? said : "" };
}

/** La frase attorno a un posto. @param {Token[]} tokens @param {{from: number, to: number}} at */
function sentence(tokens, { from, to }) {
  let [a, b] = [from, to];
  while (a > 0 && !tokens[a].first) a--;
  while (b + 1 < tokens.length && !tokens[b + 1].first) b++;
  return tokens
    .slice(a, b + 1)
    .map((t) => t.word)
    .join(" ");
}

/** «due ammonizioni ufficiali» → 2, «la terza ufficiale» → 2, «nessuna verbale» → 0, «verbali ne ha zero» → 0. @param {Token[]} tokens @param {Match} match @param {Language["data"]} data */
function countOf(tokens, match, data) {
  for (let n = match.from - 1; n >= 0 && n >= match.from - 3 && !tokens[n + 1].first; n--) {
    const token = tokens[n];
    if (NONE.has(token.word) || token.word === "non" || (token.word === "ne" && n === match.from - 1))
      return { from: n, to: match.to, count: 0 };
    const nth = ordinal(token, data);
    if (nth && n === match.from - 1) return { from: n, to: match.to, count: nth - 1 };
    const many = number(token);
    if (many && EVEN.has(tokens[n - 1]?.word)) return { from: n - 1, to: match.to, count: 0 };
    if (many) return many[0] === many[1] && !giving(tokens, n) ? { from: n, to: match.to, count: many[0] } : null;
    if (["e", "ma", "con"].includes(token.word)) break;
  }
  let to = match.to + 1;
  while (AFTER.has(tokens[to]?.word) && !tokens[to].first) to++;
  const next = tokens[to];
  if (!next || next.first) return null;
  if (NONE.has(next.word)) return { from: match.from, to, count: 0 };
  const last = !tokens[to + 1] || tokens[to + 1].first || tokens[to + 1].pause; // «ne ha già una», e basta
  const after = (/^\d+$/.test(next.term) && !tokens[to + 1]?.term) || last ? number(next) : null;
  return after ? { from: match.from, to, count: after[0] } : null;
}

/** Se la frase parla di dare la penalità, non di averla già. @param {Token[]} tokens @param {number} at */
const giving = (tokens, at) => tokens.slice(Math.max(0, at - 4), at).some((t) => GIVING.has(t.word));
