// @ts-check
// Trovare una voce: in tutte le tabelle dall’indice, nelle tabelle di un gioco dalla loro pagina.
import { base, el } from "../dom.js";
import { fold, longDate } from "../language/text.js";
import { show } from "./results.js";

/** @typedef {{id: string, book: string, citation: string, url: string, title: string, columns: {name: string, type: string}[], rows: any[][], ids: (string | null)[]}} ApiTable */

const SHOWN = 12;

/** Tutte le parole cercate, ciascuna all’inizio di una parola. @param {string} query */
function matcher(query) {
  const words = fold(query).split(" ").filter(Boolean);
  return /** @param {string} text */ (text) => {
    const hay = ` ${fold(text)}`;
    return words.length > 0 && words.every((word) => hay.includes(` ${word}`));
  };
}

/** Una cella come si legge. @param {any} cell @param {string} type */
function cellText(cell, type) {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "sì" : "no";
  if (typeof cell === "object") return cell.max === null ? `${cell.min} o più` : cell.min === cell.max ? `${cell.min}` : `${cell.min}–${cell.max}`;
  const unit = /** @type {Record<string, string>} */ ({ money: "\u00a0$", minutes: "\u00a0min", seconds: "\u00a0s", percent: "\u00a0%" })[type] ?? "";
  if (type === "date") return longDate(new Date(`${cell}T12:00`));
  return (typeof cell === "number" ? cell.toLocaleString("it-IT", { useGrouping: "always", maximumFractionDigits: 6 }) : String(cell)) + unit;
}

/** @param {HTMLInputElement} field @param {HTMLElement} place */
function acrossTables(field, place) {
  /** @type {Promise<ApiTable[]> | undefined} */
  let loading;
  const tables = () => (loading ??= fetch(new URL("api/v1/tables.json", base)).then((answer) => answer.json()));
  const update = async () => {
    const query = field.value;
    if (!fold(query)) return show(place);
    try {
      const found = await tables();
      if (query === field.value) show(place, ...answers(found, query));
    } catch {
      loading = undefined;
      show(place, el("p", { class: "errore" }, "Le tabelle non sono arrivate: riprova quando c’è rete, o scegli la tabella qui sotto."));
    }
  };
  field.addEventListener("focus", () => void tables().catch(() => (loading = undefined)));
  field.addEventListener("input", update);
  if (field.value) void update(); // chi ha cominciato a scrivere prima di noi
}

/** @param {ApiTable[]} tables @param {string} query */
function answers(tables, query) {
  const matches = matcher(query);
  const rows = tables.flatMap((table) =>
    table.rows.flatMap((row, place) => {
      const cells = row.map((cell, i) => cellText(cell, table.columns[i].type));
      return matches(cells.join(" ")) ? [{ table, cells, id: table.ids[place] ?? table.id }] : [];
    }));
  const titles = tables.filter((table) => matches(table.title)).map((table) => ({ table, cells: [table.title], id: table.id }));
  const all = [...titles, ...rows];
  if (!all.length) return [el("p", {}, "Nessuna tabella ha queste parole: prova con l’inizio di una parola sola.")];
  const items = all.slice(0, SHOWN).map(({ table, cells, id }) => {
    const link = el("a", {}, el("strong", {}, cells.filter(Boolean).join(" · ")), el("small", {}, id === table.id && cells[0] === table.title ? table.citation : table.title));
    link.href = new URL(`tabelle/${table.book}/#${id}`, base).href;
    link.dataset.book = table.book;
    return el("li", {}, link);
  });
  const rest = all.length > SHOWN ? [el("p", {}, `Altre ${all.length - SHOWN}: aggiungi una parola.`)] : [];
  return [el("ul", { class: "luoghi" }, ...items), ...rest];
}

/** @param {HTMLInputElement} field @param {HTMLElement} place */
function withinPage(field, place) {
  const tables = [...document.querySelectorAll(".consulta")];
  const update = () => {
    const matches = matcher(field.value);
    const all = !fold(field.value);
    let count = 0;
    for (const table of tables) {
      const title = all || matches(table.querySelector("h3")?.textContent ?? "");
      let here = 0;
      for (const row of table.querySelectorAll("tbody tr")) {
        const shown = title || matches(row.textContent ?? "");
        row.toggleAttribute("hidden", !shown);
        if (shown) here += 1;
      }
      table.toggleAttribute("hidden", !here && !title);
      count += here;
    }
    place.textContent = all ? "" : count === 0 ? "Nessuna riga ha queste parole: prova con l’inizio di una parola sola." : count === 1 ? "1 riga." : `${count} righe.`;
  };
  field.addEventListener("input", update);
  if (field.value) update(); // chi ha cominciato a scrivere prima di noi
}

export function setup() {
  const across = document.querySelector("#voce");
  const within = document.querySelector("#filtro");
  if (across instanceof HTMLInputElement) acrossTables(across, /** @type {HTMLElement} */ (document.querySelector("#trovate")));
  if (within instanceof HTMLInputElement) withinPage(within, /** @type {HTMLElement} */ (document.querySelector("#filtrate")));
  document.querySelectorAll("form.trova").forEach((form) => form.addEventListener("submit", (event) => event.preventDefault()));
}
