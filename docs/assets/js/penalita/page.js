// @ts-check
// Run the page Penalità: a screen and an address for each step.
import { button, field } from "../page-controls.js";
import { el } from "../dom.js";
import { booksOf, gameNames } from "../listed-games.js";
import { read, write } from "../local-storage.js";
import { dropDrafts } from "../registro/form-drafts.js";
import { registroChanged, opened, registro } from "../registro/log-in-memory.js";
import {
  carried,
  counts as registered,
  countsFor,
  inWords,
  namedIn,
  ofPlayer,
  playersOf,
  sameInfraction
} from "../registro/player-history.js";
import { current } from "../registro/event-for-penalty.js";
import { evidence, trouble } from "../registro/shared-widgets.js";
import { keepPlayer, who } from "../registro/chosen-player.js";
import { format, parseSteps, tidy, unknownGame, walk, without } from "../verdict/step-address.js";
import { findScreen } from "./find-screen.js";
import { listed, loadGame } from "../verdict/load-games.js";
import { annotate, reached, reader, saying, storyPart } from "./understood-panel.js";
import { byCount, lastThreshold, nextCount, penalty } from "../verdict/verdict.js";
import { differences, verdictScreen } from "./verdict-screen.js";

/** @import { State, Game, Infraction, Question, Answer, Unknown } from "../verdict/types.d.ts" */
/** @import { Understanding } from "./types" */

const app = /** @type {HTMLElement} */ (document.getElementById("passi"));
const tree = /** @type {HTMLElement} */ (document.getElementById("albero"));
const page = /** @type {HTMLElement} */ (app.closest("article") ?? app);
const games = listed(tree.dataset.giochi ?? "");
const spoken = el("p", { class: "nascosto", role: "status" });
const screen = el("div", { class: "passo" });
const beside = el("nav", { class: "elenco-infrazioni", "aria-label": "Infrazioni" });
const desk = matchMedia("(min-width: 62em)");
/** What speaks of two verdicts that meet: only games with rules on that fetch it. @type {import("./verdict-screen.js").Combining} */
let combined = null;
/** Update what the screen shows of the Registro. */
let renew = () => {};
/** Hold the understanding of the story. @type {Understanding | null} */
let told = null;
let named = ""; // the document of which the screen is, with its edition: who receives a link reads it in the title
let turn = 0; // which screen was asked for last: a slow one does not cover a new one

/** Return today's game, if it has penalties; else the last one. */
const remembered = () =>
  games.find((g) => booksOf(document.documentElement.dataset.oggi ?? "").includes(g.id))?.id ??
  read("gioco", (v) => (games.some((g) => g.id === v) ? /** @type {string} */ (v) : ""));

/** Keep in a step's address the verdict that it is added to. @param {State} state @returns {State} */
const besideOther = (state) => ({ w: parseSteps(location.search).w, ...state });

/** @param {State} state @param {Record<string, any>} [memory] */
function go(state, memory = {}) {
  window.history.pushState(memory, "", format(besideOther(state)));
  show(true);
}

/**
 * Make a link to a step, which also works when opened in another tab.
 * @param {State} state
 * @param {Record<string, any>} attributes
 * @param {...any} children
 */
function stepLink(state, attributes, ...children) {
  const { memory, ...rest } = attributes;
  const link = el("a", { href: format(besideOther(state)), ...rest }, ...children);
  if (memory) link.addEventListener("click", (event) => follow(event, () => go(state, memory)));
  return link;
}

/** @param {MouseEvent} event @param {() => void} then */
function follow(event, then) {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  then();
}

/** @param {boolean} moved whether another step led here: then the question gets the focus */
async function show(moved) {
  const mine = ++turn;
  const state = parseSteps(location.search);
  const wrong = unknownGame(state, games);
  annotate(page);
  named = "";
  if (wrong) return put([unknownScreen(wrong)], moved);
  state.g ||= games.length === 1 ? games[0].id : remembered();
  if (!state.g) return put(gameScreen(), moved);
  let game, understood;
  try {
    game = await loadGame(state.g);
    combined = game.together?.length ? await import("./combined-panel.js") : null;
    understood = state.t ? (await reader(game))(state.t) : null;
  } catch {
    if (mine === turn) put([lost()], moved);
    return;
  }
  if (mine !== turn) return;
  told = understood;
  named = `${game.title}, edizione ${game.edition}`;
  recognise(state);
  write("gioco", state.g);
  app.dataset.book = state.g;
  if (told?.outcome === "sure" && !state.i) Object.assign(state, reached(told, state));
  if (told && state.i) window.history.replaceState(window.history.state, "", format(state));
  const parts = gamePart(game, state);
  listBeside(game);
  put(state.i ? withStory(game, parts) : parts, moved);
}

let recognised = ""; // the story whose player was looked up already: who lets the player go does not get them back

/** Choose the player whose whole name is in the story. @param {State} state */
function recognise({ g, t = "" }) {
  const event = current();
  if (!t || t === recognised || !event) return;
  recognised = t;
  if (who.get(g)) return;
  const player = namedIn(playersOf(registro(), event.id), t);
  if (player) who.set(g, player);
}

/** List the infractions beside the steps on a wide screen. @param {Game} game */
function listBeside(game) {
  if (!desk.matches) return;
  if (beside.dataset.book !== game.book) {
    beside.dataset.book = game.book;
    const link = (/** @type {string} */ id) =>
      stepLink({ g: game.book, i: id, r: [], s: [] }, {}, game.infractions.find((i) => i.id === id)?.title ?? id);
    beside.replaceChildren(
      ...game.kinds.flatMap((kind) => [
        el("h2", {}, kind.title),
        el("ul", {}, ...kind.infractions.map((id) => el("li", {}, link(id))))
      ])
    );
  }
  const here = parseSteps(location.search).i;
  for (const link of beside.querySelectorAll("a")) {
    const own = parseSteps(new URL(link.href).search).i === here;
    link.toggleAttribute("aria-current", own);
    if (own) link.setAttribute("aria-current", "page");
  }
}

/**
 * Show a screen below the story that led to it, and its data in the page.
 * @param {Game} game
 * @param {(Node | null)[]} parts
 */
function withStory(game, parts) {
  const now = { ...parseSteps(location.search), g: game.book };
  const at = walk(game, now);
  if ("unknown" in at) return parts;
  const { infraction, row } = at;
  annotate(page, { game, infraction, state: now, row, heard: told ? reached(told, now, infraction) : now });
  return told ? [storyPart(told, { state: now, game, infraction }, stepLink), ...parts] : parts;
}

/** @param {(Node | null)[]} parts @param {boolean} moved */
function put(parts, moved) {
  const forWhom = (/** @type {Node | null} */ p) =>
    p instanceof Element && (p.matches(".per-chi") || p.querySelector(".per-chi"));
  if (!parts.some(forWhom)) renew = () => {};
  app.insertBefore(trouble, screen);
  screen.replaceChildren(...parts.filter((p) => p !== null));
  const head = /** @type {HTMLElement | null} */ (screen.querySelector("[data-qui]"));
  if (!head) return;
  const names = [head.dataset.qui || head.textContent, named, "Penalità", "Prontuario"];
  document.title = names.filter(Boolean).join(" – ");
  if (!moved) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
  window.scrollTo(0, 0);
  spoken.textContent = head.dataset.annuncio ?? "";
}

/**
 * Hold what the browser's history keeps of a step.
 * `change`: it is being changed; `was`: its answer before; `count`: the count to ask again. Later answers stay in the
 * address.
 * @typedef {{change?: boolean, was?: string, count?: string, query?: string}} Memory
 */

/** @param {Game} game @param {State} state @returns {(Node | null)[]} */
function gamePart(game, state) {
  if (!state.i) {
    dropDrafts("verdetto");
    const parts = findScreen({ game, state, go, stepLink, changeGame, player: forPlayer(game, state) });
    return [combined?.togetherNotice(game, state, go) ?? null, ...parts];
  }
  const at = walk(game, state);
  if ("unknown" in at) return [unknownScreen(at.unknown)];
  const { infraction, steps, ask, row } = at;
  const here = { ...state, i: infraction.id };
  const { change, was, count: again } = /** @type {Memory} */ (window.history.state ?? {});
  const auto = !change;
  const player = who.get(game.book);
  if (ask) {
    const same = player && ask.history && auto ? sameInfraction(registro(), game.book, player, infraction.id) : null;
    const answer = same === null ? undefined : byCount(ask, same.length);
    if (answer) return replaced(game, { ...here, r: [...here.r, [ask.id, answer.id]] });
    return [
      way(game, here, infraction, steps),
      combined?.togetherNotice(game, here, go) ?? null,
      forPlayer(game, here, infraction),
      questionScreen(
        ask,
        (a) => ({ ...here, r: [...here.r, [ask.id, a.id]] }),
        was,
        saying(told, infraction).open(ask.id)
      )
    ];
  }
  if (!row) return [];
  const known = Object.fromEntries(here.s);
  const next = again && !(again in known) ? again : nextCount(game, row, known);
  if (next) {
    const most = lastThreshold(game, row, next);
    const has = player ? (countsFor(registro(), game, player, row.infraction ?? infraction.id)[next] ?? 0) : 0;
    if (player && auto) return replaced(game, { ...here, s: [...here.s, [next, Math.min(has, most)]] });
    return [
      way(game, here, infraction, steps),
      combined?.togetherNotice(game, here, go) ?? null,
      forPlayer(game, here, infraction),
      countScreen(game, here, { id: next, most, was })
    ];
  }
  const end = tidy(game, here, steps, row);
  window.history.replaceState(window.history.state, "", format(end));
  const one = { game, infraction, row, steps, state: end, known: Object.fromEntries(end.s), go, combined };
  const whose = forPlayer(game, end, infraction, () => differences(one, who.get(game.book)));
  return [folded(way(game, end, infraction, steps)), verdictScreen(one, whose)];
}

/**
 * Update the step after the Registro's answer, without a new Back step.
 * @param {Game} game
 * @param {State} state
 */
function replaced(game, state) {
  window.history.replaceState(null, "", format(state));
  return gamePart(game, state);
}

/**
 * List the past steps, each a link to its question.
 * @param {Game} game
 * @param {State} state
 * @param {Infraction} infraction
 * @param {[Question, string][]} steps
 */
function way(game, state, infraction, steps) {
  const { g, i } = state;
  const said = saying(told, infraction);
  const because = (/** @type {string} */ words) => (words ? `«${words}» → ` : "");
  const answers = steps.map(([question, answer]) => {
    const text = question.answers.find((a) => a.id === answer)?.text ?? answer;
    const bare = text.length < 4; // a «No» alone does not say to what
    const words = because(said.answer(question.id, answer));
    return item(
      without(state, question.id),
      { was: answer },
      bare ? "" : `${question.text} `,
      bare ? `${words}${question.text} ${text}` : words + text
    );
  });
  const counts = state.s.map(([id, n]) => {
    const { plural } = /** @type {Game["counted"][0]} */ (game.counted.find((c) => c.id === id));
    const rest = { ...state, s: state.s.filter(([other]) => other !== id) };
    return item(
      rest,
      { count: id, was: String(n) },
      "Ha già: ",
      `${because(said.count(id, n))}${n} ${n === 1 ? penalty(game, id).title.toLowerCase() : plural}`
    );
  });
  return el(
    "nav",
    { "aria-label": "I passi fatti", class: "strada" },
    el(
      "ol",
      {},
      el("li", {}, stepLink({ g, i: "", r: [], s: [] }, {}, game.game)),
      el(
        "li",
        {},
        stepLink(
          { g, i, r: [], s: [], t: state.t },
          { memory: { change: true } },
          because(said.infraction),
          infraction.title
        )
      ),
      ...answers,
      ...counts
    )
  );
  /** @param {State} to @param {Memory} memory @param {string} hidden @param {string} text */
  function item(to, memory, hidden, text) {
    return el(
      "li",
      {},
      stepLink(to, { memory: { change: true, ...memory } }, el("span", { class: "nascosto" }, "Cambia: ", hidden), text)
    );
  }
}

/** Fold the past steps into one line above the verdict. @param {HTMLElement} steps */
function folded(steps) {
  const said = Array.from(steps.querySelectorAll("a"), (link) => link.lastChild?.textContent ?? "");
  const line = el("summary", {}, el("span", {}, said.join(" · ")), el("b", {}, "Cambia"));
  steps.replaceChildren(el("details", {}, line, ...steps.childNodes));
  return steps;
}

/** Make the screen of a question. @param {string} what @param {...(Node | null)} parts */
const asking = (what, ...parts) =>
  el(
    "section",
    { role: "group", "aria-labelledby": "domanda" },
    el("h2", { id: "domanda", "data-qui": "" }, what),
    ...parts
  );

/** @param {Node[]} links @param {string} [kind] */
const choices = (links, kind = "risposte") => el("ul", { class: kind }, ...links.map((link) => el("li", {}, link)));

/** Mark the previous answer. @param {boolean} same */
const before = (same) => (same ? el("small", { class: "prima" }, "la risposta di prima") : null);

/**
 * @param {Question} question
 * @param {(answer: Answer) => State} to
 * @param {string} [was] the answer before
 * @param {string} [why] why the story leaves it open
 */
function questionScreen(question, to, was, why) {
  const links = question.answers.map((a) =>
    stepLink(to(a), {}, el("strong", {}, a.text), a.more ? el("small", {}, a.more) : null, before(a.id === was))
  );
  const open = why ? el("p", { class: "avviso" }, why, ".") : null;
  return asking(question.text, open, question.history ? playerField() : null, choices(links));
}

/**
 * Ask how many of a penalty a player has; `was`: the last count.
 * @param {Game} game
 * @param {State} state
 * @param {{id: string, most: number, was?: string}} counted
 */
function countScreen(game, state, { id, most, was }) {
  const { asks, counts } = /** @type {Game["counted"][0]} */ (game.counted.find((c) => c.id === id));
  const texts = Array.from({ length: most + 1 }, (_, n) => (n === 0 ? "Nessuna" : n === most ? `${n} o più` : `${n}`));
  const links = texts.map((text, n) =>
    stepLink({ ...state, s: [...state.s, [id, n]] }, {}, el("strong", {}, text), before(String(n) === was))
  );
  return asking(
    asks,
    counts ? el("p", { class: "conta" }, counts) : null,
    playerField(),
    choices(links, "risposte conti")
  );
}

/**
 * Show the verdict's player, and his counts from the Registro.
 * Letting the player go removes those answers, too. Updated when the Registro changes.
 * @param {Game} game
 * @param {State} state
 * @param {Infraction} [infraction]
 * @param {() => string[]} [differs]
 */
function forPlayer(game, state, infraction, differs = () => []) {
  const box = el("div", { class: "per-chi" });
  const counted = new Set(infraction?.questions.filter((q) => q.history).map((q) => q.id));
  const drop = () => {
    who.drop();
    window.history.replaceState(null, "", format({ ...state, r: state.r.filter(([id]) => !counted.has(id)), s: [] }));
    show(true);
  };
  renew = () => {
    const player = who.get(game.book);
    if (!player) return box.replaceChildren();
    const own = ofPlayer(registro(), game.book, player);
    const shown = infraction
      ? own.filter(
          (e) => e.now.infraction === infraction.id || carried(e).some((id) => game.counted.some((c) => c.id === id))
        )
      : [];
    const has = inWords(game, registered(registro(), game.book, player));
    const other = differs();
    box.replaceChildren(
      el(
        "p",
        { class: "per" },
        el("span", {}, "Per: ", el("strong", {}, player.name), el("small", {}, has ? `ha già ${has}` : "")),
        button("×", drop, { "aria-label": `Togli ${player.name}` })
      ),
      shown.length ? el("ul", { class: "prove" }, ...shown.map((e) => evidence(game, e))) : "",
      other.length ? el("p", { class: "avviso" }, el("strong", {}, "Il Registro indica altro. "), other.join(" ")) : ""
    );
  };
  renew();
  return box;
}

/** Ask for the player; a known name answers from the Registro. */
function playerField() {
  const book = app.dataset.book ?? "";
  const event = current();
  const known = event ? playersOf(registro(), event.id).filter((p) => ofPlayer(registro(), book, p).length) : [];
  if (!known.length) return null;
  const select = el(
    "select",
    {
      onchange: () => {
        const player = known.find((p) => p.id === select.value);
        if (player) who.set(book, player);
        else who.drop();
        window.history.replaceState(null, "", location.search);
        show(true);
      }
    },
    el("option", { value: "" }, "nessuno, rispondo a mano"),
    ...known.map((p) =>
      el("option", { value: p.id, selected: p.id === who.get(book)?.id }, p.number ? `${p.name} (${p.number})` : p.name)
    )
  );
  return field("giocatore", "Giocatore, dal Registro", select);
}

function changeGame() {
  who.drop();
  put(gameScreen(), true);
}

/** @returns {Node[]} */
function gameScreen() {
  const names = gameNames(); // two games may have the same full name
  const named = games.map(({ id, name }) => ({ id, name: names[id] ?? name }));
  const links = named.map(({ id, name }) =>
    stepLink({ g: id, i: "", r: [], s: [] }, { "data-book": id }, el("strong", {}, name))
  );
  const tables = named.map(({ id, name }) => el("a", { class: "tasto", href: `${id}/` }, `Tabella di ${name}`));
  return [asking("Quale gioco?", choices(links), el("p", { class: "gioco" }, "Da stampare:", ...tables))];
}

/** @param {Unknown} unknown */
function unknownScreen({ what, given, near, state }) {
  const names = {
    gioco: "un gioco",
    infrazione: "un’infrazione",
    domanda: "una domanda",
    risposta: "una risposta",
    conto: "un conto"
  };
  return asking(
    `L’indirizzo indica ${names[/** @type {"gioco"} */ (what)]} che non c’è: «${given}»`,
    el("p", {}, "Può venire da un’edizione precedente o essere stato copiato a metà."),
    choices([
      stepLink(state, {}, el("strong", {}, near || "Continua da qui"), near ? el("small", {}, "il più vicino") : null)
    ])
  );
}

/**
 * Show the infractions written in the page, without network or game.
 * Each with its tree.
 */
function lost() {
  tree.hidden = false;
  return el(
    "p",
    { "data-qui": "Penalità" },
    "Non riesco a leggere le domande di questo gioco. Qui sotto trovi le domande di ogni infrazione, da aprire una per una."
  );
}

await opened;
keepPlayer();
registroChanged(() => renew());
app.append(spoken, trouble, screen, beside);
desk.addEventListener("change", () => desk.matches && show(false)); // a page being printed is narrow, and stays as it is
app.hidden = false;
tree.hidden = true;
app.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  const href = link?.getAttribute("href");
  if (href?.startsWith("?") || (link && href === location.pathname))
    follow(event, () => go(parseSteps(href.split("#")[0].replace(/^[^?]*/, ""))));
});
addEventListener("popstate", () => show(true));
show(false);
