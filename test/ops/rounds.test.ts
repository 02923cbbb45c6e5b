import { afterEach, describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { designSha256 } from "../../src/artifacts/hashes.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import { viewOf } from "../../src/experiment/view.ts";
import { liveState } from "../../src/live/state.ts";
import { openExperiment } from "../../src/store/open.ts";
import type { Compared } from "../../src/story/story.ts";
import { answerCall } from "../../src/tool.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { parseCommandLine } from "../support/typed.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const TASK = {
  task: "Design a durable task queue",
  topic: "queue",
  requirements: ["Survives a crash", "Serves 1,000 jobs a second"],
};
const LATEST = { experiment: "latest" };
const BETTER = "**B2, a revision of B, is better than B**: judged anew beside it, blind, ";

/** An experiment with a round: A and B were revised, A to the same text, and merged. */
async function refined(options: BenchOptions = {}): Promise<string> {
  lab = await bench(options);
  await lab.call("run", TASK);
  await lab.call("refine", { ...LATEST, designs: "A,B", merge: true, revise: true });
  return onlyExperiment(lab.dir);
}

/** The text of a design of the first round. */
async function childOf(dir: string, name: string): Promise<Design> {
  const { designers } = await readJson<{ designers: { design_id: string; lineage?: { name: string } }[] }>(
    join(dir, "rounds/1/task.json"),
  );
  const id = designers.find(({ lineage }) => lineage?.name === name)?.design_id;
  return readJson<Design>(join(dir, `rounds/1/designs/design-${id}.json`));
}

describe("a design of a round", () => {
  test("is shown by its name with what it is and what came of it", async () => {
    await refined();
    const shown = await lab.call("show", { ...LATEST, design: "b2" });
    expect(shown).toMatch(
      /^\*\*B2 is a revision of B\*\*, of round 1\. \*\*The revision B2 is better than B\*\* by \d/u,
    );
    expect(shown).toContain(
      "- “Most risks have no mitigation: 1 of 3.”: taken up. Each risk says what is done about it.",
    );
    expect(shown).toContain("Design B2 by beta/middle-1.");
    const merge = await lab.call("show", { ...LATEST, design: "M1", what: "scores" });
    expect(merge).toMatch(/^\*\*M1 is a merge of A and B\*\*, of round 1\./u);
    expect(merge).toContain("- Component “Worker pool”: from A");
    expect(await lab.call("show", { ...LATEST, what: "designs" })).toContain("- B2, a revision of B, is better “");
    const none = await lab.call("show", { ...LATEST, design: "B3" });
    expect(none).toContain('This experiment has no design "B3"; there are: A, ');
    expect(none).toContain(", B2");
  });

  test("is what a model's name never means", async () => {
    await refined();
    expect(await lab.call("show", { ...LATEST, design: "beta/middle-1" })).toContain("Design B by beta/middle-1.");
  });

  test("is compared with what was judged beside it, and with nothing else", async () => {
    await refined();
    const both = await lab.call("compare", { ...LATEST, designs: ["B", "B2"] });
    expect(both).toMatch(/^## queue: B and B2\n\n\*\*The revision B2 is better than B\*\* by \d/u);
    expect(both).toContain("- R2 “Serves 1,000 jobs a second”: B not addressed, B2 partly met");
    const apart = await lab.call("compare", { ...LATEST, designs: ["C", "B2"] });
    expect(apart).toContain("Cannot compare C and B2: no round judged them together");
    expect(apart).toContain("/design-lab compare");
  });

  test("is compared with the probability of the pair and what it changed, in either order", async () => {
    await refined();
    for (const designs of [
      ["B", "B2"],
      ["B2", "B"],
    ]) {
      const both = await lab.call("compare", { ...LATEST, designs });
      expect(both).toMatch(
        /\nP\(B2 is better than B\): over 95 %, from the differences of 3 reviewers who scored both\.\n/u,
      );
      expect(both).toContain(
        "### What the revision changed in the text\n\n- **Assumptions**: added “At most 200 requests",
      );
      expect(both).toContain("- **Risks**: added “");
      expect(both).not.toContain("P is the probability that the design named first");
    }
    const { facts } = await answerCall({ op: "compare", args: { ...LATEST, designs: ["B", "B2"] } }, lab.context);
    const { revision } = facts.comparison as Compared;
    expect(revision).toMatchObject({ child: "B2", parent: "B", reviewers: 3 });
    expect(revision?.p_better).toBeGreaterThan(0.95);
    expect(await lab.call("compare", { ...LATEST, designs: ["A", "M1"] })).not.toContain("What the revision changed");
  });

  test("is decided for and planned, and both are of its own text", async () => {
    const dir = await refined();
    const child = await childOf(dir, "B2");
    const proposed = await lab.call("decide", LATEST);
    expect(proposed).toContain(BETTER);
    expect(proposed).toContain('B2 "…"` decides for design B2');
    await lab.call("decide", { ...LATEST, design: "B2", because: "It is whole" });
    const decision = await readJson<Decision>(join(dir, "decision.json"));
    expect(decision.design_id).toBe(child.design_id);
    expect(decision.design_sha256).toBe(designSha256(child));
    const told = await lab.call("show", LATEST);
    expect(told).toMatch(/^## queue\n\n\*\*Decided on [\d-]+: B2 “/u);
    await lab.call("plan", { ...LATEST, wait: 0 });
    const plan = await readJson<TaskPlan>(join(dir, "plan.json"));
    expect([plan.design_id, plan.design_sha256]).toEqual([child.design_id, designSha256(child)]);
    expect(await lab.call("tasks", LATEST)).not.toMatch(/stale|not there any more/iu);
    await lab.call("outcome", { ...LATEST, outcome: "worked", note: "It runs" });
    expect(await lab.call("show", {})).toMatch(/Decided: B2 “/u);
    await writeFile(
      join(dir, `rounds/1/designs/design-${child.design_id}.json`),
      JSON.stringify({ ...child, summary: "Another text." }),
    );
    expect(await lab.call("show", LATEST)).toContain("**The decision is stale:** the text of B2 changed since");
  });

  test("stands in its record with what was tried and left, and in its document with what it came from", async () => {
    const dir = await refined();
    await lab.call("decide", { ...LATEST, design: "B2", because: "It is whole" });
    const { record, design_document } = await readJson<Decision>(join(dir, "decision.json"));
    const text = await readFile(join(dir, record.path), "utf8");
    expect(text).toMatch(/Chosen option: B2 “[^”]+”, a revision of B, because “It is whole”\./u);
    expect(text).toContain("A2 is A word for word: nothing was changed, so nobody was asked to judge it.");
    expect(text).toMatch(/\*\*The merge M1 of A and B (?:leads|is)/u);
    expect(text).toMatch(/\*\*The revision B2 is better than B\*\* by/u);
    expect(text).toContain("alpha/strong-1 puts");
    expect(text).not.toMatch(/\br1-\d/u);
    const document = await readFile(join(dir, design_document?.path ?? ""), "utf8");
    expect(document).toContain("- B2 is a revision of B, made after its reviews\n- B “");
    expect(document).toContain("“How existing data is migrated.”: not taken up.");
    expect(document).toContain("It is a merge of A and B.");
    expect(document).not.toMatch(/\br1-\d/u);
    await lab.call("decide", { ...LATEST, design: "M1", because: "It has both" });
    const again = await readJson<Decision>(join(dir, "decision.json"));
    const merged = await readFile(join(dir, again.design_document?.path ?? ""), "utf8");
    expect(merged).toContain("- M1 is a merge of A and B, made after their reviews");
    expect(merged).toContain("- Component “Worker pool”: from A\n");
  });

  test("is shown with what was sent for it and what came back, and so is each evaluation of it", async () => {
    const dir = await refined();
    const sent = await lab.call("show", { ...LATEST, what: "exchange", design: "b2" });
    expect(sent).toContain("### Design B2");
    expect(sent).toContain("System prompt");
    expect(sent).toContain(join(dir, "rounds/1/exchanges"));
    const cell = await lab.call("show", { ...LATEST, what: "exchange", design: "M1", reviewer: "strong-1" });
    expect(cell).toContain("### Evaluation of M1 by alpha/strong-1");
    expect(await lab.call("show", { ...LATEST, what: "exchange", design: "B" })).toContain("### Design B\n");
    expect(await lab.call("show", { ...LATEST, what: "exchange", design: "B3" })).toContain(
      "there is none of that name",
    );
    expect(parseCommandLine(`show ${basename(dir)} exchange B2`, { screen: true })).toMatchObject({
      args: { what: "exchange", design: "B2" },
    });
  });

  test("that is made of what the ranking had first is told as that, and not as another", async () => {
    const dir = await refined();
    await lab.call("decide", { ...LATEST, design: "M1", because: "It has both" });
    const { record } = await readJson<Decision>(join(dir, "decision.json"));
    const text = await readFile(join(dir, record.path), "utf8");
    const shown = await lab.call("show", LATEST);
    expect(shown).toMatch(/The ranking then had A “[^”]*” first, of which M1 was made in a round later \(probability/u);
    for (const each of [shown, text]) expect(each).not.toMatch(/another first|all the same/u);
    expect(text).toContain(" M1 was made after that ranking. ");
  });

  test("is called as no requirement is, for both stand in one record", async () => {
    lab = await bench();
    await lab.call("run", { ...TASK, constraints: ["No new database", "Two engineers", "One region"] });
    await lab.call("refine", { ...LATEST, designs: "B,C" });
    const dir = await onlyExperiment(lab.dir);
    const { designers } = await readJson<Task>(join(dir, "rounds/1/task.json"));
    const names = designers.flatMap(({ lineage }) => (lineage?.is === "revision" ? [lineage.name] : []));
    expect(names.sort()).toEqual(["B2", "C4"]);
    expect(await lab.call("decide", { ...LATEST, design: "C4", because: "It holds" })).toContain("C4 “");
  });

  test("that is none cannot be decided for, and those that are there are named", async () => {
    await refined();
    const reply = await lab.call("decide", { ...LATEST, design: "C2" });
    expect(reply).toContain('This experiment has no design "C2"; there are: A, ');
    expect(reply).toContain(", M1.");
  });
});

describe("a round", () => {
  test("is told in the pages, the list and the live page as in its reply", async () => {
    const dir = await refined();
    const page = await readFile(join(dir, "results/ranking.md"), "utf8");
    expect(page).toContain(BETTER);
    expect(page).toContain("## Better designs");
    const report = await readFile(join(dir, "results/report.html"), "utf8");
    expect(report).toContain('<section id="better"');
    expect(report.indexOf('id="scores"')).toBeLessThan(report.indexOf('id="better"'));
    expect(report).toMatch(/What <bdi>B2<\/bdi> changed in the text of <bdi>B<\/bdi>.*<ins class="lines">/su);
    expect(await lab.call("show", {})).toContain("Better designs: B2, a revision of B, is better");
    const view = await viewOf(await openExperiment([dirname(dir)], dir, { directory: lab.dir, now: () => new Date() }));
    const state = liveState({
      ...{ view, running: false, now: 0, report: true, stored: null },
      ranking: { method: "adjusted", exclude_self_reviews: false },
    });
    expect(JSON.stringify(state.rounds)).toContain("is better than");
    expect(state.children?.map(({ name }) => name).toSorted()).toEqual(["A2", "B2", "M1"]);
  });

  test("is in the plain export with what its files mean, and in none of the numbers of the anonymous one", async () => {
    const dir = await refined();
    await lab.call("decide", { ...LATEST, design: "B2", because: "It is whole" });
    await lab.call("export", { ...LATEST, to: "whole" });
    const whole = await snapshot(join(lab.dir, "whole"));
    expect(Object.keys(whole)).toContain("rounds/1/task.json");
    expect(String(whole["README.md"])).toContain("`rounds/1/` and on: a round of better designs each");
    const reply = await lab.call("export", { ...LATEST, to: "numbers", anonymous: true });
    expect(reply).not.toContain("Cannot export");
    const numbers = await snapshot(join(lab.dir, "numbers"));
    const text = Object.values(numbers).map(String).join("\n");
    const child = await childOf(dir, "B2");
    for (const secret of [
      child.title,
      child.design_id,
      "middle-1",
      "reviser",
      ...(child.answers ?? []).map(({ how }) => how),
    ])
      expect(text).not.toContain(secret);
    expect(text).toContain("are left out whole");
  });

  test("is shown nowhere while a person judges blind", async () => {
    const dir = await refined();
    await rm(join(dir, "results"), { recursive: true });
    await writeFile(
      join(dir, "hold.json"),
      JSON.stringify({ version: 1, began_at: new Date().toISOString(), ended: null }),
    );
    const view = await viewOf(await openExperiment([dirname(dir)], dir, { directory: lab.dir, now: () => new Date() }));
    expect(view.withheld).not.toBeNull();
    const told = [
      await lab.call("show", {}),
      await lab.call("show", LATEST),
      await lab.call("show", { ...LATEST, design: "B2" }),
      await lab.call("compare", { ...LATEST, designs: ["B", "B2"] }),
      await lab.call("decide", LATEST),
      JSON.stringify(
        liveState({
          ...{ view, running: false, now: 0, report: true, stored: null },
          ranking: { method: "adjusted", exclude_self_reviews: false },
        }),
      ),
    ];
    for (const reply of told)
      expect(reply).not.toMatch(/a revision of|is better than|a merge of|word for word|“[^”]*, whole”/u);
  });
});
