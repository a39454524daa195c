// I tipi di quello che Penalità capisce di un racconto.
import type { Infraction, Game } from "../verdict/types.d.ts";
import type { Token } from "../language/analysis.js";

export type Reading = {
    dropped: string;
    denying: string;
    reach: number;
    light: string;
    unsure: string;
    linking: string;
    letters: number;
};
export type Constants = {
    weights: number[];
    alpha: number;
    easy: number;
    prior: number;
    none: number;
    letters: number;
    sure: number;
    nothing: number;
    slight: number;
    answered: number;
};
/** Da, a, e se il primo resta fuori. */
export type Span = [number | null, number | null, boolean];
export type Measures = Record<string, Span[]>;
/** Il file dei racconti di un gioco (search/language/story_file.py). */
export type StoryFile = {
    reading: Reading;
    model: Constants;
    words: string;
    stories: string[];
    totals: number[][];
    distinct: number[];
    amounts: Record<string, Record<string, Record<string, Measures>>>;
    penalties: { words: string[]; once: string[] }[];
};
/** Una parola del racconto: il nome con cui si conta e il suo posto nel testo. */
export type Word = { name: string; start: number; end: number };
/** What a story says: a word, its first letters, or two words; with the places of its words. */
export type Feature = { kind: number; one: string; other?: string; places: number[] };
/** The words of many stories, the label of each, what each counts (1 without). */
export type Stories = { stories: string[][]; labels: number[]; weights?: number[] };
/** `weights`: di un’etichetta, quanto ogni parola parla per lei; `least`: quanto è probabile la migliore, a dir poco; `known`: quante parole si conoscono. */
export type Heard = {
    known: number;
    chances: number[];
    best: number;
    least: number;
    weights: (label: number) => number[];
};
/** `said`: le parole del racconto che parlano di più per lei. */
export type Found = { infraction: Infraction; chance: number; said: string[] };
export type Answered = { question: string; answer: string; said: string };
/** Quello che si è capito: `outcome` dice se l’infrazione è sicura, fra alcune da scegliere, o nessuna. */
export type Understanding = {
    outcome: "sure" | "offered" | "nothing";
    found: Found[];
    /** Le risposte che il racconto dà, e le domande in cui parole e numeri non vanno d’accordo. */
    answers: (infraction: { id: string }) => { given: Answered[]; disputed: Record<string, string> };
    history: Record<string, { count: number; said: string }>;
};
/** Una parola del testo; `first`: comincia una frase, `pause`: dopo una virgola, `colon`: attaccata ai due punti («15:08»). */
export type Said = Token & { first: boolean; pause: boolean; colon: boolean };
/** Una quantità: gli estremi sono compresi; `relative`: rispetto al numero che la tabella dice. */
export type Amount = { measure: string; low: number; high: number; from: number; to: number; relative?: boolean };
export type { Game, Infraction };
