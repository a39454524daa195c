// Define the types of the clock.

export interface Added {
    table: string;
    minutes: number;
}

export interface Running {
    version: 1;
    clock: string;
    minutes: number;
    /** milliseconds of each side when last touched */
    left: number[];
    side: number;
    /** the wall clock when the side that runs began to, 0 where it stands */
    since: number;
    added: Added[];
}

/** Milliseconds of the wall clock, and of the source that does not jump. */
export interface Now {
    wall: number;
    steady: number;
}

export interface Anchor {
    /** milliseconds that had run when the state was read */
    base: number;
    steady: number;
    /** what the wall clock was ahead of the steady source */
    offset: number;
}

/** A jump of the wall clock; `counted`: the time that was jumped over counts as time of the clock. */
export interface Jump {
    ms: number;
    counted: boolean;
}

export interface Rule {
    cite: string;
    id: string;
    text: string;
}

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
