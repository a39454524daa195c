// Define the types of a game's decision data, and of the verdicts computed from it.

/** A text, or its pieces: strings, and links as [text, address]. */
export type Rich = string | (string | [string, string])[];

export interface Penalty {
  id: string;
  title: string;
  /** severity; 0: no penalty */
  grade: number;
  /** number of its colour */
  step: number;
  /** SVG path of its shape, 20×20 */
  shape: string;
  /** ids of penalties that always come with it */
  brings: string[];
  /** what to write down */
  record: Rich[];
  cites: string[];
  record_cites: string[];
  /** to whom it must be reported, or "" */
  report: string;
  remedy: Rich[];
}

/** A rule of escalation: who has had `penalty` at least `already` times gets `becomes` instead (ids). */
export interface Escalation {
  id: string;
  penalty: string;
  already: number;
  becomes: string;
  text: Rich;
  cites: string[];
  /** if given, only for these infractions, each counted by itself */
  infractions?: string[];
  /** 'day' if the count begins again each day */
  period?: string;
}

/** A rule for combining two infractions. `asks`: the label by which the judge chooses it; `gives`: see `combine`. */
export interface Together {
  id: string;
  asks: string;
  gives: "gravest" | "once" | "recorded";
  /** id of the penalty that it is about; '' for any */
  penalty: string;
  text: Rich;
  cites: string[];
}

export interface Answer {
  id: string;
  text: string;
  more: string;
  /** least number of earlier cases, if the question asks that */
  count: number | null;
}

export interface Question {
  id: string;
  text: string;
  /** 'same-infraction' if it asks for earlier cases, which recorded penalties can answer */
  history: string | null;
  answers: Answer[];
}

/** A row of a decision table: the penalties that it allows, and what to do. */
export interface Row {
  /** ids of the lowest and the highest penalty */
  from: string;
  to: string;
  /** what to consider in choosing between them */
  weighs: Rich;
  remedy: Rich[];
  record: Rich[];
  cites: string[];
  /** id of another infraction, if the answers show that it is that */
  infraction?: string;
  /** one or the other penalty, none between */
  either?: boolean;
}

/** A decision tree: the index of a row, or a question's id (`q`) with the tree below each answer's id (`a`). */
export type Tree = number | { q: string; a: Record<string, any> };

export type Infraction = { id: string; slug: string; title: string; questions: Question[]; rows: Row[]; tree: Tree };

/**
 * A book's decision data, written by scripts/render/penalty_data.py. `counted`: penalties whose number may be asked.
 */
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

/** Earlier penalties of a player: number by penalty id. */
export type History = Record<string, number>;

/** A step of escalation, with the rule's id; '' if a penalty brings the other with it. */
export type Step = { before: string; after: string; rule: string; cites: string[] };

/** What a penalty ends as for a player, and the penalties that come with it (ids). */
export type Outcome = { penalty: string; also: string[]; steps: Step[] };

/** Ids of the lowest and highest final penalty, and what each allowed penalty ends as. */
export type Verdict = { lowest: string; highest: string; outcomes: Outcome[] };

/**
 * What the address of Penalità holds: game (`g`), infraction (`i`), answers (`r`), numbers of penalties (`s`), story
 * (`t`), other verdict (`w`).
 */
export type State = { g: string; i: string; r: [string, string][]; s: [string, number][]; t?: string; w?: string };

/**
 * Something in the address that the game does not know. `given`: as the address writes it; `what` it should name, in
 * Italian; `near`: the most similar known one, or ""; `state`: the steps with that one instead, or without it.
 */
export type Unknown = { given: string; what: string; near: string; state: State };

/** A verdict (`result`), and the title of its infraction. */
export type Met = { title: string; result: Verdict };

/** The other of two verdicts that are combined: by which rule, and the steps to it. */
export interface Other extends Met {
  rule: Together;
  state: State;
}

/**
 * Which of two verdicts is given: this, the other, either (`one`), both, or `open` if the judge must choose; `text`
 * says so in Italian.
 */
export type Combined = { gives: "this" | "other" | "one" | "both" | "open"; text: string };
