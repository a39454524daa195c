// Warn of data that the phone has not saved.
import { button, copiedOrShown } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { download } from "../download.js";
import { toFile } from "./exchange-file.js";
import { allOps, kept, readable, registro, retry, unwritten } from "./log-store.js";
/** @import { Op } from "./types" */

/** The alert, empty while all is stored; each page that records penalties shows it. */
export const trouble = el("div.sospese", { role: "alert" });
let shownTrouble = "";

/** Show the alert, or remove it, if what is not stored has changed. */
function showTrouble() {
  const { ops, why } = unwritten();
  const key = why && (ops.length || !readable()) ? `${why} ${ops.map((o) => o.id)}` : "";
  if (key === shownTrouble) return;
  shownTrouble = key;
  trouble.replaceChildren(...(key ? [said(ops, why)] : []));
}
kept(showTrouble);
showTrouble();

/**
 * Return the alert's content: what is not stored and why, with buttons to retry, download and copy.
 * @param {Op[]} ops not stored @param {string} why in Italian
 */
function said(ops, why) {
  const given = ops.filter((op) => op.t === "given").length;
  const what = given ? `${given} penalità` : "l’ultima modifica";
  const text = () => toFile(registro(), [...allOps()], "");
  const area = el("div");
  const copy = button("Copia come testo", async () => {
    if (await copiedOrShown(text(), area, "Testo del Registro da copiare")) copy.textContent = "Copiato";
  });
  return el(
    "div.guasto",
    el(
      "p",
      ops.length
        ? `Il Registro non ha salvato ${what}: ${why}. Non chiudere questa pagina, o perdi i dati.`
        : `Il Registro è illeggibile: ${why}.`
    ),
    el(
      "p.tasti",
      button("Riprova", retry),
      ...(ops.length
        ? [
            button("Scarica il Registro", () =>
              download("registro-non-scritto.prontuario", "application/jsonl", text())
            ),
            copy
          ]
        : [])
    ),
    area
  );
}
