// @ts-check
// La pagina Registro: l’elenco, il modulo, e quello che esce dal telefono quando lo si chiede.
import { base } from "../base.js";
import { copied, el, mark } from "../dom.js";
import { read } from "../store.js";
import { listed, loadGame } from "../penalita/games.js";
import { outcome, penalty } from "../penalita/verdict.js";
import { DamagedFile, clock, fromFile, merge, report, toCsv, toFile } from "./exchange.js";
import { button, details, field, warning } from "./form.js";
import { changed, damaged, forgetDamaged, load, player, save } from "./memory.js";
import { clear, history, ofPlayer, put, remove, undo } from "./model.js";

/** @typedef {import("../penalita/verdict.js").Game} Game @typedef {import("./model.js").Entry} Entry @typedef {import("./model.js").Register} Register */

const app = /** @type {HTMLElement} */ (document.getElementById("giornale"));
const said = el("p", { role: "status", class: "fatto" });
const undoing = el("p", { class: "tasti" });
const trouble = el("div", { role: "alert" });
const form = el("div", {});
const list = el("div", {});
const closing = el("div", {});
const event = el("input", { id: "evento", autocomplete: "off", onchange: () => keep({ ...load(), event: event.value.trim() }, "Nome dell’evento scritto.", false) });
/** @type {Map<string, Game>} */
const games = new Map();

/** @param {Register} register @param {string} done @param {boolean} [undoable] */
function keep(register, done, undoable = true) {
  const kept = save(register);
  trouble.replaceChildren();
  said.textContent = kept ? done : `${done} Ma il telefono non conserva il Registro: esportalo prima di chiudere.`;
  const back = button("Annulla", () => {
    keep(undo(load()), "Annullato.", false);
  });
  undoing.replaceChildren(...(undoable && register.undo ? [back] : []));
  show();
}

function show() {
  const register = load();
  const { entries } = register;
  if (document.activeElement !== event) event.value = register.event;
  list.replaceChildren(
    el("h2", {}, entries.length ? `Penalità date: ${entries.length}` : "Nessuna penalità data"),
    entries.length
      ? el("ul", { class: "voci" }, ...[...entries].reverse().map((e) => item(e, entries)))
      : el("p", {}, "Si scrivono dal verdetto, in ", el("a", { href: new URL("penalita/", base).href }, "Penalità"), ", o qui sotto."),
    !entries.length && register.undo?.length && !undoing.childElementCount
      ? el("p", {}, button(`Riprendi quelle di prima (${register.undo.length})`, () => keep(undo(load()), "Ripreso.", false)))
      : "",
    ...(entries.length ? out(register) : []),
  );
  closing.replaceChildren(...(entries.length ? [emptying(register)] : []));
}

/** @param {Entry} entry @param {Entry[]} entries */
function item(entry, entries) {
  const game = games.get(entry.book);
  const known = game?.penalties.find((p) => p.id === entry.penalty);
  const where = [clock(entry.time), entry.round && `turno ${entry.round}`, entry.table && `tavolo ${entry.table}`, game?.game ?? entry.book];
  const also = entry.also.map((id) => game?.penalties.find((p) => p.id === id)?.title ?? id).join(", ");
  const others = ofPlayer(entries, entry.book, entry.player).length;
  return el(
    "li",
    {},
    el("p", {}, el("strong", {}, entry.player), others > 1 ? ` (${others} penalità)` : ""),
    el("p", {}, known ? mark(known) : entry.penaltyTitle, also ? ` e ${also}` : ""),
    el("p", {}, entry.infractionTitle),
    entry.note ? el("p", {}, entry.note) : null,
    el("p", { class: "dove" }, where.filter(Boolean).join(" · ")),
    el(
      "p",
      { class: "tasti" },
      button("Modifica", () => edit(entry), { "aria-label": `Modifica la penalità di ${entry.player}` }),
      button("Elimina", () => keep(remove(load(), entry.id), `Eliminata la penalità di ${entry.player}.`), { "aria-label": `Elimina la penalità di ${entry.player}` }),
      el("a", { class: "tasto", href: new URL(`penalita/?g=${entry.book}`, base).href, onclick: () => player.set(entry.player) }, "Nuova, stesso giocatore"),
    ),
  );
}

/** Il modulo, vuoto o con una voce da correggere. @param {Entry} [entry] */
function edit(entry) {
  const books = el("select", { onchange: fill }, ...[...games.values()].map((g) => el("option", { value: g.book, selected: g.book === (entry?.book ?? lastBook()) }, g.game)));
  const own = details(entry ?? {}, load().entries, warn);
  const infractions = el("select", {});
  const penalties = el("select", { onchange: warn });
  const notice = el("div", { role: "status", class: "avviso" });
  form.replaceChildren(
    el(
      "form",
      { class: "modulo", "aria-label": entry ? "Correggi la penalità" : "Nuova penalità", onsubmit: submit },
      el("h2", {}, entry ? "Correggi la penalità" : "Nuova penalità"),
      field("g-gioco", "Gioco", books),
      ...own.first,
      field("g-infrazione", "Infrazione", infractions),
      field("g-penalita", "Penalità", penalties),
      notice,
      ...own.rest,
      el("p", { class: "tasti" }, el("button", { class: "tasto pieno" }, entry ? "Salva la correzione" : "Scrivi nel Registro"), entry ? button("Lascia com’era", () => edit()) : null),
    ),
  );
  fill();
  if (entry) {
    infractions.value = entry.infraction;
    penalties.value = entry.penalty;
    own.name.focus();
    form.scrollIntoView({ block: "start" });
  }
  warn();

  function fill() {
    const game = /** @type {Game} */ (games.get(books.value));
    infractions.replaceChildren(
      ...game.kinds.map((kind) =>
        el("optgroup", { label: kind.title }, ...kind.infractions.map((id) => el("option", { value: id }, game.infractions.find((i) => i.id === id)?.title ?? id))),
      ),
    );
    penalties.replaceChildren(...game.penalties.filter((p) => p.grade > 0).map((p) => el("option", { value: p.id }, p.title)));
    warn();
  }
  function warn() {
    const game = games.get(books.value);
    if (!game) return;
    const counts = history(load().entries.filter((e) => e.id !== entry?.id), game.book, own.who());
    const choose = (/** @type {string} */ id) => {
      penalties.value = id;
      warn();
    };
    notice.replaceChildren(...warning(game, own.who(), penalties.value, counts, choose));
  }
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const game = /** @type {Game} */ (games.get(books.value));
    const who = own.who();
    if (!who) return;
    const given = penalty(game, penalties.value);
    const also = given.brings.map((id) => outcome(game, id, {}).penalty);
    keep(put(load(), own.entry(game, infractions.value, given.id, also)), `${entry ? "Corretta" : "Scritta"} la penalità di ${who}.`);
    edit();
  }
}

const lastBook = () => load().entries.at(-1)?.book ?? read("gioco", (v) => v);

/** Quello che esce dal telefono. @param {Register} register */
function out(register) {
  const day = new Date().toISOString().slice(0, 10);
  const box = el("div", {});
  const reports = [...games.values()].filter((g) => register.entries.some((e) => e.book === g.book));
  const show = (/** @type {Game} */ game) => {
    const area = el("textarea", { readonly: true, rows: 12, "aria-label": `Rapporto di ${game.game}` });
    area.value = report(game, load());
    const share = { title: `Rapporto ${game.game}`, text: area.value };
    box.replaceChildren(
      el("p", { class: "campo" }, area),
      el(
        "p",
        { class: "tasti" },
        button("Copia", async () => ((await copied(area.value)) ? (said.textContent = "Copiato.") : area.select())),
        "share" in navigator ? button("Condividi", () => navigator.share(share).catch(() => {})) : null,
        button("Scarica", () => download(`rapporto-${game.book}-${day}.txt`, "text/plain", area.value)),
      ),
    );
    area.focus();
  };
  return [
    el("h2", {}, "Consegnare"),
    el(
      "p",
      { class: "tasti" },
      ...reports.map((g) => button(`Rapporto ${g.game}`, () => show(g))),
      button("CSV", () => download(`registro-${day}.csv`, "text/csv;charset=utf-8", toCsv(load().entries, (b) => games.get(b)?.game ?? b))),
      button("File per un altro telefono", () => download(`registro-${day}.prontuario`, "application/jsonl", toFile(load()))),
    ),
    box,
  ];
}

/** Svuotare è di chi comincia un altro evento: chiede conferma sul posto e, finché non si scrive altro, si annulla. @param {Register} register */
function emptying({ event, entries }) {
  const place = el("div", {});
  const what = entries.length === 1 ? "la penalità" : `le ${entries.length} penalità`;
  const ask = button("Svuota il Registro", () => {
    const yes = button("Svuota", () => keep(clear(load()), "Il Registro è vuoto: finché non scrivi altro si può annullare."));
    const no = button("Lascia com’è", () => {
      place.replaceChildren(el("p", { class: "tasti" }, ask));
      ask.focus();
    });
    place.replaceChildren(
      el("p", { role: "status" }, `Togliere ${what}${event ? ` di «${event}»` : ""} da questo telefono? Se servono ancora, prepara prima il CSV o il file.`),
      el("p", { class: "tasti" }, yes, no),
    );
    no.focus();
  });
  place.append(el("p", { class: "tasti" }, ask));
  return el("section", { class: "svuota", "aria-label": "Svuotare il Registro" }, el("h2", {}, "Un altro evento"), place);
}

/** @param {string} name @param {string} type @param {string} text */
function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  said.textContent = `Preparato ${name}.`;
}

/** @param {Event} event */
async function take(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  try {
    const bytes = await file.arrayBuffer();
    const incoming = fromFile(new TextDecoder("utf-8").decode(bytes));
    const { register, added, updated } = merge(load(), incoming.entries);
    keep({ ...register, event: register.event || incoming.event }, `Da ${file.name}: ${added} aggiunte, ${updated} aggiornate, ${incoming.entries.length - added - updated} già presenti.`);
  } catch (error) {
    const why = error instanceof DamagedFile ? error.message : "non si riesce a leggere";
    trouble.replaceChildren(el("p", { class: "guasto" }, `Il file ${file.name} non si può usare: ${why}. Il Registro di questo telefono è rimasto com’era.`));
  }
}

/** La memoria del telefono era guasta: quello che c’era non è perduto. */
function sayDamaged() {
  trouble.replaceChildren(
    el(
      "div",
      { class: "guasto" },
      el("p", {}, "Il Registro che c’era su questo telefono non si legge: è stato messo da parte e se ne è cominciato uno nuovo."),
      el(
        "p",
        { class: "tasti" },
        button("Scarica quello che c’era", () => download("registro-guasto.txt", "text/plain", damaged())),
        button("Dimenticalo", () => {
          save(load());
          forgetDamaged();
          trouble.replaceChildren();
        }),
      ),
    ),
  );
}

async function start() {
  const books = [...new Set([...listed(app.dataset.giochi ?? "").map((g) => g.id), ...load().entries.map((e) => e.book)])];
  const loaded = await Promise.allSettled(books.map(loadGame));
  for (const one of loaded) if (one.status === "fulfilled") games.set(one.value.book, one.value);
  const file = el("input", { id: "file", type: "file", onchange: take });
  app.append(
    el("p", {}, "Le penalità date nell’evento. Restano su questo telefono: nessuno le riceve, se non le consegni tu."),
    el("p", { class: "campo" }, el("label", { for: "evento" }, "Evento"), event),
    said, undoing, trouble, list, form,
    el("h2", {}, "Da un altro telefono"),
    el("p", { class: "campo" }, el("label", { for: "file" }, "Aggiungi le penalità di un file del Registro"), file),
    closing,
  );
  app.hidden = false;
  if (games.size) edit();
  else form.append(el("p", {}, "Senza rete e senza le tabelle di un gioco non si scrivono penalità nuove; quelle scritte ci sono."));
  show();
  if (damaged()) sayDamaged();
  changed(() => show());
}

start();
