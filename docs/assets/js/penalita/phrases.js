// @ts-check
// Le frasi delle tabelle cercate in un racconto. Le prepara search/language/phrases.py: «guard …=prima man/cart» è una
// parola di guardare, poi anche più in là proprio «prima», poi subito una di mano o di carta; «#» è un numero qualunque.

/**
 * `first`: comincia una frase; `pause`: dopo una virgola; `colon`: attaccata ai due punti («15:08»); `and`: lega un’altra frase; `non`: vale «non»; `twice`: rovescia una frase che già nega («non … mai»
 * nega una volta sola); `light`: fra una negazione e ciò che nega non cambia niente («non l’ha certo fatto apposta»); `unsure`: il
 * «se» di «non so se l’ha fatto apposta», che non dice né sì né no
 * @typedef {{word: string, term: string, start: number, end: number, first: boolean, pause: boolean, colon: boolean, and: boolean, non: boolean, twice: boolean, light: boolean, unsure: boolean}} Token
 */
/** @typedef {{forms: Set<string>, exact: boolean, far: boolean}} Position `far`: prima possono stare altre parole */
/** @typedef {{positions: Position[], negated: boolean, firm?: boolean}} Phrase `firm`: di un detto, che vuol dire lo stesso dappertutto */
/** @typedef {{from: number, to: number, tokens: number[]}} Match i posti delle parole, il primo e l’ultimo */

export const NEGATIONS = new Set("non nn nun mica neanche nemmeno neppure manco dubito escludo senza mai nessun nessuna nessuno niente nulla".split(" "));
const STOPS_BETWEEN = 4;
const WORDS_BETWEEN = 6;
const WORDS_DENIED = 2; // in una frase che nega, quello che si nega sta vicino
const [NONE, ABSENT] = [new Set(["niente", "nessuna", "nessuno", "zero"]), new Set(["ce", "c"])];
const AND = /^(e|ed|ma|però|poi)$/i; // «non tornavano e mi ha chiamato» non dice che non ha chiamato; «non è iscritto» dice che non lo è
const NUMBER = /^\d+$/;

/** @param {string} text @returns {Phrase} */
export function phrase(text) {
  const positions = text.split(" ").filter(Boolean).map((piece) => {
    const bare = piece.replace("…", "");
    return { forms: new Set(bare.replace("=", "").split("/")), exact: bare.startsWith("="), far: piece.startsWith("…") };
  });
  return { positions, negated: positions.some(({ forms }) => [...forms].some((form) => NEGATIONS.has(form))) };
}

/** Le parole di un racconto, con dove comincia ogni frase. @param {{tokens: (text: string) => any[]}} analysis @param {Record<string, string>} denying come si nega, dal file del gioco @param {string} text @returns {Token[]} */
export function told(analysis, denying, text) {
  const [non, twice, light, unsure] = ["non", "twice", "light", "unsure"].map((name) => new Set(denying[name].split(" ")));
  let [end, before] = [0, ""];
  return analysis.tokens(text).map((token) => {
    const between = text.slice(end, token.start);
    const { word } = token;
    const marks = { non: non.has(word), twice: twice.has(word), light: light.has(word), unsure: word === "se" && unsure.has(before) };
    [end, before] = [token.end, word];
    return { ...token, ...marks, first: /[.;?\n]/.test(between), pause: between.includes(","), colon: between === ":", and: AND.test(text.slice(token.start, token.end)) };
  });
}

/** @param {Token} token @param {Position} position */
const fits = ({ word, term, non }, { forms, exact }) =>
  exact || !term || NEGATIONS.has(word) ? forms.has(word) || (non && forms.has("non")) : forms.has(term) || (forms.has("#") && NUMBER.test(term));

/** Tutti i posti in cui la frase sta nel racconto, tranne quelli che una negazione rovescia. @param {Phrase} phrase @param {Token[]} tokens @returns {Match[]} */
export function matches(phrase, tokens) {
  /** @type {Match[]} */
  const found = [];
  if (!phrase.positions.length) return found;
  for (let start = 0; start < tokens.length; start++) {
    if (!fits(tokens[start], phrase.positions[0])) continue;
    const places = follow(phrase, tokens, start);
    if (!places) continue;
    const match = { from: start, to: places[places.length - 1], tokens: places };
    if (!denied(phrase, tokens, match)) found.push(match);
  }
  return found;
}

/** @param {Phrase} phrase @param {Token[]} tokens @param {number} start @param {number} [at] @returns {number[] | null} */
function follow(phrase, tokens, start, at = 1) {
  if (at === phrase.positions.length) return [start];
  const position = phrase.positions[at];
  const denying = NEGATIONS.has(tokens[start].word);
  let [stops, words] = [0, 0];
  for (let next = start + 1; next < tokens.length && !tokens[next].first && !(denying && (tokens[next].pause || tokens[next].unsure || tokens[next].and)); next++) {
    if (fits(tokens[next], position)) {
      const rest = follow(phrase, tokens, next, at + 1);
      if (rest) return [start, ...rest];
    }
    if (!tokens[next].term) stops++;
    else if (!denying || !tokens[next].light) words++;
    if (words > (position.far ? (phrase.negated ? WORDS_DENIED : WORDS_BETWEEN) : 0) || stops > STOPS_BETWEEN * (position.far ? 3 : 1)) return null;
  }
  return null;
}

/** Se da un posto in poi si dice che non ce n’è: «malafede niente», «di malafede non ce n’è». @param {Token[]} tokens @param {number} at */
export function absent(tokens, at) {
  const [next, after] = [tokens[at], tokens[at + 1]];
  if (!next || next.first || next.pause) return false;
  return NONE.has(next.word) ? !after || after.first || after.pause : next.non && ABSENT.has(after?.word);
}

/** Se una parola che nega sta appena prima della frase o dentro, e la frase non la dice. @param {Phrase} phrase @param {Token[]} tokens @param {Match} match */
function denied(phrase, tokens, match) {
  const own = new Set(match.tokens);
  for (let n = match.from + 1; n < match.to; n++) if (!own.has(n) && (phrase.negated ? tokens[n].twice : NEGATIONS.has(tokens[n].word))) return true;
  if (phrase.negated) return false;
  if (absent(tokens, match.to + 1)) return true;
  for (let n = match.from - 1, words = 0; n >= 0 && words < 3 && !tokens[n + 1].first && !tokens[n + 1].pause; n--) {
    const { word, term, light, unsure } = tokens[n];
    if (NEGATIONS.has(word) || unsure) return true;
    if (light) continue;
    if (term && words++) return false;
    if (!term) words++;
  }
  return false;
}
