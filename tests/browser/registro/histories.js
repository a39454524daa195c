// Random lives of a Registro on up to four phones, judged by an account kept apart from `fold`.
// Evaluated in a page: ([server, seed, count]) → {told, entries, conflicts, gone}: the first things that were wrong, and how much was tried.
async ([server, seed, count]) => {
  const { folded, union } = await import(`${server}/assets/js/registro/log.js`);
  const { counts } = await import(`${server}/assets/js/registro/model.js`);
  let random = seed;
  const chance = () => {
    // mulberry32
    let t = (random = (random + 0x6d2b79f5) | 0);
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(chance() * n);
  const one = (list) => list[below(list.length)];
  const shuffled = (list) => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  };
  // the account's own order: what a phone wrote knowing another comes after it, whatever the wall clocks said
  const byClock = (a, b) => a.l - b.l || (a.dev < b.dev ? -1 : a.dev > b.dev ? 1 : a.id < b.id ? -1 : 1);
  const NAMES = ["Ada Rossi", "rossi ADA", "Иванов", "Петров", "李娜", "Løs", "Læs"];
  const PENALTIES = ["ammonizione", "espulsione", "partita-persa"];
  const told = [];
  const started = performance.now();
  const tried = { entries: 0, conflicts: 0, gone: 0, questions: 0 };

  for (let history = 0; history < count && told.length < 5; history++) {
    const phones = Array.from({ length: 1 + below(4) }, (_, k) => ({
      dev: `phone${k}`,
      log: new Map(),
      skew: (chance() - 0.5) * 10 ** (3 + below(10)),
      clock: 0,
      made: null,
      get state() {
        return (this.made ??= folded(this.log.values()));
      },
      take(ops) {
        if (union(this.log, ops).length) this.made = null;
        for (const { l } of ops) this.clock = Math.max(this.clock, l);
      }
    }));
    const events = [`e${history}`, ...(chance() < 0.3 ? [`f${history}`] : [])];
    const known = new Map(); // operation → what its phone knew when it was made
    let serial = 0;
    const write = (phone, draft) => {
      const op = {
        id: `${below(1e6)}-${history}-${serial++}`,
        dev: phone.dev,
        l: phone.clock + 1,
        at: new Date(1.7e12 + serial * 60000 + phone.skew).toISOString(),
        event: one(events),
        ...draft
      };
      known.set(op.id, new Set(phone.log.keys()));
      phone.take([op]);
    };
    const fields = (player) => ({
      player,
      book: "bang",
      infraction: one(["a", "b"]),
      infractionTitle: "",
      penalty: one(PENALTIES),
      penaltyTitle: "P",
      also: chance() < 0.3 ? [{ id: one(PENALTIES), title: "" }] : [],
      led: [],
      worked: "",
      reason: "",
      table: `${below(9)}`,
      round: "",
      note: "",
      time: new Date(1.7e12 + below(1e9)).toISOString()
    });
    const acts = {
      give(phone) {
        const people = [...new Set(phone.state.players.values())];
        let player = people.length && chance() < 0.5 ? one(people).id : "";
        if (!player)
          write(phone, { t: "player", player: (player = `p${history}-${serial}`), name: one(NAMES), number: "" });
        write(phone, { t: "given", entry: `x${history}-${serial}`, ...fields(player) });
      },
      correct(phone) {
        const entry = one(phone.state.entries);
        if (entry) write(phone, { t: "corrected", entry: entry.id, seen: entry.heads, ...fields(entry.player) });
      },
      withdraw(phone) {
        const entry = one(phone.state.entries);
        if (entry) write(phone, { t: "withdrawn", entry: entry.id });
      },
      undo(phone) {
        const op = one([...phone.log.values()]);
        if (op) write(phone, { t: "undone", undoes: [op.id] });
      },
      restore(phone) {
        const entry = one(phone.state.entries.filter((e) => e.gone.length));
        if (entry) write(phone, { t: "undone", undoes: entry.gone });
      },
      name: (phone) => write(phone, { t: "named", name: `Torneo ${below(3)}`, day: `2026-01-0${1 + below(9)}` }),
      close: (phone) => write(phone, { t: one(["closed", "reopened"]) }),
      join: (phone) => events[1] && write(phone, { t: "joined", event: events[0], with: events[1] }),
      identify(phone) {
        const [a, b] = shuffled([...phone.state.players.keys()]);
        if (b) write(phone, { t: one(["same", "other"]), a, b });
      },
      meet(phone) {
        const other = one(phones);
        phone.take(shuffled([...other.log.values()]));
      }
    };
    const menu = [
      "give",
      "give",
      "correct",
      "correct",
      "correct",
      "correct",
      "withdraw",
      "undo",
      "restore",
      "name",
      "close",
      "join",
      "identify",
      "meet",
      "meet",
      "meet"
    ];
    for (let step = 6 + below(16); step > 0; step--) acts[one(menu)](one(phones));

    // everybody meets everybody, in any order, some twice
    const all = new Map(phones.flatMap((p) => [...p.log]));
    const wrong = (text) => told.push(`history ${history} (seed ${seed}): ${text}`);
    const written = (state) =>
      JSON.stringify([...state.events].sort(), null) +
      JSON.stringify([[...state.players].sort(), state.entries, state.questions, state.clock]);
    const ends = phones.map((phone) => {
      for (const other of [...shuffled(phones), one(phones)]) phone.take(shuffled([...other.log.values()]));
      return folded(shuffled([...phone.log.values()]));
    });
    const [end] = ends;
    if (new Set(ends.map(written)).size !== 1) wrong("two phones differ");
    if (written(folded([...shuffled([...all.values()])])) !== written(end))
      wrong("the order of the operations matters");

    // the account kept apart
    const undoings = [...all.values()].filter((op) => op.t === "undone");
    const alive = (op) => !undoings.some((u) => u.undoes.includes(op.id) && byClock(u, op) > 0 && alive(u));
    const given = [...all.values()].filter((op) => op.t === "given");
    if (end.entries.length !== given.length) wrong(`${given.length} given, ${end.entries.length} in the Registro`);
    const owed = new Map();
    for (const first of given) {
      const found = end.entries.filter((e) => e.id === first.entry);
      if (found.length !== 1) {
        wrong(`${first.entry} stands there ${found.length} times`);
        continue;
      }
      const [entry] = found;
      tried.entries++;
      const gone =
        !alive(first) || [...all.values()].some((op) => op.t === "withdrawn" && op.entry === first.entry && alive(op));
      if (gone !== entry.gone.length > 0) wrong(`${first.entry}: ${gone ? "deleted, and it is back" : "lost"}`);
      tried.gone += gone;
      const corrections = [...all.values()].filter(
        (op) => op.t === "corrected" && op.entry === first.entry && alive(op)
      );
      const heads = [first, ...corrections]
        .filter((v) => !corrections.some((c) => c.seen.includes(v.id)))
        .sort(byClock);
      if (entry.now.id !== heads.at(-1).id) wrong(`${first.entry}: not the last version counts`);
      const shown = new Set(entry.versions.map((v) => `${v.penalty} ${v.table}`));
      if (!heads.every((v) => shown.has(`${v.penalty} ${v.table}`)))
        wrong(`${first.entry}: a version of a conflict is hidden`);
      tried.conflicts += entry.versions.length > 1;
      if (!undoings.some((op) => op.undoes.some((id) => all.get(id)?.entry === first.entry)))
        for (const later of corrections)
          if (known.get(later.id).has(entry.now.id) && later.id !== entry.now.id)
            wrong(`${first.entry}: a correction that knew it lost to an older one`);
      if (gone) continue;
      const key = end.players.get(entry.now.player).id;
      const own = owed.get(key) ?? {};
      for (const id of [entry.now.penalty, ...entry.now.also.map((p) => p.id)]) own[id] = (own[id] ?? 0) + 1;
      owed.set(key, own);
    }
    for (const [player, own] of owed) {
      const sorted = (o) => JSON.stringify(Object.entries(o).sort());
      if (sorted(counts(end, "bang", player)) !== sorted(own))
        wrong(`the counts of ${player} are not those of his penalties`);
    }
    for (const kind of [["named"], ["closed", "reopened"]])
      for (const event of new Set(end.events.values())) {
        const said = [...all.values()].filter((op) => kind.includes(op.t) && event.ids.includes(op.event) && alive(op));
        const last = said.filter((op) => !said.some((other) => known.get(other.id).has(op.id)));
        const stands = last.some((op) =>
          op.t === "named" ? op.name === event.name : (op.t === "closed") === event.closed
        );
        if (said.length && !stands) wrong(`${event.id}: what was said last about it does not stand`);
      }
    tried.questions += end.questions.length;
  }
  return { told, ...tried, ms: performance.now() - started };
};
