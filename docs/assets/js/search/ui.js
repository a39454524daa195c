// @ts-check
// La ricerca nella pagina: si apre sopra la pagina da cui si cerca; nella pagina «Cerca» sta al suo posto.

import { search, warm } from "./client.js";
import { element, fill, summary } from "./render.js";
import { base } from "../base.js";

/** @typedef {import("./engine.js").Answer} Answer */

const MEMORY = "prontuario.ricerca.libro";
const LIMIT = 20;

/** @param {string} [value] @returns {string} il gioco scelto l’ultima volta */
function remembered(value) {
  try {
    if (value === undefined) return localStorage.getItem(MEMORY) ?? "";
    if (value) localStorage.setItem(MEMORY, value);
    else localStorage.removeItem(MEMORY);
  } catch {
    // senza memoria il filtro vale per questa pagina
  }
  return value ?? "";
}

let ready = false; // l’indice è arrivato: da qui in poi risponde il telefono
let served = true; // finché non si sa che il sito non ha un server

/** @param {string} query @param {string} book @returns {Promise<Answer>} */
async function fromServer(query, book) {
  const address = new URL("api/v1/search", base);
  address.search = new URLSearchParams({ q: query, limit: String(LIMIT), ...(book && { book }) }).toString();
  const answer = await fetch(address);
  if (!answer.ok) {
    served = answer.status !== 404;
    throw new Error(String(answer.status));
  }
  return answer.json();
}

/** Chiede al motore del browser; finché il suo indice è in viaggio anche al server, e vale chi risponde prima. @param {string} query @param {string} book @param {(answer: Answer) => void} early @returns {Promise<Answer>} */
function ask(query, book, early) {
  const here = search(query, { book, limit: LIMIT }, early);
  if (ready) return here.catch(() => fromServer(query, book));
  return served ? Promise.any([here, fromServer(query, book)]) : here;
}

class Panel {
  /** @param {HTMLInputElement} input @param {HTMLElement} place @param {boolean} over sopra un’altra pagina */
  constructor(input, place, over) {
    this.input = input;
    /** @type {Record<string, string>} i nomi dei giochi, quando l’indice è arrivato */
    this.labels = {};
    this.over = over;
    this.book = remembered();
    this.busy = false;
    this.filters = element("div", "filtri");
    this.filters.setAttribute("role", "group");
    this.filters.setAttribute("aria-label", "Gioco");
    this.status = element("p", "ricerca__stato");
    this.status.setAttribute("role", "status");
    this.meant = element("p", "ricerca__forse");
    this.list = element("ol", "trovati");
    this.more = element("div", "ricerca__vicine");
    this.place = place;
    place.addEventListener("keydown", (event) => this.walk(event));
    if (over || !input.value) this.clear();
  }

  /** Prende il posto di ciò che ha scritto il server, che resta finché non c’è una risposta: così niente si sposta. */
  settle() {
    if (this.list.parentElement) return;
    this.place.replaceChildren(this.filters, this.meant, this.status, this.list, this.more);
  }

  /** Carica l’indice; i filtri hanno il loro posto anche prima. */
  async load() {
    if (this.filters.children.length) return;
    try {
      this.labels = await warm();
      ready = true;
    } catch {
      return; // senza motore si cerca sul server, in tutti i giochi
    }
    if (!(this.book in this.labels)) this.book = "";
    const all = [["", "Tutti"], ...Object.entries(this.labels)];
    this.filters.replaceChildren(...all.map(([slug, label]) => this.filter(slug, label)));
  }

  /** @param {string} slug @param {string} label */
  filter(slug, label) {
    const button = /** @type {HTMLButtonElement} */ (element("button", "gettone", label));
    button.type = "button";
    if (slug) button.dataset.book = slug;
    button.setAttribute("aria-pressed", String(slug === this.book));
    button.addEventListener("click", () => this.choose(slug));
    return button;
  }

  /** @param {string} slug */
  choose(slug) {
    this.book = remembered(slug);
    for (const button of this.filters.children) {
      button.setAttribute("aria-pressed", String((/** @type {HTMLElement} */ (button).dataset.book ?? "") === slug));
    }
    this.update();
  }

  clear() {
    this.settle();
    this.list.replaceChildren();
    this.more.replaceChildren();
    this.meant.hidden = true;
    this.status.textContent = "Due o tre parole, anche in gergo, oppure una citazione: MTR 2.5.";
  }

  /** Cerca quello che c’è scritto ora; una risposta sola per volta, e mai una vecchia. */
  async update() {
    if (this.busy) return;
    this.busy = true;
    /** @type {string | null} */
    let query;
    do {
      const asked = (query = this.input.value);
      const book = this.book;
      if (asked.trim().length < 2) {
        this.clear();
        continue;
      }
      let answered = false;
      const early = (/** @type {Answer} */ answer) => {
        if (this.over && !answered && asked === this.input.value && book === this.book) this.show(answer);
      };
      try {
        const answer = await ask(asked, book, early);
        answered = true;
        if (this.input.value.trim().length >= 2) this.show(answer);
        if (book !== this.book) query = null;
      } catch {
        this.failed();
      }
    } while (query !== this.input.value);
    this.busy = false;
    if (!this.over) this.write();
  }

  /** @param {Answer} answer */
  show(answer) {
    this.settle();
    fill(this.list, answer.results, this.labels, this.over);
    this.status.textContent = summary(answer, this.labels[this.book]);
    this.meant.hidden = !answer.suggestion;
    if (answer.suggestion) {
      const button = element("button", "", answer.suggestion);
      button.addEventListener("click", () => this.type(answer.suggestion ?? ""));
      this.meant.replaceChildren("Forse cercavi ", button);
    }
    this.more.replaceChildren();
    if (answer.total) return;
    if (answer.nearest?.length) {
      const list = element("ol", "trovati");
      fill(list, answer.nearest, this.labels, this.over);
      this.more.append(element("p", "", this.book ? "Negli altri giochi, o qui vicino:" : "Le sezioni più vicine:"), list);
    }
    if (!this.book && !answer.nearest?.length) {
      const books = /** @type {HTMLAnchorElement} */ (element("a", "bottone", "Sfoglia i regolamenti"));
      books.href = new URL("libri/", base).href;
      this.more.append(books);
    }
    if (this.book) {
      const everywhere = /** @type {HTMLButtonElement} */ (element("button", "bottone", "Cerca in tutti i giochi"));
      everywhere.addEventListener("click", () => this.choose(""));
      this.more.append(everywhere);
    }
  }

  failed() {
    this.settle();
    this.list.replaceChildren();
    this.status.textContent = "La ricerca non si è caricata: manca la rete e questo telefono non l’ha ancora salvata.";
    const again = element("button", "bottone", "Riprova");
    again.addEventListener("click", () => this.update());
    this.more.replaceChildren(again);
  }

  /** @param {string} text */
  type(text) {
    this.input.value = text;
    this.input.focus();
    this.update();
  }

  /** L’indirizzo della pagina «Cerca» dice che cosa si cerca. */
  write() {
    const query = this.input.value.trim();
    history.replaceState(history.state, "", query ? `?${new URLSearchParams({ q: query })}` : location.pathname);
  }

  /** Le frecce passano da un risultato all’altro. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = /** @type {HTMLElement[]} */ ([this.input, ...(this.list.parentElement?.querySelectorAll(".trovato a") ?? [])]);
    const now = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (now < 0) return;
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, now + step))].focus();
  }
}

/** Il velo con la ricerca sopra la pagina. @param {HTMLFormElement} form @param {HTMLInputElement} input */
function setupOver(form, input) {
  const veil = element("section", "ricerca");
  veil.setAttribute("role", "dialog");
  veil.setAttribute("aria-label", "Ricerca");
  veil.hidden = true;
  const place = element("div", "ricerca__foglio");
  const close = element("button", "ricerca__chiudi", "Chiudi");
  veil.append(place, close);
  document.body.append(veil);
  const panel = new Panel(input, place, true);
  const header = /** @type {HTMLElement} */ (form.closest("header") ?? form);

  const hide = () => {
    veil.hidden = true;
    document.documentElement.classList.remove("cercando");
    input.blur();
  };
  const leave = () => (history.state?.ricerca ? history.back() : hide());
  const open = () => {
    if (!veil.hidden) return;
    veil.style.top = `${header.getBoundingClientRect().bottom}px`;
    veil.hidden = false;
    document.documentElement.classList.add("cercando");
    if (!history.state?.ricerca) history.pushState({ ...history.state, ricerca: true }, "");
    panel.load().then(() => panel.update());
  };
  input.addEventListener("focus", open);
  input.addEventListener("click", open);
  input.addEventListener("input", () => (open(), panel.update()));
  input.addEventListener("keydown", (event) => panel.walk(event));
  close.addEventListener("click", leave);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    input.blur(); // via la tastiera: si vedono i risultati
    /** @type {HTMLElement | null} */ (panel.list.querySelector("a"))?.focus({ preventScroll: true });
  });
  veil.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (link instanceof HTMLAnchorElement && link.href.split("#")[0] === location.href.split("#")[0]) hide();
  });
  addEventListener("popstate", () => (history.state?.ricerca ? undefined : hide()));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !veil.hidden) leave();
  });
  if (history.state?.ricerca) history.replaceState({ ...history.state, ricerca: undefined }, "");
  if (document.activeElement === input) (open(), panel.update()); // chi ha cominciato a scrivere prima di noi
}

/** La pagina «Cerca»: la risposta sta nella pagina e il suo indirizzo la ripete. @param {HTMLFormElement} form @param {HTMLInputElement} input @param {HTMLElement} place */
function setupPage(form, input, place) {
  const asked = new URLSearchParams(location.search);
  if (asked.has("book")) remembered(asked.get("book") ?? "");
  if (asked.get("q")) input.value = asked.get("q") ?? "";
  const panel = new Panel(input, place, false);
  input.addEventListener("input", () => panel.update());
  input.addEventListener("keydown", (event) => panel.walk(event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    input.blur();
  });
  panel.load().then(() => panel.update());
  if (!input.value) input.focus({ preventScroll: true });
}

/** Prepara la ricerca di una pagina. @param {Document | HTMLElement} root */
export function setup(root) {
  const form = /** @type {HTMLFormElement | null} */ (root.querySelector("form.cerca"));
  const input = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[type=search]"));
  if (!form || !input) return;
  const place = /** @type {HTMLElement | null} */ (root.querySelector("[data-ricerca]"));
  if (place) setupPage(form, input, place);
  else setupOver(form, input);
  addEventListener("keydown", (event) => {
    const field = /** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]");
    if ((event.key === "/" && !field) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      input.focus();
    }
  });
}
