import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LabError } from "../../src/errors.ts";
import { openStudyDatabase } from "../../src/study/database.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import type { StudyQueue } from "../../src/study/queue.ts";
import { noPostgres, startPostgres } from "../support/postgres.ts";
import { bytesOf, never, onBothDatabases, queueWith, seatAt, studyOf } from "../support/queues.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

const dir = mkdtempSync(join(tmpdir(), "designlab-database-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What is said of an address that no queue can be opened at. */
async function refusal(address: string): Promise<{ message: string; advice: string }> {
  const error = await openQueue(address, { patience: 300 }).catch((thrown: unknown) => thrown);
  if (!(error instanceof LabError)) throw error;
  expect(error.advice.length + error.message.length).toBeGreaterThan(20);
  return { message: error.message, advice: error.advice };
}

test("what is no database is told so, and is left as it was", async () => {
  const text = join(dir, "notes.txt");
  writeFileSync(text, "A text of somebody's, longer than the head of a database by far.\n".repeat(20));
  expect((await refusal(text)).message).toBe(`Cannot open the queue at ${text}: it is no database.`);
  const folder = join(dir, "folder");
  mkdirSync(folder);
  expect((await refusal(folder)).message).toContain("it is a folder");
  const pipe = join(dir, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  expect((await refusal(pipe)).message).toContain("it is no file");
  expect((await refusal(join(dir, "away", "queue.sqlite"))).message).toContain("its file cannot be opened or made");
  const other = join(dir, "other.sqlite");
  const database = new Database(other);
  database.exec("CREATE TABLE bookmarks (url TEXT)");
  database.close();
  expect((await refusal(other)).message).toContain("of something else");
  const left = new Database(other);
  expect(left.query("SELECT name FROM sqlite_master").values()).toEqual([["bookmarks"]]);
  left.close();
  expect(readdirSync(dir).filter((name) => name.startsWith("notes"))).toEqual(["notes.txt"]);
});

test.each([
  "mysql://u:secret-word@host/db",
  "https://host/queue",
  "postgres://u:secret word@ho st/db",
  "",
  "sqlite:",
  "postgres://",
])("an address that is none is a mistake of whoever typed it: %j", async (address) => {
  const { message, advice } = await refusal(address);
  expect(`${message}${advice}`).not.toContain("secret");
});

test("a server that is not there is waited for, and then told of without its password", async () => {
  for (const address of ["postgres://me:secret-word@127.0.0.1:9/db", "postgres://me:secret-word@host.invalid/db"]) {
    const { message, advice } = await refusal(address);
    expect(`${message} ${advice}`).not.toContain("secret-word");
    expect(message).toMatch(/did not answer for a minute|there is no such host/u);
  }
});

test.skipIf(!canMount)("where the disk is full it says so, loses nothing, and goes on when there is room", async () => {
  const disk = smallDisk(3);
  const opened: StudyQueue[] = [];
  try {
    const { queue, hash } = await queueWith(join(disk.dir, "queue.sqlite"), studyOf({ tasks: 3 }));
    opened.push(queue);
    const seat = await seatAt(queue, { at_once: 1 });
    let fill = false;
    const perform = async ({ put, experiment: { key } }: Parameters<Parameters<typeof seat.work>[1]["perform"]>[0]) => {
      await put("small.md", bytesOf(key));
      if (key.startsWith("02")) fill = true;
      for (let at = 0; fill && at < 20; at++) await put(`large-${at}`, randomBytes(400_000));
      return { outcome: "done" } as const;
    };
    const error = await seat
      .work(hash, { takes: () => true, perform, signal: never() })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LabError);
    expect((error as LabError).message).toMatch(/its disk (?:is full|cannot be read or written)/u);
    // What was stored before is there, and what did not fit is nowhere by halves.
    for (const { key, files, bytes, state } of await queue.experiments(hash)) {
      const stored = await queue.files(hash, key);
      expect([files, bytes]).toEqual([stored.length, stored.reduce((sum, each) => sum + each.bytes, 0)]);
      const may = key.startsWith("01") ? ["done"] : key.startsWith("02") ? ["waiting", "running"] : ["waiting"];
      expect(may).toContain(state);
    }
    await opened.pop()?.close();
    expect(spawnSync("mount", ["-o", "remount,size=64m", disk.dir]).status).toBe(0);
    const again = await openQueue(join(disk.dir, "queue.sqlite"));
    opened.push(again);
    fill = false;
    const other = await seatAt(again);
    expect(
      await other.work(hash, { takes: () => true, perform: async () => ({ outcome: "done" }), signal: never() }),
    ).toBe("over");
    expect((await again.standing(hash)).counts.done).toBe(3);
  } finally {
    for (const queue of opened) await queue.close();
    // The engine's own connection is let go of with its statements.
    Bun.gc(true);
    disk.remove();
  }
});

onBothDatabases((place) => {
  test("tables of another version are left alone", async () => {
    const address = place.fresh();
    await (await openQueue(address)).close();
    for (const [version, what] of [
      [7, "Update opencode-designlab here"],
      [0, "with the version of opencode-designlab that made the queue"],
    ] as const) {
      const database = await openStudyDatabase(address, async () => {});
      await database.patiently("change it", ({ run }) => run("UPDATE study_version SET version = ?", version));
      await database.close();
      const { message, advice } = await refusal(address);
      expect(message).toContain(`its tables are of version ${version}`);
      expect(advice).toContain(what);
    }
  });

  test("a key, a path and a study that are not there are nothing, and what asks for a study that is not there says so", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf());
    expect(await queue.files(hash, "no/such/1")).toEqual([]);
    expect(await queue.read(hash, "no/such/1", "a")).toBeNull();
    const none = "f".repeat(64);
    for (const ask of [
      () => queue.standing(none),
      () => queue.experiments(none),
      () => queue.stop(none),
      () => queue.goOn(none),
      () => queue.again(none, null),
    ])
      expect(ask()).rejects.toThrow(`has no study ${none}`);
    await queue.close();
  });

  test("words of all kinds come back as they went in", async () => {
    const { queue, hash } = await queueWith(place.fresh(), studyOf({ tasks: 1 }));
    const seat = await seatAt(queue);
    const odd = '\'; DROP TABLE studies; -- ? $1 \\ "quoted" ünï\u{1f600}\n';
    await seat.work(hash, {
      takes: () => true,
      signal: never(),
      async perform({ put }) {
        await put(odd, bytesOf(odd));
        return { outcome: "failed", reason: odd, advice: odd };
      },
    });
    const [only] = await queue.experiments(hash);
    expect(only).toMatchObject({ reason: odd, advice: odd });
    expect(await queue.read(hash, only?.key ?? "", odd)).toEqual(bytesOf(odd));
    await queue.close();
  });

  test.skipIf(place.name === "SQLite")(
    "a wrong password and a database that is not there are told without the password",
    async () => {
      const wrong = await refusal(place.postgres?.address("postgres", "secret-word") ?? "");
      expect(wrong.message).toContain("the database refused the user or the password");
      expect(wrong.message).toMatch(/at postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres:/u);
      const none = await refusal(place.postgres?.address("nowhere") ?? "");
      expect(none.message).toContain("there is no such database");
      for (const { message, advice } of [wrong, none])
        expect(`${message} ${advice}`).not.toMatch(/secret-word|correct-horse/u);
    },
  );
});

test("a machine that slept while its database was away has not waited: it tries anew when it wakes", async () => {
  const database = await openStudyDatabase(join(dir, "slept.sqlite"), async () => {}, 400);
  let tries = 0;
  const found = await database.patiently("look", async () => {
    if (++tries > 1) return "there";
    // Nothing else of the process goes on either.
    Bun.sleepSync(1_000);
    throw Object.assign(new Error("closed"), { code: "CONNECTION_CLOSED" });
  });
  expect([found, tries]).toEqual(["there", 2]);
  await database.close();
});

test.skipIf(noPostgres !== null)(
  "a transaction whose connection ends between two of its statements is done anew",
  async () => {
    const postgres = await startPostgres();
    const database = await openStudyDatabase(postgres.fresh(), async () => {});
    let tries = 0;
    const rows = await database.transaction("look", async ({ all }) => {
      await all("SELECT 1 AS n");
      if (++tries === 1) {
        postgres.restart();
        await Bun.sleep(500);
      }
      return all("SELECT 2 AS n");
    });
    expect([rows, tries]).toEqual([[{ n: 2 }], 2]);
    await database.close();
    postgres.stop();
  },
);
