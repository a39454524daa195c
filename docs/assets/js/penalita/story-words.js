// @ts-check
// Split a story into the words that its model counts: search/language/story_tokenizer.py.
import { distance } from "../language/string-similarity.js";

/** @import { Reading, Word } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

export const BREAK = ".";
const PAUSE = /[.,;:?!()\n]/;

export class StoryWords {
  /** @param {Reading} reading @param {Analysis} analysis */
  constructor(reading, analysis) {
    const set = (/** @type {string} */ words) => new Set(words.split(" "));
    const names = (/** @type {string} */ words) => new Set(words.split(" ").map((word) => this.name(word)));
    this.analysis = analysis;
    this.reading = reading;
    this.dropped = set(reading.dropped);
    this.linking = set(reading.linking);
    this.denying = names(reading.denying);
    this.light = names(reading.light);
    this.unsure = names(reading.unsure);
    this.if = this.name("se");
  }

  /** @param {string} word */
  name(word) {
    return this.analysis.termOf(word).slice(0, this.reading.letters) || `?${word}`;
  }

  /**
   * Return the words with their positions, and BREAK at pauses. A pause ends a denial or a doubt.
   * @param {string} text
   */
  words(text) {
    /** @type {Word[]} */
    const found = [];
    const marks = this.marks();
    let end = 0;
    const tokens = this.analysis.tokens(text);
    for (const { word, start, end: after } of tokens) {
      const written = text.slice(start, after).toLowerCase();
      if (marks.open() && (PAUSE.test(text.slice(end, start)) || this.linking.has(written))) {
        marks.mark(BREAK);
        found.push({ name: BREAK, start, end: start });
      }
      end = after;
      if (this.dropped.has(word)) continue;
      const name = written === "né" ? "non" : this.name(word);
      marks.mark(name);
      found.push({ name, start, end });
    }
    // «59»
    if (tokens.length === 1 && /^\d/.test(found[0]?.name ?? "")) found.push({ ...found[0], name: this.name("carte") });
    return found;
  }

  /** Mark words that are denied («!») or in doubt («~»). */
  marks() {
    let [open, sign, before] = [0, "", ""];
    return {
      open: () => open > 0,
      mark: (/** @type {string} */ name) => {
        const doubted = name === this.if && this.unsure.has(before);
        before = name;
        if (name === BREAK) open = 0;
        else if (doubted) [open, sign] = [99, "~"];
        else if (this.denying.has(name) && !(open && sign === "~")) [open, sign] = [this.reading.reach, "!"];
        else if (open && name[0] !== "?") {
          if (!this.light.has(name)) open--;
          return sign + name;
        }
        return name;
      }
    };
  }

  /** Return the words with their marks, without the pauses. @param {string[]} names */
  marked(names) {
    const marks = this.marks();
    return names.map(marks.mark).filter((name) => name !== BREAK);
  }
}

/** Return the only known word one letter from a misspelt one. @param {string} name @param {Set<string>} known */
export function mended(name, known) {
  if (known.has(name) || name.length < 5 || !/^[a-z]+$/.test(name)) return name;
  const close = (/** @type {string} */ word) =>
    word[0] === name[0] && word.length > 4 && Math.abs(word.length - name.length) < 2 && distance(word, name, 1) < 2;
  const near = [...known].filter(close);
  return near.length === 1 ? near[0] : name;
}
