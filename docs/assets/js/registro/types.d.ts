// Define the types that the Registro's modules share.
import type { Game, History } from "../verdict/types";

/**
 * What every operation of the log has. `dev`: id of the phone that wrote it; `l`: logical clock, greater than that of
 * all operations this phone knew; `at`: the phone's time, shown but never compared; `event`: id of the event it belongs
 * to.
 */
export type Head = { id: string; dev: string; l: number; at: string; event: string };

/**
 * What is recorded of a penalty. `base`: penalty id before escalation, "" if unknown; `answers`: the verdict's answers,
 * as «question.answer»; `also`: penalties that came with it; `led`: in Italian, the steps of escalation. If the judge
 * gave another penalty than the computed one, `worked` and `expected` are the computed one's title and id, and `reason`
 * says why. Titles are recorded because a later edition may lack them.
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

/** The operation that gives a penalty. `entry`: the penalty's id. */
export type Given = { t: "given"; entry: string } & Fields;
/** The operation that corrects a penalty. `seen`: ids of the operations (versions) that it replaces. */
export type Corrected = { t: "corrected"; entry: string; seen: string[] } & Fields;
/** What an operation says; its head (id, phone, clock, event) is added when it is written. */
export type Draft =
  | Given
  | Corrected
  | { t: "withdrawn"; entry: string }
  /** The operations `undoes` no longer count; undoing a withdrawal restores the penalty. */
  | { t: "undone"; undoes: string[] }
  /** The event's name, and a day on which it takes place. */
  | { t: "named"; name: string; day: string }
  /** Its phone closed or reopened the event; other phones only ask whether to do so too. */
  | { t: "closed" | "reopened" }
  /** The operation's event and another are one, or are not: the last answer on a pair counts. */
  | { t: "joined" | "parted"; with: string }
  | { t: "player"; player: string; name: string; number: string }
  /** Two records of players are one person, or are not: the last answer on a pair counts. */
  | { t: "same" | "other"; a: string; b: string };
/** An operation: one change in the log of events, players and penalties. */
export type Op = Head & Draft;
/** An operation that gives or corrects a penalty. */
export type Version = Head & (Given | Corrected);

/** The operation by which a phone closed an event that it has not reopened. */
export type Closing = { id: string; dev: string; at: string };

/**
 * An event (tournament). `parts`: the events joined into it, itself included; `days`: as 2026-01-10; `l`: logical clock
 * of its beginning.
 */
export interface Event {
  id: string;
  name: string;
  days: string[];
  parts: { id: string; name: string }[];
  closings: Closing[];
  closed: boolean;
  l: number;
}

/** A player in an event. `records`: all records of this person, each with the name typed then. */
export interface Player {
  id: string;
  event: string;
  name: string;
  number: string;
  records: { id: string; name: string; number: string }[];
}

/**
 * A recorded penalty. `now`: the version that counts; `heads`: ids of the versions that no correction replaces;
 * `versions`: those that differ, more than one if two phones corrected it; `gone`: ids of the operations that removed
 * it, [] while it counts.
 */
export interface Entry {
  id: string;
  event: string;
  player: string;
  now: Version;
  heads: string[];
  versions: Version[];
  gone: string[];
}

/**
 * What a log of operations amounts to. `events` and `players`: by every id that they ever had; `entries`: penalties in
 * the order given, removed ones included; `questions`: pairs that may be one person; `apart`: pairs of ids that a judge
 * said are two; `clock`: the greatest logical clock.
 */
export interface State {
  events: Map<string, Event>;
  players: Map<string, Player>;
  entries: Entry[];
  questions: [Player, Player][];
  apart: [string, string][];
  clock: number;
}

/**
 * What a phone has decided for itself. `open`: id of the event it works in, "" for none, null if it never chose;
 * `answered`: ids of other phones' closings that the judge was asked about; `blind`: ids of an event begun while the
 * storage could not be read, and of the one open before it ("" if unknown).
 */
export type Phone = { open: string | null; answered: string[]; blind: { event: string; before: string } | null };

/** Escalation of a penalty: `given` ends as `end`, brings `also` (ids), and `led` says why in Italian. */
export type Worked = { given: string; end: string; also: string[]; led: string[] };

/** A recorded penalty that no longer follows from those before it: what it should be, and why in Italian. */
export type Mark = { entry: Entry; expected: Worked; title: string; why: string };

/**
 * Which penalty is recorded. `ways`: distinct outcomes of escalation; `result`: the one that applies, null until
 * chosen; `end`: penalty id to record, or ""; `departs`: the judge gives another than the result's.
 */
export type Decision = { ways: Worked[]; result: Worked | null; end: string; departs: boolean };

/** What a judge may add to a penalty, as typed. */
export type Details = Record<"table" | "round" | "note" | "reason", string>;
/**
 * Who a form's name means. `player`: null for a new one; `open`: still to be chosen; `namesakes`: others it may mean.
 */
export type Person = { name: string; player: Player | null; open: boolean; namesakes: Player[] };

/** A row of the stored log that cannot be read, and why, in Italian. */
export type Aside = { row: any; why: string };

/** What «Annulla» undoes: operations of an event, by id; then `after` is called. */
export type Undo = { ops: string[]; event: string; after?: () => void };

/**
 * What a penalty is given for. `bases`: penalty ids that the verdict allows, before escalation; `typed`: earlier
 * penalties as the judge answered, number by id; `differs`: says in Italian where those differ from a player's recorded
 * ones.
 */
export interface Subject {
  game: Game;
  infraction: { id: string; title: string };
  bases: string[];
  typed?: History;
  answers?: string[];
  differs?: (player: Player | null) => string[];
}

/** A penalty just recorded: titles for the message, ids to undo it, and whether it is stored. */
export type Recorded = { penalty: string; name: string; ops: string[]; event: string; written: Promise<boolean> };

/**
 * A received log. `from`: its source, in Italian; `answer`: where to ask about it; `asked`: somebody here started the
 * import.
 */
export type Arrival = { from: string; ops: Op[]; answer: HTMLElement; asked: boolean };

/**
 * What opens or joins an event. `at`: id under which to record; `drafts`: operations to write first; `choose`: changes
 * the phone's settings; `ends`: event to close.
 */
export type EventChange = { at: string; drafts: Draft[]; choose: () => void; ends?: string };

/** An answer to «In quale evento?». `event`: id of the event whose players are offered, "" if it has not begun. */
export type EventAnswer = { value: string; label: string; event: string } & EventChange;

/**
 * What a penalty's form computes. `earlier`: the player's penalties before it; `differs`: says in Italian where the
 * answers differ from them; `must`: a reason is required; `time`: when it is given.
 */
export interface Work extends Decision {
  about: Subject;
  player: Player | null;
  name: string;
  earlier: Entry[];
  differs: string[];
  must: boolean;
  time: string;
}

/**
 * What the form needs to correct a penalty (`entry`). `from`: its fields; `self`: its player; `leave`: the button that
 * leaves it; `occasion`: its event; `notes`: returns what to show of the correction; `changed`: says in Italian whether
 * it was corrected elsewhere; `operation`: returns the correction, the fields that the form knows given.
 */
export interface Correction {
  entry: Entry;
  from: Record<string, string>;
  self: Player | null;
  leave: Node;
  occasion: ReturnType<typeof import("./event-for-penalty").occasionFields>;
  notes: (work: Work, fields: (player: string) => Fields) => (Node | string)[];
  changed: () => string;
  operation: (fields: Partial<Fields>) => Draft;
}

/**
 * What the form of a penalty needs. `id`: kind and id of its draft; `fixed`: the player, if known; `note`: first text
 * of «Nota»; `before`, `after`: elements above and below the player's; `keep`: further fields to keep for a reload;
 * `redo`: makes the verdict again with the recorded counts; `sending`: called before recording, `done` after.
 */
export interface RecordOptions {
  id: string;
  label: string;
  fixed?: Player | null;
  subject: () => Subject | null;
  note?: string;
  before?: Node[];
  after?: Node[];
  corrected?: Correction;
  keep?: () => Record<string, string>;
  redo?: (player: Player | null, name: string) => void;
  sending?: () => void;
  done: (given: Recorded) => void;
}

/**
 * What the fields about a penalty's player need. `fixed`: the player, if known; `event`: returns the event's id;
 * `changed`: called at each choice; `from`: first values; `grows`: tells whether his history changes the penalty;
 * `self`: whose the penalty was before a correction.
 */
export interface PersonOptions {
  fixed: Player | null;
  event: () => string;
  game: () => Game | undefined;
  changed: () => void;
  from: Record<string, string>;
  grows: (player: Player) => boolean;
  self?: Player | null;
}

/** The parts of a log read so far from QR codes; `session`: hash of the whole; `parts`: by number, from 1. */
export type CodeParts = { session: string; count: number; parts: Record<number, string> };

/** An event's name being typed, and the name that it replaces. */
export type TypedName = { event: string; was: string; name: string };

/** What the phone has stored. `device`: the phone's id; `forgotten`: ids of deleted events. */
export type Stored = { ops: unknown[]; device: string; forgotten: string[] };
