import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Vote } from "../../src/artifacts/vote.ts";
import { rankedProject } from "../support/ranked-project.ts";

const { start, typed, judge, decide, decision, record, vote, edit, called, files } = rankedProject();
/** What the person said, changed; ranked anew with it. */
async function said(change: Partial<Vote["voice"]>, who = "person-you"): Promise<void> {
  await edit(`votes/vote-${who}.json`, { voice: { ...(await vote(who)).voice, ...change } });
  await typed("rank");
}
const against = (): string => /Who sees it otherwise[^\n]*\n\n([\s\S]*?)\n\n/u.exec(record())?.[1] ?? "";

test("who judged after a result was seen is not said to have judged blind", async () => {
  await start();
  await judge({ name: "Ada", order: "N>O>P" });
  await decide({ design: "A", where: "experiment" });
  expect(record()).toContain("; 3 reviewers judged them blind, and 1 human judge after a result was seen.");
  await judge({ name: "Bo", order: "N>O>P", unseen: true });
  await judge({ name: "Cy", order: "N>O>P", unseen: true });
  await said({ designs: [{ letter: "N", scores: {}, comment: "", knows_author: true }] }, "person-cy");
  await decide({ design: "B", where: "experiment" });
  expect(record()).toContain(
    "; 3 reviewers and 2 human judges judged them blind, one of whom knew an author, and 1 human judge after a result was seen.",
  );
});

test("in a document of the project nobody is “you”", async () => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": "# A\n\n* Status: accepted\n" });
  await judge({ order: "N>O>P", unseen: true });
  await decide({ design: await called("P"), by: "Ana" });
  const text = readFileSync(join(lab.dir, (await decision()).record.path), "utf8");
  expect(text).toContain("the owner of the experiment puts ");
  expect(text).not.toMatch(/\byou\b/u);
});

test("the design's document names who judged, people too, and by what", async () => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": "# A\n" });
  await judge({ name: "Ada", order: "N>O>P", unseen: true });
  await decide({ design: "A", because: "It runs" });
  const path = (await decision()).design_document?.path ?? "";
  const text = readFileSync(join(lab.dir, path), "utf8");
  expect(text).toContain("\n- Judged by alpha/strong-1, beta/middle-1, gamma/weak-1 and Ada.\n");
  expect(text).toMatch(/\n## What designs were scored by\n\n- clarity, 0 to 10, weight 1: How clear .*\?\n/u);
  // Models wrote most of it.
  expect(text).not.toContain("no model wrote it");
  expect(text).toContain("\n- Put together, without a model, from what is stored of the experiment `");
});

test("who never judged the chosen design is not against it", async () => {
  await start();
  await judge({ name: "Ada", order: "N>O", unseen: true });
  await decide({ design: await called("P", "person-ada"), where: "experiment" });
  expect(record()).not.toContain("Ada");
});

test("a design whose author the person knows is left out where the ranking leaves it out, else it is said", async () => {
  const { dir } = await start();
  await judge({ name: "Ada", order: "N>O>P", unseen: true });
  await said({ designs: [{ letter: "N", scores: {}, comment: "", knows_author: true }] }, "person-ada");
  const second = await called("O", "person-ada");
  await decide({ design: second, where: "experiment" });
  const letter = /Ada puts ([ABC]) first, whose author Ada knows/u.exec(against())?.[1];
  expect(letter).toBeString();
  const path = join(dir, "results/ranking.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), exclude_self_reviews: true }));
  await decide({ design: second, because: "again", where: "experiment" });
  expect(against()).not.toContain("Ada");
});

test("an answer to a pair is told with its reason, where the person said no more of the chosen design", async () => {
  await start();
  await judge({ name: "Ada", order: "N>O", unseen: true });
  await said({ order: [], pairs: [{ first: "P", second: "N", better: "N", why: "N survives a crash" }] }, "person-ada");
  await decide({ design: await called("P", "person-ada"), where: "experiment" });
  expect(against()).toMatch(/Ada finds ([ABC]) better: “N survives a crash” \(N is \1\)/u);
});

test("letters of the person's own that a comment names are told apart from those of the record", async () => {
  await start();
  await judge({ name: "Ada", order: "N>O>P", unseen: true });
  const comment = "N beats this, and O too";
  await said({ designs: [{ letter: "P", scores: {}, comment, knows_author: false }] }, "person-ada");
  await decide({ design: await called("P", "person-ada"), where: "experiment" });
  expect(against()).toMatch(
    /Ada puts ([ABC]) first; of the chosen design: “N beats this, and O too” \(N is \1 and O is [ABC]\)/u,
  );
  expect(record()).not.toContain("by their own scores");
});

test("the record says which way a weight turns the first place, and what has to be shown as not yet shown", async () => {
  const { dir } = await start();
  const path = join(dir, "results/ranking.json");
  const ranking = JSON.parse(readFileSync(path, "utf8"));
  const robustness = { criterion: "feasibility", factor: 0.47, weight: 0.57, new_winner: "beta-middle-1" };
  writeFileSync(path, JSON.stringify({ ...ranking, robustness }));
  await decide({ design: "A", where: "experiment", because: "It is the one that decides." });
  expect(record()).toContain("Lowering the weight of feasibility by more than 53 % puts B first\n");
  expect(record()).toContain("To be measured: whether R2 “p99 below 50 ms” holds\n");
  expect(record()).toContain("because “It is the one that decides.”\n");
  expect(record()).not.toMatch(/is measured|did not come about|\.”\./u);
});
