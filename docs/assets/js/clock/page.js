// Run the page «Orologio»: choose a duration, show the time left, announce its end.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { ScreenLight } from "../wake-lock.js";
import { LONGEST, clocks, free, ruleList, timesToChoose } from "./time-choice.js";
import { fit } from "./fit-text.js";
import { ClockStore } from "./clock-store.js";
import { allow, choose, ring, wanted } from "./end-sound.js";
import {
  FREE,
  MINUTE,
  added,
  clockChanged,
  leftOf,
  passed,
  prepared,
  remaining,
  running,
  toggled,
  untouched
} from "./clock-state.js";
/** @import { Added, Clock, Jump, Running } from "./types" */

const place = /** @type {HTMLElement} */ (document.getElementById("orologio"));
const spoken = el("p.nascosto", { role: "status" });
const forgets = el("p.fatto", { role: "status" });
const body = el("div");
const light = new ScreenLight();
const jumps = el("div.avviso", { role: "status" });
const store = new ClockStore(sayJump);
let over = false;
/** Id and minutes, as one text, of the clock on the screen; "" while a duration is chosen. */
let seen = "";
/** Update the list of tables with extra time, if it is on the screen. */
let redraw = () => {};

/** Warn the judge if the clock could not be stored. @param {boolean} kept what storing it returned */
const hold = (kept) =>
  (forgets.textContent = kept ? "" : "Questo dispositivo non può salvare l’orologio: non chiudere la pagina.");

/**
 * Return what the site says of a stored clock: name, duration, rules; undefined if no rulebook has it any more.
 * @param {Running | null} one @returns {Clock | null | undefined}
 */
const clockOf = (one) => one && (one.clock === FREE ? free(one.minutes) : clocks.find(({ id }) => id === one.clock));

/** Tell that the wall clock has jumped, and let the judge count the time or not. @param {Jump} jump */
function sayJump(jump) {
  const time = remaining(Math.round(Math.abs(jump.ms) / 1000) * 1000);
  const again = () => (hold(store.recount(jump)), jumps.replaceChildren(), tick());
  const words = jump.counted
    ? `La pagina è rimasta nascosta per ${time}, e l’orologio ha contato anche questo tempo. Se invece hai soltanto cambiato l’ora del dispositivo:`
    : jump.ms > 0
      ? `L’ora del dispositivo è andata avanti di ${time}, ma l’orologio non ha contato questo tempo. Se il dispositivo era in standby:`
      : `L’ora del dispositivo è tornata indietro di ${time}: il turno continua da dov’era.`;
  const act = jump.counted ? button("Non contarlo", again) : jump.ms > 0 ? button("Contalo", again) : "";
  const fine = button("Va bene", () => jumps.replaceChildren());
  jumps.replaceChildren(el("p", words), act && el("p", act, " ", fine));
}

/** Show the list of times to choose from. */
function choosing() {
  body.replaceChildren(...timesToChoose(prepare, back()));
}

/** Return a line that leads back to the clock under way; null or undefined if there is none. */
function back() {
  const clock = clockOf(running());
  return (
    clock &&
    el(
      "p.fatto",
      `L’orologio «${clock.name}» è ancora in corso. `,
      button("Torna all’orologio", () => (show(), focusPause()))
    )
  );
}

/** Focus the clock’s first button, since the one that led to it has gone. */
const focusPause = () => body.querySelector("[data-pausa]")?.focus();

/** Show a chosen clock, stopped; offer to restore the one it replaces. @param {Clock} clock */
function prepare(clock) {
  const before = running();
  hold(store.put(prepared(clock.id, clock.minutes, clock.sides)));
  over = false;
  show();
  focusPause();
  if (!before || untouched(before)) return;
  const undo = button("Torna all’orologio di prima", () => (hold(store.put(before)), show(), focusPause()));
  body.prepend(el("p.fatto", undo));
}

/** Show the stored clock, or the list of times if there is none. */
function show() {
  const one = running();
  const clock = clockOf(one);
  seen = one && clock ? one.clock + one.minutes : "";
  redraw = () => {};
  if (!one || !clock) {
    light.release();
    return choosing();
  }
  void light.keep();
  body.replaceChildren(clock.sides > 1 ? duel(clock) : round(clock));
  tick();
}

/** Return a number of minutes in words: «1 minuto». @param {number} minutes */
const inWords = (minutes) => (minutes === 1 ? "1 minuto" : `${minutes} minuti`);

/**
 * Make a clock shared by all tables, with a form for a table's extra time, and set `redraw` to update its list.
 * @param {Clock} clock @returns {HTMLDivElement}
 */
function round(clock) {
  const table = el("input", { id: "tavolo", inputmode: "numeric", autocomplete: "off", maxlength: 8 });
  const other = el("input", { id: "altri", type: "number", min: 1, max: LONGEST, inputmode: "numeric" });
  const missing = el("p.orologio__manca", { role: "status" });
  const give = (/** @type {number} */ minutes) => {
    const number = table.value.trim();
    missing.textContent = number
      ? minutes > 0
        ? ""
        : "Scrivi quanti minuti vuoi dare."
      : "Scrivi prima il numero del tavolo.";
    if (!number) return table.focus();
    if (!(minutes > 0)) return other.focus();
    hold(store.write((one) => added(one, number, minutes)));
    other.value = "";
    draw();
    const whole = running()?.added.find((one) => one.table === number)?.minutes;
    if (whole) spoken.textContent = `Tavolo ${number}: ${inWords(whole)} in più.`;
  };
  const more = (/** @type {number} */ minutes) =>
    button(`+${minutes}`, () => give(minutes), { "aria-label": `+${inWords(minutes)} al tavolo indicato` });
  const list = el("ul.orologio__tavoli");
  const extra = el(
    "section",
    el("h2", "Tempo in più per un tavolo"),
    el(
      "p.orologio__aggiungi",
      el("label", { for: "tavolo" }, "Tavolo"),
      table,
      el("span", more(1), more(3), more(5), more(10)),
      el(
        "span",
        el("label", { for: "altri" }, "Altri minuti"),
        other,
        button("Dai", () => give(Math.round(Number(other.value))))
      )
    ),
    missing,
    list
  );
  const times = [
    el("p.orologio__tempo", { role: "timer", "data-lato": "0" }),
    el("ul.orologio__in-piu", { "aria-hidden": "true" })
  ];
  const untold = (/** @type {string} */ number) => (spoken.textContent = `Tavolo ${number}: niente tempo in più.`);
  redraw = draw;
  draw();
  return view(clock, clock.name, times, (clock.end.length > 0 || clock.id === FREE) && extra);

  function draw() {
    const row = (/** @type {Added} */ { table: number, minutes }) =>
      el(
        "li",
        el("b", `Tavolo ${number}`),
        ` +${minutes} `,
        el("span", { "data-fine": String(minutes) }),
        button("Togli", () => (hold(store.write((one) => added(one, number, -minutes))), draw(), untold(number)), {
          "aria-label": `Togli il tempo in più del tavolo ${number}`
        })
      );
    list.replaceChildren(...(running()?.added ?? []).map(row));
    tick();
  }
}

/**
 * Make the part of the page that shows a clock: name, times, buttons, what to do when time is up; beside, its rule.
 * `tick` fills in the times, and shows what to do once time is up.
 * @param {Clock} clock @param {string} name @param {Node[]} times @param {Node | false} [extra] shown above the rule
 */
const view = (clock, name, times, extra) =>
  el(
    "div.orologio",
    { "data-book": clock.book },
    el(
      "section.orologio__quadrante",
      el("p.orologio__nome", name),
      ...times,
      el(
        "div.orologio__fine",
        { hidden: true },
        el("h2", "Tempo!"),
        clock.end.length ? ruleList(clock.end) : el("p", "Il tempo è finito.")
      ),
      controls()
    ),
    el(
      "div.orologio__accanto",
      extra,
      clock.rules.length && el("section", el("h2", "La regola"), ruleList(clock.rules))
    )
  );

/** Make a line of buttons: pause, sound, full screen, another time. @returns {HTMLParagraphElement} */
function controls() {
  return el(
    "p.orologio__comandi",
    button("Pausa", () => (allow(), hold(store.write(toggled)), tick()), { "data-pausa": "" }),
    soundButton(),
    document.fullscreenEnabled &&
      button("Schermo intero", () =>
        (document.fullscreenElement ? document.exitFullscreen() : place.requestFullscreen()).catch(() => undefined)
      ),
    button("Scegli un altro tempo", async () => {
      if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
      seen = "";
      choosing();
    })
  );
}

/** Make the button that switches the sound at the end on or off. @returns {HTMLButtonElement} */
function soundButton() {
  const words = () => (wanted() ? "Suono attivo" : "Suono spento");
  const one = button(words(), () => {
    choose(!wanted());
    if (wanted()) allow();
    one.textContent = words();
  });
  return one;
}

/**
 * Make the part of the page that shows a clock for two players; each touches their own time to end a turn.
 * @param {Clock} clock @returns {HTMLDivElement}
 */
function duel(clock) {
  const side = (/** @type {number} */ n) => {
    const onclick = () => {
      const one = running();
      if (one && (!one.since || one.side === n)) hold(store.write((now, ran, wall) => passed(now, n, ran, wall)));
      tick();
    };
    const time = el("span.orologio__tempo", { role: "timer", "data-lato": n });
    const name = el("small", `Giocatore ${n + 1}`);
    return el("button.orologio__lato", { type: "button", "data-tocco": n, onclick }, name, time);
  };
  const name = `${clock.name}. Chi finisce il turno tocca il proprio tempo.`;
  return view(clock, name, [el("div.orologio__lati", side(0), side(1))]);
}

/** Write the times left, as often as it is called; at the end sound, vibrate and show what to do. */
function tick() {
  const now = store.read();
  if (!now || !seen) return;
  const { one, ran } = now;
  let least = Infinity;
  for (const node of body.querySelectorAll("[data-lato]")) {
    const left = leftOf(one, Number(node.dataset.lato), ran);
    least = Math.min(least, left);
    const text = remaining(Math.max(0, left));
    const longer = node.textContent?.length !== text.length;
    if (node.textContent !== text) node.textContent = text;
    if (longer) fit(node);
    node.classList.toggle("orologio__poco", left < MINUTE);
    node.parentElement?.toggleAttribute("data-va", one.since > 0 && one.side === Number(node.dataset.lato));
  }
  const leftAt = (/** @type {number} */ minutes) => {
    const left = leftOf(one, 0, ran) + minutes * MINUTE;
    return left > 0 ? remaining(left) : "Tempo!";
  };
  for (const node of body.querySelectorAll("[data-fine]")) node.textContent = leftAt(Number(node.dataset.fine));
  body
    .querySelector(".orologio__in-piu")
    ?.replaceChildren(...one.added.map(({ table, minutes }) => el("li", `Tavolo ${table}\u2002${leftAt(minutes)}`)));
  const end = body.querySelector(".orologio__fine");
  if (end) end.hidden = least > 0;
  body.querySelector("[data-pausa]")?.replaceChildren(one.since ? "Pausa" : untouched(one) ? "Avvia" : "Riprendi");
  if (least <= 0 && !over) {
    spoken.textContent = "Tempo!";
    ring();
  }
  over = least <= 0;
}

const fitAll = () => body.querySelectorAll(".orologio__tempo").forEach((node) => fit(node));

/** Show what another tab has changed in the clock. */
function follow() {
  if (!store.changedElsewhere()) return;
  const one = running();
  if (!seen) return choosing();
  if (one && seen === one.clock + one.minutes) redraw();
  else show();
  jumps.replaceChildren(el("p", "L’orologio è stato cambiato in un’altra scheda."));
  tick();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !running()) return;
  void light.keep();
  tick();
});
for (const event of ["resize", "fullscreenchange"]) addEventListener(event, fitAll);
clockChanged(follow);
addEventListener("pageshow", (event) => event.persisted && follow()); // a page kept aside heard of nothing
place.append(spoken, forgets, jumps, body);
show();
setInterval(tick, 250);
