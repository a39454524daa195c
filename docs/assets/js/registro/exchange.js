// @ts-check
// Il Registro che esce dal telefono perché qualcuno lo chiede: file per un altro telefono, CSV, rapporto.
import { VERSION, checked } from "./model.js";

/** @typedef {import("./model.js").Entry} Entry @typedef {import("./model.js").Register} Register @typedef {import("../penalita/verdict.js").Game} Game */

const MARK = "registro";

/** Il file: una riga di testata con il conto, poi una penalità per riga (JSON). @param {Register} register */
export function toFile({ event, entries }) {
  const head = { prontuario: MARK, v: VERSION, event, count: entries.length };
  return [head, ...entries].map((line) => JSON.stringify(line)).join("\n") + "\n";
}

/** Il file non si può usare: `line` è la riga sbagliata. */
export class DamagedFile extends Error {
  /** @param {number} line @param {string} message */
  constructor(line, message) {
    super(`riga ${line}: ${message}`);
    this.line = line;
  }
}

/** Legge tutto o niente. @param {string} text @returns {{event: string, entries: Entry[]}} @throws {DamagedFile} */
export function fromFile(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  while (lines.length && !lines[lines.length - 1].trim()) lines.pop();
  if (!lines.length) throw new DamagedFile(1, "il file è vuoto");
  const head = json(lines[0], 1);
  if (head?.prontuario !== MARK) throw new DamagedFile(1, "non è un file del Registro di Prontuario");
  if (!(Number.isInteger(head.v) && head.v >= 1 && head.v <= VERSION))
    throw new DamagedFile(1, `è della versione ${head.v}, questa pagina arriva alla ${VERSION}: ricarica la pagina con la rete`);
  const entries = lines.slice(1).map((line, i) => {
    try {
      return checked(json(line, i + 2));
    } catch (error) {
      if (error instanceof DamagedFile) throw error;
      throw new DamagedFile(i + 2, /** @type {Error} */ (error).message);
    }
  });
  const seen = new Map();
  entries.forEach((e, i) => {
    if (seen.has(e.id)) throw new DamagedFile(i + 2, `ripete la penalità della riga ${seen.get(e.id)}`);
    seen.set(e.id, i + 2);
  });
  if (entries.length !== head.count)
    throw new DamagedFile(lines.length + (entries.length < head.count ? 1 : 0), `le penalità sono ${entries.length}, la testata ne conta ${head.count}`);
  return { event: typeof head.event === "string" ? head.event : "", entries };
}

/** @param {string} line @param {number} number */
function json(line, number) {
  try {
    return JSON.parse(line);
  } catch {
    throw new DamagedFile(number, line.trim() ? "non si legge, forse il file è tagliato" : "è vuota");
  }
}

/** Unisce le voci di un altro telefono: le nuove si aggiungono, delle stesse vale la più recente. @param {Register} register @param {Entry[]} entries */
export function merge(register, entries) {
  const all = new Map(register.entries.map((e) => [e.id, e]));
  let added = 0;
  let updated = 0;
  for (const entry of entries) {
    const own = all.get(entry.id);
    if (!own) added++;
    else if (entry.changed > own.changed) updated++;
    else continue;
    all.set(entry.id, entry);
  }
  const merged = [...all.values()].sort((a, b) => (a.time < b.time ? -1 : 1));
  return { register: { ...register, entries: merged, undo: register.entries }, added, updated };
}

/** @param {string} iso */
export const clock = (iso) =>
  new Date(iso).toLocaleString("it-IT", { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** CSV per un foglio di calcolo italiano: punto e virgola, UTF-8 con segno iniziale. @param {Entry[]} entries @param {(book: string) => string} game */
export function toCsv(entries, game) {
  const head = ["Ora", "Gioco", "Giocatore", "Tavolo", "Turno", "Infrazione", "Penalità", "Porta con sé", "Nota"];
  const rows = entries.map((e) => [
    clock(e.time), game(e.book), e.player, e.table, e.round, e.infractionTitle, e.penaltyTitle, e.also.join(", "), e.note,
  ]);
  // una cella che comincia come una formula resta testo
  const cell = (/** @type {string} */ text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
  return "\ufeff" + [head, ...rows].map((row) => row.map(cell).join(";")).join("\r\n") + "\r\n";
}

/**
 * Il rapporto che il regolamento chiede: soltanto le penalità che qualcuno deve ricevere, raggruppate per destinatario.
 * @param {Game} game @param {Register} register
 */
export function report(game, register) {
  const own = register.entries.filter((e) => e.book === game.book);
  const lines = [`Rapporto sulle penalità – ${game.title}`];
  if (register.event) lines.push(`Evento: ${register.event}`);
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const entry of own) {
    const to = game.penalties.find((p) => p.id === entry.penalty)?.report;
    if (to) groups.set(to, [...(groups.get(to) ?? []), entry]);
  }
  for (const [to, entries] of groups) {
    lines.push("", to);
    for (const e of entries) {
      const where = [e.round && `turno ${e.round}`, e.table && `tavolo ${e.table}`].filter(Boolean).join(", ");
      const also = e.also.map((id) => game.penalties.find((p) => p.id === id)?.title ?? id).join(", ");
      lines.push(`- ${clock(e.time)} · ${e.player}: ${e.penaltyTitle}${also ? ` (con ${also})` : ""}`);
      lines.push(`  ${[e.infractionTitle, where, e.note].filter(Boolean).join(" · ")}`);
    }
  }
  const left = own.length - [...groups.values()].flat().length;
  if (!groups.size) lines.push("", own.length ? "Nessuna penalità da comunicare." : "Nessuna penalità data.");
  if (left) lines.push("", left === 1 ? "1 altra penalità resta nel solo Registro." : `Altre ${left} penalità restano nel solo Registro.`);
  return lines.join("\n") + "\n";
}
