// Start every page; other modules are loaded when needed.
import { el } from "./create-element.js";
import { address, decoded } from "./site-url.js";
import { setup as setupSearch } from "./search/set-up-search.js";

/** Let the header's button switch between light and dark; until it is used, the phone's setting decides. */
function setupScheme() {
  const button = document.querySelector(".schema");
  if (!button) return;
  const root = document.documentElement;
  const dark = () =>
    root.dataset.schema ? root.dataset.schema === "scuro" : matchMedia("(prefers-color-scheme: dark)").matches;
  const label = () => button.setAttribute("aria-label", `Passa al tema ${dark() ? "chiaro" : "scuro"}`);
  const colours = /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"));
  const tints = Array.from(colours, (meta) => meta.content); // of the browser's bar: light, dark
  const paint = () => colours.forEach((meta) => (meta.content = tints[Number(dark())]));
  if (root.dataset.schema) paint();
  button.hidden = false;
  label();
  button.addEventListener("click", async () => {
    const scheme = (root.dataset.schema = dark() ? "chiaro" : "scuro");
    label();
    paint();
    (await import("./local-storage.js")).write("schema", scheme); // a line in the page's head reads it before the first drawing
  });
}

/** Open a rule's sheet, or a term's definition, at a tap on its link. */
function setupRules() {
  document.addEventListener("click", async (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const touched = /** @type {Element} */ (event.target);
    const link = touched.closest?.("a.cit, a.termine");
    const row = touched.closest?.("a, button") ? null : touched.closest?.("td[id]");
    if (row instanceof HTMLElement) return void (await import("./rule/rule-sheet.js")).openRule(row);
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    if (link.matches(".cit")) {
      const statement = /** @type {HTMLElement} */ (link.closest(".enunciato, .tabella, .sezione"));
      (await import("./rule/rule-sheet.js")).openRule(statement);
    } else {
      (await import("./rule/glossary.js")).explain(link);
    }
  });
}

/**
 * Handle an address that names a rule: show where it stands, warn of a changed text, look for a missing anchor.
 * The rule is added to the last opened ones.
 */
async function setupArrival() {
  const id = decoded(location.hash.slice(1));
  const target = id ? document.getElementById(id) : document.querySelector("h1.sezione");
  if (id && target?.matches(".enunciato, .tabella, td")) (await import("./rule/incoming-link.js")).sayWhere(target);
  if (id && !target) (await import("./rule/incoming-link.js")).findMissing();
  if (!target) return;
  if (id && /[?&](v|ed)=/.test(location.search)) (await import("./rule/incoming-link.js")).checkVersion();
  const rule = target.closest(".enunciato, .tabella, .sezione");
  if (!rule?.id) return;
  const [{ remember }, { ruleOf }] = await Promise.all([import("./rule/saved-rules.js"), import("./rule-from-dom.js")]);
  remember(ruleOf(rule));
}

const CALM = 3000; // milliseconds without a touch: the first copy must not take the line from a reader or a search
const LONG = 10_000; // on a slow line, until a rule has been reached

/** Tell whether the connection is fast: this page came within 200 ms. */
function quick() {
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return page?.transferSize > 0 && page.responseEnd - page.requestStart < 200;
}

/** Wait until nobody has touched the page or searched for `time` milliseconds. @param {number} time */
async function calm(time) {
  let last = Date.now();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (last = Date.now()), true);
  while (Date.now() < last + time) {
    await new Promise((done) => setTimeout(done, 500));
    if (document.documentElement.classList.contains("cercando")) last = Date.now();
  }
}

/** Start downloading the offline copy, late enough not to slow down a first visit. */
async function keepCopy() {
  if (navigator.serviceWorker?.controller === null)
    await calm(quick() || document.querySelector(".enunciato") ? CALM : LONG);
  (await import("./offline.js")).setup();
}

/** Set up what depends on the game chosen for today: header, choice, summary of its penalties; follow other tabs. */
function setupToday() {
  const choosing = () => import("./today/choose-game.js");
  document.querySelector(".oggi")?.addEventListener("click", async () => (await choosing()).choose());
  for (const button of document.querySelectorAll("[data-scegli]")) {
    button.addEventListener("click", async () => {
      (await choosing()).set({ book: button.dataset.book ?? "", name: button.textContent ?? "" });
      window.scrollTo(0, 0);
      document.querySelector(".oggi")?.focus(); // the button has gone
    });
  }
  const asked = new URLSearchParams(location.search);
  if (asked.has("oggi")) choosing().then(({ ask }) => ask(asked));
  const desk = () => {
    const open = document.querySelector(".banco:not([hidden])");
    if (!open) return;
    whenIdle(async () => {
      if (!quick() && !navigator.serviceWorker?.controller) await calm(CALM); // it would take the line from a search
      (await import("./registro/home-page-summary.js")).setup(open);
    });
  };
  desk();
  addEventListener("oggi", desk);
  const follow = async () => (await import("./today/todays-game.js")).follow();
  if (document.documentElement.dataset.oggi) follow();
  addEventListener("storage", ({ key }) => key === "prontuario.oggi" && follow());
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}

const GONE = 300; // milliseconds after which what a tap has removed is gone

/** After a tap that removed what was tapped, and left the focus on nothing, focus what is nearest. */
function keepFocus() {
  const lost = (/** @type {EventTarget[]} */ path) =>
    document.activeElement === document.body && path[0] instanceof Element && !path[0].getClientRects().length;
  const follow = (/** @type {Event} */ event) => {
    const path = event.composedPath(); // before anything goes
    setTimeout(async () => lost(path) && (await import("./focus-nearest.js")).focusNearest(path), GONE);
  };
  addEventListener("click", follow, true);
}

/**
 * Run `work` when the browser is idle, at most two seconds later: Chromium sometimes never reports it.
 * @param {() => unknown} work
 */
const whenIdle = (work) => window.requestIdleCallback?.(() => work(), { timeout: 2000 }) ?? setTimeout(work);

/** Tell whether the server no longer has this script, because the site was updated. */
const replaced = () =>
  fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 404,
    () => false
  );

// a script that a tap needs did not arrive
addEventListener("unhandledrejection", async (event) => {
  if (!/import.*module/i.test(event.reason?.message)) return; // all engines call it so; it has no type of its own
  event.preventDefault();
  if (!navigator.userActivation?.isActive) return;
  const gone = await replaced();
  if (document.querySelector(".offerta.rete")) return;
  const words = gone
    ? "Il sito è cambiato: ricarica la pagina."
    : "Sei senza rete e questa parte non è ancora sul telefono: riprova quando torna la rete.";
  const said = el("p.offerta.rete", { role: "alert" }, words); // an alert is said although it comes with its words
  document.body.append(said);
  addEventListener("pointerdown", () => said.remove(), { once: true });
});

addEventListener("beforeinstallprompt", async (event) => {
  event.preventDefault();
  (await import("./install-offer.js")).offer(/** @type {import("./install-offer.js").InstallEvent} */ (event));
});

/** Show a running clock's countdown in the header of other pages. */
function setupClockSign() {
  if (document.getElementById("orologio")) return;
  whenIdle(async () => {
    const running = (await import("./local-storage.js")).read("orologio", (value) => value);
    if (/"since":[1-9]/.test(JSON.stringify(running ?? {}))) import("./clock/header-countdown.js");
  });
}

keepFocus();
setupScheme();
setupToday();
setupClockSign();
setupSearch(document, {
  reckoned: () => import("./tables/calculation-search-card.js"),
  told: () => import("./penalita/infraction-search-card.js")
});
if (document.querySelector(".enunciato, .termine")) {
  setupRules();
  addEventListener("hashchange", setupArrival);
  if (location.hash) setupArrival();
  else whenIdle(setupArrival);
}
const lost = document.querySelector("[data-vicini]");
if (lost) import("./rule/incoming-link.js").then(({ suggest }) => suggest(lost));
if (document.querySelector("[data-kind=home]")) {
  // fetch the stylesheet of the next pages ahead (in the folder beside, with the same name), unless a search is under way
  const sheet = import.meta.url.replace(/js(\.\w+)?\/main\.js/, "css$1/prontuario.css");
  const ahead = () => document.activeElement?.id === "q" || fetch(sheet, { priority: "low" }).catch(() => {});
  addEventListener("load", () => whenIdle(ahead));
}
if (document.readyState === "complete") whenIdle(keepCopy);
else addEventListener("load", () => whenIdle(keepCopy));
addEventListener("beforeprint", () => {
  const root = document.documentElement;
  if (getComputedStyle(root).getPropertyValue("--sito").includes("http")) return;
  root.style.setProperty("--sito", JSON.stringify(address("r/")));
});
if (document.getElementById("passi")) import("./penalita/page.js");
if (document.getElementById("giornale")) import("./registro/page.js");
const poster = document.getElementById("manifesto");
if (poster) import("./today/poster.js").then(({ setup }) => setup(poster));
const compared = /** @type {HTMLInputElement | null} */ (document.getElementById("confronta"));
if (compared) import("./rule/rulebook-comparison-filter.js").then(({ setup }) => setup(compared));
if (document.getElementById("decisione")) import("./decision/page.js");
if (document.getElementById("orologio")) import("./clock/page.js");
const sheet = document.querySelector("[data-stampa]");
if (sheet) {
  sheet.hidden = false;
  sheet.addEventListener("click", () => print());
}
