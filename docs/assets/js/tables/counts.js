// @ts-check
// I calcoli da un numero di giocatori: funzioni da dati e numero a righe di risultato, senza pagina.
import { dollars, rowFor, silence, table, value } from "./data.js";

/** @typedef {import("./data.js").Data} Data */
/**
 * Una riga del risultato: `value` vuoto dove il regolamento tace, o dove manca (`missing`) qualcosa da scrivere;
 * `note` aggiunge ciò che serve sapere; `cites` sono i nomi delle regole che lo dicono.
 * @typedef {{label: string, value: string, missing?: boolean, note?: string, cites: string[]}} Line
 */

/** «2 tavoli da 6 e 3 da 5» da [6, 6, 5, 5, 5]. @param {number[]} sizes */
function tablesInWords(sizes) {
  const counts = new Map();
  for (const size of [...sizes].sort((a, b) => b - a)) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, count]) => `${count} da ${size}`).join(" e ");
}

/** @param {Data} data @param {number} n @returns {Line[]} */
export function bang(data, n) {
  const rounds = rowFor(table(data, "bang.turni"), n);
  const seats = rowFor(table(data, "bang.tavoli"), n);
  const prizes = rounds ? rowFor(table(data, "bang.premi"), Number(rounds[1])) : null;
  /** @type {Line[]} */
  const lines = [
    rounds
      ? { label: "Turni", value: String(rounds[1]), note: "Variarli è una deroga.", cites: ["bang.turni", "bang.turni-in-deroga"] }
      : { label: "Turni", value: "", note: silence(table(data, "bang.turni"), n), cites: ["bang.turni"] },
  ];
  if (seats) {
    const sizes = seats.slice(2).filter((cell) => cell !== null).map(Number);
    const note = `${tablesInWords(sizes)} (${sizes.join(", ")}).`;
    lines.push({ label: "Tavoli", value: String(seats[1]), note, cites: ["bang.tavoli"] });
  } else {
    const none = `Tavoli da ${value(data, "bang.niente-tavoli-da")} sono esclusi.`;
    lines.push({ label: "Tavoli", value: "", note: `${silence(table(data, "bang.tavoli"), n)} ${none}`, cites: ["bang.tavoli", "bang.niente-tavoli-da"] });
  }
  const more = n > value(data, "bang.deroga-oltre")
    ? `Oltre ${value(data, "bang.deroga-oltre")} partecipanti se ne possono ammettere ${value(data, "bang.finalisti-in-deroga")}.`
    : `Solo oltre ${value(data, "bang.deroga-oltre")} partecipanti se ne possono ammettere ${value(data, "bang.finalisti-in-deroga")}.`;
  lines.push({ label: "Alla fase finale", value: String(value(data, "bang.finalisti")), note: more, cites: ["bang.finalisti", "bang.finalisti-in-deroga"] });
  if (prizes) {
    const [first, second, third] = prizes.slice(1).map(dollars);
    lines.push({ label: "Premi", value: `${first}, ${second}, ${third}`, note: "Al 1°, al 2°, al 3° e al 4°.", cites: ["bang.premi"] });
  } else {
    lines.push({ label: "Premi", value: "", note: "Dipendono dai turni, che la tabella non dà.", cites: ["bang.premi"] });
  }
  return lines;
}

/** @param {Data} data @param {string} outcome @param {number} size @returns {Line[]} */
export function winnings(data, outcome, size) {
  const name = `bang.vince-${outcome}`;
  const found = table(data, name);
  const column = found.columns.findIndex((c) => parseInt(c.name, 10) === size);
  if (column < 0) return [{ label: "Vincite", value: "", note: `La tabella non ha tavoli da ${size}.`, cites: [name] }];
  return found.rows.map((row) => {
    const last = String(row[0]).includes("per ultimo,");
    return { label: String(row[0]), value: dollars(row[column]), cites: last ? [name, "bang.ultimo-rinnegato"] : [name] };
  });
}

/** @param {Data} data @param {number} n @returns {Line[]} */
export function naruto(data, n) {
  const rounds = rowFor(table(data, "naruto.turni"), n);
  const playoff = rowFor(table(data, "naruto.playoff"), n);
  const points = rowFor(table(data, "naruto.punti"), n);
  const over = value(data, "naruto.gironi-oltre");
  const most = value(data, "naruto.girone-al-massimo");
  /** @type {Line[]} */
  const lines = [];
  if (n > over) {
    const note = `Oltre ${over} giocatori è opportuno dividerli in gironi di al massimo ${most}: qui almeno ${Math.ceil(n / most)}. Un turno solo per tutti la tabella non lo dà: si guarda il numero di giocatori di ciascun girone.`;
    lines.push({ label: "Turni di svizzera", value: "", note, cites: ["naruto.gironi-oltre", "naruto.turni"] });
  } else {
    lines.push(rounds
      ? { label: "Turni di svizzera", value: String(rounds[1]), cites: ["naruto.turni"] }
      : { label: "Turni di svizzera", value: "", note: silence(table(data, "naruto.turni"), n), cites: ["naruto.turni"] });
  }
  if (playoff && n > over) {
    lines.push({ label: "Ai playoff", value: `${playoff[1]} per girone`, note: String(playoff[2] ?? ""), cites: ["naruto.playoff", "naruto.ammessi-per-girone"] });
  } else if (playoff) {
    const few = n < Number(playoff[1]) ? ` Ma i giocatori sono ${n}.` : "";
    lines.push({ label: "Ai playoff", value: String(playoff[1]), note: `Si giocano: ${playoff[2]}.${few} I turni possono cambiare secondo il tempo.`, cites: ["naruto.playoff", "naruto.playoff-variabili"] });
  } else {
    lines.push({ label: "Ai playoff", value: "", note: silence(table(data, "naruto.playoff"), n), cites: ["naruto.playoff"] });
  }
  if (points) {
    const columns = table(data, "naruto.punti").columns;
    points.forEach((cell, place) => {
      if (place && cell !== null) lines.push({ label: `Punti al ${place}° (${columns[place].name.toLowerCase()})`, value: String(cell), cites: ["naruto.punti"] });
    });
    const note = "Se i punti dei primi lo comprendano, il regolamento non lo dice.";
    lines.push({ label: "Punti a chi partecipa", value: String(value(data, "naruto.partecipazione")), note, cites: ["naruto.partecipazione", "naruto.partecipazione-compresa"] });
  } else {
    lines.push({ label: "Punti secondo il piazzamento", value: "", note: silence(table(data, "naruto.punti"), n), cites: ["naruto.punti"] });
    lines.push({ label: "Punti a chi partecipa", value: String(value(data, "naruto.partecipazione")), cites: ["naruto.partecipazione"] });
  }
  return lines;
}

/**
 * @param {Data} data @param {number} n giocatori o squadre @param {string} format come nella tabella dei minimi
 * @param {"" | "4" | "2"} cut @returns {Line[]}
 */
export function swiss(data, n, format, cut) {
  const found = rowFor(table(data, "mtr.turni"), n);
  const teams = format !== table(data, "mtr.minimo-partecipanti").rows[0][0];
  const what = teams ? "squadre" : "giocatori";
  const [, least, members] = table(data, "mtr.minimo-partecipanti").rows.find((row) => row[0] === format) ?? [null, null, ""];
  const [, leastRounds] = table(data, "mtr.minimo-turni").rows.find((row) => row[0] === format) ?? [null, null];
  const extra = cut ? value(data, `mtr.taglio-${cut}`) : 0;
  /** @type {Line[]} */
  const lines = [];
  if (found) {
    const rounds = Number(found[1]) + extra;
    const sum = extra ? `${found[1]} più ${extra} per il taglio ai Top ${cut}. ` : "";
    const cites = ["mtr.turni", ...(extra ? [`mtr.taglio-${cut}`] : []), ...(teams ? ["mtr.squadre"] : []), "mtr.turni-premier", "mtr.turni-altri"];
    const note = `${sum}${teams ? "Si contano le squadre. " : ""}Spesso obbligatori nei Premier, indicativi negli altri tornei.`;
    lines.push({ label: "Turni di Svizzera", value: String(rounds), note, cites });
  } else {
    lines.push({ label: "Turni di Svizzera", value: "", note: silence(table(data, "mtr.turni"), n, what), cites: ["mtr.turni", ...(teams ? ["mtr.squadre"] : [])] });
  }
  const enough = n >= Number(least);
  lines.push(
    { label: "Minimo di partecipanti", value: `${least} ${members}`, note: enough ? "" : `Con ${n} il torneo non è sanzionato e va dichiarato non disputato.`, cites: ["mtr.minimo-partecipanti", ...(enough ? [] : ["mtr.sotto-il-minimo"])] },
    { label: "Minimo di turni", value: String(leastRounds), note: "Con meno il torneo non è sanzionato.", cites: ["mtr.minimo-turni", "mtr.pochi-turni"] },
  );
  return lines;
}

/** Le voci fra cui scegliere un tempo. @param {Data} data @returns {{group: string, names: string[]}[]} */
export function timeKinds(data) {
  return ["mtr.tempo-turni", "mtr.tempo-limited"].map((name) => {
    const { title, rows } = table(data, name);
    return { group: title, names: rows.map((row) => String(row[0])) };
  });
}

/** @param {Data} data @param {string} kind @returns {Line[]} */
export function times(data, kind) {
  const decided = { label: "Minimo per un incontro", value: `${value(data, "mtr.tempo-minimo")} min`, note: "Sui tempi decide il Capo Arbitro.", cites: ["mtr.tempo-minimo", "mtr.tempo-deciso"] };
  const round = table(data, "mtr.tempo-turni").rows.find((row) => row[0] === kind);
  if (round) {
    const [, limited, minutes] = round;
    return [limited
      ? { label: "Tempo limite", value: `${minutes} min`, note: "Raccomandato.", cites: ["mtr.tempo-turni"] }
      : { label: "Tempo limite", value: "nessuno", cites: ["mtr.tempo-turni"] }, decided];
  }
  const limited = table(data, "mtr.tempo-limited");
  const row = limited.rows.find((cells) => cells[0] === kind);
  if (!row) return [];
  const lines = limited.columns.slice(1).map((column, place) => ({ label: column.name, minutes: row[place + 1] }));
  return lines
    .filter((line) => line.minutes !== null)
    .map((line) => ({ label: line.label, value: `${line.minutes} min`, note: "Raccomandato.", cites: ["mtr.tempo-limited"] }));
}
