// Reload an open page where it was when a save has changed the site, or show a bar with what is wrong.
// Only a visible tab listens: a browser keeps no more than six connections open.

/** @typedef {{version: string, bar: string, wrong: string}} Told what the server sends: `bar`: HTML; `wrong`: "1" if there are problems */

const RELOADED = "prontuario.scrittura";
const SHOWN = 5000; // milliseconds

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
let version = navigation?.serverTiming.find((one) => one.name === "scrittura")?.description ?? "";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("pagina.css", import.meta.url).href;
document.head.append(style);

const bar = document.createElement("div");
bar.className = "scrittura";

/**
 * Show the bar: with problems, or for five seconds after a reload; else remove it.
 * @param {Told} told
 */
function show(told) {
  const reloaded = sessionStorage.getItem(RELOADED);
  sessionStorage.removeItem(RELOADED);
  bar.remove();
  if (!told.wrong && !reloaded) return;
  bar.setAttribute("role", told.wrong ? "alert" : "status");
  bar.dataset.wrong = told.wrong;
  bar.innerHTML = told.bar; // the server has escaped it
  document.body.append(bar);
  if (!told.wrong) setTimeout(() => bar.dataset.wrong || bar.remove(), SHOWN);
}

/** @type {EventSource | null} */
let stream = null;

/** Listen for saves while the page is visible, and reload when the site has another version. */
function listen() {
  if (document.visibilityState !== "visible") {
    stream?.close();
    stream = null;
    return;
  }
  stream ??= new EventSource(new URL("eventi", import.meta.url));
  stream.onmessage = ({ data }) => {
    const told = /** @type {Told} */ (JSON.parse(data));
    version ||= told.version; // without https the browser does not tell which version the page is of
    if (told.version === version) return show(told);
    stream?.close();
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
  };
}

document.addEventListener("visibilitychange", listen);
listen();
