import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import type { PullFault } from "../../src/artifacts/study-pull.ts";
import { LabError } from "../../src/errors.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import { listKept } from "../../src/store/housekeeping.ts";
import { BusyError } from "../../src/store/lock.ts";
import { isMadeHere } from "../../src/store/made.ts";
import { keepStudy, type StudyPlace } from "../../src/study/folder.ts";
import { holdsPath } from "../../src/study/held.ts";
import { manifestOf } from "../../src/study/manifest.ts";
import { pullStudy, readPulled } from "../../src/study/pull.ts";
import { chanceOf } from "../support/chance.ts";
import { snapshot } from "../support/disk.ts";
import { writeKnown } from "../support/history-project.ts";
import { HASH, listed, type Shelf, shelve, shelvedBundle } from "../support/shelved-study.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const FIRST = "01-booking/wide/1";
const SECOND = "01-booking/thrifty/1";

let root: string;
let base: string;
let home: string;
let bundle: StudyBundle;
let shelf: Shelf;
let place: StudyPlace;
/** An experiment that this very machine made and sealed, as a worker stores it. */
let files: Record<string, string>;

const person = () => ({ home, env: {} });

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-pull-")));
  base = join(root, "base");
  home = join(root, "home");
  bundle = shelvedBundle();
  shelf = shelve(bundle);
  const made = await writeKnown(
    join(root, "elsewhere"),
    {
      ...{ name: "ferry", at: new Date("2026-11-20T08:00:00Z"), seed: 7 },
      ...{ designers: ["north/small", "south/large"], reviewers: ["east/fine"] },
      score: (design) => 5 + design,
    },
    person(),
  );
  files = await snapshot(made.dir);
  expect(Object.keys(files)).toContain("made.json");
  place = await keepStudy(base, { name: bundle.name, hash: HASH }, kept());
});
afterEach(() => rm(root, { recursive: true, force: true }));

const kept = () => ({ queue: null, gitignore: true, person: person(), now: () => NOW });

function pull(options: Partial<Parameters<typeof pullStudy>[3]> = {}, queue: Parameters<typeof pullStudy>[0] = shelf) {
  return pullStudy(queue, bundle, place, {
    ...{ keys: null, gitignore: true, signal: new AbortController().signal, now: () => NOW },
    complete: async () => undefined,
    ...options,
  });
}

const folders = async (): Promise<string[]> =>
  (await readdir(base)).filter((name) => name !== "studies" && name !== ".gitignore").sort();
const leftovers = async (): Promise<string[]> =>
  (await readdir(place.path)).filter((name) => !["queue.json", "experiments.json", ".lock"].includes(name));

describe("what is done of a study", () => {
  test("is put into the base whole, without what says that this machine or a person had a part in it", async () => {
    const own = {
      "results/report.html": "<script>alert(1)</script>",
      "questions.jsonl": "{}\n",
      "votes/vote-a.json": "{}",
    };
    shelf.put(FIRST, { ...files, ...own });
    const completed: string[] = [];
    const came = await pull({ complete: async (dir, id) => void completed.push(id, basename(dir)) });
    const id = "2026-11-20-01-booking-wide-1";
    expect(came).toEqual({ pulled: [{ key: FIRST, folder: id }], there: 0, gone: [], refused: [] });
    const there = await snapshot(join(base, id));
    const { "made.json": _, ...rest } = files;
    expect(there).toEqual(rest);
    // It was completed before it had its name.
    expect(completed[0]).toBe(id);
    expect(completed[1]).toStartWith(".unfinished-");
    expect((await listExperiments([base], () => NOW)).experiments.map(({ task }) => task.experiment_id)).toEqual([id]);
    expect(await isMadeHere({ dir: join(base, id), person: person() })).toBe(false);
    expect(await isMadeHere({ dir: join(root, "elsewhere", "2026-11-20-ferry"), person: person() })).toBe(true);
    expect(await readPulled(place)).toEqual([
      {
        ...{ key: FIRST, folder: id, worker: "desk", ended: "2026-11-20T08:30:00.000Z", cost: 0.25, unpriced: 0 },
        ...{ manifest: shelf.all[0]?.manifest ?? "", pulled: NOW.toISOString() },
      },
    ]);
    expect(await leftovers()).toEqual([]);
  });

  test("is put there once, beside what has its name, and what was removed not again unless its key is named", async () => {
    await mkdir(join(base, "2026-11-20-01-BOOKING-wide-1"), { recursive: true });
    shelf.put(FIRST, files);
    expect((await pull()).pulled).toEqual([{ key: FIRST, folder: "2026-11-20-01-booking-wide-1-2" }]);
    const reads = shelf.reads;
    expect(await pull()).toEqual({ pulled: [], there: 1, gone: [], refused: [] });
    expect(shelf.reads).toBe(reads);
    await rm(join(base, "2026-11-20-01-booking-wide-1-2"), { recursive: true });
    const gone = { key: FIRST, folder: "2026-11-20-01-booking-wide-1-2" };
    expect(await pull()).toEqual({ pulled: [], there: 0, gone: [gone], refused: [] });
    expect(await pull({ keys: [FIRST] })).toEqual({ pulled: [gone], there: 0, gone: [], refused: [] });
    await expect(pull({ keys: ["02-booking/wide/1"] })).rejects.toThrow("no such experiment is done");
  });

  test("is left as a person made it here, and put beside that where it is another in the queue by now", async () => {
    shelf.put(FIRST, files);
    await pull();
    const dir = join(base, "2026-11-20-01-booking-wide-1");
    await writeFile(join(dir, "ledger.jsonl"), "mine\n");
    expect((await pull()).there).toBe(1);
    shelf.put(FIRST, { ...files, "ledger.jsonl": "{}\n" });
    expect((await pull()).refused).toEqual([{ key: FIRST, fault: { kind: "changed", folder: basename(dir) } }]);
    expect((await pull({ keys: [FIRST] })).pulled).toEqual([{ key: FIRST, folder: `${basename(dir)}-2` }]);
    expect(await readFile(join(dir, "ledger.jsonl"), "utf8")).toBe("mine\n");
  });
});

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("an archive that is damaged or hostile", () => {
  const cases: [string, (of: Shelf) => void, Partial<PullFault>][] = [
    ...(
      [
        "../../outside.json",
        "/etc/designlab.json",
        "designs/../../x.json",
        "designs\\design-a.json",
        "C:/task.json",
        "designs/design-a.json:stream",
        "designs//design-a.json",
        "./task.json",
        "designs/design-\u202Etxt.json",
        "designs/design-a\n.json",
        "designs/design-\uD800.json",
        "designs/design-a.json ",
        "designs/design-a.json.",
        "exchanges/con.20260101T000000Z-a.json",
        ".git/config",
        "notes.txt",
        "designs/design-a.js",
        "studies/x/queue.json",
        `designs/design-${"a".repeat(300)}.json`,
        `${"rounds/1/".repeat(40)}task.json`,
        "",
      ] as const
    ).map((path): (typeof cases)[number] => [
      `with the path ${JSON.stringify(path.slice(0, 40))}`,
      (of) => of.put(FIRST, { ...files, [path]: "{}" }),
      { kind: "path", path },
    ]),
    [
      "with twins by case",
      (of) => of.put(FIRST, { ...files, "designs/design-A.json": "1", "designs/design-a.json": "2" }),
      { kind: "twin" },
    ],
    [
      "with twins by normal form",
      (of) => of.put(FIRST, { ...files, "designs/design-\u00E9.json": "1", "designs/design-e\u0301.json": "2" }),
      { kind: "twin" },
    ],
    [
      "with a file changed since",
      (of) => of.bytes.set(`${FIRST}\ntask.json`, text("{}")),
      { kind: "damaged", path: "task.json" },
    ],
    [
      "with a file of the same length changed since",
      (of) => of.bytes.set(`${FIRST}\ntask.json`, text((files["task.json"] ?? "").replace("2", "3"))),
      { kind: "damaged", path: "task.json" },
    ],
    ["with a file gone", (of) => void of.bytes.delete(`${FIRST}\ntask.json`), { kind: "missing", path: "task.json" }],
    [
      "with a file and its hash changed since",
      (of) => {
        of.bytes.set(`${FIRST}\ntask.json`, text("{}"));
        of.lists.set(
          FIRST,
          (of.lists.get(FIRST) ?? []).map((each) =>
            each.path === "task.json" ? listed("task.json", text("{}")) : each,
          ),
        );
      },
      { kind: "manifest" },
    ],
    ["with a file less in its list", (of) => void of.lists.get(FIRST)?.shift(), { kind: "manifest" }],
    ["without a manifest", (of) => Object.assign(of.all[0] ?? {}, { manifest: null }), { kind: "manifest" }],
    ["without a task", (of) => of.put(FIRST, { "ledger.jsonl": "" }), { kind: "no-task" }],
    ["with a task that is none", (of) => of.put(FIRST, { "task.json": "[]" }), { kind: "task" }],
    [
      "with too many files",
      (of) =>
        of.put(FIRST, {
          ...files,
          ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`designs/design-${at}.json`, ""])),
        }),
      { kind: "too-many" },
    ],
    [
      "with a file that says to be too large",
      (of) => of.lists.get(FIRST)?.push({ path: "designs/design-z.json", sha256: "0".repeat(64), bytes: 1e12 }),
      { kind: "too-large", path: "designs/design-z.json" },
    ],
    [
      "with files that are too large together",
      (of) => {
        for (let at = 0; at < 10; at++)
          of.lists.get(FIRST)?.push({ path: `designs/design-z${at}.json`, sha256: "0".repeat(64), bytes: 59_000_000 });
      },
      { kind: "too-large", path: null },
    ],
    [
      "with a size that is none",
      (of) => of.lists.get(FIRST)?.push({ path: "designs/design-z.json", sha256: "0".repeat(64), bytes: -1 }),
      { kind: "too-large" },
    ],
    [
      "of no experiment of the study",
      (of) => Object.assign(of.all[0] ?? {}, { key: "../../x", task: ".." }),
      { kind: "key" },
    ],
    [
      "of a repeat too many",
      (of) => Object.assign(of.all[0] ?? {}, { key: "01-booking/wide/2", repeat: 2 }),
      { kind: "key" },
    ],
  ];
  for (const [name, spoil, fault] of cases)
    test(`${name} is named and left out, and the others are pulled`, async () => {
      shelf.put(FIRST, files);
      shelf.put(SECOND, files);
      spoil(shelf);
      const before = await readdir(root);
      const came = await pull();
      expect(came.pulled.map(({ key }) => key)).toEqual([SECOND]);
      expect(came.refused).toHaveLength(1);
      expect(came.refused[0]?.fault).toMatchObject(fault);
      expect(await folders()).toEqual(["2026-11-20-01-booking-thrifty-1"]);
      expect((await readPulled(place)).map(({ key }) => key)).toEqual([SECOND]);
      expect(await leftovers()).toEqual([]);
      expect(await readdir(root)).toEqual(before);
    });

  test("of any paths at all reaches nothing beside the base, and what is taken is what was listed", async () => {
    const { between, pick } = chanceOf(11);
    const parts = [
      "..",
      ".",
      "",
      "task.json",
      "designs",
      "design-a.json",
      "rounds",
      "1",
      "CON",
      "a\0b",
      "\\",
      ":",
      "é",
      "e\u0301",
      "~",
      "results",
      "ranking.json",
      "%2e%2e",
      "scores",
      "score-a-b.json",
      "\u202E",
      "controls",
      "made.json",
    ];
    for (let round = 0; round < 150; round++) {
      const own: Record<string, string> = { "task.json": files["task.json"] ?? "" };
      for (let at = between(1, 4); at > 0; at--)
        own[Array.from({ length: between(1, 4) }, () => pick(parts)).join(pick(["/", "/", "\\", "//"]))] =
          `text ${round}`;
      const other = shelve(bundle);
      other.put(FIRST, own);
      const came = await pull({ keys: [FIRST] }, other);
      const folder = came.pulled[0]?.folder;
      if (folder === undefined) expect(came.refused).toHaveLength(1);
      else {
        const { ".gitignore": _, ...there } = await snapshot(join(base, folder));
        expect(there).toEqual(Object.fromEntries(Object.entries(own).filter(([path]) => holdsPath(path) === "taken")));
        await rm(join(base, folder), { recursive: true });
      }
      expect(await folders()).toEqual([]);
      expect(await leftovers()).toEqual([]);
    }
    expect((await readdir(root)).sort()).toEqual(["base", "elsewhere", "home"]);
  });
});

describe("a pull that is not alone, or does not end", () => {
  test("waits for nobody: of two at once one says that the other is at work", async () => {
    shelf.put(FIRST, files);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    shelf.before = () => {
      begun.resolve();
      return held.promise;
    };
    const first = pull();
    await begun.promise;
    await expect(pull()).rejects.toBeInstanceOf(BusyError);
    await expect(pull()).rejects.toThrow("Another pull of ferry-ab12cd34 is at work; nothing was done here.");
    held.resolve();
    expect((await first).pulled).toHaveLength(1);
    expect((await pull()).there).toBe(1);
  });

  test("keeps what it had when the queue is gone, and goes on from there", async () => {
    for (const { key } of [...shelf.all]) shelf.put(key, files);
    shelf.before = (key) => {
      if (key === "02-booking/wide/1") throw new LabError("Cannot read a file: the queue is gone.");
    };
    await expect(pull()).rejects.toThrow("the queue is gone");
    expect(await folders()).toHaveLength(2);
    expect(await leftovers()).toEqual([]);
    shelf.before = () => undefined;
    const came = await pull();
    expect([came.pulled.length, came.there]).toEqual([2, 2]);
    expect(await folders()).toHaveLength(4);
  });

  test("is stopped between two files", async () => {
    shelf.put(FIRST, files);
    const stop = new AbortController();
    shelf.before = () => stop.abort();
    await expect(pull({ signal: stop.signal })).rejects.toThrow("abort");
    expect([await folders(), await leftovers()]).toEqual([[], []]);
  });

  test("that is killed leaves nothing half, and the next has each of them once", async () => {
    const script = join(import.meta.dir, "../support/killed-pull.ts");
    const task = join(root, "elsewhere", "2026-11-20-ferry");
    const { between } = chanceOf(5);
    for (const { key } of [...shelf.all]) shelf.put(key, files);
    for (let kill = 0; kill < 6; kill++) {
      const child = spawn(process.execPath, [script, base, home, task], { stdio: ["ignore", "pipe", "inherit"] });
      const most = between(1, 40);
      let seen = 0;
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (said: Buffer) => {
          seen += said.length;
          if (seen >= most) child.kill("SIGKILL");
        });
        child.on("exit", () => resolve());
      });
      for (const name of await folders()) {
        const { ".gitignore": _, "made.json": __, ...there } = await snapshot(join(base, name));
        const { "made.json": ___, ...whole } = files;
        // A name may be taken just before it is filled.
        expect([{}, whole]).toContainEqual(there);
      }
    }
    await pull();
    expect(await folders()).toEqual(shelf.all.map(({ key }) => `2026-11-20-${key.replaceAll("/", "-")}`).sort());
    expect((await readPulled(place)).map(({ key }) => key)).toEqual(shelf.all.map(({ key }) => key).sort());
    expect(await leftovers()).toEqual([]);
  }, 300_000);

  test("says what to do where what was pulled cannot be told", async () => {
    await writeFile(join(place.path, "experiments.json"), "{");
    shelf.put(FIRST, files);
    await expect(pull()).rejects.toThrow("experiments.json cannot be used");
    await rm(join(place.path, "experiments.json"));
    await symlink(join(root, "home"), join(place.path, "experiments.json"));
    await expect(pull()).rejects.toThrow("cannot be used");
    expect(await folders()).toEqual([]);
  });

  test.skipIf(!canMount)("on a disk that is full says so, and keeps what has room", async () => {
    const disk = smallDisk(1);
    try {
      const full = await keepStudy(join(disk.dir, "base"), { name: bundle.name, hash: HASH }, kept());
      for (const { key } of [...shelf.all])
        shelf.put(key, { ...files, "entrants/entrant-a.json": "a".repeat(600_000) });
      const pulling = {
        ...{ keys: null, gitignore: true, signal: new AbortController().signal, now: () => NOW },
        complete: async () => undefined,
      };
      const error = await pullStudy(shelf, bundle, full, pulling).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LabError);
      expect((error as LabError).advice).toContain("The disk is full");
      const there = await listKept([join(disk.dir, "base")]);
      expect(there.map(({ dir }) => basename(dir))).toEqual(["2026-11-20-01-booking-wide-1"]);
      expect((await readdir(full.path)).filter((name) => name.startsWith(".unfinished"))).toEqual([]);
    } finally {
      disk.remove();
    }
  });
});

test("a manifest is of paths and hashes, in whatever order they come", () => {
  const list = [listed("a", text("1")), listed("b", text("2"))];
  expect(manifestOf([...list].reverse())).toBe(manifestOf(list));
  expect(manifestOf([listed("a", text("1")), listed("b", text("3"))])).not.toBe(manifestOf(list));
});
