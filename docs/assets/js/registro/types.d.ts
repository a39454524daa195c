// Define the types that the Registro's modules share.
import type { Game, History } from "../verdict/types.d.ts";

/**
 * What every operation has. `l` is its logical clock (greater than that of all that its phone knew), `at` what the wall
 * clock said: shown, never compared. `event` is the event's log that it belongs to.
 */
export interface Head {
    id: string;
    dev: string;
    l: number;
    at: string;
    event: string;
}

/**
 * What is written of a penalty. `base`: the penalty before it grew, "" where nobody wrote it; `answers`: the answers of
 * the verdict, «question.answer». `worked` and `expected`: title and id of what the Registro came to, where the judge
 * departed from it with his `reason`. `led`: in words, what led to it. Titles stay written even if the edition changes.
 */
export interface Fields {
    player: string;
    book: string;
    infraction: string;
    infractionTitle: string;
    penalty: string;
    penaltyTitle: string;
    base: string;
    answers: string[];
    also: { id: string; title: string }[];
    led: string[];
    worked: string;
    expected: string;
    reason: string;
    table: string;
    round: string;
    note: string;
    time: string;
}

export type Given = { t: "given"; entry: string } & Fields;
/** `seen`: the versions that it replaces. */
export type Corrected = { t: "corrected"; entry: string; seen: string[] } & Fields;
export type Draft =
    | Given
    | Corrected
    | { t: "withdrawn"; entry: string }
    /** Names the operations that no longer count; on a withdrawal it restores. */
    | { t: "undone"; undoes: string[] }
    /** The event's name, and a day on which it takes place. */
    | { t: "named"; name: string; day: string }
    /** What its phone did with the event: other phones ask about it, and obey nobody. */
    | { t: "closed" | "reopened" }
    /** Two logs are, or are not, of one event: the last answer on a pair counts. */
    | { t: "joined" | "parted"; with: string }
    | { t: "player"; player: string; name: string; number: string }
    /** Two records are, or are not, one person: the last answer on a pair counts. */
    | { t: "same" | "other"; a: string; b: string }
    /** Another phone's log has come in. */
    | { t: "merged"; from: string[]; added: number };
export type Op = Head & Draft;
export type Version = Head & (Given | Corrected);

/** A phone that has closed the event and not opened it again: the operation that says so. */
export interface Closing {
    id: string;
    dev: string;
    at: string;
    event: string;
}

/** `parts`: the logs that make it, each with its own name; more than one where they were joined. `l`: when it began. */
export interface Event {
    id: string;
    ids: string[];
    name: string;
    days: string[];
    parts: { id: string; name: string }[];
    closings: Closing[];
    closed: boolean;
    l: number;
}

/** `records`: the records that are this person, each with its own name; `event`: that in which he is spoken of. */
export interface Player {
    id: string;
    ids: string[];
    event: string;
    name: string;
    number: string;
    records: { id: string; name: string; number: string }[];
}

/**
 * `heads`: the versions that no other replaces. `versions`: what they say; more than one is a conflict, and the last of
 * them counts. `gone`: the operations that took it away; none while it counts.
 */
export interface Entry {
    id: string;
    event: string;
    player: string;
    now: Version;
    heads: string[];
    versions: Version[];
    gone: string[];
    l: number;
}

/**
 * The Registro that a log makes. `events` and `players` know every id that a record ever had. `questions`: pairs that may
 * be one person; `apart`: pairs of records, or of events, that somebody has said to be two.
 */
export interface State {
    events: Map<string, Event>;
    players: Map<string, Player>;
    entries: Entry[];
    questions: [Player, Player][];
    apart: { players: [string, string][]; events: [string, string][] };
    clock: number;
}

/**
 * What a phone has decided for itself. `open`: the event it works in, "" for none, null on a phone that never chose;
 * `answered`: the closings of other phones that were asked about; `blind`: an event begun while the store did not answer,
 * and the one that was open before it.
 */
export interface Phone {
    open: string | null;
    answered: string[];
    blind: { event: string; before: string } | null;
}

/** What a penalty becomes for somebody: `given` grows to `end`, brings `also`, and `led` says why. */
export interface Worked {
    given: string;
    end: string;
    also: string[];
    led: string[];
}

/** An entry that no longer follows from those before it: what it should be, and why. */
export interface Mark {
    entry: Entry;
    expected: Worked;
    title: string;
    why: string;
}

export interface Decision {
    ways: Worked[];
    result: Worked | null;
    end: string;
    departs: boolean;
}

/** What counts: penalties of one kind, or for some infractions (one, or those of a category), all or of one day. */
export interface Counter {
    penalty?: string;
    infractions?: string[];
    day?: string;
}

export type Details = Record<"table" | "round" | "note" | "reason", string>;
/** `open`: it must still be said who he is. `namesakes`: others whom the name may mean. */
export interface Person {
    name: string;
    player: Player | null;
    open: boolean;
    namesakes: Player[];
}

/** A row that could not be read, as it was, with where it came from and why. */
export interface Aside {
    text: string;
    from: string;
    why: string;
}

/** What «Annulla» undoes, and what the phone then does besides. */
export interface Undo {
    ops: string[];
    event: string;
    after?: () => void;
}
export type Say = (text: string, written: Promise<boolean>, undo?: Undo) => void;

/**
 * What is recorded. `bases`: the penalties between which the judge chooses, before they grow. `typed`: the counts that
 * were answered by hand, and `differs`, in words, where they are not the Registro's for that player.
 */
export interface Subject {
    game: Game;
    infraction: { id: string; title: string };
    bases: string[];
    typed: History;
    answers?: string[];
    differs: (player: Player | null) => string[];
}

export interface Recorded {
    penalty: string;
    name: string;
    ops: string[];
    event: string;
    written: Promise<boolean>;
}

/** Another phone's log that has arrived; `asked`: somebody here wanted it. */
export interface Arrival {
    from: string;
    ops: Op[];
    answer: HTMLElement;
    asked: boolean;
}

/**
 * An answer to the question about the event. `event`: whose players count ("" for one still to begin); `at`, `drafts`:
 * what is written, and in which event; `choose`: what the phone then decides.
 */
export interface EventAnswer {
    value: string;
    label: string;
    event: string;
    at: string;
    drafts: Draft[];
    choose: () => void;
    ends?: string;
}

/** What the form of a penalty needs; `note`: what the field «Nota» begins with. */
export interface RecordOptions {
    id: string;
    label: string;
    fixed: Player | null;
    subject: () => Subject | null;
    note?: string;
    before?: Node[];
    keep?: () => Record<string, string>;
    redo?: (player: Player | null, name: string) => void;
    sending?: () => void;
    done: (given: Recorded) => void;
}

/**
 * What is asked about a penalty's player. `fixed`: somebody already known; `grows`: his history makes the penalty another
 * one; `self`: whose the penalty is until now.
 */
export interface PersonOptions {
    fixed: Player | null;
    event: () => string;
    game: () => Game | undefined;
    changed: () => void;
    from: Record<string, string>;
    grows?: (player: Player) => boolean;
    self?: Player | null;
}

/** The received parts of one sequence of codes. */
export interface CodeParts {
    session: string;
    count: number;
    parts: Record<number, string>;
}

/** An event's name being typed, and the one that it takes the place of. */
export interface TypedName {
    event: string;
    was: string;
    name: string;
}

/** What the store holds; `forgotten`: the events whose logs were taken off the phone. */
export interface Stored {
    ops: unknown[];
    aside: Aside[];
    device: string;
    forgotten: string[];
}
