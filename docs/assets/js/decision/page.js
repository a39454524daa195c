// Run the page «Decisione»: compose one's own decision, or show one received as a link.
import { button, codeButton, copiedOrShown, field, shareButton } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import {
  basket,
  basketChanged,
  canUndo,
  changeBasket,
  items as own,
  keepBasket,
  undoBasket
} from "./draft-decision.js";
import { gather } from "./rebuild-decision.js";
import { LINE_LENGTH, MOST, NAME_LENGTH, fragment, parseLink, privately, query, linkPart } from "./decision-link.js";
/** @import { Item, Private, Shown } from "./types" */

const place = /** @type {HTMLElement} */ (document.getElementById("decisione"));
const list = el("ol.decisione");
const notices = el("div.decisione__avvisi", { role: "status" });
const status = el("p.fatto", { role: "status", tabindex: -1 });
const tools = el("div.azioni.schermo");
const box = el("div.decisione__altro.schermo");
const words = el("div.decisione__parole");
const paper = el("p.consegna__via");
/** @type {Item[]} */
let items = [];
/** @type {Shown[]} */
let shown = [];
let drawn = false; // what is drawn again may have had the focus
let mine = true; // it is the one of this phone: it can be changed
let moving = false; // what the page itself changes it draws itself

/** Return items as one text, to compare two decisions. @param {readonly Item[]} all */
const asText = (all) => all.map(linkPart).join("_");

/** Show the decision in the address, or one's own, if the address holds none or the same; only that can be changed. */
async function start() {
  const found = parseLink(location.search);
  const given = privately(location.hash);
  // an address that this page wrote stays one's own, also when the decision has grown since
  const grown = history.state?.mia && basket().items.length; // where the memory was emptied the address is all there is
  mine = !location.search.includes("r=") || grown || asText(found.items) === basket().items.join("_");
  items = mine ? own() : found.items;
  fields(mine && (grown || (!given.line && !given.name)) ? basket() : given);
  notices.replaceChildren(
    ...(mine ? [] : found.unread).map(({ given, place }) =>
      el(
        "p",
        place > MOST
          ? `Il collegamento ha più di ${MOST} parti: la ${place}ª, «${given}», è rimasta fuori.`
          : `La parte ${place} del collegamento è danneggiata: «${given}». Il resto è qui sotto.`
      )
    )
  );
  if (mine) place.replaceChildren(notices, list, tools, status, box, words, paper);
  else place.replaceChildren(notices, words, list, tools, status, box, paper);
  place.hidden = false;
  await draw();
}

/** Show the note and the recipient; in one's own decision as fields that change the address. @param {Private} given */
function fields(given) {
  if (!mine) {
    words.replaceChildren(
      given.name ? el("p.decisione__nome", "Per: ", el("strong", given.name)) : "",
      given.line ? el("p.decisione__riga", given.line) : ""
    );
    return;
  }
  const typed = (/** @type {"line" | "name"} */ key, /** @type {string} */ label, /** @type {number} */ length) => {
    const oninput = () => (keepBasket({ [key]: input.value }), writeAddress());
    const input = el("input", { maxlength: length, autocomplete: "off", value: given[key], oninput });
    return field(`d-${key}`, label, input);
  };
  words.replaceChildren(
    typed("line", "Nota (facoltativa)", LINE_LENGTH),
    typed("name", "Destinatario (facoltativo)", NAME_LENGTH),
    el("p.chiosa.schermo", "Nota e destinatario stanno soltanto nel collegamento: il server non li riceve.")
  );
}

/** Return the note (`line`) and the recipient (`name`), as typed here or as received in the address. */
const privacy = () => (mine ? { line: basket().line.trim(), name: basket().name.trim() } : privately(location.hash));

/** Write one's own decision into the address, so that the address can be passed on. */
function writeAddress() {
  if (mine)
    history.replaceState(
      { ...history.state, mia: true },
      "",
      items.length || location.search ? `${location.pathname}${query(items)}${fragment(privacy())}` : location.pathname
    );
}

/** Load the items' texts and draw the page again; offline without a copy, offer to retry. */
async function draw() {
  try {
    shown = await gather(items);
  } catch {
    notices.append(
      el("p", "Sei senza rete e le regole non sono ancora salvate su questo dispositivo. "),
      button("Riprova", () => location.reload())
    );
    return;
  }
  writeAddress();
  list.replaceChildren(...shown.map((one, at) => el("li", part(one), mine && order(at))));
  list.classList.toggle("decisione--fitta", shown.length > 6);
  list.hidden = !shown.length;
  controls();
  if (document.activeElement === document.body && status.isConnected && drawn) status.focus({ preventScroll: true });
  drawn = true;
}

/**
 * Make the content of one item: a rule's text, a verdict, or what could not be found.
 * @param {Shown} one @returns {HTMLElement}
 */
function part(one) {
  if (one.kind === "lost") {
    return el(
      "p.decisione__persa",
      `«${one.given}»: ${one.why}.`,
      ...one.nearest.flatMap(({ id, href }) => [" Forse ", el("a", { href }, id), "."])
    );
  }
  if (one.kind === "rule") {
    return el(
      "article",
      { "data-book": one.book, "data-id": one.id },
      el("p.decisione__testo", el("a.cita", { href: one.href }, one.citation), " ", one.text),
      el("p.chiosa", one.where),
      one.changed &&
        el(
          "div.cambiato",
          el("p", "Il testo è cambiato da quando la decisione è stata scritta. Vale quello che leggi qui."),
          ...one.changed.map((text) => el("p", text))
        )
    );
  }
  return el(
    "article.decisione__verdetto",
    { "data-book": one.book },
    el(
      "h2",
      ...(one.ends.length > 1
        ? [one.either ? "" : "da ", penaltyBadge(one.ends[0]), one.either ? " o " : " a ", penaltyBadge(one.ends[1])]
        : one.ends.length
          ? [penaltyBadge(one.ends[0])]
          : [one.said])
    ),
    el("p", el("a", { href: one.href }, `${one.game}: ${one.title}`)),
    one.asked.length &&
      el(
        "ul.decisione__risposte",
        ...one.asked.map(([question, answer]) => el("li", `${question} `, el("strong", answer)))
      ),
    one.was &&
      el(
        "div.cambiato",
        el("p", `Il verdetto ricevuto era «${one.was}»; con le regole di questa edizione è «${one.said}».`)
      ),
    one.remedy.length && el("ol", ...one.remedy.map((text) => el("li", text))),
    one.cites.length &&
      el(
        "ul.decisione__perche",
        ...one.cites.map(({ cite, href, text }) => el("li", el("a.cita", { href }, cite), " ", text))
      )
  );
}

/** Return a line with an item's buttons: move up, move down, remove. @param {number} at its index */
function order(at) {
  const name = called(shown[at]);
  return el(
    "p.ordine.schermo",
    button("↑", () => move(at, at - 1), { "aria-label": `Sposta su: ${name}`, disabled: at === 0 }),
    button("↓", () => move(at, at + 1), { "aria-label": `Sposta giù: ${name}`, disabled: at === items.length - 1 }),
    button("Togli", () => change((now) => now.filter((one) => one !== linkPart(items[at])), `Hai tolto ${name}.`), {
      "aria-label": `Togli: ${name}`
    })
  );
}

/** Return an item's name for buttons and messages. @param {Shown} one */
const called = (one) =>
  one.kind === "rule" ? one.citation : one.kind === "verdict" ? `${one.said}, ${one.title}` : one.given;

/** Move an item, and keep the focus on its button. @param {number} from index @param {number} to index */
async function move(from, to) {
  const [moved, other] = [linkPart(items[from]), linkPart(items[to])];
  await change((now) => {
    const rest = now.filter((one) => one !== moved);
    const at = rest.indexOf(other);
    if (at < 0 || rest.length === now.length) return now;
    rest.splice(from < to ? at + 1 : at, 0, moved);
    return rest;
  }, "");
  const place = items.findIndex((one) => linkPart(one) === moved);
  const buttons = list.children[place]?.querySelectorAll("button:not(:disabled)");
  buttons?.[from < to ? buttons.length - 2 : 0]?.focus();
  status.textContent = `Ora è la numero ${place + 1}.`;
}

/**
 * Change one's own decision, draw it, and say what was done.
 * @param {(now: string[]) => string[]} work returns the new items, as the link writes them
 * @param {string} done what to say @param {Partial<Private>} [words] new note or recipient
 */
async function change(work, done, words) {
  moving = true;
  const kept = changeBasket(work, words);
  moving = false;
  items = own();
  await draw();
  status.textContent = kept
    ? done
    : "Questo dispositivo non può salvare la decisione: per ritrovarla copia il collegamento.";
}

/** Undo the last change made in this tab. */
async function undo() {
  moving = true;
  undoBasket();
  moving = false;
  mine = true;
  items = own();
  fields(basket());
  await draw();
  status.textContent = "Modifica annullata.";
}

/** Show what another tab has changed in one's own decision. */
async function follow() {
  if (moving || !mine || asText(own()) === asText(items)) return;
  items = own();
  if (!words.contains(document.activeElement)) fields(basket());
  await draw();
  status.textContent = "La decisione è stata modificata in un’altra scheda.";
}

/** Put the buttons into the page, below the items; without items, say there how to begin. */
function controls() {
  box.replaceChildren();
  if (!items.length) {
    tools.replaceChildren(
      el(
        "p",
        "Raccogli qui fino a 20 regole, righe di tabella e verdetti, e mandali con un solo collegamento. Tocca la citazione di una regola e poi «Aggiungi alla decisione»; in fondo a un verdetto c’è lo stesso pulsante."
      ),
      el(
        "p",
        el("a.tasto", { href: address("penalita/") }, "Penalità"),
        " ",
        el("a.tasto", { href: address("libri/") }, "Libri"),
        canUndo() && " ",
        canUndo() && button("Annulla", undo)
      )
    );
    return;
  }
  const title = () => `Decisione: ${shown.map(called).slice(0, 3).join(", ")}${shown.length > 3 ? "…" : ""}`;
  tools.replaceChildren(
    el(
      "p",
      shareButton(() => ({ title: title(), url: location.href }), { class: "tasto pieno" }),
      button("Copia il collegamento", () => copy(location.href, "Collegamento copiato.")),
      button("Copia il testo", () => copy(plainText(), "Testo copiato.")),
      codeButton(box, "questa decisione", "mandalo così com’è, oppure togli qualche regola"),
      button("Stampa", () => print()),
      mine ? button("Svuota", empty) : button("Crea una copia da modificare", adopt),
      mine && canUndo() && button("Annulla", undo)
    )
  );
}

/** Copy a text, or show it to be copied by hand. @param {string} text @param {string} done what to say once copied */
async function copy(text, done) {
  if (await copiedOrShown(text, box, "Testo da copiare")) status.textContent = done;
}

/** Replace one's own decision by the one shown. */
async function adopt() {
  const taken = items.map(linkPart);
  const given = privately(location.hash);
  mine = true;
  await change(() => taken, "", given);
  fields(basket());
  status.textContent = "Ora la decisione è tua: puoi modificarla.";
}

/** Remove all items, the note and the recipient. */
async function empty() {
  await change(() => [], "Hai svuotato la decisione.", { line: "", name: "" });
  fields(basket());
}

/** Return the decision as plain text. */
function plainText() {
  const { line, name } = privacy();
  const lines = [name && `Per: ${name}`, line].filter(Boolean);
  for (const one of shown) {
    if (one.kind === "rule")
      lines.push("", one.citation, `«${one.text}» (testo di Prontuario, non ufficiale)`, one.where);
    else if (one.kind === "verdict") {
      lines.push("", one.said.toUpperCase(), `${one.game}: ${one.title}`, ...one.asked.map((pair) => pair.join(" ")));
      lines.push(
        ...one.remedy.map((text, i) => `${i + 1}. ${text}`),
        ...one.cites.map(({ cite, text }) => `${cite}: ${text}`)
      );
    }
    if (one.kind === "rule" && one.changed) lines.push("(il testo è cambiato da quando la decisione è stata scritta)");
  }
  return [...lines, "", location.href].join("\n").trim();
}

// the time and the address stand below a printed decision
addEventListener("beforeprint", () => {
  paper.textContent = `${new Date().toLocaleString("it-IT", { dateStyle: "long", timeStyle: "short" })} · ${location.href}`;
});
addEventListener("hashchange", start);
addEventListener("pageshow", (event) => event.persisted && follow()); // a page kept aside heard of nothing
basketChanged(follow);
start();
