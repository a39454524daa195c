// @ts-check
// La pagina Penalità: una schermata per passo, ogni passo un indirizzo.
import { el } from "../dom.js";
import { read, write } from "../store.js";
import { history as registered, players, sameInfraction } from "../registro/model.js";
import { load as register, player } from "../registro/memory.js";
import { format, parse, tidy, unknownGame, walk, without } from "./address.js";
import { finder } from "./find.js";
import { listed, loadGame } from "./games.js";
import { nextCount, penalty } from "./verdict.js";
import { verdictScreen } from "./outcome.js";

/** @typedef {import("./address.js").State} State @typedef {import("./verdict.js").Game} Game */

const app = /** @type {HTMLElement} */ (document.getElementById("passi"));
const tree = /** @type {HTMLElement} */ (document.getElementById("albero"));
const games = listed(tree.dataset.giochi ?? "");
const spoken = el("p", { class: "nascosto", role: "status" });
const screen = el("div", { class: "passo" });
let turn = 0; // quale schermata è l’ultima chiesta: una lenta non copre una nuova

/** Il gioco scelto l’ultima volta. */
const remembered = () => read("gioco", (v) => (games.some((g) => g.id === v) ? /** @type {string} */ (v) : ""));

/** @param {State} state @param {Record<string, any>} [memory] */
function go(state, memory = {}) {
  window.history.pushState(memory, "", format(state));
  show(true);
}

/** Un collegamento a un passo, che funziona anche aperto in un’altra scheda. @param {State} state @param {Record<string, any>} attributes @param {...any} children */
function stepLink(state, attributes, ...children) {
  const { memory, ...rest } = attributes;
  const link = el("a", { href: format(state), ...rest }, ...children);
  if (memory) link.addEventListener("click", (event) => follow(event, () => go(state, memory)));
  return link;
}

/** @param {MouseEvent} event @param {() => void} then */
function follow(event, then) {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  then();
}

/** @param {boolean} moved vero se si arriva da un altro passo: allora il fuoco va alla domanda */
async function show(moved) {
  const mine = ++turn;
  const state = parse(location.search);
  const wrong = unknownGame(state, games);
  if (wrong) return put([unknownScreen(wrong)], moved);
  state.g ||= games.length === 1 ? games[0].id : remembered();
  if (!state.g) return put(gameScreen(), moved);
  let game;
  try {
    game = await loadGame(state.g);
  } catch {
    if (mine === turn) put([lost()], moved);
    return;
  }
  if (mine !== turn) return;
  write("gioco", state.g);
  app.dataset.book = state.g;
  put(gamePart(game, state), moved);
}

/** @param {(Node | null)[]} parts @param {boolean} moved */
function put(parts, moved) {
  screen.replaceChildren(...parts.filter((p) => p !== null));
  const head = /** @type {HTMLElement | null} */ (screen.querySelector("[data-qui]"));
  if (!head) return;
  document.title = `${head.dataset.qui || head.textContent} – Penalità – Prontuario`;
  if (!moved) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
  window.scrollTo(0, 0);
  spoken.textContent = head.dataset.annuncio ?? "";
}

/**
 * Che cosa la cronologia ricorda di un passo. `change`: si è tornati a cambiarlo; `was`: che cosa si era risposto;
 * `count`: il conto da rifare. Le risposte date dopo restano nell’indirizzo.
 * @typedef {{change?: boolean, was?: string, count?: string, query?: string}} Memory
 */

/** @param {Game} game @param {State} state @returns {(Node | null)[]} */
function gamePart(game, state) {
  if (!state.i) return findScreen(game, state);
  const at = walk(game, state);
  if ("unknown" in at) return [unknownScreen(at.unknown)];
  const { infraction, steps, ask, row } = at;
  const here = { ...state, i: infraction.id };
  const { change, was, count: again } = /** @type {Memory} */ (window.history.state ?? {});
  const auto = !change;
  const name = player.get();
  if (ask) {
    const count = name && ask.history && auto ? sameInfraction(register().entries, game.book, name, infraction.id) : null;
    const answer = count === null ? undefined : byCount(ask, count);
    if (answer) return replaced(game, { ...here, r: [...here.r, [ask.id, answer.id]] });
    return [way(game, here, infraction, steps), questionScreen(ask, (a) => ({ ...here, r: [...here.r, [ask.id, a.id]] }), was)];
  }
  if (!row) return [];
  const known = Object.fromEntries(here.s);
  const next = again && !(again in known) ? again : nextCount(game, row, known);
  if (next) {
    const { most, plural } = /** @type {Game["counted"][0]} */ (game.counted.find((c) => c.id === next));
    const has = registered(register().entries, game.book, name)[next] ?? 0;
    if (name && auto) return replaced(game, { ...here, s: [...here.s, [next, Math.min(has, most)]] });
    return [way(game, here, infraction, steps), countScreen(game, here, next, most, plural, was)];
  }
  const end = tidy(game, here, steps, row);
  window.history.replaceState(window.history.state, "", format(end));
  const counts = Object.fromEntries(end.s);
  return [way(game, end, infraction, steps), ...verdictScreen({ game, infraction, row, steps, state: end, known: counts, go })];
}

/** @param {import("./verdict.js").Question} question @param {number} count */
const byCount = (question, count) =>
  [...question.answers].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).find((a) => (a.count ?? 0) <= count);

/** Il Registro ha risposto: il passo cambia senza lasciare traccia nel tasto Indietro. @param {Game} game @param {State} state */
function replaced(game, state) {
  window.history.replaceState(null, "", format(state));
  return gamePart(game, state);
}

/** La strada fatta: ogni passo riporta alla sua domanda. @param {Game} game @param {State} state @param {import("./verdict.js").Infraction} infraction @param {[import("./verdict.js").Question, string][]} steps */
function way(game, state, infraction, steps) {
  const { g, i } = state;
  const answers = steps.map(([question, answer]) => {
    const text = question.answers.find((a) => a.id === answer)?.text ?? answer;
    return item(without(state, question.id), { was: answer }, `${question.text} `, text);
  });
  const counts = state.s.map(([id, n]) => {
    const { plural } = /** @type {Game["counted"][0]} */ (game.counted.find((c) => c.id === id));
    const rest = { ...state, s: state.s.filter(([other]) => other !== id) };
    return item(rest, { count: id, was: String(n) }, "Ha già: ", `${n} ${n === 1 ? penalty(game, id).title.toLowerCase() : plural}`);
  });
  return el(
    "nav",
    { "aria-label": "I passi fatti", class: "strada" },
    el(
      "ol",
      {},
      el("li", {}, stepLink({ g, i: "", r: [], s: [] }, {}, game.game)),
      el("li", {}, stepLink({ g, i, r: [], s: [] }, { memory: { change: true } }, infraction.title)),
      ...answers,
      ...counts,
    ),
  );
  /** @param {State} to @param {Memory} memory @param {string} hidden @param {string} text */
  function item(to, memory, hidden, text) {
    return el("li", {}, stepLink(to, { memory: { change: true, ...memory } }, el("span", { class: "nascosto" }, "Cambia: ", hidden), text));
  }
}

/** Segna la risposta che si era data. @param {boolean} same */
const before = (same) => (same ? el("small", { class: "prima" }, "la risposta di prima") : null);

/** @param {import("./verdict.js").Question} question @param {(answer: import("./verdict.js").Answer) => State} to @param {string} [was] la risposta di prima */
function questionScreen(question, to, was) {
  return el(
    "section",
    { role: "group", "aria-labelledby": "domanda" },
    el("h2", { id: "domanda", "data-qui": "" }, question.text),
    question.history ? playerField() : null,
    el(
      "ul",
      { class: "risposte" },
      ...question.answers.map((a) =>
        el("li", {}, stepLink(to(a), {}, el("strong", {}, a.text), a.more ? el("small", {}, a.more) : null, before(a.id === was))),
      ),
    ),
  );
}

/** @param {Game} game @param {State} state @param {string} id @param {number} most @param {string} plural @param {string} [was] il conto di prima */
function countScreen(game, state, id, most, plural, was) {
  const texts = Array.from({ length: most + 1 }, (_, n) => (n === 0 ? "Nessuna" : n === most ? `${n} o più` : `${n}`));
  return el(
    "section",
    { role: "group", "aria-labelledby": "domanda" },
    el("h2", { id: "domanda", "data-qui": "" }, `Quante ${plural} ha già ricevuto nel torneo?`),
    playerField(),
    el(
      "ul",
      { class: "risposte conti" },
      ...texts.map((text, n) => el("li", {}, stepLink({ ...state, s: [...state.s, [id, n]] }, {}, el("strong", {}, text), before(String(n) === was)))),
    ),
  );
}

/** Chi è: con un nome del Registro la storia del giocatore risponde da sé. */
function playerField() {
  const names = players(register().entries, app.dataset.book);
  if (!names.length) return null;
  const select = el(
    "select",
    {
      id: "giocatore",
      onchange: () => {
        player.set(select.value);
        window.history.replaceState(null, "", location.search);
        show(true);
      },
    },
    el("option", { value: "" }, "nessuno: rispondo io"),
    ...names.map((name) => el("option", { value: name, selected: name === player.get() }, name)),
  );
  return el("p", { class: "campo" }, el("label", { for: "giocatore" }, "Giocatore, dal Registro"), select);
}

/** @returns {Node[]} */
function gameScreen() {
  return [
    el(
      "section",
      { role: "group", "aria-labelledby": "domanda" },
      el("h2", { id: "domanda", "data-qui": "" }, "Quale gioco?"),
      el(
        "ul",
        { class: "risposte" },
        ...games.map((g) =>
          el("li", {}, stepLink({ g: g.id, i: "", r: [], s: [] }, { "data-book": g.id }, el("strong", {}, g.name))),
        ),
      ),
    ),
  ];
}

/** @param {Game} game @param {State} state @returns {Node[]} */
function findScreen(game, state) {
  const find = finder(game);
  const byId = new Map(game.infractions.map((i) => [i.id, i]));
  const results = el("div", { class: "trovate", "aria-live": "polite" });
  const browse = el(
    "div",
    { class: "sfoglia" },
    ...game.kinds.map((kind) =>
      el("section", {}, el("h2", {}, kind.title), list(kind.infractions.map((id) => [/** @type {any} */ (byId.get(id)), ""]))),
    ),
  );
  const input = el("input", {
    id: "che-cosa",
    type: "search",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    placeholder: "39 carte, arriva tardi, bestemmia…",
    oninput: update,
  });
  const form = el(
    "form",
    { class: "campo", role: "search", "aria-label": "Infrazioni", onsubmit: first },
    el("label", { for: "che-cosa" }, "Che cosa è successo?"),
    input,
  );
  const typed = /** @type {Memory} */ (window.history.state ?? {}).query;
  if (typeof typed === "string") {
    input.value = typed;
    update();
  }
  return [
    el(
      "p",
      { class: "gioco" },
      el("strong", { "data-qui": game.game }, game.game),
      " ",
      el("button", { type: "button", class: "tasto", onclick: () => put(gameScreen(), true) }, "Cambia gioco"),
      " ",
      el("a", { href: `${game.book}/`, class: "tasto" }, "Tutta la tabella"),
    ),
    form,
    results,
    browse,
  ];

  function update() {
    const found = find(input.value);
    const asked = input.value.trim();
    browse.hidden = found.length > 0;
    window.history.replaceState({ ...window.history.state, query: input.value }, "");
    if (found.length) results.replaceChildren(list(found.map((f) => [f.infraction, f.phrase])));
    else results.replaceChildren(asked ? el("p", {}, `Nessuna infrazione per «${asked}»: scegli fra queste.`) : "");
  }
  /** @param {Event} event */
  function first(event) {
    event.preventDefault();
    const [best] = find(input.value);
    if (best) go({ ...state, i: best.infraction.id });
  }
  /** @param {[import("./verdict.js").Infraction, string][]} infractions */
  function list(infractions) {
    return el(
      "ul",
      { class: "risposte" },
      ...infractions.map(([i, phrase]) =>
        el("li", {}, stepLink({ g: game.book, i: i.id, r: [], s: [] }, {}, el("strong", {}, i.title), phrase ? el("small", {}, phrase) : null)),
      ),
    );
  }
}

/** @param {import("./address.js").Unknown} unknown */
function unknownScreen({ what, given, near, state }) {
  const names = { gioco: "un gioco", infrazione: "un’infrazione", domanda: "una domanda", risposta: "una risposta", conto: "un conto" };
  return el(
    "section",
    { role: "group", "aria-labelledby": "domanda" },
    el("h2", { id: "domanda", "data-qui": "" }, `L’indirizzo nomina ${names[/** @type {"gioco"} */ (what)]} che non c’è: «${given}»`),
    el("p", {}, "Può venire da un’edizione precedente o essere stato copiato a metà."),
    el("ul", { class: "risposte" }, el("li", {}, stepLink(state, {}, el("strong", {}, near || "Continua da qui"), near ? el("small", {}, "il più vicino") : null))),
  );
}

/** Senza rete e senza il gioco in memoria resta l’albero scritto nella pagina. */
function lost() {
  tree.hidden = false;
  return el("p", { "data-qui": "Penalità" }, "Non riesco a leggere le domande di questo gioco. Qui sotto c’è lo stesso albero, da aprire passo per passo.");
}

app.append(spoken, screen);
app.hidden = false;
tree.hidden = true;
app.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  const href = link?.getAttribute("href");
  if (href?.startsWith("?") || (link && href === location.pathname)) follow(event, () => go(parse(href.split("#")[0].replace(/^[^?]*/, ""))));
});
addEventListener("popstate", () => show(true));
show(false);
