// @ts-check
// Il racconto nella pagina: che cosa se n’è capito, che cos’altro potrebbe essere, e i dati che altri leggono.
import { el } from "../dom.js";
import { analysis } from "../language/games.js";
import { loadStories } from "../verdict/games.js";
import { nextCount, verdict } from "../verdict/verdict.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("../verdict/verdict.js").Infraction} Infraction */
/** @typedef {import("../verdict/address.js").State} State @typedef {import("./types").Understanding} Understanding */
/** @typedef {(text: string) => Understanding} Reader @typedef {(to: State, attributes: any, ...children: any[]) => Element} Link */

const OTHERS = 3;
const LIKELY = 0.03; // un’altra infrazione che lo è meno non si nomina
/** @type {Map<string, Reader>} */
const readers = new Map();

/** Chi capisce i racconti di un gioco. @param {Game} game @returns {Promise<Reader>} */
export async function reader(game) {
  const known = readers.get(game.book);
  if (known) return known;
  const needed = [import("./understand.js"), loadStories(game.book), analysis()]; // chi scorre l’elenco non li scarica
  const [{ understander }, file, language] = /** @type {any[]} */ (await Promise.all(needed));
  const made = understander(game, file, language);
  readers.set(game.book, made);
  return made;
}

/** Le infrazioni fra cui scegliere, la più probabile prima; nessuna se il racconto non ne dice. @param {Understanding} known */
export const offered = ({ outcome, found }) => (outcome === "nothing" ? [] : found.slice(0, OTHERS));

/** Il passo a cui un racconto porta: quello che l’indirizzo dice già vale di più. @param {Understanding} known @param {State} state @param {Infraction} [infraction] @returns {State} */
export function reached(known, state, infraction = known.found[0].infraction) {
  const given = new Set(state.r.map(([id]) => id));
  const counted = new Set(state.s.map(([id]) => id));
  const r = known
    .answers(infraction)
    .given.filter((a) => !given.has(a.question))
    .map((a) => /** @type {[string, string]} */ ([a.question, a.answer]));
  const s = Object.entries(known.history)
    .filter(([id]) => !counted.has(id))
    .map(([id, { count }]) => /** @type {[string, number]} */ ([id, count]));
  return { ...state, i: infraction.id, r: [...state.r, ...r], s: [...state.s, ...s] };
}

/** Le parole del racconto che hanno dato una risposta o un conto, se è ancora quello, e perché una domanda resta aperta. @param {Understanding | null} known @param {Infraction} infraction */
export function saying(known, infraction) {
  const { given, disputed } = known?.answers(infraction) ?? { given: [], disputed: /** @type {any} */ ({}) };
  return {
    infraction: known?.found.find((f) => f.infraction.id === infraction.id)?.said.join("», «") ?? "",
    /** @param {string} question @param {string} answer */
    answer: (question, answer) => given.find((a) => a.question === question && a.answer === answer)?.said ?? "",
    /** @param {string} id @param {number} count */
    count: (id, count) => (known?.history[id]?.count === count ? known.history[id].said : ""),
    /** @param {string} question */
    open: (question) => disputed[question] ?? ""
  };
}

/** Il racconto, quello che dice e qui non si chiede, e le altre infrazioni che potrebbero essere. @param {Understanding} known @param {State} state @param {Game} game @param {Infraction} infraction @param {Link} link */
export function storyPart(known, state, game, infraction, link) {
  const others = known.found.filter((f) => f.infraction.id !== infraction.id && f.chance > LIKELY).slice(0, OTHERS);
  const blank = { ...state, i: "", r: [], s: [] };
  const change = { memory: { query: state.t }, class: "tasto", "aria-label": "Cambia le parole" };
  const unasked = notAsked(known, state, game, infraction);
  return el(
    "section",
    { class: "racconto", "aria-label": "Il racconto" },
    el("p", {}, el("q", {}, state.t), " ", link({ ...blank, t: "" }, change, "Cambia")),
    unasked.length ? el("p", { class: "detto" }, `Detto, e qui non cambia niente: ${unasked.join("; ")}.`) : null,
    others.length
      ? el(
          "details",
          {},
          el("summary", {}, `Non è questo? Forse: ${others[0].infraction.title}${others.length > 1 ? "…" : ""}`),
          foundList(
            others.map(({ infraction, said }) => ({ to: reached(known, blank, infraction), infraction, said })),
            link
          )
        )
      : null
  );
}

/** Un elenco di infrazioni, ciascuna con le parole che parlano per lei. @param {{to: State, infraction: Infraction, said: string[]}[]} infractions @param {Link} link */
export const foundList = (infractions, link) =>
  el(
    "ul",
    { class: "risposte" },
    ...infractions.map(({ to, infraction, said }) =>
      el(
        "li",
        {},
        link(
          to,
          {},
          el("strong", {}, infraction.title),
          said.length ? el("small", {}, said.map((words) => `«${words}»`).join(", ")) : null
        )
      )
    )
  );

/** Quello che il racconto dice e il verdetto non chiede. @param {Understanding} known @param {State} state @param {Game} game @param {Infraction} infraction */
function notAsked(known, state, game, infraction) {
  const open = new Set(openQuestions(game, infraction, state));
  const used = new Set([...state.r, ...state.s].map(([id]) => id));
  const answers = known
    .answers(infraction)
    .given.filter(({ question }) => !open.has(question) && !used.has(question))
    .map(({ said }) => `«${said}»`);
  const counts = game.counted
    .filter(({ id }) => id in known.history && !open.has(id) && !used.has(id))
    .map(({ id, plural }) => `«${known.history[id].said}» (${plural}: ${known.history[id].count})`);
  return [...answers, ...counts];
}

/** Le domande che si possono ancora fare, nel loro ordine, e poi i conti. @param {Game} game @param {Infraction} infraction @param {State} state @returns {string[]} */
function openQuestions(game, infraction, state) {
  const given = new Map(state.r);
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Set<number>} */
  const rows = new Set();
  const follow = (/** @type {import("../verdict/verdict.js").Tree} */ tree) => {
    if (typeof tree === "number") rows.add(tree);
    else if (given.has(tree.q)) follow(tree.a[/** @type {string} */ (given.get(tree.q))]);
    else {
      asked.add(tree.q);
      for (const branch of Object.values(tree.a)) follow(branch);
    }
  };
  follow(infraction.tree);
  /** @type {Set<string>} */
  const counts = new Set();
  for (const row of rows) {
    const known = Object.fromEntries(state.s);
    for (
      let next = nextCount(game, infraction.rows[row], known);
      next;
      next = nextCount(game, infraction.rows[row], known)
    ) {
      counts.add(next);
      known[next] = 0;
    }
  }
  return [
    ...infraction.questions.map((q) => q.id).filter((id) => asked.has(id)),
    ...game.counted.map((c) => c.id).filter((id) => counts.has(id))
  ];
}

/**
 * I dati della pagina per chi la legge con un programma (FORMATO.md, «Il racconto»).
 * @param {HTMLElement} page @param {Game} [game] @param {Infraction} [infraction] @param {State} [state] @param {import("../verdict/verdict.js").Row | null} [row]
 * @param {State} [heard] lo stesso con quello che il racconto dice, anche dove il verdetto non lo chiede
 */
export function annotate(page, game, infraction, state, row, heard = state) {
  const known = game && infraction && state;
  const left = known ? openQuestions(game, infraction, state) : [];
  const result = known && row && !left.length ? verdict(game, row, Object.fromEntries(state.s)) : null;
  set("infraction", known ? infraction.id : undefined);
  set("answers", given(heard?.r));
  set("history", given(heard?.s));
  set("open", known ? left.join(" ") : undefined);
  set(
    "verdict",
    result ? (result.lowest === result.highest ? result.lowest : `${result.lowest}..${result.highest}`) : undefined
  );

  /** Non quello che è di nuovo da chiedere. @param {[string, string | number][]} [pairs] */
  function given(pairs) {
    return (
      known &&
      pairs
        ?.filter(([id]) => !left.includes(id))
        .map((pair) => pair.join("="))
        .join(" ")
    );
  }

  /** @param {string} name @param {string | undefined} value */
  function set(name, value) {
    if (value === undefined) delete page.dataset[name];
    else page.dataset[name] = value;
  }
}
