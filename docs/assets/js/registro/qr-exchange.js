// Pass the log to another phone by QR codes, without a network.
// Each code is an address of this site, so that any camera can open it.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { qrSvg } from "../qr.js";
import { MARK, PARTS, addresses, assembled, withPart } from "./qr-parts.js";
import { shared } from "./indexeddb.js";
/** @import { Op } from "./types" */

const PACE = 700; // milliseconds a code

/** Show the log as QR codes, one after the other, until stopped. @param {Op[]} ops operations to pass on */
export function showCodes(ops) {
  const code = el("div");
  const where = el("p", { role: "status" });
  /** @type {string[]} */
  let all = [];
  let at = 0;
  let timer = 0;
  const draw = () => {
    code.replaceChildren(qrSvg(all[at], `Codice ${at + 1} di ${all.length}`));
    where.textContent = `Codice ${at + 1} di ${all.length}`;
  };
  const step = () => {
    at = (at + 1) % all.length;
    draw();
  };
  const run = () => {
    clearInterval(timer);
    timer = setInterval(() => (box.isConnected ? step() : clearInterval(timer)), PACE);
    pace.textContent = "Ferma";
  };
  const pace = button("Ferma", () => {
    if (pace.textContent !== "Ferma") return run();
    clearInterval(timer);
    pace.textContent = "Fai scorrere";
  });
  const controls = el("p.tasti", { hidden: true }, pace, button("Avanti", step));
  const box = el(
    "div.codici",
    el(
      "p",
      "Sull’altro telefono apri il Registro e tocca «Leggi i codici», oppure inquadrali con la fotocamera, uno alla volta."
    ),
    code,
    where,
    controls
  );
  const begin = (/** @type {string[]} */ found) => {
    all = found;
    controls.hidden = all.length < 2;
    draw();
    if (all.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) run();
    else pace.textContent = "Fai scorrere";
  };
  addresses(ops).then(
    begin,
    () => (where.textContent = "Per questo Registro non si possono creare i codici: usa il file.")
  );
  return box;
}

/**
 * Read QR codes with the camera, or from addresses that open this page.
 * @param {HTMLElement} place where it is shown
 * @param {(ops: Op[], asked: boolean) => void} done called with all operations; `asked`: somebody on this page wanted
 *   to read codes
 */
export function arriving(place, done) {
  const said = el("p", { role: "status" });
  const video = el("video", { playsinline: true, muted: true, hidden: true });
  const Detector = /** @type {any} */ (globalThis).BarcodeDetector;
  const canSee = Detector && navigator.mediaDevices?.getUserMedia;
  const look = button("Leggi i codici", () =>
    scan(new Detector({ formats: ["qr_code"] }), video, said, (a) => take(a, true))
  );
  place.append(
    canSee
      ? el("p.tasti", look)
      : el("p", "Inquadra i codici QR uno alla volta con la fotocamera del telefono: ognuno apre questa pagina."),
    video,
    said
  );
  addEventListener("hashchange", opened);
  opened();

  function opened() {
    if (!location.hash.startsWith(MARK)) return;
    const address = location.href;
    history.replaceState(history.state, "", location.pathname + location.search);
    take(address, false);
  }

  /**
   * Keep the part of a log that a code's address holds; resolve to whether all parts have come.
   * @param {string} address @param {boolean} asked somebody on this page wanted to read codes
   */
  async function take(address, asked) {
    const parts = await withPart(address);
    if (!parts) return false;
    const missing = Array.from({ length: parts.count }, (_, i) => i + 1).filter((i) => !parts.parts[i]);
    said.textContent = progress(parts.count, missing);
    if (missing.length) return false;
    shared(PARTS, () => null).catch(() => {}); // the next sequence takes their place
    assembled(parts).then(
      (ops) => done(ops, asked),
      () => (said.textContent = "I codici letti non sono completi o non corrispondono: ricomincia, o usa il file.")
    );
    return true;
  }
}

/**
 * Say in Italian how many codes were read, and which are missing.
 * @param {number} count of all codes @param {number[]} missing their numbers
 */
function progress(count, missing) {
  if (!missing.length) return "Hai letto tutti i codici.";
  const read = count - missing.length === 1 ? "Hai letto 1 codice" : `Hai letto ${count - missing.length} codici`;
  return `${read} su ${count}: ${missing.length === 1 ? "manca il" : "mancano"} ${missing.slice(0, 8).join(", ")}${missing.length > 8 ? "…" : ""}.`;
}

/**
 * Read codes with the camera until `take` has all.
 * @param {any} detector @param {HTMLVideoElement} video @param {HTMLElement} said where problems are told
 * @param {(address: string) => Promise<boolean>} take resolves to whether a code was the last
 */
async function scan(detector, video, said, take) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    said.textContent = "La fotocamera è bloccata: dai il permesso nelle impostazioni del browser, oppure usa il file.";
    return;
  }
  video.srcObject = stream;
  video.hidden = false;
  said.textContent = "Inquadra i codici dell’altro telefono.";
  await video.play();
  for (let all = false; !all && video.isConnected && !video.hidden;) {
    for (const { rawValue } of await detector.detect(video).catch(() => [])) all ||= await take(rawValue);
    await new Promise((next) => setTimeout(next, 100));
  }
  for (const track of stream.getTracks()) track.stop();
  video.hidden = true;
}
