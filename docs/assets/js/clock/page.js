// @ts-check
// The page «Orologio»: choose the time that the rules say, read it from across the room, call its end.
import { button } from "../controls.js";
import { base, el } from "../dom.js";
import { booksOf } from "../game-list.js";
import { ScreenLight } from "../screen.js";
import { added, begun, keepClock, leftOf, passed, running, remaining, toggled } from "./state.js";

/** @typedef {{cite: string, id: string, text: string}} Rule */
/** @typedef {{id: string, book: string, in_force: boolean, name: string, minutes: number, sides: number, rules: Rule[], end: Rule[]}} Clock */

const place = /** @type {HTMLElement} */ (document.getElementById("orologio"));
/** @type {Clock[]} */
const clocks = JSON.parse(document.getElementById("orologi")?.textContent ?? "[]");
/** @type {Record<string, string>} */
const names = JSON.parse(place.dataset.nomi ?? "{}");
const spoken = el("p", { class: "nascosto", role: "status" });
const forgets = el("p", { class: "fatto", role: "status" });
const body = el("div", {});
const MINUTE = 60_000;
const light = new ScreenLight();
let over = false;

/** @param {import("./state.js").Running | null} value */
const hold = (value) =>
  (forgets.textContent = keepClock(value) ? "" : "Questo dispositivo non lo ricorda: non chiudere la pagina.");

/** @param {Rule[]} rules */
const ruleList = (rules) =>
  el(
    "ul",
    { class: "orologio__regole" },
    ...rules.map(({ cite, id, text }) =>
      el("li", {}, el("a", { href: new URL(`r/${id}`, base).href, class: "cita" }, cite), " ", text)
    )
  );

/** The clocks of today's game, or of the one that the address names; the others below. */
function choosing() {
  const wanted = new URLSearchParams(location.search).get("g") || document.documentElement.dataset.oggi || "";
  const own = booksOf(wanted);
  const offered = clocks.filter((clock) => clock.in_force || own.includes(clock.book));
  const books = [...new Set(offered.map((clock) => clock.book))].sort(
    (a, b) => Number(own.includes(b)) - Number(own.includes(a))
  );
  const none =
    wanted && names[wanted] && !books.some((book) => own.includes(book))
      ? el("p", {}, `Il regolamento di ${names[wanted]} non dice un tempo per il turno.`)
      : null;
  body.replaceChildren(
    none ?? "",
    ...books.map((book) =>
      el(
        "section",
        { "data-book": book },
        el("h2", {}, names[book] ?? book),
        el(
          "ul",
          { class: "risposte" },
          ...clocks
            .filter((clock) => clock.book === book)
            .map((clock) =>
              el(
                "li",
                {},
                el(
                  "button",
                  { type: "button", onclick: () => start(clock) },
                  el("strong", {}, clock.name),
                  el(
                    "small",
                    {},
                    `${clock.minutes}\u00a0minuti${clock.sides > 1 ? " per ciascuno" : ""} · ${clock.rules[0]?.cite ?? ""}`
                  )
                )
              )
            )
        )
      )
    )
  );
}

/** @param {Clock} clock */
function start(clock) {
  hold(begun(clock.id, clock.minutes, clock.sides, Date.now()));
  over = false;
  show();
}

function show() {
  const one = running();
  const clock = one && clocks.find(({ id }) => id === one.clock);
  if (!one || !clock) {
    light.release();
    return choosing();
  }
  void light.keep();
  body.replaceChildren(clock.sides > 1 ? duel(clock) : round(clock));
  tick();
}

/** One clock for all, and more time for single tables. @param {Clock} clock */
function round(clock) {
  const table = el("input", { id: "tavolo", inputmode: "numeric", autocomplete: "off", maxlength: 8 });
  const more = (/** @type {number} */ minutes) =>
    button(
      `+${minutes}`,
      () => {
        const one = running();
        if (!one || !table.value.trim()) return table.focus();
        hold(added(one, table.value.trim(), minutes));
        table.value = "";
        tables();
      },
      { "aria-label": `Dai ${minutes} minuti in più al tavolo scritto` }
    );
  const list = el("ul", { class: "orologio__tavoli" });
  const extra = el(
    "section",
    {},
    el("h2", {}, "Tempo in più a un tavolo"),
    el(
      "p",
      { class: "orologio__aggiungi" },
      el("label", { for: "tavolo" }, "Tavolo"),
      table,
      more(1),
      more(3),
      more(5)
    ),
    list
  );
  const view = el(
    "div",
    { class: "orologio", "data-book": clock.book },
    face(clock),
    el(
      "div",
      { class: "orologio__accanto" },
      clock.end.length ? extra : null,
      el("section", {}, el("h2", {}, "La regola"), ruleList(clock.rules))
    )
  );
  tables();
  return view;

  function tables() {
    const one = running();
    list.replaceChildren(
      ...(one?.added ?? []).map(({ table, minutes }) =>
        el(
          "li",
          {},
          el("b", {}, `Tavolo ${table}`),
          ` +${minutes} `,
          el("span", { "data-fine": String(minutes) }),
          button(
            "Togli",
            () => {
              const now = running();
              if (now) hold(added(now, table, -minutes));
              tables();
            },
            { "aria-label": `Togli il tempo in più del tavolo ${table}` }
          )
        )
      )
    );
    tick();
  }
}

/** @param {Clock} clock */
function face(clock) {
  return el(
    "section",
    { class: "orologio__quadrante" },
    el("p", { class: "orologio__nome" }, clock.name),
    el("p", { class: "orologio__tempo", role: "timer", "data-lato": "0" }),
    el(
      "div",
      { class: "orologio__fine", hidden: true },
      el("h2", {}, "Tempo!"),
      clock.end.length ? ruleList(clock.end) : el("p", {}, "Il tempo è finito.")
    ),
    controls()
  );
}

function controls() {
  return el(
    "p",
    { class: "orologio__comandi" },
    button(
      "Pausa",
      () => {
        const one = running();
        if (one) hold(toggled(one, Date.now()));
        tick();
      },
      { "data-pausa": "" }
    ),
    document.fullscreenEnabled
      ? button("Tutto schermo", () =>
          (document.fullscreenElement ? document.exitFullscreen() : place.requestFullscreen()).catch(() => undefined)
        )
      : null,
    button("Un altro tempo", () => {
      const was = running();
      hold(null);
      show();
      body.prepend(
        el(
          "p",
          { class: "fatto" },
          "Fermato. ",
          button("Riprendi", () => (hold(was), show()))
        )
      );
    })
  );
}

/** Two sides: each touches its own when its turn is over. @param {Clock} clock */
function duel(clock) {
  const side = (/** @type {number} */ n) =>
    el(
      "button",
      {
        type: "button",
        class: "orologio__lato",
        "data-tocco": String(n),
        onclick: () => {
          const one = running();
          if (one && (!one.since || one.side === n)) hold(passed(one, n, Date.now()));
          tick();
        }
      },
      el("small", {}, `Giocatore ${n + 1}`),
      el("span", { class: "orologio__tempo", role: "timer", "data-lato": String(n) })
    );
  return el(
    "div",
    { class: "orologio", "data-book": clock.book },
    el(
      "section",
      { class: "orologio__quadrante" },
      el("p", { class: "orologio__nome" }, `${clock.name}. Chi ha finito il suo turno tocca il proprio tempo.`),
      el("div", { class: "orologio__lati" }, side(0), side(1)),
      el("div", { class: "orologio__fine", hidden: true }, el("h2", {}, "Tempo!"), ruleList(clock.end)),
      controls()
    ),
    el("div", { class: "orologio__accanto" }, el("section", {}, el("h2", {}, "La regola"), ruleList(clock.rules)))
  );
}

/** Writes what the wall clock says. */
function tick() {
  const one = running();
  if (!one) return;
  const now = Date.now();
  let least = Infinity;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-lato]"))) {
    const left = leftOf(one, Number(node.dataset.lato), now);
    least = Math.min(least, left);
    const text = remaining(Math.max(0, left));
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("orologio__poco", left < MINUTE);
    node.parentElement?.toggleAttribute("data-va", one.since > 0 && one.side === Number(node.dataset.lato));
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-fine]"))) {
    const left = leftOf(one, 0, now) + Number(node.dataset.fine) * MINUTE;
    node.textContent = left > 0 ? remaining(left) : "Tempo!";
  }
  const end = /** @type {HTMLElement | null} */ (body.querySelector(".orologio__fine"));
  if (end) end.hidden = least > 0;
  body.querySelector("[data-pausa]")?.replaceChildren(one.since ? "Pausa" : "Riprendi");
  if (least <= 0 && !over) {
    spoken.textContent = "Tempo!";
    navigator.vibrate?.([400, 200, 400]);
  }
  over = least <= 0;
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !running()) return;
  void light.keep();
  tick();
});
place.append(spoken, forgets, body);
show();
setInterval(tick, 250);
