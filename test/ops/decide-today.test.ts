import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, judge, decide, decision, record, edit, letterOf } = rankedProject();
const A = "designs/design-alpha-strong-1.json";
/** What no reply or record may say of texts that it does not hold of. */
const SURE = /is better|probability|Confidence|The ranking said/u;

test("after a design was edited nothing is proposed from the ranking, and a decision repeats no figure of it", async () => {
  const { lab, id } = await start();
  await edit(A, { title: "Another text" });
  const proposed = await lab.call("decide");
  expect(proposed).toContain(
    "**Nothing is proposed.** The ranking is not of what is there today: the text of A changed",
  );
  expect(proposed).toContain(`- \`designlab({op: "rank", args: {experiment: "${id}"}})\` makes the ranking anew`);
  expect(proposed).not.toMatch(SURE);
  const reply = await decide({ design: "B" });
  expect(reply).toContain("The ranking is not of what is there today: the text of A changed since.");
  expect(reply).not.toMatch(SURE);
  expect(record()).toContain("The ranking that was there was not of what was decided on: the text of A changed since.");
  expect(record()).not.toMatch(SURE);
  expect(record()).not.toContain("results/ranking.md");
  expect((await decision()).ranking).toBeNull();
  await lab.call("rank");
  expect(await lab.call("decide")).not.toContain("is not of what");
});

test("where the ranking's first is gone it is neither proposed nor offered", async () => {
  const { lab, dir, id } = await start();
  rmSync(join(dir, A));
  const proposed = await lab.call("decide");
  expect(proposed).toContain("not of what is there today: A is gone.");
  expect(proposed).not.toContain(`decide ${id} A`);
  expect(proposed).toContain(`/design-lab decide ${id} B "…"`);
  expect(proposed).not.toMatch(SURE);
});

test("a vote, a score and a review that came after the ranking are named before anything is decided by it", async () => {
  const { lab, dir } = await start();
  await judge({ name: "Ada", order: "N>O>P", unseen: true });
  expect(await lab.call("decide")).not.toContain("is not of what");
  await edit("votes/vote-person-ada.json", { done_at: "2027-01-01T00:00:00Z" });
  expect(await lab.call("decide")).toContain("Ada voted since");
  rmSync(join(dir, "votes/vote-person-ada.json"));
  expect(await lab.call("decide")).toContain("the vote of person-ada is gone");
  await lab.call("rank");
  expect(await lab.call("decide")).not.toContain("is not of what");
  await edit("results/ranking.json", { timestamp: "2026-01-01T00:00:00.000Z" });
  expect(await lab.call("decide")).toContain("9 scores came since, 9 reviews came since");
});

test("who judged after a result was seen is in no ranking, and makes none old", async () => {
  const { lab, dir } = await start();
  await judge({ name: "Ada", order: "N>O>P" });
  await edit("votes/vote-person-ada.json", { done_at: "2027-01-01T00:00:00Z" });
  expect(existsSync(join(dir, "results/ranking.json"))).toBeTrue();
  expect(await lab.call("decide")).not.toContain("is not of what");
});

test("once decided, every view says that the ranking has another first by now", async () => {
  const { lab, dir, id } = await start();
  await decide({ design: "A", because: "best", where: "experiment" });
  const now = "The ranking has another first by now:** C “";
  for (const name of ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"]) {
    await judge({ name, order: "N>O", unseen: true });
    const best = await letterOf("gamma-weak-1", `person-${name.toLowerCase()}`);
    const others = ["N", "O", "P"].filter((each) => each !== best);
    await judge({ name, order: [best, ...others].join(">"), unseen: true, replace: true });
  }
  expect(await lab.call("show", { experiment: id })).not.toContain(now);
  await edit("decision.json", { decided_at: "2026-01-01T00:00:00.000Z" });
  await lab.call("rank");
  const proposed = await lab.call("decide");
  for (const text of [await lab.call("show", { experiment: id }), await lab.call("rank"), proposed])
    expect(text).toContain(now);
  expect(readFileSync(join(dir, "results/ranking.md"), "utf8")).toContain(now);
  expect(proposed).toContain(`- \`/design-lab decide ${id} C "…"\` decides for design C`);
  await decide({ design: "C", because: "now first", where: "experiment" });
  expect(await lab.call("show", { experiment: id })).not.toContain(now);
});

test("of none of the designs it is said that the ranking named a winner", async () => {
  await start();
  expect(await decide({ none: true, because: "Too dear", where: "experiment" })).toContain(
    "The ranking then named a winner: A “",
  );
});

test("of a design whose text is another than was judged no requirement is said to be met or not", async () => {
  const { lab, id } = await start();
  await edit(A, { title: "Another text" });
  const shown = await lab.call("show", { experiment: id });
  expect(shown).toMatch(/Of 3 requirements B meets 1 and C 0; of A there is no answer\./u);
  await edit("designs/design-beta-middle-1.json", { title: "Another text" });
  await edit("designs/design-gamma-weak-1.json", { title: "Another text" });
  await edit(A, { title: "Outbox-driven core: durable task queue" });
  expect(await lab.call("show", { experiment: id })).toContain(
    "Of 3 requirements A meets 2; of B and C there is no answer.",
  );
});
