import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LONGEST_STATEMENT } from "../../src/store/statement-watch.ts";
import { openStudyDatabase } from "../../src/study/database.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { makeTables } from "../../src/study/tables.ts";
import { onBothDatabases, queueWith, studyOf } from "../support/queues.ts";

const dir = mkdtempSync(join(tmpdir(), "designlab-shape-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT";
const renamed = (table: string, view: string) => `ALTER TABLE ${table} RENAME TO ${table}_old; ${view}`;

const ON_SQLITE: readonly [string, string][] = [
  ["a view in place of a table", renamed("studies", `CREATE VIEW studies AS ${ENDLESS} x AS hash FROM c`)],
  [
    "a view in place of the version",
    renamed("study_version", `CREATE VIEW study_version AS ${ENDLESS} x AS version FROM c`),
  ],
  ["a view that nothing asks for", `CREATE VIEW more AS ${ENDLESS} x FROM c`],
  ["a trigger", `CREATE TRIGGER t AFTER UPDATE ON workers BEGIN DELETE FROM studies; END`],
  ["a virtual table", "CREATE VIRTUAL TABLE v USING fts5(x)"],
  ["a column that is worked out", "ALTER TABLE studies ADD COLUMN more AS (zeroblob(100000000))"],
  ["a column of its own", "ALTER TABLE studies ADD COLUMN more TEXT"],
  ["an index on an expression", "CREATE INDEX i ON studies (upper(name))"],
  ["an index of its own", "CREATE INDEX i ON studies (name)"],
  ["a table of its own", "CREATE TABLE more (x)"],
  ["a table with other types", "DROP TABLE shares; CREATE TABLE shares (id ANY)"],
  [
    "a table with a check",
    "DROP TABLE seats; CREATE TABLE seats (study TEXT NOT NULL CHECK (study <> ''), worker TEXT NOT NULL, PRIMARY KEY (study, worker))",
  ],
  ["an engine's table that is a view", "DROP TABLE workflow_signals; CREATE VIEW workflow_signals AS SELECT 1 AS id"],
  ["no index of ours", "DROP INDEX events_of"],
];
const ON_POSTGRES: readonly [string, string][] = [
  [
    "a view in place of a table",
    renamed("designlab.studies", "")
      .replace("designlab.studies_old", "studies_old")
      .concat(`CREATE VIEW designlab.studies AS ${ENDLESS} x::text AS hash FROM c`),
  ],
  ["a materialized view", "CREATE MATERIALIZED VIEW designlab.more AS SELECT 1 AS x"],
  ["a rule", "CREATE RULE r AS ON UPDATE TO designlab.workers DO ALSO DELETE FROM designlab.studies"],
  [
    "a trigger",
    "CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(999); RETURN NEW; END'; CREATE TRIGGER t BEFORE UPDATE ON designlab.workers FOR EACH ROW EXECUTE FUNCTION public.f()",
  ],
  ["a policy", "ALTER TABLE designlab.studies ENABLE ROW LEVEL SECURITY"],
  [
    "a function that shadows one",
    "CREATE FUNCTION designlab.substr(varchar, int, int) RETURNS text LANGUAGE sql AS 'SELECT pg_sleep(999)::text'",
  ],
  [
    "an operator that shadows one",
    "CREATE FUNCTION public.e(text, varchar) RETURNS bool LANGUAGE sql AS 'SELECT true'; CREATE OPERATOR designlab.= (LEFTARG = text, RIGHTARG = varchar, FUNCTION = public.e)",
  ],
  [
    "a column that is worked out",
    "ALTER TABLE designlab.studies ADD COLUMN more int GENERATED ALWAYS AS (length(name)) STORED",
  ],
  ["a default that does something", "ALTER TABLE designlab.events ALTER COLUMN text SET DEFAULT pg_sleep(999)::text"],
  ["a check", "ALTER TABLE designlab.events ADD CHECK (pg_sleep(0) IS NOT NULL)"],
  [
    "a type of its own",
    "CREATE DOMAIN public.d AS text CHECK (length(value) < 99); ALTER TABLE designlab.studies ALTER COLUMN name TYPE public.d",
  ],
  ["an index on an expression", "CREATE INDEX i ON designlab.studies (upper(name))"],
  ["an index of its own", "CREATE INDEX i ON designlab.studies (name)"],
  ["a child of a table", "CREATE TABLE designlab.more () INHERITS (designlab.studies)"],
  ["a column of its own", "ALTER TABLE designlab.studies ADD COLUMN more text"],
  ["a table of its own", "CREATE TABLE designlab.more (x int)"],
  [
    "a table of the engine's that is a view",
    "DROP TABLE designlab_engine.workflow_signals; CREATE VIEW designlab_engine.workflow_signals AS SELECT 1 AS id",
  ],
];

onBothDatabases((place) => {
  test.each(place.name === "SQLite" ? ON_SQLITE : ON_POSTGRES)(
    "a queue with %s is refused before it is read",
    async (_, sql) => {
      const address = place.fresh();
      const { queue } = await queueWith(address, studyOf());
      await queue.close();
      const again = await openQueue(address);
      await again.close();
      if (place.name === "SQLite") {
        const file = new Database(address);
        file.exec(sql);
        file.close();
      } else {
        const database = await openStudyDatabase(address, makeTables);
        for (const statement of sql.split(/;\s*(?=[A-Z])/u).reduce<string[]>((all, part) => {
          // A function's body has semicolons of its own.
          const last = all.at(-1);
          if (last !== undefined && (last.match(/'/gu)?.length ?? 0) % 2 === 1)
            all[all.length - 1] = `${last}; ${part}`;
          else all.push(part);
          return all;
        }, []))
          if (statement.trim() !== "") await database.patiently("meddle", ({ run }) => run(statement));
        await database.close();
      }
      const began = performance.now();
      const message = await openQueue(address, { patience: 300 }).then(
        () => "opened",
        (error: Error) => error.message,
      );
      expect(message).toContain("which no study makes");
      expect(performance.now() - began).toBeLessThan(15_000);
    },
  );

  test("a file and texts that are far larger than any of a study are not read into memory", async () => {
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 1 }));
    await queue.close();
    const many = 150_000_000;
    const body = place.name === "SQLite" ? `zeroblob(${many * 2})` : `decode(repeat('00', ${many}), 'hex')`;
    const text = place.name === "SQLite" ? `CAST(zeroblob(${many / 3}) AS TEXT)` : `repeat('x', ${many / 3})`;
    const sqls = [
      `INSERT INTO files (study, key, path, sha256, bytes, body) VALUES ('${hash}', '01-ferry/wide/1', 'big', 'x', 2, ${body})`,
      `UPDATE studies SET name = ${text}`,
      `UPDATE experiments SET reason = ${text}`,
      `UPDATE experiments SET advice = ${text}`,
    ];
    if (place.name === "SQLite") {
      // In this process SQLite has a bound.
      const code = `new (require("bun:sqlite").Database)(process.argv[1]).exec(process.argv[2])`;
      expect(Bun.spawnSync([process.execPath, "-e", code, address, sqls.join(";")]).exitCode).toBe(0);
    } else {
      const database = await openStudyDatabase(address, makeTables);
      for (const sql of sqls) await database.patiently("meddle", ({ run }) => run(sql));
      await database.close();
    }
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "../support/reading-queue.ts"), address, hash, "big"],
      {
        stdout: "pipe",
        stderr: "inherit",
      },
    );
    const results: unknown[] = JSON.parse(await new Response(child.stdout).text());
    await child.exited;
    expect(results[0]).toBe(1);
    expect(results[1]).toBe(true);
    expect(results[3]).toBe(1);
    expect(results[5]).toBe(0);
    // Read whole, the one value took 950 MB.
    const most = (child.resourceUsage()?.maxRSS ?? Number.POSITIVE_INFINITY) / 1_000;
    expect(most).toBeLessThan(600);
  }, 120_000);
});

const ENDLESS_SCRIPT = join(import.meta.dir, "../support/endless-statement.ts");
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("a statement that never ends ends with its process, which says why", async () => {
  const child = Bun.spawn([process.execPath, ENDLESS_SCRIPT], { stdout: "pipe", stderr: "pipe" });
  const began = performance.now();
  const said = await new Response(child.stderr).text();
  expect(await child.exited).not.toBe(0);
  expect(said).toContain(`one statement took longer than ${LONGEST_STATEMENT} s`);
  expect(performance.now() - began).toBeLessThan(LONGEST_STATEMENT * 10_000);
}, 220_000);

test("a statement that never ends ends soon after whoever started its process is killed", async () => {
  const parent = Bun.spawn(["sh", "-c", `"${process.execPath}" "${ENDLESS_SCRIPT}"; true`], { stdout: "pipe" });
  const { value } = await parent.stdout.getReader().read();
  const pid = Number(new TextDecoder().decode(value).trim());
  await Bun.sleep(1_000);
  parent.kill("SIGKILL");
  await parent.exited;
  const began = performance.now();
  while (lives(pid) && performance.now() - began < LONGEST_STATEMENT * 900) await Bun.sleep(100);
  expect(lives(pid)).toBe(false);
}, 60_000);
