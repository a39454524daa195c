// @ts-check
// The page of the Registro: what has been given in the event, the form, what leaves the phone and what comes in.
import { button, copied, field, shareButton } from "../controls.js";
import { base, el } from "../dom.js";
import { booksOf } from "../game-list.js";
import { listed, loadGame } from "../verdict/games.js";
import { draft } from "./unfinished.js";
import { editForm, infractionsOf, options, penaltiesOf } from "./edit.js";
import { fileName, opsOf, report, toCsv, toFile } from "./exchange.js";
import { recordForm } from "./form.js";
import { comingIn } from "./incoming.js";
import {
  allOps,
  registroChanged,
  chosenEvent,
  forgetEvents,
  opened,
  registro,
  setAside,
  thisDay,
  enter
} from "./memory.js";
import { alongTitles } from "./model.js";
import { similar } from "./names.js";
import { current, newEvent, stale } from "./occasion.js";
import { dayInWords, download, eventName, hour, penaltyMark, trouble } from "./show.js";
import { SAME_PLAYER, who } from "./who.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("./log.js").Entry} Entry @typedef {import("./log.js").Event} Event @typedef {import("./log.js").Draft} Draft */

const app = /** @type {HTMLElement} */ (document.getElementById("giornale"));
/** @type {Map<string, Game>} */
const games = new Map();
const DAY = new Intl.DateTimeFormat("it-IT");
const PAGE = 12; // entries: a long event does not make the page slow

const said = el("p", { role: "status", class: "fatto" });
const unclear = el("div", {});
const heading = el("h2", {});
const rows = el("ul", { class: "voci" });
const beyond = el("div", {});
const form = el("div", {});
const rest = el("div", { class: "resto" });
const naming = el("input", { autocomplete: "off", onchange: nameEvent });
const filter = el("input", { type: "search", autocomplete: "off", oninput: () => showList() });
const filtering = field("filtro", "Cerca un giocatore", filter);
let most = PAGE;
let editing = "";

/** Says what was done, once it is written, with the «Annulla» that undoes that and nothing else. @param {string} text @param {Promise<boolean>} written @param {{ops: string[], event: string}} [undo] */
function say(text, written, undo) {
  said.replaceChildren(`${text.replace(/\.$/, "")}…`);
  written.then((kept) => {
    if (!said.textContent?.startsWith(text.replace(/\.$/, ""))) return;
    const back =
      undo && button("Annulla", () => say("Annullato.", enter(undo.event, { t: "undone", undoes: undo.ops }).written));
    said.replaceChildren(kept ? text : `Non scritto. ${text.replace("Scritto nel Registro: ", "")}`, " ", back ?? "");
  });
}

/** @param {string} event @param {string} text @param {...Draft} drafts */
function act(event, text, ...drafts) {
  const { ops, written } = enter(event, ...drafts);
  say(text, written, { ops: ops.map((op) => op.id), event });
}

function nameEvent() {
  const name = naming.value.trim();
  const event = current();
  if (name === (event?.name ?? "")) return;
  if (event) return act(event.id, "Nome dell’evento scritto.", { t: "named", name, day: stale() ? "" : thisDay() });
  const begun = newEvent(name);
  begun.choose();
  act(begun.event, "Nome dell’evento scritto.", ...begun.drafts);
}

function show() {
  const event = current();
  if (document.activeElement !== naming) naming.value = event?.name ?? "";
  naming.placeholder = event && !event.name ? eventName(event) : "";
  showUnclear(event);
  showList();
  showRest(event);
}

/** The questions that only a person can answer: an old event still open, two records with one name. @param {Event | null} event */
function showUnclear(event) {
  const boxes = [];
  if (event && stale())
    boxes.push(
      asking(
        `Questo evento è del ${dayInWords(event.days[event.days.length - 1])}: le sue penalità contano ancora?`,
        button("Continua oggi", () =>
          act(event.id, "L’evento continua oggi.", { t: "named", name: event.name, day: thisDay() })
        ),
        button("Chiudilo", () => close(event))
      )
    );
  for (const [a, b] of registro()
    .questions.filter(([a]) => a.event === event?.id && a.name !== "?")
    .slice(0, 5)) {
    const about = [a, b].map(
      (p) =>
        `${p.name}${p.number ? ` (${p.number})` : ""}: ${
          registro()
            .entries.filter((e) => e.player === p.id && !e.gone.length)
            .map((e) => e.now.penaltyTitle)
            .join(", ") || "nessuna penalità"
        }`
    );
    boxes.push(
      asking(
        `Due volte lo stesso nome. ${about.join(" · ")}. È lo stesso?`,
        button("È lo stesso", () => act(a.event, `${a.name} è una persona sola.`, { t: "same", a: a.id, b: b.id })),
        button("Sono due persone", () => act(a.event, `${a.name}: due persone.`, { t: "other", a: a.id, b: b.id }))
      )
    );
  }
  unclear.replaceChildren(...boxes);
}

/** @param {string} text @param {...Node} buttons */
const asking = (text, ...buttons) =>
  el("section", { class: "chiede" }, el("p", {}, text), el("p", { class: "tasti" }, ...buttons));

function showList() {
  const event = current();
  const state = registro();
  const all = state.entries.filter((e) => e.event === event?.id);
  const own = all.filter((e) => !e.gone.length);
  const name = (/** @type {Entry} */ e) => state.players.get(e.player)?.name ?? "?";
  const wanted = filter.value.trim();
  const shown = [...own].reverse().filter((e) => !wanted || similar(wanted, name(e)));
  /** @type {Map<string, number>} */
  const each = new Map();
  for (const e of own) each.set(e.player, (each.get(e.player) ?? 0) + 1);
  filtering.hidden = own.length <= PAGE;
  const more = shown.length - most;
  const gone = all.filter((e) => e.gone.length);
  heading.textContent = own.length ? `Penalità date: ${own.length}` : "Nessuna penalità data";
  showRows(shown.slice(0, most).map((e) => kept(e, name(e), each.get(e.player) ?? 1)));
  beyond.replaceChildren(
    own.length
      ? ""
      : el(
          "p",
          {},
          "Si scrivono dal verdetto, in ",
          el("a", { href: new URL("penalita/", base).href }, "Penalità"),
          ", o qui sotto."
        ),
    more > 0 ? button(`Mostra le altre (${more})`, () => ((most += 50), showList())) : "",
    gone.length
      ? el(
          "details",
          { class: "tolte" },
          el("summary", {}, `Tolte (${gone.length})`),
          el(
            "ul",
            { class: "voci" },
            ...gone
              .slice(-PAGE)
              .reverse()
              .map((e) => goneItem(e, name(e)))
          )
        )
      : ""
  );
  if (editing && !own.some((e) => e.id === editing)) blank();
}

/** Only what is new enters the list, and only what is gone leaves it. @param {HTMLElement[]} wanted */
function showRows(wanted) {
  for (const row of [...rows.children]) if (!wanted.includes(/** @type {HTMLElement} */ (row))) row.remove();
  wanted.forEach((row, i) => rows.children[i] !== row && rows.insertBefore(row, rows.children[i] ?? null));
}

/** @type {Map<string, {key: string, row: HTMLElement}>} */
const rowOf = new Map();

/** The row of an entry, made again only when it says something else. @param {Entry} entry @param {string} name @param {number} others */
function kept(entry, name, others) {
  const key = JSON.stringify([entry, registro().players.get(entry.player), others, games.has(entry.now.book)]);
  const before = rowOf.get(entry.id);
  if (before?.key === key) return before.row;
  const row = item(entry, name, others);
  rowOf.set(entry.id, { key, row });
  return row;
}

/** @param {Entry} entry @param {string} name */
const summary = ({ now }, name) => `${now.penaltyTitle} di ${name}`;

/** @param {Entry} entry @param {string} name */
const goneItem = (entry, name) =>
  el(
    "li",
    {},
    el("p", {}, el("s", {}, `${hour(entry.now.time)} · ${summary(entry, name)} · ${entry.now.infractionTitle}`)),
    el(
      "p",
      { class: "tasti" },
      button(
        "Rimetti",
        () => act(entry.now.event, `Rimessa: ${summary(entry, name)}.`, { t: "undone", undoes: entry.gone }),
        { "aria-label": `Rimetti la penalità di ${name}` }
      )
    )
  );

/** @param {Entry} entry @param {string} name @param {number} others */
function item(entry, name, others) {
  const { now } = entry;
  const game = games.get(now.book);
  const where = [
    `${DAY.format(new Date(now.time))} ${hour(now.time)}`,
    now.round && `turno ${now.round}`,
    now.table && `tavolo ${now.table}`,
    game?.game ?? now.book
  ];
  const number = registro().players.get(entry.player)?.number;
  return el(
    "li",
    {},
    el("p", {}, el("strong", {}, name), number ? ` (${number})` : "", others > 1 ? ` – ${others} penalità` : ""),
    el(
      "p",
      {},
      penaltyMark(game, { id: now.penalty, title: now.penaltyTitle }),
      ...alongTitles(game, now).map((title) => ` e ${title}`)
    ),
    now.infractionTitle ? el("p", {}, now.infractionTitle) : null,
    now.led.length ? el("p", { class: "dove" }, now.led.join("; ")) : null,
    now.reason
      ? el("p", { class: "dove" }, now.worked ? `Il Registro portava a ${now.worked}. ` : "", `Motivo: ${now.reason}`)
      : null,
    now.note ? el("p", {}, now.note) : null,
    el("p", { class: "dove" }, where.filter(Boolean).join(" · ")),
    entry.versions.length > 1 ? conflict(entry, name) : null,
    el(
      "p",
      { class: "tasti" },
      button("Modifica", () => edit(entry), { "aria-label": `Modifica la penalità di ${name}` }),
      button("Togli", () => act(now.event, `Tolta: ${summary(entry, name)}.`, { t: "withdrawn", entry: entry.id }), {
        "aria-label": `Togli la penalità di ${name}`
      }),
      el(
        "a",
        {
          class: "tasto",
          href: new URL(`penalita/?g=${now.book}${SAME_PLAYER}`, base).href,
          onclick: () => again(entry)
        },
        "Nuova, stesso giocatore"
      )
    )
  );
}

/** @param {Entry} entry */
function again(entry) {
  const player = registro().players.get(entry.player);
  if (player) who.set(entry.now.book, player);
}

/** Two phones have corrected it, neither knowing of the other: both are shown, the later one counts until one is kept. @param {Entry} entry @param {string} name */
function conflict(entry, name) {
  const keep = (/** @type {import("./log.js").Version} */ version) => {
    const { id, dev, l, at, event, t, entry: of, ...fields } = version;
    act(event, `Tenuta: ${version.penaltyTitle} di ${name}.`, {
      ...fields,
      t: "corrected",
      entry: of,
      seen: entry.heads
    });
  };
  const words = (/** @type {import("./log.js").Version} */ v) =>
    [
      registro().players.get(v.player)?.name,
      v.penaltyTitle,
      v.infractionTitle,
      v.table && `tavolo ${v.table}`,
      v.round && `turno ${v.round}`,
      v.note
    ]
      .filter(Boolean)
      .join(" · ");
  return el(
    "div",
    { class: "avviso" },
    el("p", {}, "Corretta su due telefoni. Vale l’ultima, finché non scegli."),
    el(
      "ul",
      { class: "prove" },
      ...entry.versions.map((v) =>
        el(
          "li",
          {},
          v === entry.now ? el("strong", {}, words(v)) : words(v),
          " ",
          button("Tieni questa", () => keep(v))
        )
      )
    )
  );
}

/** @param {Entry} entry */
function edit(entry) {
  editing = entry.id;
  form.replaceChildren(
    editForm(
      entry,
      games.get(entry.now.book),
      (text, ops, event, written) => (blank(), say(text, written, { ops, event })),
      blank
    )
  );
  form.scrollIntoView({ block: "start" });
  form.querySelector("input")?.focus({ preventScroll: true });
}

/** The form for a penalty without a verdict: nothing in it is chosen beforehand. */
function blank() {
  editing = "";
  if (!games.size)
    return form.replaceChildren(
      el("p", {}, "Senza rete e senza le tabelle di un gioco non si scrivono penalità nuove; quelle scritte ci sono.")
    );
  const id = "registro nuova";
  const from = draft(id) ?? {};
  const today = booksOf(document.documentElement.dataset.oggi ?? "");
  const wanted = from.book || (today.find((one) => games.has(one)) ?? "");
  const book = options(
    [...games.values()].map((g) => [g.book, g.game]),
    games.has(wanted) ? wanted : "",
    "",
    fill
  );
  const lists = el("div", {});
  let [infraction, penalty] = [options([], "", ""), options([], "", "")];
  const node = recordForm({
    id,
    label: "Nuova penalità",
    fixed: null,
    before: [el("h2", {}, "Nuova penalità"), field("g-gioco", "Gioco", book), lists],
    keep: () => ({ book: book.value, infraction: infraction.value, penalty: penalty.value }),
    subject() {
      const game = games.get(book.value);
      if (!game || !infraction.value || !penalty.value) return null;
      const title = infractionsOf(game).find(([i]) => i === infraction.value)?.[1] ?? "";
      return {
        game,
        infraction: { id: infraction.value, title },
        bases: [penalty.value],
        typed: {},
        differs: () => []
      };
    },
    done({ penalty: given, name, ops, event, written }) {
      blank();
      say(`Scritto nel Registro: ${given} per ${name}.`, written, { ops, event });
    }
  });
  fill();
  form.replaceChildren(node);

  function fill() {
    const game = games.get(book.value);
    const keep = (/** @type {[string, string][]} */ all, /** @type {string | undefined} */ value) =>
      all.some(([one]) => one === value) ? (value ?? "") : "";
    infraction = options(infractionsOf(game), keep(infractionsOf(game), infraction.value || from.infraction), "");
    penalty = options(penaltiesOf(game), keep(penaltiesOf(game), penalty.value || from.penalty), "");
    lists.replaceChildren(field("g-infrazione", "Infrazione", infraction), field("g-penalita", "Penalità", penalty));
  }
}

/** What can be handed over of an event. @param {Event} event */
function out(event) {
  const state = registro();
  const entries = state.entries.filter((e) => e.event === event.id);
  const box = el("div", { class: "uscita" });
  const text = (/** @type {Game} */ game) => {
    const written = report(game, registro(), event.id);
    const label = `Rapporto di ${game.game}`;
    // in pieces: what is out of sight costs nothing
    const pieces = written.match(/(?:.*\n){1,40}/g) ?? [];
    const area = el(
      "div",
      { class: "rapporto", role: "region", tabindex: 0, "aria-label": label },
      ...pieces.map((piece) => el("pre", {}, piece))
    );
    box.replaceChildren(
      area,
      el(
        "p",
        { class: "tasti" },
        button("Copia", async () =>
          (await copied(written)) ? said.replaceChildren("Copiato.") : getSelection()?.selectAllChildren(area)
        ),
        shareButton(() => ({ title: `Rapporto ${game.game}`, text: written })),
        button("Scarica", () =>
          give(fileName(`rapporto-${game.book}`, registro(), event.id, "txt"), "text/plain", written)
        )
      )
    );
    area.focus();
  };
  return [
    el(
      "p",
      { class: "tasti" },
      ...[...games.values()]
        .filter((g) => entries.some((e) => e.now.book === g.book))
        .map((g) => button(`Rapporto ${g.game}`, () => text(g))),
      button("CSV", () =>
        give(
          fileName("registro", registro(), event.id, "csv"),
          "text/csv;charset=utf-8",
          toCsv(
            registro(),
            registro().entries.filter((e) => e.event === event.id),
            (b) => games.get(b)
          )
        )
      ),
      button("File per un altro telefono", () =>
        give(
          fileName("registro", registro(), event.id, "prontuario"),
          "application/jsonl",
          toFile(registro(), [...allOps()], event.id)
        )
      ),
      button("Codici QR", async () =>
        box.replaceChildren((await import("./meet.js")).showCodes(opsOf(registro(), [...allOps()], event.id)))
      )
    ),
    box
  ];
}

/** @param {string} name @param {string} type @param {string} text */
function give(name, type, text) {
  download(name, type, text);
  said.replaceChildren(`Preparato ${name}.`);
}

let shownRest = "";

/** Everything below the list; made again only when its events or its games change. @param {Event | null} event */
function showRest(event) {
  const state = registro();
  const own = (/** @type {Event} */ e) => state.entries.filter((one) => one.event === e.id);
  const events = [...new Set(state.events.values())].sort((a, b) => b.l - a.l);
  const count = (/** @type {Event} */ e) => (e === event ? Math.min(own(e).length, 1) : own(e).length);
  const key = JSON.stringify([
    event?.id,
    events.map((e) => [e.id, e.name, e.closed, count(e), [...new Set(own(e).map((x) => x.now.book))]]),
    setAside().length
  ]);
  for (const box of rest.querySelectorAll(".uscita")) box.replaceChildren(); // it told of the Registro before
  if (key === shownRest) return;
  shownRest = key;
  const past = events.filter((e) => e !== event);
  rest.replaceChildren(
    ...(event && own(event).length
      ? [
          el("h2", {}, "Consegnare"),
          ...out(event),
          el(
            "p",
            { class: "tasti" },
            button("Stampa l’elenco", () => print())
          )
        ]
      : []),
    event && own(event).length
      ? el(
          "section",
          { class: "svuota" },
          el("h2", {}, "Un altro evento"),
          el("p", {}, "Le penalità di questo non contano più; restano qui sotto, fra gli eventi chiusi."),
          el(
            "p",
            { class: "tasti" },
            button("Chiudi l’evento", () => close(event))
          )
        )
      : "",
    past.length
      ? el(
          "section",
          { class: "eventi" },
          el("h2", {}, "Altri eventi"),
          ...past.map((e) => pastEvent(e, own(e).filter((x) => !x.gone.length).length))
        )
      : "",
    setAside().length ? asideBox() : ""
  );
}

/** @param {Event} event */
function close(event) {
  chosenEvent.set(event.id); // no other open event takes its place by itself
  act(event.id, `Chiuso: ${eventName(event)}.`, { t: "closed" });
}

/** @param {Event} event @param {number} count */
function pastEvent(event, count) {
  const place = el("p", { class: "tasti" });
  const ask = button("Cancella da questo dispositivo", () => {
    const no = button("Lascia com’è", () => place.replaceChildren(open, ask));
    place.replaceChildren(
      el(
        "span",
        { role: "status" },
        `Cancellare «${eventName(event)}» e le sue penalità (${count})? Non si può annullare: se servono ancora prepara prima il file.`
      ),
      button("Cancella", () =>
        forgetEvents(event.ids).then(
          () => said.replaceChildren(`Cancellato: ${eventName(event)}.`),
          () => said.replaceChildren("Non si è potuto cancellare.")
        )
      ),
      no
    );
    no.focus();
  });
  const open = button("Apri", () => {
    chosenEvent.set(event.id);
    if (event.closed) act(event.id, `Aperto: ${eventName(event)}.`, { t: "reopened" });
    else show();
  });
  place.append(open, ask);
  return el(
    "details",
    {},
    el("summary", {}, eventName(event), el("small", {}, `${count} penalità${event.closed ? "" : " · aperto"}`)),
    ...out(event),
    place
  );
}

/** What could not be read, never overwritten. */
function asideBox() {
  const rows = setAside();
  const text = () => rows.map((row) => `# ${row.from}: ${row.why}\n${row.text}\n`).join("\n");
  return el(
    "section",
    { class: "guasto" },
    el(
      "p",
      {},
      rows.length === 1
        ? "1 riga non si legge: è messa da parte com’era, le altre ci sono."
        : `${rows.length} righe non si leggono: sono messe da parte com’erano, le altre ci sono.`
    ),
    el("ul", {}, ...rows.slice(0, 5).map((row) => el("li", {}, `${row.from}: ${row.why}`))),
    el(
      "p",
      { class: "tasti" },
      button("Scarica le righe messe da parte", () => give("registro-da-parte.txt", "text/plain", text()))
    )
  );
}

async function start() {
  await opened;
  const books = [
    ...new Set([...listed(app.dataset.giochi ?? "").map((g) => g.id), ...registro().entries.map((e) => e.now.book)])
  ];
  const loaded = await Promise.allSettled(books.map(loadGame));
  for (const one of loaded) if (one.status === "fulfilled") games.set(one.value.book, one.value);
  app.append(
    el(
      "p",
      { class: "schermo" },
      "Le penalità date nell’evento. Restano su questo dispositivo: nessuno le riceve, se non le consegni tu."
    ),
    field("evento", "Evento", naming),
    said,
    trouble,
    unclear,
    heading,
    filtering,
    rows,
    beyond,
    form,
    comingIn((text, written, undo) => say(text, written, undo)),
    rest
  );
  form.addEventListener("submit", () => said.replaceChildren(), true); // else what it says of the one before is read of this one
  app.hidden = false;
  blank();
  show();
  const half = registro().entries.find((e) => !e.gone.length && draft(`correzione ${e.id}`));
  if (half) edit(half);
  registroChanged(show);
  // a name that was written and not left is written too
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && nameEvent());
  addEventListener("pagehide", nameEvent);
  addEventListener("beforeprint", () => ((most = Infinity), showList()));
}

start();
