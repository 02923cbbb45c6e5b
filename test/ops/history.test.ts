import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { studentt } from "jstat";
import type { Summary } from "../../src/artifacts/summary.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { HistoryNumbers } from "../../src/stats/history.ts";
import { sealMade } from "../../src/store/made.ts";
import { openExperiment } from "../../src/store/open.ts";
import { createRound } from "../../src/store/rounds.ts";
import { answerCall } from "../../src/tool.ts";
import { designOf } from "../support/artifacts.ts";
import { readJson } from "../support/disk.ts";
import { baseOf, dayAt, type Known, writeKnown } from "../support/history-project.ts";
import { foreign, HOSTILE } from "../support/hostile-text.ts";
import { type Bench, bench } from "../support/lab.ts";

/** Longer than what changed lately counts as changing still. */
const SETTLED = 2_200;
const NOW = new Date("2026-11-24T12:00:00Z");

const REVIEWERS = ["ray/good-1", "sol/good-1", "tau/mild-1", "uma/blind-1"];
const SEVERITY = [-0.5, 0, 0.8, -0.3];
/** What each designer's designs are worth; the third changed its version, and its id, after the first ten. */
const WORTH = { "ann/best-1": 7.5, "bob/fair-1": 6.5, "cat/old-1": 5.5, "cat/new-1": 6 } as const;
/** The same noise each time, between −1 and 1. */
const noise = (...at: number[]): number => {
  const mixed = Math.sin(at.reduce((sum, each, place) => sum + each * (12.9898 + 31.7 * place), 1)) * 43_758.5453;
  return Number((2 * (mixed - Math.floor(mixed)) - 1).toFixed(2));
};

const designersOf = (nth: number) => ["ann/best-1", "bob/fair-1", nth < 10 ? "cat/old-1" : "cat/new-1"] as const;
const level = (nth: number): number => ((nth * 7) % 5) / 4 - 0.5;
const given = (nth: number, design: number, reviewer: number): number => {
  const quality = WORTH[designersOf(nth)[design] ?? "ann/best-1"] + level(nth) + 0.6 * noise(nth, design, 9);
  return Number((quality + (SEVERITY[reviewer] ?? 0) + noise(nth, design, reviewer)).toFixed(2));
};
const OUTCOMES = ["worked", "worked", "partly", "failed", "worked", "worked", undefined, undefined] as const;

/** Twenty: all decided but four, copies in three, a person's vote in two, eight of which it is said how they turned out or not. */
const TWENTY: readonly Known[] = Array.from({ length: 20 }, (_, nth) => {
  const outcome = OUTCOMES[nth];
  return {
    name: `task-${nth}`,
    at: dayAt(nth),
    seed: nth,
    designers: designersOf(nth),
    reviewers: REVIEWERS,
    score: (design: number, reviewer: number) => given(nth, design, reviewer),
    words: (design: number) => 30 + 20 * ((design + nth) % 3),
    ...(nth >= 17 && {
      copies: (design: number, reviewer: number) => given(nth, design, reviewer) - (reviewer === 3 ? 0.1 : 4),
    }),
    ...((nth === 5 || nth === 6) && { person: { name: "Ada", score: (design: number) => 8 - 2 * design } }),
    ...(nth < 16 && {
      decided: {
        design: nth === 15 ? null : nth === 14 ? 1 : 0,
        because: nth === 15 ? "We buy it instead" : `It is the one that we can run, ${nth}`,
        ...(outcome !== undefined && { outcome, note: `Seen after a month, ${nth}` }),
      },
    }),
  };
});

type Told = HistoryNumbers & {
  counted: number;
  experiments: (Omit<Summary, "reviewers" | "halves"> & { experiment: string; apart: string | null })[];
};

let lab: Bench;
let base: string;
const person = () => ({ home: lab.home, env: {} });
const text = (): Promise<string> => lab.call("show", { what: "history" });
async function facts(): Promise<Told> {
  const { facts: told } = await answerCall({ op: "show", args: { what: "history" } }, lab.context);
  return (told as { history: Told }).history;
}
const folderOf = async (name: string): Promise<string> =>
  join(base, (await readdir(base)).find((each) => each.endsWith(`-${name}`)) ?? "");

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), "designlab-history-"));
  lab = await bench({ dir, home: join(dir, "no-home"), now: () => NOW });
  base = baseOf(dir);
  for (const known of TWENTY) await writeKnown(base, known, person());
  await Bun.sleep(SETTLED);
});
afterAll(() => lab.dispose());

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/** Solves A·x = b by Gauss and Jordan: no code of the lab's is in what its numbers are held against. */
function solve(matrix: readonly (readonly number[])[], right: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, at) => [...row, ...(right[at] ?? [])]);
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows.findIndex((row, place) => place >= at && Math.abs(row[at] ?? 0) > 1e-9);
    [rows[at], rows[pivot]] = [rows[pivot] as number[], rows[at] as number[]];
    const head = rows[at]?.[at] ?? 1;
    rows[at] = (rows[at] ?? []).map((value) => value / head);
    for (let other = 0; other < rows.length; other++) {
      const factor = rows[other]?.[at] ?? 0;
      if (other !== at)
        rows[other] = (rows[other] ?? []).map((value, place) => value - factor * (rows[at]?.[place] ?? 0));
    }
  }
  return rows.map((row) => row.slice(matrix.length));
}

/**
 * Scores of one experiment by hand, but for what is added to all of them: of a complete panel the weighted mean over
 * reviewers. A person weighs 1.5, and who spreads scores more than 1.15 times as widely as the median weighs less.
 */
function qualities(nth: number): number[] {
  const { person: ada } = TWENTY[nth] as Known;
  const panel = [0, 1, 2, 3].map((reviewer) => [0, 1, 2].map((design) => given(nth, design, reviewer)));
  const all = ada === undefined ? panel : [...panel, [0, 1, 2].map((design) => ada.score(design))];
  const spreads = all.map((own) => Math.sqrt(sumOf(own.map((each) => (each - mean(own)) ** 2)) / 2));
  const sorted = spreads.filter((spread) => spread > 0).toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  const middle = mean([sorted[Math.ceil(half) - 1] ?? 0, sorted[Math.floor(half)] ?? 0]);
  const weights = spreads.map((spread, at) => (at > 3 ? 1.5 : 1) * Math.min(1, (1.15 * middle) / spread));
  return [0, 1, 2].map(
    (design) => sumOf(all.map((own, at) => (own[design] ?? 0) * (weights[at] ?? 0))) / sumOf(weights),
  );
}

describe("history of twenty experiments says what a calculation by hand says", () => {
  test("of designers: model and experiment, the error pooled, t for the interval; a new id is another model", async () => {
    const seats = ["ann/best-1", "bob/fair-1", "cat/old-1", "cat/new-1"];
    const cells = TWENTY.flatMap(({ designers }, nth) =>
      designers.map((seat, at) => ({ model: seats.indexOf(seat), nth, y: qualities(nth)[at] ?? 0 })),
    );
    // Columns: three models beside the last, then twenty experiments.
    const design = cells.map(({ model, nth }) =>
      Array.from({ length: 23 }, (_, column) => Number(column < 3 ? column === model : column - 3 === nth)),
    );
    const columns = Array.from({ length: 23 }, (_, at) => at);
    const normal = columns.map((a) => columns.map((b) => sumOf(design.map((row) => (row[a] ?? 0) * (row[b] ?? 0)))));
    const right = columns.map((a) => [sumOf(design.map((row, at) => (row[a] ?? 0) * (cells[at]?.y ?? 0)))]);
    const fitted = solve(normal, right).map(([value = 0]) => value);
    const rss = sumOf(
      cells.map(({ y }, at) => (y - sumOf((design[at] ?? []).map((x, column) => x * (fitted[column] ?? 0)))) ** 2),
    );
    const freedom = 60 - 20 - 4 + 1;
    const inverse = solve(
      normal,
      columns.map((a) => columns.map((b) => Number(a === b))),
    );
    const alpha = [...fitted.slice(0, 3), 0];
    const { designers } = await facts();
    const [group] = designers;
    expect(designers).toHaveLength(1);
    expect(group?.freedom).toBe(freedom);
    expect(group?.experiments).toBe(20);
    expect(group?.deviation).toBeCloseTo(Math.sqrt(rss / freedom), 8);
    for (const [at, seat] of seats.entries()) {
      const contrast = [0, 1, 2].map((each) => Number(each === at) - 1 / 4);
      const variance = sumOf(
        [0, 1, 2].flatMap((a) =>
          [0, 1, 2].map((b) => (contrast[a] ?? 0) * (contrast[b] ?? 0) * (inverse[a]?.[b] ?? 0)),
        ),
      );
      const row = group?.rows.find((each) => each.seat === seat);
      expect(row?.experiments).toBe(seat.startsWith("cat") ? 10 : 20);
      expect(row?.effect).toBeCloseTo((alpha[at] ?? 0) - mean(alpha), 8);
      expect(row?.half).toBeCloseTo(studentt.inv(0.975, freedom) * Math.sqrt((variance * rss) / freedom), 8);
    }
    expect(
      group?.better
        .filter(({ better }) => better === "ann/best-1")
        .map(({ worse }) => worse)
        .toSorted(),
    ).toEqual(["bob/fair-1", "cat/new-1", "cat/old-1"]);
  });

  test("of reviewers: severity, how far they stray, whom they put first, what copies showed, price and time", async () => {
    const { reviewers } = await facts();
    expect(reviewers.map(({ seat }) => seat).toSorted()).toEqual(["person/Ada", ...REVIEWERS].toSorted());
    // By hand over the eighteen panels of models alone, in which the others' quality is their plain mean, and two with Ada.
    for (const [j, seat] of REVIEWERS.entries()) {
      const panels = TWENTY.map(({ person: ada }, nth) =>
        [0, 1, 2].map((i) => {
          const others = [0, 1, 2, 3].filter((other) => other !== j).map((other) => given(nth, i, other));
          const q = ada === undefined ? mean(others) : mean([...others, ada.score(i)]);
          return { y: given(nth, i, j), q };
        }),
      );
      const severities = panels.map((own) => mean(own.map(({ y, q }) => y - q)));
      const squares = panels.map((own, nth) => sumOf(own.map(({ y, q }) => (y - q - (severities[nth] ?? 0)) ** 2)));
      const pairs = panels.flatMap((own) =>
        [
          [0, 1],
          [0, 2],
          [1, 2],
        ].map(([a = 0, b = 0]) => {
          const [own1, own2] = [own[a], own[b]];
          return Number((own1?.y ?? 0) > (own2?.y ?? 0) === (own1?.q ?? 0) > (own2?.q ?? 0));
        }),
      );
      const row = reviewers.find((each) => each.seat === seat);
      const spread = Math.sqrt(sumOf(severities.map((each) => (each - mean(severities)) ** 2)) / 19);
      expect(row?.severity?.value).toBeCloseTo(mean(severities), 8);
      expect(row?.severity?.half).toBeCloseTo((studentt.inv(0.975, 19) * spread) / Math.sqrt(20), 8);
      expect(row?.strays).toBeCloseTo(Math.sqrt(sumOf(squares) / 40), 8);
      expect(row?.agreement).toBeCloseTo(mean(pairs), 8);
      expect(row?.controls).toMatchObject({ of: 3, unseeing: j === 3 ? 3 : 0 });
      expect(row?.controls?.drop).toBeCloseTo(j === 3 ? 0.1 : 4, 8);
      expect(row).toMatchObject({ answers: 60, failed: 0, experiments: 20 });
      expect(row?.cost).toBeCloseTo(0.02, 8);
      expect(row?.seconds).toBeCloseTo(10 + j, 8);
    }
    expect(reviewers.at(-1)).toMatchObject({
      seat: "person/Ada",
      person: true,
      experiments: 2,
      answers: 0,
      cost: null,
    });
    expect(reviewers.at(-1)?.severity?.half).toBeNull();
  });

  test("of outcomes: worked, in part and failed, beside the sum of P(best)", async () => {
    const { outcomes, experiments } = await facts();
    const told = experiments.filter(({ decided }) => decided?.outcome != null);
    const p = told.map(({ decided }) => decided?.p ?? 0);
    expect(p).toHaveLength(6);
    expect(outcomes).toMatchObject({ of: 6, worked: 4, partly: 1, failed: 1, brier: null, log: null });
    expect(outcomes.expected?.sum).toBeCloseTo(sumOf(p), 8);
    expect(outcomes.expected?.deviation).toBeCloseTo(Math.sqrt(sumOf(p.map((each) => each * (1 - each)))), 8);
  });

  test("of halves: three ways to halve four minds, either half in turn, each experiment with the same weight", async () => {
    const { halves } = await facts();
    const worth = (nth: number, mind: number, design: number): number =>
      mind < 4 ? given(nth, design, mind) : (TWENTY[nth]?.person?.score(design) ?? 0);
    const bestOf = (nth: number, half: readonly number[]): number => {
      const weights = half.map((mind) => (mind < 4 ? 1 : 1.5));
      const means = [0, 1, 2].map((design) =>
        sumOf(half.map((mind, at) => ((weights[at] ?? 0) * worth(nth, mind, design)) / sumOf(weights))),
      );
      return means.indexOf(Math.max(...means));
    };
    const besides = TWENTY.map(({ person: ada }, nth) => {
      const minds = ada === undefined ? [0, 1, 2, 3] : [0, 1, 2, 3, 4];
      const smaller = minds.flatMap((a, at) => minds.slice(at + 1).map((b) => [a, b]));
      // Of four each half stands twice among the pairs, once as the other; of five a pair and three.
      const splits = minds.length === 4 ? smaller.slice(0, 3) : smaller;
      return splits.flatMap((half) => {
        const rest = minds.filter((mind) => !half.includes(mind));
        const [one, other, whole] = [bestOf(nth, half), bestOf(nth, rest), bestOf(nth, minds)];
        return [
          { other: Number(one === other), whole: Number(one === whole) },
          { other: Number(one === other), whole: Number(other === whole) },
        ];
      });
    });
    expect(halves?.experiments).toBe(20);
    expect(halves?.whole).toBeCloseTo(mean(besides.map((own) => mean(own.map(({ whole }) => whole)))), 8);
    expect(halves?.whole).toBeLessThan(1);
    for (const nth of [3, 5, 11]) {
      const { summary } = await readJson<{ summary: Summary }>(join(await folderOf(`task-${nth}`), "summary.json"));
      expect(summary.halves?.map(({ other, whole }) => ({ other, whole }))).toEqual(besides[nth] ?? []);
    }
    expect(sumOf((halves?.bins ?? []).map(({ experiments }) => experiments))).toBeGreaterThanOrEqual(20);
  });

  test("and its first lines are for somebody who must decide", async () => {
    const said = await text();
    expect(said).toContain(
      "**20 experiments, 16 decided**, 1 of them for none of the designs. Of 6 it is said how it turned out: 4 worked, 1 in part, 1 failed.",
    );
    expect(said).toMatch(/\*\*Who designs best:\*\* by these reviewers ann\/best-1, better than each of the others/u);
    expect(said).toContain("**Who does not see spoiled copies:** uma/blind-1 in 3 of 3.");
    expect(said).toMatch(/\*\*With half the reviewers:\*\* the same design would have come first in \d+ %/u);
    expect(said).toMatch(/\*\*Predicted and observed:\*\* 4\.5 of 6 worked \(1 in part count half\); expected were/u);
    expect(said).toContain("Decided by Ada for none of the designs, because “We buy it instead”.");
    expect(said).not.toContain("Counted apart");
  });
});

describe("a summary beside an experiment", () => {
  test("is kept once, and says the same to the byte; all of it goes with its folder", async () => {
    const first = await text();
    const dir = await folderOf("task-3");
    expect(existsSync(join(dir, "summary.json"))).toBe(true);
    expect(await text()).toBe(first);
    for (const name of await readdir(base)) await rm(join(base, name, "summary.json"), { force: true });
    expect(await text()).toBe(first);
  });

  test("that somebody edited, or that is none, changes nothing", async () => {
    const before = JSON.stringify(await facts());
    const dir = await folderOf("task-3");
    const path = join(dir, "summary.json");
    const kept = await readJson<{ summary: Summary }>(path);
    const better = kept.summary.designs.map((each) => ({ ...each, score: each.seat === "bob/fair-1" ? 10 : 0 }));
    const elsewhere = join(lab.dir, "elsewhere.json");
    await writeFile(elsewhere, JSON.stringify({ ...kept, summary: { ...kept.summary, designs: better } }));
    const plants: Record<string, () => Promise<unknown>> = {
      edited: async () => execFileSync("cp", [elsewhere, path]),
      "without a seal": () =>
        writeFile(path, JSON.stringify({ ...kept, mac: undefined, summary: { ...kept.summary, designs: better } })),
      "no JSON": () => writeFile(path, "{"),
      "another shape": () => writeFile(path, JSON.stringify({ ...kept, summary: { topic: 7 } })),
      "much too much": () => writeFile(path, `[${"[".repeat(500_000)}`),
      "a link": () => symlink(elsewhere, path),
      "a folder": () => mkdir(path),
      "a pipe": async () => execFileSync("mkfifo", [path]),
    };
    for (const [name, plant] of Object.entries(plants)) {
      await rm(path, { recursive: true, force: true });
      await plant();
      expect([name, JSON.stringify(await facts())]).toEqual([name, before]);
      await rm(path, { recursive: true, force: true });
    }
  });

  test("of another experiment counts in no other folder", async () => {
    const before = JSON.stringify(await facts());
    const [one, other] = [await folderOf("task-3"), await folderOf("task-4")];
    execFileSync("cp", ["-a", join(one, "summary.json"), join(other, "summary.json")]);
    expect(JSON.stringify(await facts())).toBe(before);
  });

  test("is made anew once a score changed", async () => {
    const before = await facts();
    const dir = await folderOf("task-7");
    const path = join(dir, "scores", "score-ann-best-1-ray-good-1.json");
    const score = await readJson<{ scores: object; samples: { scores: object }[] }>(path);
    const worse = { clarity: 0 };
    await writeFile(
      path,
      JSON.stringify({ ...score, scores: worse, samples: score.samples.map((each) => ({ ...each, scores: worse })) }),
    );
    const after = await facts();
    const effect = ({ designers }: Told) => designers[0]?.rows.find(({ seat }) => seat === "ann/best-1")?.effect ?? 0;
    expect(effect(after)).toBeLessThan(effect(before));
    await writeFile(path, JSON.stringify(score));
    expect(effect(await facts())).toBe(effect(before));
  });
});

describe("what decides no leaderboard", () => {
  const planted: Known = {
    name: "planted",
    at: dayAt(40),
    seed: 99,
    designers: ["evil/best-1", "ann/best-1", "bob/fair-1"],
    reviewers: REVIEWERS,
    score: (design) => 10 - 5 * design,
    decided: { design: 0, because: "It is planted", outcome: "worked" },
  };
  const numbersOf = ({ experiments: _, ...numbers }: Told) => JSON.stringify(numbers);

  test("is an experiment that came with a checkout, whatever it says was decided", async () => {
    const before = await facts();
    // Its seals are another machine's.
    await writeKnown(base, planted, { home: join(lab.dir, "other-home"), env: {} });
    const after = await facts();
    expect(numbersOf(after)).toBe(numbersOf(before));
    expect(after.experiments.find(({ topic }) => topic === "planted")?.apart).toBe("elsewhere");
    const said = await text();
    expect(said).toContain("**Counted apart:** 1 experiment that this machine neither began nor saw decided");
    expect(said).toContain("**planted**, 2026-02-10-planted, counted apart");
    expect(said).toContain("as the file says, not seen on this machine");
    expect(said).toContain("20 experiments, 16 decided");
    await rm(await folderOf("planted"), { recursive: true });
    expect(await text()).not.toContain("2026-02-10-planted");
  });

  test("is a seal of this machine that was taken into another folder, and a copy counts once", async () => {
    const before = await facts();
    const made = await folderOf("task-3");
    await writeKnown(base, { ...planted, sealed: false });
    execFileSync("cp", [join(made, "made.json"), join(await folderOf("planted"), "made.json")]);
    expect(numbersOf(await facts())).toBe(numbersOf(before));
    await rm(await folderOf("planted"), { recursive: true });
    execFileSync("cp", ["-a", made, `${made}-again`]);
    const after = await facts();
    expect(numbersOf(after)).toBe(numbersOf(before));
    expect(after.experiments.filter(({ apart }) => apart === "copy")).toHaveLength(1);
    await rm(`${made}-again`, { recursive: true });
  });

  test("is a folder that says that it is another: the one that was begun here counts still", async () => {
    const before = await facts();
    const made = await folderOf("task-3");
    const short = join(base, "a");
    execFileSync("cp", ["-a", made, short]);
    await rm(join(short, "made.json"));
    await rm(join(short, "decision.json"), { force: true });
    const after = await facts();
    expect(after.experiments.find(({ experiment }) => experiment === "a")?.apart).toBe("elsewhere");
    expect(numbersOf(after)).toBe(numbersOf(before));
    await rm(short, { recursive: true });
  });

  test("is a copy of what began with questions, whatever its plan says of when it was begun", async () => {
    await writeKnown(base, { ...planted, name: "asked", sealed: false });
    const dir = await folderOf("asked");
    const task = await readJson<Task>(join(dir, "task.json"));
    const idea = {
      version: 1,
      experiment_id: "asked",
      topic: "asked",
      idea: "",
      from: [],
      created_at: task.created_at,
    };
    await writeFile(join(dir, "idea.json"), JSON.stringify(idea));
    await sealMade({ dir, person: person() });
    const before = await facts();
    expect(before.counted).toBe(21);
    execFileSync("cp", ["-a", dir, `${dir}-again`]);
    await writeFile(join(`${dir}-again`, "task.json"), JSON.stringify({ ...task, seed: 7_777 }));
    const after = await facts();
    expect(after.experiments.filter(({ apart }) => apart === "copy")).toHaveLength(1);
    expect(numbersOf(after)).toBe(numbersOf(before));
    await rm(`${dir}-again`, { recursive: true });
    await rm(dir, { recursive: true });
  });

  test("shows what strangers wrote as words, and nothing of it takes effect", async () => {
    await writeKnown(base, { ...planted, text: HOSTILE });
    const said = await text();
    expect(said).toContain("evil.example");
    expect(foreign(said)).toEqual([]);
    await rm(await folderOf("planted"), { recursive: true });
  });

  test("are designs of a round", async () => {
    const before = await facts();
    const dir = await folderOf("task-2");
    const experiment = await openExperiment([base], dir, { directory: lab.dir, now: () => NOW, person: person() });
    const [row] = experiment.task.designers;
    const child = {
      design_id: "text-1",
      model: "ann/best-1",
      lineage: { is: "revision" as const, of: [row?.design_id ?? ""], name: "A2" },
    };
    await createRound(experiment, { ...experiment.task, designers: [child], round: { number: 1 } }, [
      designOf("ann/best-1", { design_id: "text-1", title: "A better plan" }),
    ]);
    expect(numbersOf(await facts())).toBe(numbersOf(before));
    await rm(join(dir, "rounds"), { recursive: true });
  });

  test("is a folder that is gone: every number is as if it had never been", async () => {
    const before = await facts();
    const extra: Known = { ...planted, name: "extra", at: dayAt(41) };
    await writeKnown(base, extra, person());
    const with21 = await facts();
    expect(with21.counted).toBe(21);
    expect(with21.designers[0]?.rows.map(({ seat }) => seat)).toContain("evil/best-1");
    await rm(await folderOf("extra"), { recursive: true });
    expect(JSON.stringify(await facts())).toBe(JSON.stringify(before));
  });
});

test("of what is held back no outcome is counted that no decision is told with", async () => {
  const before = await text();
  const held: Known = {
    ...{ name: "held", at: dayAt(42), seed: 98, designers: ["ann/best-1", "bob/fair-1"], reviewers: REVIEWERS },
    ...{ score: (design: number) => 8 - design, decided: { design: 0, because: "It is known", outcome: "worked" } },
  };
  await writeKnown(base, held, person());
  const dir = await folderOf("held");
  await rm(join(dir, "made.json"));
  await writeFile(join(dir, "hold.json"), JSON.stringify({ version: 1, began_at: NOW.toISOString(), ended: null }));
  const said = await text();
  expect(said).toContain("The result of 1 experiment is held back until a person has judged.");
  expect(said).toContain("**21 experiments, 16 decided**");
  expect(said).toContain(/Of \d it is said how it turned out[^\n]*/u.exec(before)?.[0] ?? "nothing");
  expect(said).not.toContain("It is known");
  await rm(dir, { recursive: true });
});

describe("a persona", () => {
  test("is a seat of its own: the model as that persona", async () => {
    const own = await bench({ dir: await mkdtemp(join(tmpdir(), "designlab-history-")), now: () => NOW });
    const at = { home: own.home, env: {} };
    for (const nth of [0, 1])
      await writeKnown(
        baseOf(own.dir),
        {
          name: `seat-${nth}`,
          at: dayAt(nth),
          seed: nth,
          designers: ["ann/best-1", "bob/fair-1", "cat/old-1"],
          reviewers: ["ray/good-1", "ray/good-1", "sol/good-1"],
          personas: { 1: "security" },
          score: (design, reviewer) => 8 - design + 0.1 * reviewer,
        },
        at,
      );
    const { facts: told } = await answerCall({ op: "show", args: { what: "history" } }, own.context);
    const { reviewers, designers } = (told as { history: Told }).history;
    expect(reviewers.map(({ seat }) => seat).toSorted()).toEqual([
      "ray/good-1",
      "ray/good-1 as security",
      "sol/good-1",
    ]);
    // One mind does not confirm itself: beside each row of ray's model stands sol's alone.
    const security = reviewers.find(({ seat }) => seat.endsWith("security"));
    expect(security?.severity?.value).toBeCloseTo(-0.1, 8);
    expect(designers[0]?.rows[0]?.half).toBeNull();
    const said = await own.call("show", { what: "history" });
    expect(said).toContain(
      "**Who designs best:** too few to say. It takes 5 experiments of each of two; the most that one has is 2.",
    );
    expect(said).toContain("**With half the reviewers:** too few to say.");
    expect(said).toContain("**Predicted and observed:** too few to say.");
    await own.dispose();
  });
});

test("what is too few is said so that it is wrong of no project", async () => {
  const own = await bench({ dir: await mkdtemp(join(tmpdir(), "designlab-history-")), now: () => NOW });
  for (const nth of [0, 1, 2, 3, 4, 5])
    await writeKnown(
      baseOf(own.dir),
      {
        ...{ name: `few-${nth}`, at: dayAt(nth), seed: nth, reviewers: REVIEWERS },
        designers: ["ann/best-1", nth < 4 ? "bob/fair-1" : "dan/new-1", ...(nth < 3 ? ["cat/old-1"] : [])],
        // In the first three one reviewer scored nothing, which leaves three.
        score: (design, reviewer) => (nth < 3 && reviewer === 3 ? null : 8 - design + 0.1 * nth),
      },
      { home: own.home, env: {} },
    );
  const said = await own.call("show", { what: "history" });
  expect(said).toContain("too few to say. It takes 5 experiments of each of two; those that have most have 6 and 4.");
  expect(said).toContain(
    "It takes 5 experiments that two halves of 4 reviewers or more can rank each for itself; there are 3.",
  );
  await own.dispose();
});

test("history takes no experiment, and says so", async () => {
  const said = await lab.call("show", { what: "history", experiment: "2026-01-01-task-0" });
  expect(said).toContain("history is of all experiments of the project, and takes no name");
  expect(said).toContain("/design-lab history");
});
