// Find a calculation's result in a table of the page that lists all results.

/** @import { Answers, ResultLine } from "./types" */

/**
 * Return the row of a calculation's table that fits these answers; undefined if none.
 * @param {HTMLTableElement} table a row's `data-when` gives the value, or [lowest, highest], that each input must have
 * @param {Answers} answers @returns {HTMLTableRowElement | undefined}
 */
function find(table, answers) {
  return [...table.tBodies[0].rows].find((row) =>
    Object.entries(JSON.parse(row.dataset.when ?? "{}")).every(([name, wanted]) =>
      Array.isArray(wanted)
        ? wanted[0] <= Number(answers[name]) && Number(answers[name]) <= wanted[1]
        : wanted === answers[name]
    )
  );
}

/**
 * Return a calculation's result for these answers; [] if no row fits them.
 * An element with `data-n` shows the number typed divided by that, rounded up.
 * @param {HTMLTableElement} table as for `find` @param {Answers} answers @returns {ResultLine[]}
 */
export function lines(table, answers) {
  const heads = table.tHead?.rows[0].cells;
  const typed = Number(Object.values(answers).find((answer) => typeof answer === "number"));
  return [...(find(table, answers)?.cells ?? [])]
    .filter((cell) => cell.dataset.col)
    .sort((a, b) => Number(a.dataset.place ?? 0) - Number(b.dataset.place ?? 0))
    .map((cell) => {
      const copy = cell.cloneNode(true);
      for (const place of copy.querySelectorAll("[data-n]"))
        place.textContent = String(Math.ceil(typed / Number(place.dataset.n)));
      const value = copy.querySelector("b:not(.tace)")?.textContent ?? "";
      const links = [heads?.[cell.cellIndex], copy].flatMap((place) => [...(place?.querySelectorAll(".dice a") ?? [])]);
      return {
        label: cell.dataset.col ?? "",
        value,
        note: copy.querySelector(".chiosa")?.textContent ?? "",
        rules: links.map((link) => link.cloneNode(true))
      };
    });
}
