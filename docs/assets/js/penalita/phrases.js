// @ts-check
// Le frasi delle tabelle cercate in un racconto. Le prepara search/language/phrases.py: «guard …=prima man/cart» è una
// parola di guardare, poi anche più in là proprio «prima», poi subito una di mano o di carta; «#» è un numero qualunque.

/**
 * `first`: comincia una frase; `pause`: dopo una virgola; `colon`: attaccata ai due punti («15:08»); `and`: lega un’altra frase; `non`: vale «non»; `twice`: rovescia una frase che già nega («non … mai»
 * nega una volta sola); `light`: fra una negazione e ciò che nega non cambia niente («non l’ha certo fatto apposta»); `unsure`: il
 * «se» di «non so se l’ha fatto apposta», che non dice né sì né no; `denies`: nega; `none`, `absent`: dicono che di qualcosa non ce n’è
 * @typedef {{word: string, term: string, start: number, end: number, first: boolean, pause: boolean, colon: boolean, and: boolean, denies: boolean, non: boolean, twice: boolean, light: boolean, unsure: boolean, none: boolean, absent: boolean}} Token
 */
/** @typedef {import("../verdict/games.js").Telling} Telling @typedef {Telling["weights"]} Weights */
/** @typedef {{forms: Set<string>, exact: boolean, far: boolean}} Position `far`: prima possono stare altre parole */
/** @typedef {{positions: Position[], negated: boolean, firm?: boolean}} Phrase `firm`: di un detto, che vuol dire lo stesso dappertutto */
/** @typedef {{from: number, to: number, tokens: number[]}} Match i posti delle parole, il primo e l’ultimo */

const NUMBER = /^\d+$/;

/** Come si leggono le frasi e i racconti: come si nega sta, con i pesi, nel file del gioco (search/language/telling.json). @param {Telling} telling @param {import("../language/analysis.js").Analysis} analysis */
export function reading({ denying, measures, weights }, analysis) {
  const [non, nothing, twice, light, unsure, none, absent, and] = [
    "non",
    "nothing",
    "twice",
    "light",
    "unsure",
    "none",
    "absent",
    "and"
  ].map((name) => new Set(denying[name].split(" ")));
  const negations = new Set([...non, ...nothing]);
  return {
    phrase,
    told,
    matches: (/** @type {Phrase} */ one, /** @type {Token[]} */ tokens) => matches(one, tokens, weights),
    weights,
    terms: (/** @type {string} */ text) => analysis.terms(text),
    data: { ...analysis.data, measures }
  };

  /** @param {string} text @returns {Phrase} */
  function phrase(text) {
    const positions = text
      .split(" ")
      .filter(Boolean)
      .map((piece) => {
        const bare = piece.replace("…", "");
        return {
          forms: new Set(bare.replace("=", "").split("/")),
          exact: bare.startsWith("="),
          far: piece.startsWith("…")
        };
      });
    return { positions, negated: positions.some(({ forms }) => [...forms].some((form) => negations.has(form))) };
  }

  /** Le parole di un racconto, con dove comincia ogni frase. @param {string} text @returns {Token[]} */
  function told(text) {
    let [end, before] = [0, ""];
    return analysis.tokens(text).map((token) => {
      const between = text.slice(end, token.start);
      const { word } = token;
      const marks = {
        denies: negations.has(word),
        non: non.has(word),
        twice: twice.has(word),
        light: light.has(word),
        unsure: word === "se" && unsure.has(before),
        none: none.has(word),
        absent: absent.has(word)
      };
      [end, before] = [token.end, word];
      return {
        ...token,
        ...marks,
        first: /[.;?\n]/.test(between),
        pause: between.includes(","),
        colon: between === ":",
        and: and.has(text.slice(token.start, token.end).toLowerCase())
      };
    });
  }
}

/** @param {Token} token @param {Position} position */
const fits = ({ word, term, denies, non }, { forms, exact }) =>
  exact || !term || denies
    ? forms.has(word) || (non && forms.has("non"))
    : forms.has(term) || (forms.has("#") && NUMBER.test(term));

/** Tutti i posti in cui la frase sta nel racconto, tranne quelli che una negazione rovescia. @param {Phrase} phrase @param {Token[]} tokens @param {Weights} weights @returns {Match[]} */
function matches(phrase, tokens, weights) {
  /** @type {Match[]} */
  const found = [];
  if (!phrase.positions.length) return found;
  for (let start = 0; start < tokens.length; start++) {
    if (!fits(tokens[start], phrase.positions[0])) continue;
    const places = follow(phrase, tokens, weights, start);
    if (!places) continue;
    const match = { from: start, to: places[places.length - 1], tokens: places };
    if (!denied(phrase, tokens, match, weights)) found.push(match);
  }
  return found;
}

/** @param {Phrase} phrase @param {Token[]} tokens @param {Weights} weights @param {number} start @param {number} [at] @returns {number[] | null} */
function follow(phrase, tokens, weights, start, at = 1) {
  if (at === phrase.positions.length) return [start];
  const position = phrase.positions[at];
  const denying = tokens[start].denies;
  const most = position.far ? weights[phrase.negated ? "wordsDenied" : "wordsBetween"] : 0;
  let [stops, words] = [0, 0];
  for (
    let next = start + 1;
    next < tokens.length &&
    !tokens[next].first &&
    !(denying && (tokens[next].pause || tokens[next].unsure || tokens[next].and));
    next++
  ) {
    if (fits(tokens[next], position)) {
      const rest = follow(phrase, tokens, weights, next, at + 1);
      if (rest) return [start, ...rest];
    }
    if (!tokens[next].term) stops++;
    else if (!denying || !tokens[next].light) words++;
    if (words > most || stops > weights.stopsBetween * (position.far ? 3 : 1)) return null;
  }
  return null;
}

/** Se da un posto in poi si dice che non ce n’è: «malafede niente», «di malafede non ce n’è». @param {Token[]} tokens @param {number} at */
export function absent(tokens, at) {
  const [next, after] = [tokens[at], tokens[at + 1]];
  if (!next || next.first || next.pause) return false;
  return next.none ? !after || after.first || after.pause : next.non && !!after?.absent;
}

/** Se una parola che nega sta appena prima della frase o dentro, e la frase non la dice. @param {Phrase} phrase @param {Token[]} tokens @param {Match} match @param {Weights} weights */
function denied(phrase, tokens, match, { wordsBefore }) {
  const own = new Set(match.tokens);
  for (let n = match.from + 1; n < match.to; n++)
    if (!own.has(n) && (phrase.negated ? tokens[n].twice : tokens[n].denies)) return true;
  if (phrase.negated) return false;
  if (absent(tokens, match.to + 1)) return true;
  for (
    let n = match.from - 1, words = 0;
    n >= 0 && words < wordsBefore && !tokens[n + 1].first && !tokens[n + 1].pause;
    n--
  ) {
    const { term, light, denies, unsure } = tokens[n];
    if (denies || unsure) return true;
    if (light) continue;
    if (term && words++) return false;
    if (!term) words++;
  }
  return false;
}
