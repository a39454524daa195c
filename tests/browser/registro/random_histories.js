// Random lives of a Registro on up to four phones, judged by an account that shares nothing with fold, review and opening.
// Evaluated in a page: ([server, seed, count]) → {told, …}: the first things that were wrong, and how much was tried.
async ([server, seed, count]) => {
  const own = (name) => import(`${server}/assets/js/registro/${name}.js`);
  const [{ folded }, { union }, model, review, opening] = await Promise.all(
    ["log-reducer", "operations", "player-history", "penalty-escalation", "decide-open-event"].map(own)
  );
  const game = await (await fetch(`${server}/assets/penalita/naruto-it.json`)).json();
  const [VERBAL, OFFICIAL, LOST, OUT] = ["ammonizione-verbale", "ammonizione-ufficiale", "partita-persa", "espulsione"];
  const BASES = [VERBAL, OFFICIAL, OFFICIAL, LOST, OUT];

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
  const NAMES = ["Ada Rossi", "rossi ADA", "Rossi A.", "Иванов", "Петров", "李娜", "Løs", "Læs", "D’Amico", "d amico"];
  const told = [];
  const started = performance.now();
  const tried = { entries: 0, conflicts: 0, gone: 0, questions: 0, marks: 0, left: 0, closings: 0, verdicts: 0 };

  // The rules of escalation as the book says them, by hand.
  const becomes = (base, has) => {
    const officials = has[OFFICIAL] ?? 0;
    if (base === VERBAL && (has[VERBAL] ?? 0) < 3) return { end: VERBAL, also: [] };
    if (base === VERBAL || base === OFFICIAL) return { end: officials >= 2 ? OUT : OFFICIAL, also: [] };
    if (base === LOST) return officials >= 2 ? { end: OUT, also: [] } : { end: LOST, also: [OFFICIAL] };
    return { end: base, also: [] };
  };

  /** The account: what a log means, worked out pair by pair from the operations. */
  const account = (ops) => {
    const all = [...ops];
    // a damaged clock is behind everything; what a phone wrote knowing another comes after it
    const clock = (op) => (op.l > 1e8 ? 0 : op.l);
    const order = (a, b) =>
      clock(a) - clock(b) ||
      (clock(a) ? 0 : a.l - b.l) ||
      (a.dev < b.dev ? -1 : a.dev > b.dev ? 1 : a.id < b.id ? -1 : 1);
    const undoings = all.filter((op) => op.t === "undone");
    const known = new Map();
    const alive = (op) => {
      if (!known.has(op.id))
        known.set(op.id, !undoings.some((u) => u.undoes.includes(op.id) && order(u, op) > 0 && alive(u)));
      return known.get(op.id);
    };
    const living = all.filter(alive).sort(order);
    // connected components of the pairs whose last answer is «one»
    const component = (yes, no, pairOf) => {
      const last = new Map();
      for (const op of living) if (op.t === yes || op.t === no) last.set([...pairOf(op)].sort().join(" "), op);
      const near = [...last.values()].filter((op) => op.t === yes).map(pairOf);
      return (id) => {
        const reached = new Set([id]);
        for (let size = 0; size < reached.size;) {
          size = reached.size;
          for (const [a, b] of near) if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
        }
        return [...reached].sort()[0];
      };
    };
    const person = component("same", "other", (op) => [op.a, op.b]);
    const event = component("joined", "parted", (op) => [op.event, op.with]);
    const entries = all
      .filter((op) => op.t === "given")
      .map((first) => {
        const gone = !alive(first) || living.some((op) => op.t === "withdrawn" && op.entry === first.entry);
        const said = all.filter((op) => op.t === "corrected" && op.entry === first.entry);
        const corrections = said.filter(alive);
        const replaced = (id, seen = new Set()) =>
          corrections.some((c) => {
            const behind = (ids) =>
              ids.some(
                (x) => x === id || (!seen.has(x) && (seen.add(x), behind(said.find((s) => s.id === x)?.seen ?? [])))
              );
            return behind(c.seen);
          });
        const heads = [first, ...corrections].filter((v) => !replaced(v.id)).sort(order);
        return { first, gone, corrections, heads, now: heads.at(-1) };
      })
      .sort(
        (a, b) =>
          clock(a.first) - clock(b.first) ||
          (a.first.time < b.first.time ? -1 : a.first.time > b.first.time ? 1 : a.first.entry < b.first.entry ? -1 : 1)
      );
    const people = new Map();
    for (const entry of entries)
      if (!entry.gone) {
        const key = `${event(entry.now.event)} ${person(entry.now.player)}`;
        people.set(key, [...(people.get(key) ?? []), entry]);
      }
    const marks = new Map();
    const has = new Map();
    for (const [key, mine] of people) {
      const counted = {};
      for (const { first, now } of mine) {
        const expected = becomes(now.base, counted);
        const written = [now.penalty, ...now.also.map((p) => p.id)].sort().join();
        const follows = written === [expected.end, ...expected.also].sort().join();
        if (!follows && !(now.reason && now.expected === expected.end)) marks.set(first.entry, expected.end);
        for (const id of [now.penalty, ...now.also.map((p) => p.id)]) counted[id] = (counted[id] ?? 0) + 1;
      }
      has.set(key, counted);
    }
    return { all, living, alive, order, entries, marks, has, person, event };
  };

  for (let history = 0; history < count && told.length < 5; history++) {
    const wrong = (text) => told.push(`history ${history} (seed ${seed}): ${text}`);
    const begun = [`e${history}`, `f${history}`, `g${history}`];
    const phones = Array.from({ length: 1 + below(4) }, (_, k) => ({
      dev: `phone${k}`,
      log: new Map(),
      skew: (chance() - 0.5) * 10 ** (3 + below(10)),
      clock: 0,
      made: null,
      setting: opening.NEW_PHONE,
      wanted: null, // the account of what this phone's person has opened: an id, "" once closed, null before
      get state() {
        return (this.made ??= folded(this.log.values()));
      },
      take(ops) {
        if (union(this.log, ops).length) this.made = null;
        this.clock = this.state.clock;
      }
    }));
    const known = new Map(); // operation → what its phone knew when it was made
    let serial = 0;
    const write = (phone, draft, event = phone.wanted || one(begun)) => {
      const op = {
        id: `${below(1e6)}-${history}-${serial++}`,
        dev: phone.dev,
        l: phone.clock + 1,
        at: new Date(1.7e12 + serial * 60000 + phone.skew).toISOString(),
        event,
        ...draft
      };
      known.set(op.id, new Set(phone.log.keys()));
      phone.take([op]);
    };
    const before = (phone, entry) => {
      const { entries } = phone.state;
      const place = entries.findIndex((e) => e.id === entry);
      return (e, at) => e.id !== entry && (place < 0 || at < place);
    };
    // what the forms write: decided with the same functions, from what this phone knows
    const fields = (phone, player, event, entry = "") => {
      const one_ = phone.state.players.get(player);
      const at = phone.state.events.get(event)?.id ?? event;
      const earlier = phone.state.entries
        .filter(before(phone, entry))
        .filter((e) => !e.gone.length && e.event === at && e.player === (one_?.id ?? player));
      const base = one(BASES);
      const instead = chance() < 0.1 ? one(BASES) : "";
      const has = model.historyOf(earlier);
      const decision = review.decision(game, { bases: [base], base, instead, has, infraction: "a" });
      return review.fieldsOf(game, {
        decision,
        earlier,
        infraction: { id: "a", title: "A" },
        answers: [],
        player,
        details: { table: `${below(9)}`, round: "", note: "", reason: decision.departs ? "perché sì" : "" },
        time: new Date(1.7e12 + below(1e9)).toISOString(),
        must: decision.departs
      });
    };
    const acts = {
      open(phone) {
        const event = one([...phone.state.events.keys(), ...begun, begun[0], begun[0], begun[0]]);
        phone.setting = opening.opening(phone.state, phone.setting, event);
        phone.wanted = event;
      },
      give(phone) {
        if (!phone.wanted) return acts.open(phone);
        const people = [...new Set(phone.state.players.values())];
        let player = people.length && chance() < 0.85 ? one(people).id : "";
        if (!player)
          write(phone, { t: "player", player: (player = `p${history}-${serial}`), name: one(NAMES), number: "" });
        write(phone, { t: "given", entry: `x${history}-${serial}`, ...fields(phone, player, phone.wanted) });
      },
      correct(phone) {
        const entry = one(phone.state.entries);
        if (!entry) return;
        const player = chance() < 0.3 ? one([...phone.state.players.keys()]) : entry.player;
        const made = fields(phone, player, entry.now.event, entry.id);
        write(phone, { t: "corrected", entry: entry.id, seen: entry.heads, ...made }, entry.now.event);
      },
      leave(phone) {
        const mark = one([...review.review(phone.state, new Map([[game.book, game]])).values()]);
        if (!mark) return;
        const { id, dev, l, at, event, ...kept } = mark.entry.now;
        const left = { ...kept, t: "corrected", seen: mark.entry.heads, reason: "resta", expected: mark.expected.end };
        write(phone, left, event);
        tried.left++;
      },
      withdraw(phone) {
        const entry = one(phone.state.entries);
        if (entry) write(phone, { t: "withdrawn", entry: entry.id }, entry.now.event);
      },
      undo(phone) {
        const all = [...phone.log.values()];
        const corrections = all.filter((op) => op.t === "corrected");
        const op = one(corrections.length && chance() < 0.5 ? corrections : all);
        if (op) write(phone, { t: "undone", undoes: [op.id] }, op.event);
      },
      restore(phone) {
        const entry = one(phone.state.entries.filter((e) => e.gone.length));
        if (entry) write(phone, { t: "undone", undoes: entry.gone }, entry.now.event);
      },
      name: (phone) => write(phone, { t: "named", name: `Torneo ${below(3)}`, day: `2026-01-0${1 + below(9)}` }),
      close(phone) {
        if (!phone.wanted) return;
        write(phone, { t: "closed" });
        phone.setting = opening.closing(phone.setting);
        phone.wanted = "";
      },
      keepOpen(phone) {
        const asked = opening.closedElsewhere(phone.state, phone.setting, phone.dev);
        phone.setting = opening.keptOpen(phone.setting, asked);
        if (opening.closedElsewhere(phone.state, phone.setting, phone.dev).length) wrong("asked twice about a closing");
      },
      join: (phone) => write(phone, { t: one(["joined", "joined", "parted"]), with: one(begun) }, one(begun)),
      identify(phone) {
        const [a, b] = shuffled([...phone.state.players.keys()]);
        if (b) write(phone, { t: one(["same", "same", "other"]), a, b });
      },
      damage(phone) {
        if (chance() < 0.2)
          phone.take([
            {
              id: `d${history}-${serial++}`,
              dev: one(["x", phone.dev]),
              l: 2 ** 48,
              at: "2026-01-01T00:00:00.000Z",
              event: one(begun),
              ...one([{ t: "closed" }, { t: "named", name: "Danno", day: "" }])
            }
          ]);
      },
      meet(phone) {
        phone.take(shuffled([...one(phones).log.values()]));
      }
    };
    const menu = Object.entries({
      open: 1, give: 9, correct: 3, leave: 1, withdraw: 1, undo: 1, restore: 1, name: 1, close: 1, keepOpen: 1, join: 1,
      identify: 1, damage: 1, meet: 4
    }).flatMap(([name, times]) => Array.from({ length: times }, () => name)); // prettier-ignore
    for (let step = 12 + below(40); step > 0; step--) {
      const name = one(menu);
      acts[name](one(phones));
      // no phone's event opens or closes but by its own person
      for (const phone of phones) {
        const open = opening.openEvent(phone.state, opening.settledPhone(folded([]), phone.setting, ""));
        const wanted = phone.wanted && phone.state.events.has(phone.wanted);
        if (wanted ? open !== phone.state.events.get(phone.wanted) : open)
          wrong(`${name}: ${phone.dev} did not open or close that`);
      }
    }

    // everybody meets everybody, in any order, some twice
    const all = new Map(phones.flatMap((p) => [...p.log]));
    const written = (state) =>
      JSON.stringify([
        ...[state.events, state.players].map((map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))),
        state.entries,
        state.questions.map((pair) => pair.map((p) => `${p.id} ${p.event}`)).sort(),
        state.clock
      ]);
    const ends = phones.map((phone) => {
      for (const other of [...shuffled(phones), one(phones)]) phone.take(shuffled([...other.log.values()]));
      return folded(shuffled([...phone.log.values()]));
    });
    const [end] = ends;
    if (new Set(ends.map(written)).size !== 1) wrong("two phones differ");
    if (written(folded([...shuffled([...all.values()])])) !== written(end))
      wrong("the order of the operations matters");

    const kept = account(all.values());
    if (end.entries.length !== kept.entries.length) wrong(`${kept.entries.length} given, ${end.entries.length} there`);
    if (end.entries.map((e) => e.id).join() !== kept.entries.map((e) => e.first.entry).join()) wrong("another order");
    for (const { first, gone, corrections, heads, now } of kept.entries) {
      const entry = end.entries.find((e) => e.id === first.entry);
      if (!entry) continue;
      tried.entries++;
      tried.gone += gone;
      tried.conflicts += entry.versions.length > 1;
      if (gone !== entry.gone.length > 0) wrong(`${first.entry}: ${gone ? "deleted, and it is back" : "lost"}`);
      if (entry.now.id !== now.id) wrong(`${first.entry}: not the last version counts`);
      const shown = new Set(entry.versions.map((v) => `${v.penalty} ${v.table}`));
      if (!heads.every((v) => shown.has(`${v.penalty} ${v.table}`))) wrong(`${first.entry}: a version is hidden`);
      if (entry.versions.some((v) => !heads.some((h) => h.id === v.id)))
        wrong(`${first.entry}: a replaced one is back`);
      const touched = kept.all.some(
        (op) => op.t === "undone" && op.undoes.some((id) => all.get(id)?.entry === first.entry)
      );
      for (const later of touched ? [] : corrections)
        if (known.get(later.id).has(entry.now.id) && later.id !== entry.now.id)
          wrong(`${first.entry}: a correction that knew it lost to an older one`);
    }
    // what no longer follows is marked, with what it should be; nothing else is
    const marks = review.review(end, new Map([[game.book, game]]));
    tried.marks += marks.size;
    const said = (list) => JSON.stringify([...list].sort());
    if (said([...marks].map(([id, m]) => [id, m.expected.end])) !== said(kept.marks))
      wrong(`marked ${said([...marks].map(([id, m]) => [id, m.expected.end]))}, should be ${said(kept.marks)}`);
    // the next verdict of everybody is that of his entries
    for (const [key, has] of kept.has) {
      const [event, id] = key.split(" ");
      const player = { ...end.players.get(id), event };
      for (const base of new Set(BASES)) {
        tried.verdicts++;
        const next = review.worked(game, base, model.counts(end, game.book, player), "a");
        const right = becomes(base, has);
        if (next.end !== right.end || next.also.join() !== right.also.join())
          wrong(`${key}: the next ${base} is ${next.end}`);
      }
      const coming = review.coming(
        game,
        end.entries.filter((e) => e.event === event && e.player === id && !e.gone.length)
      );
      if ((has[OFFICIAL] ?? 0) > 2 && /alla prossima ammonizione ufficiale/.test(coming)) wrong(`${key}: «${coming}»`);
    }
    // the last name given to an event stands, whatever a damaged clock says
    for (const event of new Set(end.events.values())) {
      const names = kept.living.filter((op) => op.t === "named" && event.parts.some((part) => part.id === op.event));
      if (names.length && names.at(-1).name !== event.name) wrong(`${event.id}: what was said last does not stand`);
      tried.closings += event.closings.length;
    }
    tried.questions += end.questions.length;
  }
  return { told, ...tried, ms: performance.now() - started };
};
