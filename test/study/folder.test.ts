import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listBegun } from "../../src/store/begun.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import { listKept } from "../../src/store/housekeeping.ts";
import { keepStudy, listStudies, meantStudy, QUEUE_FILE, queueOf } from "../../src/study/folder.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const HASHES = ["a", "b", "c"].map((digit) => digit.repeat(64)) as [string, string, string];
let root: string;
let base: string;
const person = (home = "home") => ({ home: join(root, home), env: {} });
const keep = (name: string, hash: string, queue: string | null = null, at = NOW) =>
  keepStudy(base, { name, hash }, { queue, gitignore: true, person: person(), now: () => at });
const later = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-studies-")));
  base = join(root, "base");
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe("the folder of a study", () => {
  test("is found by its name, its hash or as the newest", async () => {
    await keep("ferry", HASHES[0]);
    await keep("ferry", HASHES[1], null, later(1));
    await keep("harbour", HASHES[2], "postgres://ada@db.example/studies", later(-1));
    const { studies, problems } = await listStudies([base], () => later(2));
    expect(problems).toEqual([]);
    expect(studies.map(({ hash }) => hash)).toEqual([HASHES[1], HASHES[0], HASHES[2]]);
    const meant = (reference: string | null) => meantStudy(studies, reference, "here")?.hash;
    expect(meant(null)).toBe(HASHES[1]);
    expect(meant("harbour")).toBe(HASHES[2]);
    expect(meant("ferry-aaaaaaaa")).toBe(HASHES[0]);
    expect(meant("AAAAAAAA")).toBe(HASHES[0]);
    expect(meant(HASHES[1])).toBe(HASHES[1]);
    expect(() => meant("ferry")).toThrow('"ferry" names 2 studies here: ferry-bbbbbbbb, ferry-aaaaaaaa.');
    expect(() => meant("aaaa")).toThrow('There is no study "aaaa" here.');
    expect(meantStudy([], null, "here")).toBeNull();
    // One that says that it is of tomorrow is not the newest for that.
    expect((await listStudies([base], () => later(0.5))).studies[0]?.hash).toBe(HASHES[0]);
  });

  test("keeps where its queue is without a secret, and says when it was first added", async () => {
    const place = await keep("ferry", HASHES[0], "postgres://ada@db.example/studies");
    expect(await queueOf(place, person())).toBe("postgres://ada@db.example/studies");
    expect((await keep("ferry", HASHES[0], null, later(3))).added).toBe(NOW.toISOString());
    await writeFile(join(place.path, QUEUE_FILE), "");
    expect(await queueOf(place, person())).toBe(join(place.path, QUEUE_FILE));
    await rm(join(place.path, QUEUE_FILE));
    await expect(queueOf(place, person())).rejects.toThrow("is gone");
  });

  test("is listed nowhere as an experiment, whatever lies in it", async () => {
    await keep("ferry", HASHES[0]);
    for (const name of ["task.json", "idea.json", "ledger.jsonl"]) await writeFile(join(base, "studies", name), "{}");
    expect(await listExperiments([base], () => NOW)).toEqual({ experiments: [], problems: [] });
    expect(await listBegun([base], () => NOW)).toEqual({ begun: [], problems: [] });
    expect(await listKept([base])).toEqual([]);
  });

  test("is passed over by git, in a base of the lab's own and in one of a person's", async () => {
    await keep("ferry", HASHES[0]);
    expect(await readFile(join(base, ".gitignore"), "utf8")).toBe("*\n");
    base = join(root, "mine");
    await mkdir(base);
    await keep("ferry", HASHES[0]);
    expect(await readFile(join(base, "studies/.gitignore"), "utf8")).toBe("*\n");
  });
});

describe("studies that came with a checkout", () => {
  test("have no queue that this machine did not name", async () => {
    const place = await keep("ferry", HASHES[0], "postgres://ada@db.example/studies");
    await expect(queueOf(place, person("other"))).rejects.toThrow("this machine did not name it");
    const path = join(place.path, "queue.json");
    const kept = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...kept, queue: "postgres://evil.example/x" }));
    await expect(queueOf(place, person())).rejects.toThrow("this machine did not name it");
    // The word for one study is none for another.
    const other = await keep("ferry", HASHES[1]);
    await writeFile(join(other.path, "queue.json"), JSON.stringify({ ...kept, hash: HASHES[1] }));
    await expect(queueOf(other, person())).rejects.toThrow("this machine did not name it");
    // A project that moved keeps its own.
    await writeFile(path, JSON.stringify(kept));
    await cp(base, join(root, "moved"), { recursive: true });
    const [moved] = (await listStudies([join(root, "moved")], () => NOW)).studies.filter(
      ({ hash }) => hash === HASHES[0],
    );
    expect(moved && (await queueOf(moved, person()))).toBe("postgres://ada@db.example/studies");
  });

  test("are read over no link and from no pipe, and nothing is written through one", async () => {
    const place = await keep("ferry", HASHES[0]);
    await writeFile(join(root, "elsewhere.sqlite"), "");
    await symlink(join(root, "elsewhere.sqlite"), join(place.path, QUEUE_FILE));
    await expect(queueOf(place, person())).rejects.toThrow("a symbolic link");
    await rename(place.path, join(root, "real"));
    await symlink(join(root, "real"), place.path);
    expect((await listStudies([base], () => NOW)).studies).toEqual([]);
    await expect(keep("ferry", HASHES[0])).rejects.toThrow("a symbolic link");
    await rm(place.path);
    await mkdir(place.path);
    spawnSync("mkfifo", [join(place.path, "queue.json")]);
    const { studies, problems } = await listStudies([base], () => NOW);
    expect([studies, problems.map(({ kind }) => kind)]).toEqual([[], ["not-a-file"]]);
    await rm(join(base, "studies"), { recursive: true });
    await symlink(root, join(base, "studies"));
    const linked = await listStudies([base], () => NOW);
    expect([linked.studies, linked.problems.map(({ kind }) => kind)]).toEqual([[], ["not-a-file"]]);
    await expect(keep("ferry", HASHES[0])).rejects.toThrow("a symbolic link");
  });

  test.each(["", "-wal", "-shm", "-journal"])(
    "have no queue where none was begun here: %s is neither gone on with nor written through",
    async (part) => {
      const folder = join(base, "studies/ferry-aaaaaaaa");
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${QUEUE_FILE}${part}`);
      await writeFile(file, "theirs");
      await expect(keep("ferry", HASHES[0])).rejects.toThrow(`${file} is there, and this machine did not begin it`);
      await rm(file);
      await symlink(join(root, "not-there"), file);
      await expect(keep("ferry", HASHES[0])).rejects.toThrow("this machine did not begin it");
      await rm(file);
      const place = await keep("ferry", HASHES[0]);
      await writeFile(join(place.path, QUEUE_FILE), "");
      expect(await queueOf(place, person())).toBe(join(place.path, QUEUE_FILE));
      await rm(file, { force: true });
      await symlink(join(root, "not-there"), file);
      await expect(queueOf(place, person())).rejects.toThrow("a symbolic link");
    },
  );

  test("are what their folder's name says, and none else", async () => {
    const place = await keep("ferry", HASHES[0]);
    await cp(place.path, join(base, "studies/ferry-bbbbbbbb"), { recursive: true });
    await cp(place.path, join(base, "studies/Ferry"), { recursive: true });
    await writeFile(join(place.path, "queue.json"), "x".repeat(1_000));
    const { studies, problems } = await listStudies([base], () => NOW);
    expect([studies, problems.map(({ kind }) => kind)]).toEqual([[], ["not-json"]]);
  });
});
