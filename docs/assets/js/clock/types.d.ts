// Define the types of the clock.

/** A table's extra time. */
export type Added = { table: string; minutes: number };

/** A clock as stored: of one side, or of two like a chess clock. `clock`: its id; `side`: the one that runs, 0 or 1. */
export interface Running {
  version: 1;
  clock: string;
  minutes: number;
  /** milliseconds left of each side when the state was written */
  left: number[];
  side: number;
  /** when the state was written, milliseconds since 1970; 0 if the clock is stopped */
  since: number;
  added: Added[];
}

/** The time now: in milliseconds since 1970, and by `performance.now()`, which does not jump. */
export type Now = { wall: number; steady: number };

/** From where a clock's time is measured; `steady`: `performance.now()` when the state was read. */
export interface Anchor {
  /** milliseconds that had run when the state was read from storage */
  base: number;
  steady: number;
  /** wall clock minus steady clock */
  offset: number;
}

/** A jump of the wall clock by `ms`, back if negative; `counted`: it was counted as time that has run. */
export type Jump = { ms: number; counted: boolean };

/** A rule to show: its citation, anchor and text. */
export type Rule = { cite: string; id: string; text: string };

/**
 * A duration that a rulebook gives. `in_force`: the book is; `sides`: 1 or 2; `rules`: that give it; `end`: rules on
 * its end.
 */
export interface Clock {
  id: string;
  book: string;
  in_force: boolean;
  name: string;
  minutes: number;
  sides: number;
  rules: Rule[];
  end: Rule[];
}
