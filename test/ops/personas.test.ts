import { afterEach, expect, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import type { Exchange } from "../../src/artifacts/exchange.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** What each session was told before all else, as the experiment keeps it. */
async function exchangesOf(dir: string): Promise<{ role: string; system: string }[]> {
  const names = (await readdir(join(dir, "exchanges"))).filter((name) => name.endsWith(".json"));
  const kept = await Promise.all(names.map((name) => readJson<Exchange>(join(dir, "exchanges", name))));
  return kept.map(({ role, system }) => ({ role, system: system.text }));
}

const TASK = { task: "Design a durable task queue", topic: "queue" };

test("personas named alone are played by the panel's models, score what is theirs, and nobody else is told of them", async () => {
  lab = await bench();
  const estimate = await lab.call("run", { ...TASK, reviewers: ["security"], designers: "simplest", dry_run: true });
  expect(estimate).toContain("reviews as **security**");
  expect(estimate).toContain("designs as **simplest**");
  const reply = await lab.call("run", { ...TASK, reviewers: ["security"], designers: "simplest" });
  expect(reply).not.toContain("failed");
  const dir = await onlyExperiment(lab.dir);
  const task = await readJson<Task>(join(dir, "task.json"));
  expect(task.personas?.map(({ name, role }) => `${name} ${role}`)).toEqual(["simplest designer", "security reviewer"]);
  expect(task.designers.map(({ persona = "-" }) => persona)).toEqual(["-", "-", "-", "simplest"]);
  const row = task.reviewers.find(({ persona }) => persona === "security");
  expect(row?.reviewer_id).toBe("alpha-strong-1-security");
  const [own] = task.personas?.find(({ name }) => name === "security")?.criteria ?? [];
  const score = await readJson<Score>(
    join(dir, "scores", `score-${task.designers[1]?.design_id}-${row?.reviewer_id}.json`),
  );
  expect(Object.keys(score.scores)).toContain(own?.name ?? "");
  const text = (name: string) => JSON.stringify(task.personas?.find((each) => each.name === name)?.text);
  const kept = await exchangesOf(dir);
  const told = (name: string) => kept.filter(({ system }) => system.includes(text(name)));
  // One designs; one judges each of the four designs.
  expect(told("simplest").length).toBe(1);
  expect(told("security").length).toBe(4);
  const judging = lab.host.prompts.filter(({ text }) => text.startsWith("Judge one design proposal"));
  const judges = kept.filter(({ role }) => role === "evaluator");
  expect(judges.length).toBe(16);
  const said = [...judging.map(({ text }) => text), ...judges.map(({ system }) => system)];
  expect(said.filter((each) => /simplest|few-people|growth/u.test(each))).toEqual([]);
  const design = await readJson<Design>(join(dir, "designs", `design-${task.designers[3]?.design_id}.json`));
  expect(design.persona).toBe("simplest");
  const ranking = await readJson<Ranking>(join(dir, "results", "ranking.json"));
  expect(ranking.designs.map(({ persona = "-" }) => persona).toSorted()).toEqual(["-", "-", "-", "simplest"]);
  expect(await readFile(join(dir, "results", "ranking.md"), "utf8")).toContain("as simplest");
  // All is there: nothing is asked twice.
  const asked = lab.host.prompts.length;
  await lab.call("run", { experiment: dir });
  expect(lab.host.prompts.length).toBe(asked);
  // And one joins later, for what is its own alone.
  await lab.call("score", { experiment: dir, models: ["cost"] });
  const later = lab.host.prompts.slice(asked);
  expect(later.length).toBe(4);
});

test("each take of one model that designs several times is another of the lab's three", async () => {
  lab = await bench({
    config: { design_models: ["alpha/strong-1", "alpha/strong-1", "alpha/strong-1", "beta/middle-1"] },
  });
  await lab.call("run", TASK);
  const task = await readJson<Task>(join(await onlyExperiment(lab.dir), "task.json"));
  expect(task.designers.map(({ persona = "-" }) => persona)).toEqual(["simplest", "growth", "few-people", "-"]);
});

test("a model as a persona stands in the configuration, in a call and in a typed line", async () => {
  lab = await bench({ config: { review_models: ["beta/middle-1", { model: "beta/middle-1", as: "security" }] } });
  await lab.call("run", { ...TASK, design_models: "alpha/strong-1 as growth, beta/middle-1" });
  const task = await readJson<Task>(join(await onlyExperiment(lab.dir), "task.json"));
  expect(task.designers.map(({ model, persona = "-" }) => `${model} ${persona}`)).toEqual([
    "alpha/strong-1 growth",
    "beta/middle-1 -",
  ]);
  expect(task.reviewers.map(({ reviewer_id }) => reviewer_id)).toEqual(["beta-middle-1", "beta-middle-1-security"]);
});

test("a persona that nobody knows, of the other role, or of a broken file is refused before anything is asked", async () => {
  lab = await bench();
  const refused = async (args: object) => {
    const before = lab.host.prompts.length;
    const reply = await lab.call("run", { ...TASK, ...args });
    expect(lab.host.prompts.length).toBe(before);
    return reply;
  };
  expect(await refused({ reviewers: ["securty"] })).toContain("nearest: security");
  expect(await refused({ reviewers: ["simplest"] })).toContain("it is a designer");
  expect(await refused({ design_models: [{ model: "alpha/strong-1", as: "cost" }] })).toContain("it is a reviewer");
  await mkdir(join(lab.dir, ".opencode", "design-lab-personas"), { recursive: true });
  await writeFile(join(lab.dir, ".opencode", "design-lab-personas", "odd.md"), "---\ndescription: x\n---\nbody\n");
  expect(await refused({})).toContain("odd.md");
});
