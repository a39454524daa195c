// Split a story (what happened, in words) into those that the classifier counts, denied («!») or in doubt («~»).
// As search/language/story_tokenizer.py.
import { distance } from "../language/string-similarity.js";
/** @import { Reading, Word } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

const PAUSE = /[.,;:?!()\n]/; // ends a denial or a doubt

/**
 * Return a function that splits a text into the words that the model counts.
 * Each word has its stem (`name`), and a `mark`: «!» if denied, «~» if in doubt.
 * @param {Reading} reading @param {Analysis} analysis
 * @param {Set<string>} known stems in the stories, to which misspelt words are corrected
 * @returns {(text: string) => Word[]}
 */
export function wordReader(reading, analysis, known) {
  const nameOf = (/** @type {string} */ word) => analysis.termOf(word).slice(0, reading.letters) || `?${word}`;
  const [dropped, linking] = [reading.dropped, reading.linking].map((words) => new Set(words.split(" ")));
  const lists = [reading.denying, reading.light, reading.unsure, "se"];
  const [denying, light, unsure, doubting] = lists.map((words) => new Set(words.split(" ").map(nameOf)));
  return (text) => {
    const found = [];
    let [open, sign, before, end] = [0, "", "", 0];
    const tokens = analysis.tokens(text);
    for (const { word, start, end: after } of tokens) {
      const written = text.slice(start, after).toLowerCase();
      if (PAUSE.test(text.slice(end, start)) || linking.has(written)) [open, before] = [0, ""];
      end = after;
      if (dropped.has(word)) continue;
      const name = mended(written === "né" ? "non" : nameOf(word), known);
      let mark = "";
      if (doubting.has(name) && unsure.has(before)) [open, sign] = [99, "~"];
      else if (denying.has(name) && !(open && sign === "~")) [open, sign] = [reading.reach, "!"];
      else if (open && name[0] !== "?") {
        mark = sign;
        if (!light.has(name)) open--;
      }
      before = name;
      found.push({ name, mark, start, end });
    }
    // «59», and nothing else: what a game counts are cards
    if (tokens.length === 1 && /^\d/.test(found[0]?.name ?? "")) found.push({ ...found[0], name: nameOf("carte") });
    return found;
  };
}

/**
 * Correct a misspelt stem: return the only known stem one edit away, else the stem itself.
 * @param {string} name @param {Set<string>} known stems in the stories
 */
function mended(name, known) {
  if (known.has(name) || name.length < 5 || !/^[a-z]+$/.test(name)) return name;
  const close = (/** @type {string} */ word) =>
    word[0] === name[0] && word.length > 4 && Math.abs(word.length - name.length) < 2 && distance(word, name, 1) < 2;
  const near = [...known].filter(close);
  return near.length === 1 ? near[0] : name;
}
