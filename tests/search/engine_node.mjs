// Fa al motore del browser le domande di un file JSON: node engine_node.mjs MOTORE INDICE DOMANDE → risposte in JSON.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [modules, folder, questions] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${modules}/engine.js`).href);
const json = async (name) => JSON.parse(await readFile(`${folder}/${name}`, "utf8"));
const texts = new Map();
const engine = new Engine(await json("index.json"), (book) => {
  if (!texts.has(book)) texts.set(book, json(`${book}.json`));
  return texts.get(book);
});
const answers = [];
const times = [];
for (const [query, options] of JSON.parse(await readFile(questions, "utf8"))) {
  const start = performance.now();
  answers.push(await engine.search(query, options));
  times.push(performance.now() - start);
}
process.stdout.write(JSON.stringify({ answers, times }));
