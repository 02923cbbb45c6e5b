import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { AnonymousStudy } from "../../src/artifacts/anonymous-study.ts";
import { StudyResult } from "../../src/artifacts/study-result.ts";
import { studyNumbers } from "../../src/stats/study-result.ts";
import { jsonOf } from "../../src/store/files.ts";
import { anonymousStudy, readScores } from "../../src/study/anonymous.ts";
import { type Lying, readStudyResult, type StudyKnown, type StudyRead } from "../../src/study/result.ts";
import { outcomesIn } from "../support/anonymous-outcomes.ts";
import { baseOf, dayAt, writeKnown } from "../support/history-project.ts";
import { randomFrom } from "../support/study-outcomes.ts";

const OPTIONS = { method: "adjusted", exclude_self_reviews: false, person_weight: 1.5 } as const;
/** Words that stand in the study and in nothing that is handed on without names. */
const CANARY = "quistgaard";
const PANELS: Record<string, { designers: string[]; reviewers: string[] }> = {
  [`${CANARY}-wide`]: {
    designers: [`${CANARY}/opus`, "zeta/gpt", "eta/flash"],
    reviewers: [`${CANARY}/opus`, "zeta/gpt", "theta/judge", "iota/judge"],
  },
  narrow: { designers: [`${CANARY}/opus`, "zeta/gpt"], reviewers: ["theta/judge", "iota/judge"] },
};
const TASKS = ["01-ferry", `02-${CANARY}-port`, "03-harbour"];
const REPEATS = 2;

let dir = "";
const pulled: Lying[] = [];
const person = () => ({ home: join(dir, "home"), env: {} });
const base = () => baseOf(dir);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-study-result-"));
  const random = randomFrom(11);
  let nth = 0;
  for (const task of TASKS)
    for (const [panel, { designers, reviewers }] of Object.entries(PANELS))
      for (let repeat = 1; repeat <= REPEATS; repeat++) {
        if (task === "03-harbour" && panel === "narrow" && repeat === 2) continue;
        const experiment = await writeKnown(
          base(),
          {
            ...{
              name: `${task}-${nth}`,
              text: `Design for ${CANARY} ${task}`,
              at: dayAt(nth),
              seed: nth,
              designers,
              reviewers,
            },
            personas: { 3: "security" },
            score: (design, reviewer) =>
              Math.round(
                10 * Math.min(10, Math.max(0, 7 - 0.6 * design + 0.4 * (reviewer - 1) + 2 * (random() - 0.5))),
              ) / 10,
            ...(nth === 0 && { person: { name: "Ada", score: (design: number) => 8 - design } }),
          },
          person(),
        );
        const folder = experiment.dir.slice(base().length + 1);
        pulled.push({
          key: `${task}/${panel}/${repeat}`,
          folder,
          worker: `${CANARY}-laptop-${nth % 2}`,
          cost: 1 + random(),
          unpriced: 0,
        });
        nth++;
      }
}, 120_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

const known = (more: Partial<StudyKnown> = {}): StudyKnown => ({
  ...{ name: `${CANARY}-study`, hash: "ab".repeat(32), queued: null, pulled },
  bundle: {
    tasks: TASKS.map((key) => ({
      ...{ key, title: `The ${CANARY} of ${key}`, source: "t.md", sha256: "0".repeat(64), task: CANARY },
      ...{ requirements: [], constraints: [], non_functional_requirements: [], assertions: [] },
    })),
    panels: Object.entries(PANELS).map(([name, { designers, reviewers }]) => ({
      ...{ name, config: {}, files: [], models: [...designers, ...reviewers] },
      ...{ designs: designers.length, reviewers: reviewers.length },
    })),
    repeats: REPEATS,
  },
  ...more,
});
const read = (of: StudyKnown = known(), keeps = false): Promise<StudyRead> =>
  readStudyResult(of, {
    ...{ base: base(), options: OPTIONS, now: () => new Date("2027-06-01T12:00:00Z"), person: person() },
    ...{ keeps: async () => keeps, since: Date.now() },
  });

test("a study is read from its experiments, each by its scores, and fits its schema", async () => {
  const { result } = await read();
  expect([...Value.Errors(StudyResult, result)].map(({ path }) => path)).toEqual([]);
  jsonOf("study.json", StudyResult, result);
  expect(result.panels.map(({ panel, planned, done, ranked }) => [panel, planned, done, ranked])).toEqual([
    [`${CANARY}-wide`, 6, 6, 6],
    ["narrow", 6, 5, 5],
  ]);
  expect(result.cannot.map(({ kind }) => kind)).toEqual([
    "few-tasks",
    "missing",
    "judged-themselves",
    "other-reviewers",
    "other-designers",
    "new-designs",
  ]);
  expect(result.tasks[2]?.panels[1]?.repeats.map(({ state }) => state)).toEqual(["done", "missing"]);
  // The first place of an experiment, from the scores by hand: a complete panel without people ranks by plain means.
  const [, , { folder = "" } = {}] = pulled;
  const scores = join(base(), folder, "scores");
  const byDesign = new Map<string, number[]>();
  for (const name of await readdir(scores)) {
    const { design_id, scores: given } = JSON.parse(await readFile(join(scores, name), "utf8"));
    byDesign.set(design_id, [...(byDesign.get(design_id) ?? []), given.clarity]);
  }
  const means = [...byDesign].map(([id, all]) => ({ id, mean: all.reduce((sum, each) => sum + each, 0) / all.length }));
  const [best] = means.toSorted((a, b) => b.mean - a.mean);
  expect(result.tasks[0]?.panels[1]?.repeats[0]?.first).toEqual([{ seat: best?.id.replace("-", "/") ?? "", share: 1 }]);
}, 120_000);

test("a ranking that lies there changes nothing, a score does", async () => {
  const before = (await read()).result;
  const [{ folder = "" } = {}] = pulled;
  const results = join(base(), folder, "results");
  await rm(results, { recursive: true, force: true });
  await Bun.write(join(results, "ranking.json"), JSON.stringify({ version: 1, winner: "narrow" }));
  expect((await read()).result).toEqual(before);
  const scores = join(base(), folder, "scores");
  const [name = ""] = await readdir(scores);
  const path = join(scores, name);
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replaceAll(/"clarity": [\d.]+/gu, '"clarity": 0'));
  const after = (await read()).result;
  expect(after.made_of).not.toBe(before.made_of);
  await writeFile(path, text);
  expect((await read()).result.made_of).toBe(before.made_of);
}, 120_000);

test("what is gone, named twice or no experiment's is told, and nothing of another is counted for it", async () => {
  const [first, second] = pulled as [Lying, Lying];
  const odd = known({
    pulled: [
      first,
      { ...second, folder: first.folder },
      { ...second, key: "01-ferry/narrow/1", folder: "nowhere" },
      { ...second, key: "99-other/wide/1" },
    ],
  });
  const { result } = await read(odd);
  expect(result.tasks[0]?.panels.map(({ repeats }) => repeats.map(({ state }) => state))).toEqual([
    ["done", "unread"],
    ["unread", "missing"],
  ]);
  expect(result.cannot).toContainEqual({ kind: "unread", experiments: 2 });
}, 120_000);

test("without its queue a study is what was pulled, by its keys", async () => {
  const { result } = await read(known({ bundle: null }));
  expect(result.tasks.map(({ task, title }) => [task, title])).toEqual(TASKS.map((key) => [key, key]));
  expect(result.panels.map(({ panel }) => panel)).toEqual(["narrow", `${CANARY}-wide`]);
  expect((await read(known({ bundle: null, pulled: [] }))).result.cannot).toEqual([{ kind: "nothing" }]);
}, 120_000);

test("a list of what was pulled that comes to more than any study is refused, however little it says", async () => {
  const lying = (key: string): Lying => ({ key, folder: "nowhere", worker: null, cost: 0, unpriced: 0 });
  const wide = Array.from({ length: 3_000 }, (_, at) => lying(`task-${at}/panel-${at % 20}/${at === 0 ? 900 : 1}`));
  const many = Array.from({ length: 21 }, (_, at) => lying(`task/panel-${at}/1`));
  for (const [list, said] of [
    [wide, "3000 tasks, 20 panels and 900 repeats"],
    [many, "1 tasks, 21 panels and 1 repeats"],
  ] as const)
    await expect(read(known({ bundle: null, pulled: [...list] }))).rejects.toThrow(said);
  // What is no key of a study names no task.
  const odd = ["../x/y/1", "a/b/0", "a/b/1/2", "A/b/1", `${"a".repeat(61)}/b/1`].map(lying);
  expect((await read(known({ bundle: null, pulled: odd }))).outcomes).toMatchObject({ tasks: [], panels: [] });
});

test("failures, times and prices are those of the queue where it can be asked", async () => {
  const row = (key: string, more: object) => ({
    ...{
      key,
      task: "",
      panel: "",
      repeat: 1,
      step: null,
      epoch: 1,
      worker: "anns-laptop-0a1b2c3d",
      reason: null,
      advice: null,
      tokens: 0,
    },
    ...{
      cost: 7,
      unpriced: 1,
      reserved: 0,
      begun: null,
      ended: "2027-01-01T00:00:00Z",
      seconds: 90,
      files: 0,
      bytes: 0,
      manifest: null,
    },
    ...more,
  });
  const queued = [
    row("03-harbour/narrow/2", { state: "failed" }),
    row("01-ferry/narrow/1", { state: "done" }),
  ] as never;
  const { result } = await read(known({ queued }));
  expect(result.tasks[2]?.panels[1]?.repeats[1]).toMatchObject({
    state: "failed",
    cost: 7,
    seconds: 90,
    worker: "0a1b2c3d",
  });
  // It may be published, and the name of a machine is nobody's to publish.
  expect(JSON.stringify(result)).not.toContain("anns-laptop");
  expect(result.tasks[0]?.panels[1]?.repeats[0]).toMatchObject({ state: "done", cost: 7, seconds: 90 });
  expect(result.cannot).toContainEqual({ kind: "failed", failed: 1, of: 12, panel: null });
  expect(result.cannot).toContainEqual({ kind: "unpriced", experiments: 2 });
}, 120_000);

test("summaries that are kept give the same result", async () => {
  await Bun.sleep(2_500);
  const fresh = (await read()).result;
  await read(known(), true);
  const kept = await readdir(join(base(), pulled[0]?.folder ?? ""));
  expect(kept).toContain("summary.json");
  expect((await read(known(), true)).result).toEqual(fresh);
}, 120_000);

async function exported(): Promise<{ read: StudyRead; anonymous: AnonymousStudy }> {
  const whole = await read();
  const given = new Map(
    await Promise.all(
      [...whole.folders].map(async ([key, experiment]) => [key, await readScores(experiment, OPTIONS)] as const),
    ),
  );
  return { read: whole, anonymous: anonymousStudy(whole.outcomes, { hash: whole.result.hash, given }) };
}

test("without names nothing of a study's words is in it, and every text is a word of its schema", async () => {
  const { anonymous } = await exported();
  const text = jsonOf("study-export.json", AnonymousStudy, anonymous);
  for (const word of [
    CANARY,
    "zeta",
    "theta",
    "gpt",
    "ferry",
    "harbour",
    "narrow",
    "security",
    "Ada",
    "laptop",
    "2026",
    "clarity",
    dir,
  ])
    expect([word, text.toLowerCase().includes(word.toLowerCase())]).toEqual([word, false]);
  expect(anonymous.experiments).toHaveLength(12);
  expect(anonymous.seats.filter((seat) => seat.person)).toHaveLength(1);
}, 120_000);

test("who has the numbers alone makes the same result of them", async () => {
  const { read: whole, anonymous } = await exported();
  const numbers = studyNumbers(outcomesIn(JSON.parse(JSON.stringify(anonymous))));
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner) =>
      ["title", "task", "panel", "seat", "worker", "one", "other", "panels", "better", "worse"].includes(key) &&
      typeof inner === "string"
        ? ""
        : inner,
    );
  const { result } = whole;
  expect(
    plain(
      numbers.pairs.map(({ shared, apart, ...own }) => ({
        ...own,
        shared: shared.length,
        apart: [apart.one.length, apart.other.length],
      })),
    ),
  ).toEqual(
    plain(
      result.pairs.map(({ shared, apart, ...own }) => ({
        ...own,
        shared: shared.length,
        apart: [apart.one.length, apart.other.length],
      })),
    ),
  );
  expect(plain(numbers.designers)).toEqual(plain(result.designers));
  expect(plain(numbers.halves)).toEqual(plain(result.halves));
  expect(numbers.spent).toEqual(result.spent);
  expect(numbers.cannot.map(({ kind }) => kind)).toEqual(result.cannot.map(({ kind }) => kind));
  const judged = (rows: typeof result.reviewers.all) =>
    rows.map(({ seat: _, ...own }) => JSON.stringify(own)).toSorted();
  expect(judged(numbers.reviewers.all)).toEqual(judged(result.reviewers.all));
  expect(numbers.panels.map(({ same, p_best, winners }) => ({ same, p_best, winners }))).toEqual(
    result.panels.map(({ same, p_best, winners }) => ({ same, p_best, winners })),
  );
}, 120_000);

test("a few lines of arithmetic on the numbers alone give how often panels choose the same", async () => {
  const { read: whole, anonymous } = await exported();
  // As docs/study.md has it: the seat with the highest score is first, and tasks count alike.
  const first = (of: AnonymousStudy["experiments"][number]): number =>
    of.designs.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))[0]?.seat ?? 0;
  const byTask: number[] = [];
  for (let task = 1; task <= anonymous.tasks; task++) {
    const of = (panel: number) =>
      anonymous.experiments.filter((each) => each.task === task && each.panel === panel && each.state === "done");
    const same = of(1).flatMap((one) => of(2).map((other) => Number(first(one) === first(other))));
    byTask.push(same.reduce((sum, each) => sum + each, 0) / same.length);
  }
  expect(whole.result.pairs[0]?.same?.value).toBeCloseTo(byTask.reduce((sum, each) => sum + each, 0) / 3, 9);
  // Scores are there too: of a complete panel their means give the same first design.
  const [one] = anonymous.experiments.filter(({ panel, state }) => panel === 2 && state === "done");
  const means = one?.designs.map((_, at) => {
    const own = one.scores.filter(({ design }) => design === at + 1).map(({ criteria }) => criteria[0] ?? 0);
    return own.reduce((sum, each) => sum + each, 0) / own.length;
  });
  expect(one?.designs.map(({ score }) => score)).toEqual(means?.map((each) => expect.closeTo(each, 6)) ?? []);
}, 120_000);
