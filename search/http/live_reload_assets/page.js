// @ts-check
// Una pagina aperta mentre si scrive: si ricarica dov’era quando un salvataggio ha cambiato il sito, e mostra la barra con
// quello che non va. Soltanto una scheda che si vede ascolta: di più, un browser non ne lascia aperte che sei.

/** @typedef {{version: string, bar: string, wrong: string}} Told */

const RELOADED = "prontuario.scrittura";
const SHOWN = 5000; // millisecondi

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
let version = navigation?.serverTiming.find((one) => one.name === "scrittura")?.description ?? "";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("pagina.css", import.meta.url).href;
document.head.append(style);

const bar = document.createElement("div");
bar.className = "scrittura";

/** @param {Told} told */
function show(told) {
  const reloaded = sessionStorage.getItem(RELOADED);
  sessionStorage.removeItem(RELOADED);
  bar.remove();
  if (!told.wrong && !reloaded) return;
  bar.setAttribute("role", told.wrong ? "alert" : "status");
  bar.dataset.wrong = told.wrong;
  bar.innerHTML = told.bar; // il server l’ha protetta
  document.body.append(bar);
  if (!told.wrong) setTimeout(() => bar.dataset.wrong || bar.remove(), SHOWN);
}

/** @type {EventSource | null} */
let stream = null;

function listen() {
  if (document.visibilityState !== "visible") {
    stream?.close();
    stream = null;
    return;
  }
  stream ??= new EventSource(new URL("eventi", import.meta.url));
  stream.onmessage = ({ data }) => {
    const told = /** @type {Told} */ (JSON.parse(data));
    version ||= told.version; // senza https il browser non dice di quale versione è la pagina
    if (told.version === version) return show(told);
    stream?.close();
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
  };
}

document.addEventListener("visibilitychange", listen);
listen();
