import { afterEach, describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Asked, userText } from "../../rehearsal/asked.ts";
import { fencedIn } from "../../rehearsal/reading.ts";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { seeded } from "../../rehearsal/seed.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const FIVE = ["a/one", "b/two", "c/three", "d/four", "e/five"];
const JUDGES = ["r/one", "s/two", "t/three", "u/four"];

type Options = Omit<BenchOptions, "answer"> & {
  designers?: readonly string[];
  reviewers?: readonly string[];
  /** Who gives scores without reading. */
  blind?: readonly string[];
  fails?: (asked: Asked, isCopy: boolean) => boolean;
};

/** The design that a prompt is about, and whether it is another text than its designer wrote. */
const judgedIn = (asked: Asked): string => fencedIn(userText(asked)).find((text) => text.includes('"components"')) ?? "";

/** Designs of the quality of their place, and reviewers that give a spoiled one four points less, but the blind. */
async function panel({ designers = FIVE, reviewers = JUDGES, blind = [], fails, ...more }: Options = {}) {
  const models = [...new Set([...designers, ...reviewers])].map((id) => ({ id, strength: "thorough" as const }));
  const written = new Map<string, string>();
  lab = await bench({
    ...more,
    models,
    config: {
      design_models: [...designers],
      review_models: [...reviewers],
      ...more.config,
    },
    answer: (asked) => {
      const model = models.find(({ id }) => id === asked.model) ?? { id: asked.model };
      const ordinary = ordinaryAnswer(model, asked);
      if (asked.kind === "design") {
        const at = designers.indexOf(asked.model);
        const design = { ...JSON.parse(ordinary), title: `Plan ${at}` };
        written.set(design.title, JSON.stringify(design.components) + design.data_flow + design.architecture_overview + JSON.stringify([design.risks, design.tradeoffs, design.assumptions]));
        return JSON.stringify(design);
      }
      if (asked.kind !== "evaluation" && asked.kind !== "score") return ordinary;
      const design = JSON.parse(judgedIn(asked)) as Design;
      const isCopy = written.get(design.title) !== JSON.stringify(design.components) + design.data_flow + design.architecture_overview + JSON.stringify([design.risks, design.tradeoffs, design.assumptions]);
      if (fails?.(asked, isCopy)) return { error: { kind: null, message: "no", status: 401, retryable: false } };
      const at = Number(design.title.slice(5));
      const answer = JSON.parse(ordinary);
      const names = Object.keys(answer.scores);
      const own = (name: string): number => {
        const noise = seeded(asked.model, name, design.title) * 0.6;
        if (blind.includes(asked.model)) return 5 + 3 * seeded(asked.model, design.title, name, String(isCopy));
        return 8.5 - at * 0.5 + noise - (isCopy ? 4 : 0);
      };
      const scores = Object.fromEntries(names.map((name) => [name, own(name)]));
      return JSON.stringify({ ...answer, scores, overall_score: 6 });
    },
  });
  return lab;
}

const run = (args: object = {}): Promise<string> => lab.call("run", { task: "A queue", topic: "queue", ...args });
const judged = () => lab.host.sessions.filter(({ role }) => role === "evaluator");
const stored = async () => {
  const dir = await onlyExperiment(lab.dir);
  return { dir, id: basename(dir) };
};
const controlsTask = (dir: string) => readJson<Task>(join(dir, "controls/task.json"));
const why = (reply: string): string => reply.split("\n").filter((line) => /spoiled|planted cop/iu.test(line)).join("\n");

describe("planted copies", () => {
  test("name a reviewer that does not see them, with the ranking without it, in reply and page", async () => {
    await panel({ blind: ["u/four"] });
    const reply = await run({ control: true });
    console.log(reply);
    const said =
      /u\/four did not see what was spoiled in two planted copies \(its scores (?:fell|rose) by [\w. ]+, the others’ (?:fell )?by [34]\.\d\): without it A stays first\./u;
    expect(reply).toMatch(said);
    const { dir } = await stored();
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toMatch(said);
    expect((await readFile(join(dir, "results/report.html"), "utf8")).replace(/<[^>]*>/gu, "")).toMatch(said);
    expect(await lab.call("show", { experiment: "latest" })).toMatch(said);
  });

  test("name nobody where all see them", async () => {
    await panel();
    expect(await run({ control: true })).toContain("All 4 reviewers saw what was spoiled in two planted copies.");
    expect(judged()).toHaveLength(7 * 4);
  });
});
