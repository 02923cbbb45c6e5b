import { describe, expect, test } from "bun:test";
import type { PlanStatus, PlanTask } from "../../src/artifacts/plan-task.ts";
import { mayNot } from "../../src/plan/may.ts";
import { nextOf } from "../../src/plan/next.ts";
import { plan, TWELVE, task } from "./samples.ts";

/** The twelve tasks with some of them in another status. */
const twelve = (change: Readonly<Record<string, PlanStatus>> = {}): PlanTask[] =>
  TWELVE.map((each) => ({ ...each, status: change[each.id] ?? "pending" }));

describe("nextOf()", () => {
  test("starts with what begins the longest path of what is left", () => {
    const next = nextOf(plan(twelve()));
    // a begins 1 + 3 + 4 + 2 + 1 = 11, and b to j wait for it; k begins 5 + 1 = 6.
    expect(next.startable).toEqual([
      {
        id: "a",
        path: 11,
        critical: true,
        frees: ["b", "c"],
        dependents: 9,
        risk: expect.closeTo(0.2, 9),
        assumed: false,
        priority: null,
        failed: false,
        held: null,
        ground: "path",
      },
      expect.objectContaining({ id: "k", path: 6, critical: false, frees: ["l"], dependents: 1, ground: null }),
    ]);
    expect(next.beside).toEqual([{ id: "k", known: true }]);
    expect(next.waits).toContainEqual({
      id: "g",
      for: [
        { id: "d", status: "pending" },
        { id: "e", status: "pending" },
      ],
    });
    expect(next.waits).toHaveLength(10);
  });

  test("frees nothing that stays blocked, has no status or an id of several files", () => {
    const b = (more: object) => task("b", ["a"], more);
    const frees = (...[tasks, more]: Parameters<typeof plan>) => nextOf(plan(tasks, more)).startable[0]?.frees;
    expect(frees([task("a"), b({ status: "failed" })])).toEqual(["b"]);
    expect(frees([task("a"), b({ status: "blocked" })])).toEqual([]);
    expect(frees([task("a"), b({ status: null })])).toEqual([]);
    expect(frees([task("a"), b({})], { twice: [{ id: "b", files: ["b.md", "c.md"] }] })).toEqual([]);
  });

  test("frees only what waits for nothing else", () => {
    const next = nextOf(plan(twelve({ a: "completed", b: "completed", c: "completed", e: "completed" })));
    // d frees g, which has e already; f frees h and i; k frees l. d 4 + 2 + 1 = 7, f 3 + 2 + 1 = 6, k 6: f has three
    // behind it (h, i, j), k one.
    expect(next.startable.map(({ id, frees, path, ground }) => [id, frees, path, ground])).toEqual([
      ["d", ["g"], 7, "path"],
      ["f", ["h", "i"], 6, "dependents"],
      ["k", ["l"], 6, null],
    ]);
  });

  test("leaves out what touches the files of the first, and puts last what touches those of a task in progress", () => {
    // b (src/store) and c (src/store/read.ts) meet.
    const both = nextOf(plan(twelve({ a: "completed" })));
    expect(both.startable.map(({ id }) => id)).toEqual(["b", "c", "k"]);
    expect(both.beside).toEqual([{ id: "k", known: true }]);
    expect(both.apart).toEqual([{ a: "b", b: "c", files: ["src/store", "src/store/read.ts"] }]);
    const held = nextOf(plan(twelve({ a: "completed", c: "in-progress" })));
    expect(held.startable.map(({ id, ground }) => [id, ground])).toEqual([
      ["k", "files"],
      ["b", null],
    ]);
    expect(held.startable[1]?.held).toEqual({ a: "b", b: "c", files: ["src/store", "src/store/read.ts"] });
    expect(held.in_progress).toEqual(["c"]);
    expect(held.beside).toEqual([]);
  });

  test("does not promise that tasks which name no files are apart", () => {
    expect(nextOf(plan([task("a", [], { files: ["x"] }), task("b")])).beside).toEqual([{ id: "b", known: false }]);
  });

  test("decides by risk, then priority, then the natural order of ids", () => {
    const grounds = (tasks: PlanTask[]) => nextOf(plan(tasks)).startable.map(({ id, ground }) => [id, ground]);
    expect(
      grounds([
        task("t10"),
        task("t2"),
        task("t3", [], { priority: "high" }),
        task("t4", [], { risk: "high" }),
        task("t5", [], { priority: "soon" }),
        task("t6", [], { priority: "critical" }),
      ]),
    ).toEqual([
      ["t4", "risk"],
      ["t6", "priority"],
      ["t3", "priority"],
      ["t2", "name"],
      ["t5", "name"],
      ["t10", null],
    ]);
  });

  test("says of everything that is left why it is not started", () => {
    const tasks = [
      task("a", ["b"]),
      task("b", ["a"]),
      task("c", ["b"]),
      task("d", [], { status: "blocked" }),
      task("e", [], { status: null }),
      task("f", [], { status: "failed" }),
      task("g", ["nowhere"]),
      task("h", ["d"]),
      task("i"),
      task("j", [], { status: "completed" }),
    ];
    const next = nextOf(plan(tasks, { twice: [{ id: "i", files: ["i.md", "j.md"] }] }));
    expect(next.startable).toMatchObject([{ id: "f", failed: true }]);
    expect(next).toMatchObject({
      cycle: ["a", "b"],
      behind: ["c"],
      blocked: ["d"],
      unread: ["e"],
      twice: ["i"],
      completed: 1,
      all: 10,
      waits: [
        { id: "g", for: [{ id: "nowhere", status: "unknown" }] },
        { id: "h", for: [{ id: "d", status: "blocked" }] },
      ],
    });
  });

  test("counts what waits for a cycle that is completed: nothing holds it up", () => {
    const done = { status: "completed" } as const;
    const tasks = [task("a", ["b"], done), task("b", ["a"], done), task("c", ["a"]), task("d", ["c"]), task("e")];
    const next = nextOf(plan(tasks));
    expect(next.startable.map(({ id, path, frees }) => [id, path, frees])).toEqual([
      ["c", 4, ["d"]],
      ["e", 2, []],
    ]);
    expect([next.cycle, next.behind]).toEqual([[], []]);
    const half = nextOf(
      plan([task("a", ["b"], done), task("b", ["a"]), task("c", ["a"]), task("d", ["b"]), task("e", ["d"])]),
    );
    expect([half.startable.map(({ id }) => id), half.cycle, half.behind]).toEqual([["c"], ["b"], ["d", "e"]]);
  });

  test("of nothing, of one and of what is all done", () => {
    expect(nextOf(plan([]))).toMatchObject({ startable: [], beside: [], waits: [], all: 0 });
    expect(nextOf(plan([task("a")]))).toMatchObject({ startable: [{ id: "a", critical: true, ground: null }] });
    expect(nextOf(plan([task("a", [], { status: "completed" })]))).toMatchObject({ startable: [], completed: 1 });
  });
});

describe("mayNot()", () => {
  const tasks = twelve({ a: "completed", b: "in-progress", k: "failed", e: "blocked", f: "completed" });
  const why = (id: string, to: Parameters<typeof mayNot>[2]) => mayNot(plan(tasks), id, to);

  test("lets start what is pending or failed and waits for nothing", () => {
    expect(why("c", "in-progress")).toBeNull();
    expect(why("k", "in-progress")).toBeNull();
  });

  test("refuses what is out of order, with what it waits for", () => {
    expect(why("g", "in-progress")).toEqual({
      kind: "waits",
      for: [
        { id: "d", status: "pending" },
        { id: "e", status: "blocked" },
      ],
    });
    expect(mayNot(plan([task("a", ["z"])]), "a", "in-progress")).toEqual({
      kind: "waits",
      for: [{ id: "z", status: "unknown" }],
    });
  });

  test("refuses what has another status than the change begins from", () => {
    expect(why("b", "in-progress")).toEqual({ kind: "is", status: "in-progress", needed: ["pending", "failed"] });
    expect(why("f", "in-progress")).toMatchObject({ kind: "is", status: "completed" });
    expect(why("e", "in-progress")).toMatchObject({ kind: "is", status: "blocked" });
    expect(why("c", "completed")).toEqual({ kind: "is", status: "pending", needed: ["in-progress"] });
    expect(why("c", "failed")).toMatchObject({ kind: "is", status: "pending" });
    expect(why("b", "completed")).toBeNull();
    expect(why("b", "failed")).toBeNull();
  });

  test("refuses to complete what somebody began too early, and lets it fail", () => {
    const early = [task("a"), task("b", ["a"], { status: "in-progress" })];
    expect(mayNot(plan(early), "b", "completed")).toEqual({ kind: "waits", for: [{ id: "a", status: "pending" }] });
    expect(mayNot(plan(early), "b", "failed")).toBeNull();
  });

  test("names the cycle, the files of one id, and a status that is none", () => {
    const loop = plan([task("a", ["b"]), task("b", ["a"])]);
    expect(mayNot(loop, "b", "in-progress")).toEqual({ kind: "cycle", path: ["b", "a", "b"] });
    const crossed = plan([task("a", ["b"]), task("b", ["a", "c"]), task("c", ["a"])]);
    expect(mayNot(crossed, "c", "in-progress")).toEqual({ kind: "cycle", path: ["c", "b", "a", "c"] });
    const twice = plan([task("a")], { twice: [{ id: "a", files: ["a.md", "b.md"] }] });
    expect(mayNot(twice, "a", "in-progress")).toEqual({ kind: "twice", files: ["a.md", "b.md"] });
    expect(mayNot(plan([task("a", [], { status: null })]), "a", "completed")).toEqual({
      kind: "unread",
      field: "status",
      fault: null,
    });
  });

  test("refuses what waits for an id of several files, whatever the first of them says", () => {
    const copied = { twice: [{ id: "b", files: ["b copy.md", "b.md"] }] };
    const both = plan([task("b", [], { status: "completed" }), task("c", ["b"])], copied);
    expect(mayNot(both, "c", "in-progress")).toEqual({ kind: "waits", for: [{ id: "b", status: "twice" }] });
    expect(nextOf(both)).toMatchObject({ startable: [], waits: [{ id: "c", for: [{ id: "b", status: "twice" }] }] });
  });

  test("names the nearest ids of one that there is not", () => {
    expect(() => mayNot(plan([task("schema-tables")]), "shema-tables", "in-progress")).toThrow(
      'Cannot find the task "shema-tables": tasks has 1 tasks',
    );
  });
});
