// Show the answers to what is typed in a field: results, games and completions.
import { complete, search } from "./worker-client.js";
import { LIMIT, ask, fromServer, isServed, prepare } from "./server-browser-race.js";
import { el } from "../create-element.js";
import { calmRegion } from "../live-region.js";
import { address } from "../site-url.js";
import { gameNames, listedGames } from "../listed-games.js";
import { fill, summary } from "./render-results.js";
/** @import { ResultPage, Offers } from "./types" */

const desk = matchMedia("(min-width: 75em)");

/** Remember the game chosen for searches, also for the next page. @param {string} book code, or "" */
export async function remember(book) {
  document.documentElement.dataset.cerca = book;
  (await import("../local-storage.js")).keep("ricerca.libro", book);
}

/** Return a citation's parts, sorted: neither order nor case count. @param {string} text */
const parts = (text) => (text.toLowerCase().match(/\d[\da-z.]*|[\p{L}!-]+(?:\.[a-z]+)*/gu) ?? []).sort().join(" ");

/** Show the answers to what is typed: results, games, completions, offers of other pages. */
export class Panel {
  /**
   * Make the panel's parts, and put them into `place`; on the page «Cerca» with a query, `settle` does so later.
   * @param {HTMLInputElement} input the search field
   * @param {HTMLElement} place where answers are shown; the page «Cerca» may have the server's answer there
   * @param {Offers} offers loads what other pages can answer
   * @param {boolean} over whether the panel lies over another page
   */
  constructor(input, place, offers, over) {
    this.input = input;
    this.offers = offers;
    /** Names by game id or book code. */
    this.labels = gameNames();
    this.over = over;
    this.book = document.documentElement.dataset.oggi || document.documentElement.dataset.cerca || "";
    this.busy = false;
    /** The text when Enter was pressed, until its result is opened. @type {string | null} */
    this.entered = null;
    /** The address of the result from which one comes back, until it has the focus again. */
    this.opened = "";
    this.filters = el("div.filtri", { role: "group", "aria-label": "Gioco" });
    this.status = el("p.ricerca__stato");
    this.spoken = calmRegion();
    this.meant = el("p.ricerca__forse");
    this.carried = el("p.ricerca__penalita");
    this.list = el("ol.trovati");
    this.beside = el("p.ricerca__fianco");
    this.more = el("div.ricerca__vicine");
    this.completions = el("div.ricerca__completa", { role: "group", "aria-label": "Completa" });
    this.line = el("div.ricerca__riga", this.status, this.completions);
    this.detail = el("section.ricerca__dettaglio");
    /**
     * The module that stores searches: it must be here when a result is tapped.
     * @type {Promise<typeof import("./recent-searches.js")> | null}
     */
    this.recent = null;
    /**
     * What shows a result's section beside the results, on a wide screen.
     * @type {Promise<{first: () => void}> | null}
     */
    this.details = null;
    this.place = place;
    place.addEventListener("click", (event) => {
      if (!(/** @type {Element} */ (event.target).closest?.(".trovato a"))) return;
      this.recent?.then(({ rememberSearch }) => rememberSearch(this.input.value));
    });
    place.addEventListener("keydown", (event) => this.walk(event));
    if (over || !input.value) this.clear();
  }

  /** Put the panel's parts into `place`, in place of the server's answer, if they are not there. */
  settle() {
    if (this.list.parentElement) return;
    const { spoken, filters, meant, carried, beside, line, list, more, detail } = this;
    this.place.replaceChildren(spoken.region, filters, meant, carried, beside, line, list, more, detail);
  }

  /** Show the first result's section beside the results, on a wide screen. */
  async look() {
    if (!desk.matches) return;
    this.details ??= import("./section-preview.js").then(({ follow }) => follow(this.place, this.detail));
    (await this.details).first();
  }

  /** Put the games to choose from into the panel, unless they are there, and start loading the index. */
  load() {
    if (this.filters.children.length) return;
    if (!(this.book in this.labels)) this.book = "";
    const all = [{ id: "", name: "Tutti" }, ...listedGames()];
    this.filters.replaceChildren(...all.map(({ id, name }) => this.filter(id, name)));
    prepare(this.book);
    if (this.recent) return;
    this.recent = import("./recent-searches.js");
    this.recent.catch(() => (this.recent = null)); // without a network nothing is remembered
  }

  /**
   * Return the button that limits the search to a game. @param {string} slug its id, or "" for all
   * @param {string} label
   */
  filter(slug, label) {
    const pressed = String(slug === this.book);
    const more = { "data-book": slug || null, "aria-pressed": pressed, onclick: () => this.choose(slug) };
    return el("button.gettone", { type: "button", ...more }, label);
  }

  /** Limit the search to a game. @param {string} slug its id, or "" for all */
  choose(slug) {
    this.book = slug;
    remember(slug);
    prepare(slug);
    for (const button of this.filters.children) {
      const { book = "" } = /** @type {HTMLElement} */ (button).dataset;
      button.setAttribute("aria-pressed", String(book === slug));
    }
    this.update();
  }

  /** Show what to type, since nothing is typed. */
  clear() {
    this.settle();
    for (const part of [this.list, this.more, this.beside, this.carried, this.completions, this.detail])
      part.replaceChildren();
    this.meant.hidden = this.completions.hidden = true;
    this.say("");
    if (this.filters.children.length) this.recall();
    delete this.status.dataset.asked;
    this.status.textContent = "Scrivi due o tre parole, anche in gergo, o il numero di una regola: MTR 2.5";
  }

  /** Offer the last searches, while nothing is typed. */
  async recall() {
    const { offerSearches } = await import("./recent-searches.js");
    if (this.input.value.trim().length < 2)
      offerSearches(this.more, (query) => (query ? this.type(query) : this.input.focus()));
  }

  /** Offer completions of what is typed. @param {string} text @param {string} book */
  async finish(text, book) {
    const found = await complete(text, book).catch(() => []);
    if (text !== this.input.value || book !== this.book) return;
    const one = (/** @type {string} */ words) =>
      el("button.gettone", { type: "button", onclick: () => this.type(words) }, words);
    this.completions.replaceChildren(...found.map(one));
    this.completions.hidden = !found.length;
    if (found.length) this.status.textContent = (this.status.textContent ?? "").replace(/: una parola in più.*/, "");
  }

  /** Search what is typed; one search at a time, outdated answers are dropped. */
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
      const early = (/** @type {ResultPage} */ answer) => {
        if (!answered && asked === this.input.value && book === this.book) this.show(answer, true);
      };
      try {
        const answer = await ask(asked, book, this.over ? early : undefined);
        answered = true;
        if (this.input.value.trim().length >= 2) this.show(answer);
        setTimeout(() => this.finish(asked, book)); // after the answer is drawn
        if (asked === this.input.value) this.look();
        this.elsewhere(asked, book, answer.total);
        if (book !== this.book) query = null;
      } catch {
        this.failed();
      }
    } while (query !== this.input.value);
    this.busy = false;
    if (this.entered === this.input.value) this.open();
    if (this.opened) {
      const link = Array.from(this.place.querySelectorAll("a")).find(({ href }) => href === this.opened);
      link?.focus({ preventScroll: true });
      this.opened = "";
    }
    if (this.input.value.trim().length >= 2) this.carry(this.input.value, this.book);
    if (!this.over) this.write();
  }

  /**
   * On Enter, open the only or exactly cited result, else focus the first; while a search runs, once it has answered.
   */
  enter() {
    this.entered = this.input.value;
    if (this.busy) this.list.querySelector("a")?.focus({ preventScroll: true });
    else this.open();
  }

  /** Open the only or exactly cited result; else focus the first. */
  open() {
    this.entered = null;
    const links = this.list.querySelectorAll(".trovato a");
    const cited = parts(links[0]?.querySelector("b")?.textContent ?? "");
    if (links.length === 1 || (cited && cited === parts(this.input.value))) links[0].click();
    else links[0]?.focus({ preventScroll: true });
  }

  /**
   * Offer calculations for a number, and Penalità for a text that tells what happened. @param {string} text
   * @param {string} book
   */
  async carry(text, book) {
    const reckoned = /(^|\s)\d+(\s|$)/.test(text)
      ? this.offers.reckoned().then(({ offer }) => offer(text, book, this.labels))
      : null;
    const told = this.offers.told().then(({ offer }) => offer(text, book));
    // senza rete: niente
    const [answers, found] = await Promise.all([reckoned?.catch(() => null), told.catch(() => null)]);
    if (text !== this.input.value || book !== this.book) return;
    if (answers?.length && !this.list.children.length)
      [this.status, this.more].forEach((part) => part.replaceChildren()); // «Niente» would not be true
    const links = [
      ...(answers || []),
      ...(found ? [el("a.bottone", { href: found.href }, `Apri in Penalità: ${found.title}`)] : [])
    ];
    // the same ones stay: one may have the focus
    if (links.map((link) => link.outerHTML).join("") !== this.carried.innerHTML) this.carried.replaceChildren(...links);
  }

  /**
   * Announce the status to screen readers once typing has paused; they find it there alone. @param {string} [text] said
   *   in its place
   */
  say(text) {
    this.status.setAttribute("aria-hidden", String(text == null));
    this.spoken.say(() => text ?? this.status.textContent);
  }

  /** Show an answer. @param {ResultPage} answer @param {boolean} [coming] texts are still being fetched */
  show(answer, coming) {
    this.settle();
    this.say();
    fill(this.list, answer.results, this.labels, this.over);
    this.status.textContent = summary(answer, this.labels[this.book], coming);
    this.status.dataset.asked = answer.query; // for who prints the page
    this.meant.hidden = !answer.suggestion;
    if (answer.suggestion) {
      const take = () => this.type(answer.suggestion ?? "");
      this.meant.replaceChildren("Forse cercavi ", el("button", { onclick: take }, answer.suggestion));
    }
    for (const part of [this.more, this.beside]) part.replaceChildren();
    if (answer.total) return this.compare(answer);
    if (answer.nearest?.length) {
      const list = el("ol.trovati");
      fill(list, answer.nearest, this.labels, this.over);
      this.more.append(el("p", this.book ? "In altri giochi o sezioni:" : "Le sezioni più vicine:"), list);
    }
    if (this.book) this.more.append(this.everywhere("bottone", "Cerca in tutti i giochi"));
    else if (!answer.nearest?.length)
      this.more.append(el("a.bottone", { href: address("libri/") }, "Sfoglia i regolamenti"));
  }

  /**
   * Link to the page that compares two rulebooks, if both answer, or one of them is chosen. @param {ResultPage} answer
   */
  compare(answer) {
    const first = new Set(answer.results.slice(0, Math.min(5, answer.total)).map(({ book }) => book));
    const listed = document.querySelector("[data-confronti]")?.dataset.confronti;
    for (const [name, books, title] of (listed ?? "").split("|").map((one) => one.split(":"))) {
      const sides = books?.split(",") ?? [];
      const here = this.book && sides.includes(this.book);
      if (!here && !sides.every((book) => first.has(book))) continue;
      const words = answer.results.find(({ book }) => sides.includes(book))?.title ?? "";
      const other = here && el("span.trovato__testo", { "data-other": sides.find((book) => book !== this.book) });
      const href = address(`confronto/${name}/?cerca=${encodeURIComponent(words)}`);
      this.beside.append(el("a.bottone", { href }, `${title} fianco a fianco`, other));
    }
  }

  /**
   * Add to the link that compares two rulebooks the other one's text most like the first answer. @param {string} query
   */
  async opposite(query) {
    const place = this.beside.querySelector("[data-other]");
    const other = place?.dataset.other;
    if (!other) return;
    const own = new Set(this.list.querySelector(".trovato__testo")?.textContent?.split(" "));
    const { results } = await ask(query, other).catch(() => ({ results: [] }));
    const texts = results.slice(0, 5).map(({ excerpt }) => excerpt.map(({ text }) => text).join(""));
    const shared = (/** @type {string} */ text) => text.split(" ").filter((word) => own.has(word)).length;
    const [said] = texts.sort((a, b) => shared(b) - shared(a));
    if (said) place.append(`${this.labels[other]}: ${said}`);
    else place.remove();
  }

  /**
   * Show how many results other games have, if that costs no download.
   * @param {string} query @param {string} book @param {number} total results in the chosen game
   */
  async elsewhere(query, book, total) {
    if (!book || !total) return;
    this.opposite(query);
    const kept = navigator.serviceWorker?.controller;
    if (!kept && !isServed()) return;
    const all = await (kept ? search(query, { limit: LIMIT }) : fromServer(query, "")).catch(() => null);
    const others = (all?.total ?? 0) - total;
    if (others <= 0 || query !== this.input.value || book !== this.book) return;
    this.more.append(this.everywhere("bottone altrove", `Anche in altri giochi: ${others}`));
  }

  /** Return the button that searches all games. @param {string} kind its class @param {string} words */
  everywhere(kind, words) {
    return el("button", { type: "button", class: kind, onclick: () => this.choose("") }, words);
  }

  /** Say that the search could not be loaded, and offer to retry. */
  failed() {
    this.settle();
    this.say();
    this.list.replaceChildren();
    this.status.textContent = "La ricerca non si è caricata: sei senza rete.";
    this.more.replaceChildren(el("button.bottone", { onclick: () => this.update() }, "Riprova"));
  }

  /** Put a text into the field, and search it. @param {string} text */
  type(text) {
    this.input.value = text;
    this.input.focus();
    this.update();
  }

  /** Write the query into the address of the page «Cerca». */
  write() {
    const query = this.input.value.trim();
    history.replaceState(history.state, "", query ? `?${new URLSearchParams({ q: query })}` : location.pathname);
  }

  /** Move through the results with the arrow keys. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = [this.input, ...(this.list.parentElement?.querySelectorAll(".trovato a, p .bottone") ?? [])];
    const now = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (now < 0) return;
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, now + step))].focus();
  }
}
