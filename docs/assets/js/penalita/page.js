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
import { lastThreshold, nextCount, penalty, verdict } from "../verdict/verdict.js";
import { findScreen } from "./find-screen.js";
import { forPlayer, recognise, whenPlayerChanges } from "./player-panel.js";
import { countScreen, questionScreen, unknownScreen } from "./question-screens.js";
import { differences, registroAnswers } from "./record-verdict.js";
import { blankStep, stepLink } from "./step-links.js";
import { annotate, reached, reader, storyPart } from "./understood-panel.js";
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
let turn = 0; // which screen was asked for last: a slow one does not cover a new one

/** Return the id of the only game, or of today's if it has penalties; else of the last one used here, or "". */
const usual = () =>
  games.find(({ id }) => games.length === 1 || booksOf(document.documentElement.dataset.oggi ?? "").includes(id))?.id ??
  read("gioco", (v) => (games.some((g) => g.id === v) ? /** @type {string} */ (v) : ""));

/**
 * Go to a step, as a new entry of the browser's history.
 * @param {State} state @param {Memory} [memory]
 */
function go(state, memory = {}) {
  window.history.pushState(memory, "", format(state));
  show(true);
}

/** Show the step in the address. @param {boolean} moved another step led here: the question gets the focus */
async function show(moved) {
  const mine = ++turn;
  const state = parseSteps(location.search);
  const wrong = unknownGame(state, games);
  annotate(page);
  if (wrong) return put([unknownScreen(wrong)], moved);
  state.g ||= usual();
  if (!state.g) return put(gameScreen, moved);
  const loaded = await load(state).catch(() => null);
  if (mine !== turn) return;
  if (!loaded) return put([lost()], moved);
  const { game } = loaded;
  recognise(state);
  write("gioco", state.g);
  app.dataset.book = state.g;
  put(stepScreen(loaded, state), moved, `${game.title}, edizione ${game.edition}`);
  if (desk.matches) listBeside(game);
}

/**
 * Load what a step is drawn from: its game, the module that combines verdicts (null for a game without rules on that),
 * and what is understood of the story in the address (`told`, null without one).
 * @param {State} state
 */
async function load({ g, t }) {
  const game = await loadGame(g);
  /** @type {Combining} */
  const combining = game.together.length ? await import("./combined-panel.js") : null;
  return { game, combining, told: t ? (await reader(game))(t) : null };
}

/** List all infractions beside the steps; the one in the address is marked. @param {Game} game */
function listBeside({ book, kinds, infractions }) {
  const here = parseSteps(location.search);
  const list = (/** @type {string} */ id) => {
    const current = id === here.i && "page";
    const title = infractions.find((one) => one.id === id)?.title;
    return el("li", stepLink({ ...blankStep(here), g: book, i: id }, { "aria-current": current }, title));
  };
  beside.replaceChildren(...kinds.flatMap((kind) => [el("h2", kind.title), el("ul", ...kind.infractions.map(list))]));
}

/**
 * Put a screen's parts into the page, with its title.
 * @param {(Node | null)[]} parts @param {boolean} moved the screen's heading gets the focus
 * @param {string} [edition] the document and its edition: who receives a link reads them in the title
 */
function put(parts, moved, edition) {
  app.insertBefore(trouble, screen);
  // what is already drawn keeps its focus
  if (parts !== gameScreen || parts[0] !== screen.firstChild)
    screen.replaceChildren(...parts.filter((p) => p !== null));
  const head = screen.querySelector("[data-qui]");
  if (!head) return;
  const names = [head.dataset.qui || head.textContent, edition, "Penalità", "Prontuario"];
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
 * Return the screen of a step: an infraction to find, a question, a count or the verdict, below the story.
 * Write the step into the address, and as data attributes of the page.
 * @param {Awaited<ReturnType<typeof load>>} loaded @param {State} asked @returns {(Node | null)[]}
 */
function stepScreen({ game, combining, told }, asked) {
  const begun = told?.outcome === "sure" && !asked.i ? reached(told, asked) : asked;
  const notice = combining?.togetherNotice(game, begun, go) ?? null;
  if (!begun.i) {
    dropDrafts("verdetto");
    return [notice, ...findScreen(game, begun, { go, changeGame, player: forPlayer(game, begun) })];
  }
  const memory = /** @type {Memory} */ (window.history.state ?? {});
  const at = follow(game, begun, memory);
  if ("unknown" in at) return [unknownScreen(at.unknown)];
  const { infraction, steps, ask, row, next, state } = at;
  window.history.replaceState(window.history.state, "", format(state));
  annotate(page, { game, infraction, state, row, heard: told ? reached(told, state, infraction) : state });
  const story = told && storyPart(told, { state, game, infraction });
  const way = wayLinks(game, at, told);
  const asking = (/** @type {Node} */ question) => [
    story,
    wayBack(el("ol", ...way)),
    notice,
    forPlayer(game, state, infraction),
    question
  ];
  if (ask)
    return asking(questionScreen(game, state, ask, { ...memory, why: told?.about(infraction).disputed[ask.id] }));
  if (!row) return [];
  if (next) return asking(countScreen(game, state, { ...memory, id: next, most: lastThreshold(game, row, next) }));
  const line = way.flatMap((link, n) => [n > 0 && " · ", link.querySelector("a > :last-child")?.cloneNode(true)]);
  const summary = el("summary", el("span", ...line), el("b", "Cambia"));
  const result = verdict(game, row, Object.fromEntries(state.s));
  const alone = { game, infraction, row, result, steps, state, go };
  const one = { ...alone, other: combining?.otherVerdict(alone) ?? null };
  const whose = forPlayer(game, state, infraction, () => differences(one, who.get(game.book)));
  return [story, wayBack(el("details", summary, el("ol", ...way))), verdictScreen(one, whose)];
}

/**
 * Follow a step's answers and counts, adding those that the Registro has for the chosen player, unless one is changed.
 * Returns what `walk` does, the next penalty to count (`next`: its id, or null), and the step with what was added.
 * @param {Game} game @param {State} state @param {Memory} memory
 */
function follow(game, state, memory) {
  const at = walk(game, state);
  if ("unknown" in at) return at;
  const { infraction, ask, row, steps } = at;
  const known = Object.fromEntries(state.s);
  const again = memory.count && !(memory.count in known) ? memory.count : null;
  const next = row && (again ?? nextCount(game, row, known));
  const player = memory.change ? null : who.get(game.book);
  const own = player && registroAnswers({ game, infraction, row }, player);
  const answer = ask && own?.answer(ask);
  if (answer) return follow(game, { ...state, r: [...state.r, [ask.id, answer.id]] }, memory);
  if (next && own) return follow(game, { ...state, s: [...state.s, [next, own.enough(next)]] }, memory);
  const here = { ...state, i: infraction.id };
  return { ...at, next, state: row && !next ? tidy(game, here, steps, row) : here };
}

/**
 * Return the steps made so far as items of a list, each a link that changes it, with the story's words for it.
 * @param {Game} game @param {{infraction: Infraction, steps: [Question, string][], state: State}} at
 * @param {Understanding | null} told
 */
function wayLinks(game, { infraction, steps, state }, told) {
  const heard = told?.about(infraction);
  const said = told?.found.find((one) => one.infraction === infraction)?.said.join("», «");
  const blank = blankStep(state);
  const answers = steps.map(([{ id, text, answers }, answer]) => {
    const given = answers.find((a) => a.id === answer)?.text ?? "";
    const bare = given.length < 4; // a «No» alone does not say to what
    const shown = bare ? `${text} ${given}` : given;
    const own = heard?.answers[id];
    return change(
      without(state, id),
      { was: answer },
      bare ? ": " : `: ${text} `,
      shown,
      own?.answer === answer && own.said
    );
  });
  const counts = state.s.map(([id, n]) => {
    const counted = n === 1 ? penalty(game, id).title.toLowerCase() : game.counted.find((c) => c.id === id)?.plural;
    const rest = { ...state, s: state.s.filter(([other]) => other !== id) };
    const own = heard?.history[id];
    return change(rest, { count: id, was: String(n) }, ": Ha già: ", `${n} ${counted}`, own?.count === n && own.said);
  });
  return [
    change(blank, {}, " infrazione: ", game.game),
    change({ ...blank, i: state.i, t: state.t }, {}, " le risposte: ", infraction.title, said),
    ...answers,
    ...counts
  ];
}

/**
 * Return an item of the list of steps: a link back to a step's question.
 * @param {State} to @param {Memory} memory what the page needs to draw that step again
 * @param {string} hidden words for screen readers @param {string} shown
 * @param {string | false} [said] the story's words for the answer
 */
function change(to, memory, hidden, shown, said) {
  const because = said && el("span", `«${said}» `, el("span", { "aria-hidden": "true" }, "→ "));
  const attributes = { memory: { change: true, ...memory } };
  return el("li", stepLink(to, attributes, el("span.nascosto", "Cambia", hidden), el("span", because, shown)));
}

/** Return the list of the steps made so far, as a part of the page. @param {Node} list */
const wayBack = (list) => el("nav.strada", { "aria-label": "I passi fatti" }, list);

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
