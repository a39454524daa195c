// Export an event: report, CSV, a file or codes for another phone.
import { button, copied, shareButton } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { fileName, report, toCsv } from "./csv-and-report.js";
import { opsOf, toFile } from "./exchange-file.js";
import { allOps, registro } from "./log-store.js";
import { review } from "./penalty-escalation.js";
import { download } from "../download.js";
import { said, tell } from "./undo-line.js";
import { games } from "./load-needed-games.js";
import { entriesIn } from "./player-history.js";
/** @import { Game } from "../verdict/types" */
/** @import { Event } from "./types" */

/**
 * Save a text as a file, and show a message that says so.
 * @param {string} name @param {string} type MIME type @param {string} text
 */
export function give(name, type, text) {
  download(name, type, text);
  tell(`Il file ${name} è pronto.`);
}

/** Return the export buttons of an event, and the area for what they show. @param {Event} event */
export function handover(event) {
  const entries = () => entriesIn(registro(), event.id);
  const name = (/** @type {string} */ what, /** @type {string} */ kind) => fileName(what, registro(), event.id, kind);
  const box = el("div.uscita");
  const csv = () => toCsv(registro(), entries(), games);
  const file = () => toFile(registro(), [...allOps()], event.id);
  return [
    el(
      "p.tasti",
      ...[...games.values()]
        .filter((g) => entries().some((e) => e.now.book === g.book))
        .map((g) => button(`Apri il rapporto di ${g.game}`, () => showReport(box, g, event))),
      button("Scarica il CSV", () => give(name("registro", "csv"), "text/csv;charset=utf-8", csv())),
      button("Scarica il file per un altro telefono", () =>
        give(name("registro", "prontuario"), "application/jsonl", file())
      ),
      button("Mostra i codici QR", async () =>
        box.replaceChildren((await import("./qr-exchange.js")).showCodes(opsOf(registro(), [...allOps()], event.id)))
      )
    ),
    box
  ];
}

/**
 * Show an event's report of a game, with buttons to copy, share and save it.
 * @param {HTMLElement} box @param {Game} game @param {Event} event
 */
function showReport(box, game, event) {
  const written = report(game, registro(), event.id, review(registro(), games));
  // in pieces: what is out of sight costs nothing
  const pieces = written.match(/(?:.*\n){1,40}/g) ?? [];
  const area = el(
    "div.rapporto",
    { role: "region", tabindex: 0, "aria-label": `Rapporto di ${game.game}` },
    ...pieces.map((piece) => el("pre", piece))
  );
  const copy = async () => {
    if (await copied(written)) said.replaceChildren("Copiato.");
    else getSelection()?.selectAllChildren(area);
  };
  const name = () => fileName(`rapporto-${game.book}`, registro(), event.id, "txt");
  box.replaceChildren(
    area,
    el(
      "p.tasti",
      button("Copia", copy),
      shareButton(() => ({ title: `Rapporto di ${game.game}`, text: written })),
      button("Scarica", () => give(name(), "text/plain", written))
    )
  );
  area.focus();
}
