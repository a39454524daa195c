// @ts-check
// La ricerca fuori dal filo della pagina: un messaggio {id, query, options} → {id, answer} o {id, error};
// prima, finché i testi sono in viaggio, {id, early}: la risposta con i testi che ci sono.

import { Engine } from "./engine.js";

const FOLDER = new URL("../../search/", import.meta.url);

/** @param {string} name */
async function json(name) {
  const answer = await fetch(new URL(name, FOLDER));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Map<string, Promise<import("./engine.js").Texts>>} */
const texts = new Map();
/** @param {string} book */
function textsOf(book) {
  let found = texts.get(book);
  if (!found) {
    texts.set(book, (found = json(`${book}.json`)));
    found.catch(() => texts.delete(book));
  }
  return found;
}

/** @type {Promise<Engine> | undefined} */
let engine;
function open() {
  if (!engine) {
    engine = json("index.json").then((data) => new Engine(data, textsOf));
    engine.catch(() => (engine = undefined));
  }
  return engine;
}

/** Prima che serva: l’indice. */
async function warm() {
  return (await open()).index.labels;
}

/**
 * Una ricerca; i testi dei libri che non le servivano vengono dopo, per non farla aspettare.
 * @param {string} query @param {import("./engine.js").Options} options @param {(answer: import("./engine.js").Answer) => void} early
 */
async function search(query, options, early) {
  const found = await (await open()).search(query, options, early);
  const { index } = await open();
  for (const book of index.books) textsOf(book).catch(() => {});
  return found;
}

self.addEventListener("message", async (event) => {
  const { id, query, options } = event.data;
  try {
    const answer = query === null ? await warm() : await search(query, options, (early) => self.postMessage({ id, early }));
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
