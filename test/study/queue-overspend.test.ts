import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readPrivates, stateFolder } from "../../src/store/private.ts";
import { openBudget } from "../../src/study/budget.ts";
import { openStudyDatabase, type StudyDatabase } from "../../src/study/database.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import type { TakenExperiment } from "../../src/study/queue.ts";
import { makeTables } from "../../src/study/tables.ts";
import { newPerson, onBothDatabases, type QueuePlace, queueWith, seatAt, studyOf } from "../support/queues.ts";

const PRICE = 0.9;
const MOST = 1;
const study = (tasks = 8) => studyOf({ tasks, experiment: { max_cost: PRICE }, panels: ["narrow", "wide"] });

/** A provider that counts for itself: what was paid, and what running experiments may still cost. */
function payingProvider(cost = () => PRICE) {
  const running = new Set<{ left: number }>();
  const seen = { paid: 0, begun: 0, worst: 0 };
  const look = (): void => {
    const open = [...running].reduce((sum, { left }) => sum + left, 0);
    seen.worst = Math.max(seen.worst, seen.paid + open);
  };
  return {
    seen,
    async perform({ spent, signal, put }: TakenExperiment, meddle: () => Promise<unknown> = async () => undefined) {
      const whole = cost();
      const own = { left: PRICE };
      running.add(own);
      seen.begun++;
      look();
      try {
        for (let part = 1; part <= 3; part++) {
          await meddle();
          if (signal.aborted) throw signal.reason;
          seen.paid += whole / 3;
          own.left -= whole / 3;
          look();
          await spent({ cost: (whole * part) / 3, tokens: 10, unpriced: 0 });
          await put("ledger.jsonl", new TextEncoder().encode(`${part}\n`)).catch(() => undefined);
        }
        return { outcome: "done" } as const;
      } finally {
        running.delete(own);
      }
    },
  };
}

type Column = { schema: string; table: string; column: string };

/** Every column of every table of a queue, the engine's among them. */
async function columnsOf(place: QueuePlace, database: StudyDatabase): Promise<Column[]> {
  const rows = await database.all(
    "list columns",
    place.name === "SQLite"
      ? "SELECT '' AS schema, m.name AS place, c.name AS field FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 2, 3"
      : "SELECT table_schema AS schema, table_name AS place, column_name AS field FROM information_schema.columns WHERE table_schema LIKE 'designlab%' ORDER BY 1, 2, 3",
  );
  return rows.map(({ schema, place: table, field }) => ({
    schema: String(schema),
    table: String(table),
    column: String(field),
  }));
}

const quoted = (name: string): string => `"${name}"`;
const tableOf = ({ schema, table }: Pick<Column, "schema" | "table">): string =>
  schema === "" ? quoted(table) : `${quoted(schema)}.${quoted(table)}`;

/** What a hostile hand writes into a column, as SQL: an impossible one for this column is refused by the database. */
const VALUES = [
  "0",
  "-1",
  "-1000000",
  "NULL",
  "1e300",
  "9007199254740993",
  "''",
  "'x'",
  "'[]'",
  "'{}'",
  `'{"providers":{},"lanes":1,"prices":{"wide":0,"narrow":0}}'`,
  `'{"experiment":{"max_cost":0,"max_tokens":null,"max_minutes":null},"study":{"max_cost":null,"max_tokens":null,"max_hours":null}}'`,
  "'waiting'",
  "'pending'",
  "'NaN'",
  "'Infinity'",
  "'2000-01-01T00:00:00.000Z'",
  "'9999-01-01T00:00:00.000Z'",
];
/** What a hostile hand does to rows as wholes. */
const DEEDS = [
  "UPDATE experiments SET state = 'waiting', worker = NULL, run = NULL, cost = 0, reserved = 0",
  "UPDATE experiments SET state = 'waiting', epoch = epoch + 1",
  "UPDATE experiments SET state = 'done', manifest = NULL",
  "UPDATE experiments SET key = key || 'x' WHERE key LIKE '01%'",
  "UPDATE experiments SET task = '02-ferry', panel = 'narrow'",
  "UPDATE experiments SET run = (SELECT MIN(run) FROM experiments)",
  "UPDATE experiments SET panel = CASE panel WHEN 'wide' THEN 'narrow' ELSE 'wide' END",
  "UPDATE workers SET spent = 0, most = NULL, gone = 1, seen = 0",
  "UPDATE studies SET price = 0, spent = -1000, expected = 0, heavy = 0, stopped = NULL",
  "DELETE FROM workers",
  "DELETE FROM shares",
  "DELETE FROM seats",
];

type Deed = { sql: string };
const deedIn = (columns: readonly Column[]): fc.Arbitrary<Deed> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...columns), fc.constantFrom(...VALUES))
      .map(([of, value]) => ({ sql: `UPDATE ${tableOf(of)} SET ${quoted(of.column)} = ${value}` })),
    fc.constantFrom(...DEEDS).map((sql) => ({ sql })),
  );

/** Works on a study while a hostile hand is at the database. Returns what a provider counted over all starts of the worker. */
async function worked(
  place: QueuePlace,
  deeds: (columns: readonly Column[]) => readonly Deed[],
  { starts = 2, longest = 1_500 } = {},
) {
  const address = place.fresh();
  const bundle = study();
  const { queue } = await queueWith(address, bundle, 14.4);
  const database = await openStudyDatabase(address, makeTables);
  const todo = [...deeds(await columnsOf(place, database))];
  const meddle = async (): Promise<void> => {
    const deed = todo.shift();
    if (deed === undefined) return;
    todo.push(deed);
    // What the database refuses did no harm.
    await database.patiently("meddle", ({ run }) => run(deed.sql)).catch(() => undefined);
  };
  const person = newPerson();
  const provider = payingProvider();
  const hash = bundleHash(bundle);
  await meddle();
  try {
    for (let start = 0; start < starts; start++) {
      const other = await openQueue(address).catch(() => null);
      if (other === null) continue;
      const leave = new AbortController();
      const timer = setTimeout(() => leave.abort(), longest);
      const seat = await seatAt(other, { at_once: 4, max_cost: MOST, person }).catch(() => null);
      await seat
        ?.work(hash, {
          takes: () => true,
          prices: new Map([["wide", 0]]),
          perform: (taken) => provider.perform(taken, meddle),
          signal: leave.signal,
        })
        .catch(() => undefined);
      clearTimeout(timer);
      await seat?.leave().catch(() => undefined);
      await other.close();
    }
  } finally {
    await Promise.all([database.close(), queue.close()]);
  }
  return provider.seen;
}

onBothDatabases((place) => {
  test("a worker reserves by what its user accepted when the queue says that experiments cost nothing", async () => {
    const seen = await worked(
      place,
      () => [
        {
          sql: 'UPDATE studies SET price = 0, expected = 0, facts = \'{"providers":{},"lanes":9,"prices":{"wide":0}}\'',
        },
      ],
      { longest: 60_000 },
    );
    expect(seen.begun).toBe(1);
    expect(seen.worst).toBeLessThanOrEqual(MOST);
    expect(seen.paid).toBeCloseTo(PRICE, 9);
  });

  test("a worker never has more paid and reserved than its limit, whichever column a hostile queue overwrites", async () => {
    const address = place.fresh();
    const { queue } = await queueWith(address, study());
    const database = await openStudyDatabase(address, makeTables);
    const columns = await columnsOf(place, database);
    await Promise.all([database.close(), queue.close()]);
    expect(columns.length).toBeGreaterThan(100);
    const left = [...columns];
    const begun: number[] = [];
    const lane = async (): Promise<void> => {
      for (let of = left.pop(); of !== undefined; of = left.pop()) {
        const column = of;
        const sets = VALUES.map((value) => ({
          sql: `UPDATE ${tableOf(column)} SET ${quoted(column.column)} = ${value}`,
        }));
        const seen = await worked(place, () => sets, { starts: 1, longest: 700 });
        begun.push(seen.begun);
        expect([column, seen.worst <= MOST + 1e-9]).toEqual([column, true]);
      }
    };
    await Promise.all(Array.from({ length: place.name === "SQLite" ? 6 : 4 }, lane));
    expect(begun.filter((each) => each > 0).length).toBeGreaterThan(columns.length / 2);
  }, 600_000);

  test("a worker keeps its limit over restarts while rows are swapped, duplicated and replayed", async () => {
    const address = place.fresh();
    const { queue } = await queueWith(address, study());
    const database = await openStudyDatabase(address, makeTables);
    const columns = await columnsOf(place, database);
    await Promise.all([database.close(), queue.close()]);
    await fc.assert(
      fc.asyncProperty(fc.array(deedIn(columns), { minLength: 1, maxLength: 8 }), async (deeds) => {
        const seen = await worked(place, () => deeds, { longest: 800 });
        expect(seen.worst).toBeLessThanOrEqual(MOST + 1e-9);
      }),
      { numRuns: place.name === "SQLite" ? 20 : 6 },
    );
  }, 300_000);

  test("two workers of one user share one limit, and a third starts nothing once it is spent", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, study());
    const person = newPerson();
    const provider = payingProvider();
    const queues = await Promise.all([openQueue(address), openQueue(address)]);
    const work = async (at: typeof queue) => {
      const seat = await seatAt(at, { at_once: 2, max_cost: 2, person });
      const signal = new AbortController().signal;
      const end = await seat.work(hash, { takes: () => true, perform: (taken) => provider.perform(taken), signal });
      await seat.leave();
      return end;
    };
    expect(await Promise.all(queues.map(work))).toEqual(["money", "money"]);
    expect(await work(queue)).toBe("money");
    expect(provider.seen.begun).toBe(2);
    expect(provider.seen.worst).toBeLessThanOrEqual(2);
    await Promise.all([queue, ...queues].map((each) => each.close()));
  });
});

test("an experiment that is charged more than it reserved ends once nothing is free", async () => {
  const person = newPerson();
  const budget = openBudget(person, "a".repeat(64), 2);
  const [one, two] = [await budget.reserve(0.5), await budget.reserve(0.5)];
  if (typeof one === "string" || typeof two === "string") throw new Error("nothing was reserved");
  expect(await one.allowance()).toBeCloseTo(1.5, 9);
  expect(await one.charge(1.4)).toBe("within");
  expect(await two.allowance()).toBeCloseTo(0.6, 9);
  expect(await one.charge(1.6)).toBe("over");
  expect(await two.charge(0.5)).toBe("spent");
  await one.release();
  await two.release();
  expect(await budget.used()).toEqual({ paid: expect.closeTo(2.1, 9), reserved: 0 });
  expect(await budget.outlook(0)).toBe("spent");
});

test("a killed worker's reservation counts as spent for the next one, and a damaged file stops it", async () => {
  const person = newPerson();
  const hash = "b".repeat(64);
  const killed = await openBudget(person, hash, 1).reserve(0.9);
  if (typeof killed === "string") throw new Error("nothing was reserved");
  await killed.charge(0.3);
  const next = openBudget(person, hash, 1);
  expect(await next.used()).toEqual({ paid: 0.3, reserved: expect.closeTo(0.6, 9) });
  expect(await next.reserve(0.9)).toBe("spent");
  expect(await openBudget(person, "c".repeat(64), 1).outlook(0.9)).toBe("start");
  const [[name] = [""]] = [...(await readPrivates(stateFolder(person), /^study-/u))];
  for (const text of ["", "{", '{"version":1,"paid":-5,"reserved":0}', '{"version":1,"paid":1e400,"reserved":0}']) {
    writeFileSync(join(stateFolder(person), name), text);
    expect(await next.reserve(0.1).catch(({ message }) => message)).toContain("is damaged");
  }
});

test("workers that reserve at the same time never reserve more than the limit together", async () => {
  for (let turn = 0; turn < 20; turn++) {
    const person = newPerson();
    const budgets = Array.from({ length: 4 }, () => openBudget(person, "d".repeat(64), 1));
    const came = await Promise.all(budgets.map((each) => each.reserve(0.6)));
    expect(came.filter((each) => typeof each !== "string").length).toBeLessThanOrEqual(1);
  }
});
