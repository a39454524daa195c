/** A text: words, or its parts, of which a reference is [words, address]. */
export type Rich = string | (string | [string, string])[];

export interface Penalty {
    id: string;
    title: string;
    /** order of gravity; 0: no penalty */
    grade: number;
    /** which of the colours it is shown in */
    step: number;
    /** path of its drawing */
    shape: string;
    /** penalties that this one always brings along */
    brings: string[];
    record: Rich[];
    cites: string[];
    record_cites: string[];
    report: string;
    remedy: Rich[];
}

/** Who receives `penalty` and has had it `already` so many times receives `becomes` instead. */
export interface Escalation {
    id: string;
    penalty: string;
    already: number;
    becomes: string;
    text: Rich;
    cites: string[];
    /** only for these infractions, each counted by itself */
    infractions?: string[];
    /** 'day' if the count begins again each day */
    period?: string;
}

/** A rule on two infractions that meet; which one holds the judge says by `asks`. */
export interface Together {
    id: string;
    asks: string;
    gives: "gravest" | "once" | "recorded";
    /** the penalty that it is about; '' for any */
    penalty: string;
    text: Rich;
    cites: string[];
}

export interface Answer {
    id: string;
    text: string;
    more: string;
    /** how many times before, where the question asks that */
    count: number | null;
}

export interface Question {
    id: string;
    text: string;
    /** 'same-infraction' where the Registro can answer */
    history: string | null;
    answers: Answer[];
}

/** A row of a decision table. */
export interface Row {
    /** the lowest and the highest penalty */
    from: string;
    to: string;
    weighs: Rich;
    remedy: Rich[];
    record: Rich[];
    cites: string[];
    /** the infraction that the facts are, if another */
    infraction?: string;
    /** only the two ends of the range */
    either?: boolean;
}

/** The number of a row, or a question with what follows each answer. */
export type Tree = number | { q: string; a: Record<string, any> };

export interface Infraction {
    id: string;
    slug: string;
    title: string;
    section: string;
    definition: string[];
    examples: string[];
    questions: Question[];
    rows: Row[];
    tree: Tree;
}

/** The penalties of a game, as `scripts/render/penalty_data.py` writes them. */
export interface Game {
    book: string;
    code: string;
    game: string;
    title: string;
    edition: string;
    scope?: Rich;
    /** anchors of the rules on what the book does not foresee */
    unforeseen: string[];
    kinds: { id: string; title: string; infractions: string[] }[];
    penalties: Penalty[];
    counted: { id: string; most: number; plural: string; asks: string; counts: string }[];
    escalations: Escalation[];
    together: Together[];
    infractions: Infraction[];
    statements: Record<string, { cite: string; url: string; text: string }>;
}

/** Penalty id → how many the player already has. */
export type History = Record<string, number>;

/** One step of a growing penalty; `rule` is '' where a penalty brings the other along. */
export interface Step {
    before: string;
    after: string;
    rule: string;
    cites: string[];
}

export interface Outcome {
    penalty: string;
    also: string[];
    steps: Step[];
}

export interface Verdict {
    lowest: string;
    highest: string;
    outcomes: Outcome[];
}

/** What the address of Penalità holds: game, infraction, answers, counts, the story told, and the verdict met (`w`). */
export interface State {
    g: string;
    i: string;
    r: [string, string][];
    s: [string, number][];
    t?: string;
    w?: string;
}

/** Something that the address names and that is not there, with the nearest name and the step that has it. */
export interface Unknown {
    given: string;
    what: string;
    near: string;
    state: State;
}

/** A verdict, and the title of its infraction. */
export interface Met {
    title: string;
    result: Verdict;
}

export interface Other extends Met {
    rule: Together;
    state: State;
}

/** Which of two verdicts are given: this, the other, either, both, or what the ranges leave open. */
export interface Combined {
    gives: "this" | "other" | "one" | "both" | "open";
    text: string;
}
