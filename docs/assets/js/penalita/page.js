// Run the page «Penalità», which leads from an infraction by questions to a verdict; each step has an address.
import { el } from "../create-element.js";
import { booksOf } from "../listed-games.js";
import { read, write } from "../local-storage.js";
import { dropDrafts } from "../registro/form-drafts.js";
import { opened } from "../registro/log-store.js";
import { trouble } from "../registro/unsaved-data-alert.js";
import { keepPlayer, who } from "../registro/verdict-player.js";
import { walk } from "../verdict/decision-tree.js";
import { format, parseSteps, tidy, unknownGame, without } from "../verdict/step-address.js";
import { listed, loadGame } from "../verdict/load-games.js";
import { lastThreshold, nextCount, penalty } from "../verdict/verdict.js";
import { findScreen } from "./find-screen.js";
import { forPlayer, recognise, whenPlayerChanges } from "./player-panel.js";
import { countScreen, questionScreen, unknownScreen } from "./question-screens.js";
import { differences, registroAnswers } from "./record-verdict.js";
import { besideOther, stepLink } from "./step-links.js";
import { annotate, reached, reader, saying, storyPart } from "./understood-panel.js";
import { verdictScreen } from "./verdict-screen.js";
/** @import { State, Game, Infraction, Question } from "../verdict/types" */
/** @import { Combining, Memory, Understanding } from "./types" */

const app = /** @type {HTMLElement} */ (document.getElementById("passi"));
const tree = /** @type {HTMLElement} */ (document.getElementById("albero"));
const page = app.closest("article") ?? app;
const games = listed(tree.dataset.giochi ?? "");
const screen = app.querySelector(".passo") ?? el("div.passo");
/** The question that the page opens with. */
const gameScreen = [...screen.childNodes];
const beside = el("nav.elenco-infrazioni", { "aria-label": "Infrazioni" });
const desk = matchMedia("(min-width: 62em)");
/** The module that shows two verdicts together; null for a game without rules on that. @type {Combining} */
let combined = null;
/** What was understood of the story in the address; null without one. @type {Understanding | null} */
let told = null;
let named = ""; // the document of which the screen is, with its edition: who receives a link reads it in the title
let turn = 0; // which screen was asked for last: a slow one does not cover a new one

/** Return the id of today's game, if it has penalties; else of the last one used here, or "". */
const remembered = () =>
  games.find((g) => booksOf(document.documentElement.dataset.oggi ?? "").includes(g.id))?.id ??
  read("gioco", (v) => (games.some((g) => g.id === v) ? /** @type {string} */ (v) : ""));

/**
 * Go to a step, as a new entry of the browser's history.
 * @param {State} state @param {Record<string, any>} [memory] what the history keeps of the step
 */
function go(state, memory = {}) {
  window.history.pushState(memory, "", format(besideOther(state)));
  show(true);
}

/** Show the step in the address. @param {boolean} moved another step led here: the question gets the focus */
async function show(moved) {
  const mine = ++turn;
  const state = parseSteps(location.search);
  const wrong = unknownGame(state, games);
  annotate(page);
  named = "";
  if (wrong) return put([unknownScreen(wrong)], moved);
  state.g ||= games.length === 1 ? games[0].id : remembered();
  if (!state.g) return put(gameScreen, moved);
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

/** List all infractions beside the steps, on a wide screen. @param {Game} game */
function listBeside(game) {
  if (!desk.matches) return;
  if (beside.dataset.book !== game.book) {
    beside.dataset.book = game.book;
    const link = (/** @type {string} */ id) =>
      stepLink({ g: game.book, i: id, r: [], s: [] }, {}, game.infractions.find((i) => i.id === id)?.title ?? id);
    const list = (/** @type {string[]} */ ids) => el("ul", ...ids.map((id) => el("li", link(id))));
    beside.replaceChildren(...game.kinds.flatMap(({ title, infractions }) => [el("h2", title), list(infractions)]));
  }
  const here = parseSteps(location.search).i;
  for (const link of beside.querySelectorAll("a")) {
    const own = parseSteps(new URL(link.href).search).i === here;
    link.toggleAttribute("aria-current", own);
    if (own) link.setAttribute("aria-current", "page");
  }
}

/**
 * Return a screen's parts with the story above them; write the step as data attributes of the page (`annotate`).
 * @param {Game} game @param {(Node | null)[]} parts @returns {(Node | null)[]}
 */
function withStory(game, parts) {
  const now = { ...parseSteps(location.search), g: game.book };
  const at = walk(game, now);
  if ("unknown" in at) return parts;
  const { infraction, row } = at;
  annotate(page, { game, infraction, state: now, row, heard: told ? reached(told, now, infraction) : now });
  return told ? [storyPart(told, { state: now, game, infraction }), ...parts] : parts;
}

/**
 * Put a screen's parts into the page, with its title.
 * @param {(Node | null)[]} parts @param {boolean} moved the screen's heading gets the focus
 */
function put(parts, moved) {
  app.insertBefore(trouble, screen);
  // what is already drawn keeps its focus
  if (parts !== gameScreen || parts[0] !== screen.firstChild)
    screen.replaceChildren(...parts.filter((p) => p !== null));
  const head = screen.querySelector("[data-qui]");
  if (!head) return;
  const names = [head.dataset.qui || head.textContent, named, "Penalità", "Prontuario"];
  document.title = names.filter(Boolean).join(" – ");
  if (moved) {
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  // magnified, what stands above it would fill the screen
  if (!scrollY && head.getBoundingClientRect().bottom > innerHeight * 0.7) head.scrollIntoView();
}

/**
 * Return the screen of a step: an infraction to find, a question, a count or the verdict.
 * A question that the Registro can answer for the chosen player is not asked.
 * @param {Game} game @param {State} state @returns {(Node | null)[]}
 */
function gamePart(game, state) {
  const notice = combined?.togetherNotice(game, state, go) ?? null;
  if (!state.i) {
    dropDrafts("verdetto");
    return [notice, ...findScreen({ game, state, go, changeGame, player: forPlayer(game, state) })];
  }
  const at = walk(game, state);
  if ("unknown" in at) return [unknownScreen(at.unknown)];
  const { infraction, steps, ask, row } = at;
  const here = { ...state, i: infraction.id };
  const { change, was, count: again } = /** @type {Memory} */ (window.history.state ?? {});
  const player = who.get(game.book);
  const own = player && !change ? registroAnswers({ game, infraction, row }, player) : null;
  const asking = (/** @type {Node} */ question) => [
    way(game, here, infraction, steps),
    notice,
    forPlayer(game, here, infraction),
    question
  ];
  if (ask) {
    const answered = (/** @type {{id: string}} */ { id }) => ({ ...here, r: [...here.r, pair(ask.id, id)] });
    const answer = own?.answer(ask);
    if (answer) return replaced(game, answered(answer));
    const why = saying(told, infraction).open(ask.id);
    return asking(questionScreen(ask, { book: game.book, to: answered, was, why }));
  }
  if (!row) return [];
  const known = Object.fromEntries(here.s);
  const next = again && !(again in known) ? again : nextCount(game, row, known);
  if (next && own) return replaced(game, { ...here, s: [...here.s, pair(next, own.enough(next))] });
  if (next) return asking(countScreen(game, here, { id: next, most: lastThreshold(game, row, next), was }));
  const end = tidy(game, here, steps, row);
  window.history.replaceState(window.history.state, "", format(end));
  const one = { game, infraction, row, steps, state: end, known: Object.fromEntries(end.s), go, combined };
  const whose = forPlayer(game, end, infraction, () => differences(one, who.get(game.book)));
  return [folded(way(game, end, infraction, steps)), verdictScreen(one, whose)];
}

/**
 * Return two values as a pair, so that the types are checked.
 * @template T @param {string} id @param {T} value @returns {[string, T]}
 */
const pair = (id, value) => [id, value];

/**
 * Return the screen after an answer that the Registro gave; the step is replaced in the browser's history.
 * @param {Game} game @param {State} state with that answer @returns {(Node | null)[]}
 */
function replaced(game, state) {
  window.history.replaceState(null, "", format(state));
  return gamePart(game, state);
}

/**
 * Return a list of the steps made so far, each a link that changes it.
 * @param {Game} game @param {State} state @param {Infraction} infraction @param {[Question, string][]} steps
 */
function way(game, state, infraction, steps) {
  const said = saying(told, infraction);
  const because = (/** @type {string} */ words) =>
    words && el("span", `«${words}» `, el("span", { "aria-hidden": "true" }, "→ "));
  const blank = { g: state.g, i: "", r: [], s: [] };
  const answers = steps.map(([{ id, text, answers }, answer]) => {
    const given = answers.find((a) => a.id === answer)?.text ?? answer;
    const bare = given.length < 4; // a «No» alone does not say to what
    const words = (bare ? `${text} ` : "") + given;
    const to = without(state, id);
    return changing(to, { was: answer }, bare ? ": " : `: ${text} `, because(said.answer(id, answer)), words);
  });
  const counts = state.s.map(([id, n]) => {
    const counted = n === 1 ? penalty(game, id).title.toLowerCase() : game.counted.find((c) => c.id === id)?.plural;
    const rest = { ...state, s: state.s.filter(([other]) => other !== id) };
    return changing(rest, { count: id, was: String(n) }, ": Ha già: ", because(said.count(id, n)), `${n} ${counted}`);
  });
  const links = [
    changing(blank, {}, " infrazione: ", game.game),
    changing({ ...blank, i: state.i, t: state.t }, {}, " le risposte: ", because(said.infraction), infraction.title),
    ...answers,
    ...counts
  ];
  return el("nav.strada", { "aria-label": "I passi fatti" }, el("ol", ...links.map((link) => el("li", link))));
}

/**
 * Return a link that goes back to a step's question.
 * @param {State} to @param {Memory} memory what the browser's history keeps of the step
 * @param {string} hidden words for screen readers @param {...(Node | string)} shown of the link
 */
const changing = (to, memory, hidden, ...shown) =>
  stepLink(to, { memory: { change: true, ...memory } }, el("span.nascosto", "Cambia", hidden), el("span", ...shown));

/** Fold the list of steps made so far into one line, and return it. @param {HTMLElement} steps */
function folded(steps) {
  const said = Array.from(steps.querySelectorAll("a > :last-child"), (shown) => shown.cloneNode(true));
  const line = el("summary", el("span", ...said.flatMap((one, n) => (n ? [" · ", one] : one))), el("b", "Cambia"));
  steps.replaceChildren(el("details", line, ...steps.childNodes));
  return steps;
}

/** Show the choice of games, and forget the player. */
function changeGame() {
  who.drop();
  put(gameScreen, true);
}

const LOST =
  "Non riesco a leggere le domande di questo gioco. Qui sotto trovi tutte le infrazioni: apri quella che ti serve.";

/** Return what says that a game's data could not be loaded; show the decision trees written in the page. */
function lost() {
  tree.hidden = false;
  return el("p", { "data-qui": "Penalità" }, LOST);
}

await opened;
keepPlayer();
whenPlayerChanges(() => show(true));
app.prepend(trouble);
if (!screen.isConnected) app.append(screen);
app.append(beside);
desk.addEventListener("change", () => desk.matches && show(false)); // a page being printed is narrow, and stays as it is
app.hidden = false;
tree.hidden = true;
app.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  const href = link?.getAttribute("href") ?? "";
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || event.defaultPrevented || !(href.startsWith("?") || href === location.pathname)) return;
  event.preventDefault();
  go(parseSteps(href.split("#")[0].replace(/^[^?]*/, "")), JSON.parse(link.dataset.memory ?? "{}"));
});
addEventListener("popstate", () => show(true));
show(false);
