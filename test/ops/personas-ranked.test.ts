import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { PanelSeat } from "../../src/config/schema.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const DESIGNERS = ["alpha/d-1", "beta/d-1", "gamma/d-1"];
const [ANN, BOB, EVE] = ["delta/r-1", "epsilon/r-1", "zeta/r-1"] as const;
const IDS = ["alpha-d-1", "beta-d-1", "gamma-d-1"] as const;
const CRITERION = "criteria: [{name: threats, description: How little can go wrong?, min: 0, max: 10, weight: 6}]";
const guard = (criteria: string) =>
  `---\ndescription: Looks at dangers\ndesignlab:\n  role: reviewer\n  ${criteria}\n---\nYou look at dangers.\n`;

/** What each reviewer gives the three designs on every criterion of all, and the persona, which Eve plays, on its own. */
type Table = { ann: number[]; bob: number[]; eve: number[]; threats?: number[] };

let lab: Bench;
afterEach(() => lab.dispose());

async function ranked({ ann, bob, eve, threats }: Table, review_models: PanelSeat[] = [ANN, BOB, guarding(EVE)]) {
  const rows: Readonly<Record<string, number[]>> = { [ANN]: ann, [BOB]: bob, [EVE]: eve };
  lab = await bench({
    models: [...DESIGNERS, ANN, BOB, EVE].map((id) => ({ id })),
    config: { design_models: DESIGNERS, review_models },
    answer(asked) {
      if (asked.kind !== "design" && asked.kind !== "evaluation") return undefined;
      const answer = JSON.parse(ordinaryAnswer({ id: asked.model }, asked));
      if (asked.kind === "design")
        return JSON.stringify({ ...answer, title: `Plan ${DESIGNERS.indexOf(asked.model)}` });
      const place = Number(/Plan (\d)/u.exec(asked.messages.map(({ content }) => content).join("\n"))?.[1]);
      const given = (name: string) => (name === "threats" ? threats : rows[asked.model])?.[place];
      const scores = Object.fromEntries(Object.keys(answer.scores).map((name) => [name, given(name)]));
      return JSON.stringify({ ...answer, scores });
    },
  });
  const folder = join(lab.home, ".config/opencode/design-lab-personas");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "guard.md"), guard(threats === undefined ? "" : CRITERION));
  const reply = await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const page = await readFile(join(dir, "results/ranking.md"), "utf8");
  const report = (await readFile(join(dir, "results/report.html"), "utf8"))
    .replace(/<style[\s\S]*?<\/style>|<head[\s\S]*?<\/head>/gu, "")
    .replace(/<[^>]+>/gu, "")
    .replace(/[\s\u2060]+/gu, " ");
  const first = (text: string): string => text.split("\n").find((line) => line !== "" && !line.startsWith("#")) ?? "";
  const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
  return {
    reply: first(reply),
    page: first(page),
    report: report.slice(report.indexOf("The verdict") + "The verdict".length, report.indexOf("What it is")),
    verdict: ranking.summary.verdict,
    personas: ranking.personas,
    today: await bestOf(dir, null),
    without: await bestOf(dir, "guard"),
  };
}

const guarding = (model: string) => ({ model, as: "guard" });

/** Who has the most by hand: each criterion's mean over who scored it, by its weight; without a persona's rows. */
async function bestOf(dir: string, persona: string | null): Promise<string[]> {
  const task = await readJson<Task>(join(dir, "task.json"));
  const out = task.reviewers.flatMap((row) => (row.persona === persona ? [row.reviewer_id] : []));
  const names = (await readdir(join(dir, "scores"))).filter((name) => name.endsWith(".json"));
  const all = await Promise.all(names.map((name) => readJson<Score>(join(dir, "scores", name))));
  const scores = all.filter(({ reviewer_id }) => !out.includes(reviewer_id));
  const rubric = [...task.criteria, ...(task.personas ?? []).flatMap(({ criteria = [] }) => criteria)];
  const quality = IDS.map((id) => {
    const parts = rubric.flatMap(({ name, min, max, weight = 1 }) => {
      const given = scores.flatMap((row) =>
        row.design_id === id && name in row.scores ? [row.scores[name] ?? 0] : [],
      );
      const mean = given.reduce((sum, each) => sum + each, 0) / given.length;
      return given.length === 0 ? [] : [{ weight, worth: (mean - min) / (max - min) }];
    });
    const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
    return parts.reduce((sum, { weight, worth }) => sum + weight * worth, 0) / whole;
  });
  return IDS.filter((_, at) => Math.max(...quality) - (quality[at] ?? 0) < 1e-9);
}

describe("what a persona does to a ranking stands in the first lines of reply, ranking.md and report", () => {
  test("its own criterion that changes nothing: after the verdict, and that the first place stays", async () => {
    const found = await ranked({ ann: [9, 6, 3], bob: [8.5, 6, 3.5], eve: [9, 5.5, 3], threats: [9, 5, 2] });
    expect([found.today, found.without]).toEqual([[IDS[0]], [IDS[0]]]);
    expect(found.verdict).toMatchObject({ design: IDS[0] });
    for (const text of [found.reply, found.page, found.report]) {
      expect(text).toMatch(
        /^(?:\*\*)?A .*Criterion threats rests on one reviewer \( ?guard ?\), and without it A .{0,20}stays first\./u,
      );
      expect(text).not.toContain("Without the persona");
    }
  });

  test("that alone turns the first place: before all else", async () => {
    const found = await ranked({ ann: [7, 5, 3], bob: [7, 5.5, 3], eve: [4, 9, 3], threats: [1, 10, 3] });
    expect([found.today, found.without]).toEqual([[IDS[1]], [IDS[0]]]);
    for (const text of [found.reply, found.page]) {
      expect(text).toMatch(/^\*\*Without the persona guard A .{0,20}would be first\.\*\* /u);
      expect(text).toContain("Criterion threats rests on one reviewer (guard).");
      expect(text).not.toContain("stays first");
    }
    expect(found.report).toMatch(/^Without the persona guard A .{0,20}would be first\. /u);
    expect(found.personas?.without).toMatchObject([{ persona: "guard", first_place: [IDS[0]] }]);
  });

  test("that alone breaks a tie: which designs could not be told apart without it", async () => {
    const found = await ranked({ ann: [6, 6, 2], bob: [7, 7, 2], eve: [9, 5, 2], threats: [9, 3, 2] });
    expect([found.today, found.without]).toEqual([[IDS[0]], [IDS[0], IDS[1]]]);
    expect(found.verdict).toMatchObject({ design: IDS[0] });
    for (const text of [found.reply, found.page])
      expect(text).toMatch(/^\*\*Without the persona guard A .{0,20}and B .{0,20}could not be told apart\.\*\* /u);
    expect(found.report).toMatch(/^Without the persona guard A .{0,20}and B .{0,20}could not be told apart\. /u);
  });

  test("where the designs tie with it and without: what rests on it, and nothing of a first place", async () => {
    const found = await ranked({ ann: [6, 6, 2], bob: [7, 7, 2], eve: [6, 6, 2], threats: [5, 5, 2] });
    expect([found.today, found.without]).toEqual([IDS.slice(0, 2), IDS.slice(0, 2)]);
    expect(found.verdict).toMatchObject({ kind: "tie" });
    for (const text of [found.reply, found.page, found.report]) {
      expect(text).toMatch(/Criterion threats rests on one reviewer \( ?guard ?\)\./u);
      expect(text).not.toMatch(/Without the persona|stays first/u);
    }
  });

  test("where it has no criterion and turns nothing: not a word", async () => {
    const found = await ranked({ ann: [9, 6, 3], bob: [8.5, 6, 3.5], eve: [9, 5.5, 3] });
    expect([found.today, found.without]).toEqual([[IDS[0]], [IDS[0]]]);
    for (const text of [found.reply, found.page, found.report])
      expect(text).not.toMatch(/Without the persona|rests? on one reviewer|stays first/u);
  });

  test("where it has no criterion and turns the first place: before all else as well", async () => {
    const found = await ranked({ ann: [8, 5, 3], bob: [8, 5.5, 3], eve: [1, 10, 3] });
    expect([found.today, found.without]).toEqual([[IDS[1]], [IDS[0]]]);
    for (const text of [found.reply, found.page])
      expect(text).toMatch(/^\*\*Without the persona guard A .{0,20}would be first\.\*\* /u);
  });

  test("where one model judges alone, by itself and as a persona: it is one opinion, and the persona is told all the same", async () => {
    const found = await ranked({ ann: [], bob: [], eve: [7, 5, 3], threats: [1, 10, 3] }, [EVE, guarding(EVE)]);
    expect([found.today, found.without]).toEqual([[IDS[1]], [IDS[0]]]);
    expect(found.verdict).toMatchObject({ kind: "one-opinion" });
    for (const text of [found.reply, found.page]) expect(text).toContain("Without the persona guard A ");
  });
});

test("a record says as whom somebody judged, and its design by which criteria of their own", async () => {
  await ranked({ ann: [8, 5, 3], bob: [8, 5, 3], eve: [8, 5, 3], threats: [8, 5, 3] });
  await lab.call("decide", { experiment: "latest", design: "B", because: "We know it", where: "docs/adr" });
  const record = await readFile(join(lab.dir, "docs/adr/0001-queue.md"), "utf8");
  expect(record).toContain("\n\n1 reviewer judged as guard: “Looks at dangers”.\n\n");
  expect(record).toMatch(/\n\* zeta\/r-1 as guard puts A first \(\d\.\d\d of 10 against \d\.\d\d for B\)\n/u);
  const [name = ""] = await readdir(join(lab.dir, "docs/adr/designs"));
  const document = await readFile(join(lab.dir, "docs/adr/designs", name), "utf8");
  expect(document).toContain("\n- threats, 0 to 10, weight 6: How little can go wrong? (scored as guard alone)\n");
  expect(document).toContain(" and zeta/r-1 as guard.\n- 1 reviewer judged as guard: “Looks at dangers”.\n");
});
