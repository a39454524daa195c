// @ts-check
// Le risposte di un calcolo stanno nella tabella della pagina, che senza script si legge com’è: qui si trova la riga del caso.

/** Una riga del risultato: `value` vuoto dove il regolamento tace; `rules` sono i collegamenti a ciò che la dice. @typedef {{label: string, value: string, note: string, rules: Node[]}} Line */
/** Le risposte date: un numero, o la scelta. @typedef {Record<string, string | number>} Answers */

/** La riga che vale per queste risposte. @param {HTMLTableElement} table @param {Answers} answers */
function find(table, answers) {
  return [...table.tBodies[0].rows].find((row) =>
    Object.entries(JSON.parse(row.dataset.when ?? "{}")).every(([name, wanted]) =>
      Array.isArray(wanted)
        ? wanted[0] <= Number(answers[name]) && Number(answers[name]) <= wanted[1]
        : wanted === answers[name]
    )
  );
}

/** Le righe del risultato. @param {HTMLTableElement} table @param {Answers} answers @returns {Line[]} */
export function lines(table, answers) {
  const heads = table.tHead?.rows[0].cells;
  const typed = Number(Object.values(answers).find((answer) => typeof answer === "number"));
  return [...(find(table, answers)?.cells ?? [])]
    .filter((cell) => cell.dataset.col)
    .sort((a, b) => Number(a.dataset.place ?? 0) - Number(b.dataset.place ?? 0))
    .map((cell) => {
      const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
      for (const place of copy.querySelectorAll("[data-n]"))
        place.textContent = String(Math.ceil(typed / Number(/** @type {HTMLElement} */ (place).dataset.n)));
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
