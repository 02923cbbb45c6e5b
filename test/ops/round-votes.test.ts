import { afterEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FilledBallot } from "../../src/artifacts/ballot.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { designSha256, rubricSha256 } from "../../src/artifacts/hashes.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { viewOf } from "../../src/experiment/view.ts";
import type { VoterSeat } from "../../src/live/judging.ts";
import { liveState } from "../../src/live/state.ts";
import { judgingInvite } from "../../src/ops/judge/judging.ts";
import { openExperiment } from "../../src/store/open.ts";
import { drawResult } from "../../src/views/html/judge/result.tsx";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, bench, THREE } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const TASK = { task: "Design a durable task queue", topic: "queue" };
const LATEST = { experiment: "latest" };
const ALONE = "Models alone judged this round.";
const judge = (args: object = {}): Promise<string> => lab.call("judge", { ...LATEST, round: true, ...args });
const lettersIn = (reply: string): string[] =>
  [...reply.matchAll(/^- \*\*([A-Z]+)\*\* /gmu)].map(([, each = ""]) => each);

/** A ranked experiment, on which the person voted where `votes`, with a round of B. */
async function refined({ votes = true, ...args }: { votes?: boolean; judge?: boolean; designs?: string } = {}) {
  lab = await bench({ config: { confirm_above: null } });
  Object.assign(lab.context, { pages: null });
  await lab.call("run", TASK);
  lab.typed = true;
  if (votes) {
    await lab.call("judge", LATEST);
    await lab.call("judge", { ...LATEST, order: "N>O>P", unseen: true });
  }
  const reply = await lab.call("refine", { ...LATEST, designs: "B", ...args });
  const dir = await onlyExperiment(lab.dir);
  return { dir, id: basename(dir), round: join(dir, "rounds/1"), reply };
}

const voteIn = (round: string, who = "person-you"): Promise<Vote> =>
  readJson<Vote>(join(round, `votes/vote-${who}.json`));

/** The person's letter of a text of the round, by what people call that. */
async function letterOf(round: string, name: string, who = "person-you"): Promise<string> {
  const { designers } = await readJson<Task>(join(round, "task.json"));
  const id = designers.find(({ lineage }) => lineage?.name === name)?.design_id;
  const folder = join(round, `votes/blind-${who}`);
  const { risks } = await readJson<Design>(join(round, `designs/design-${id}.json`));
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    const mitigated = text.split("\n").filter((line) => line.includes(" Mitigation: ")).length;
    if (mitigated === risks.filter(({ mitigation = "" }) => mitigation !== "").length) return basename(file, ".md");
  }
  throw new Error(`nobody was shown ${name}`);
}

const viewIn = async (dir: string) =>
  viewOf(
    await openExperiment([dirname(dir)], dir, {
      directory: lab.dir,
      now: () => new Date(),
      person: (await lab.lab()).person,
    }),
  );

describe("a person's vote on a round", () => {
  test("is asked for where the experiment has people's votes, and until then models alone judged it", async () => {
    const { id, reply } = await refined();
    expect(reply).toContain(ALONE);
    expect(reply).toContain(`designlab({op: "judge", args: {experiment: "${id}", round: 1`);
    await lab.dispose();
    const without = await refined({ votes: false });
    expect(without.reply).not.toContain(ALONE);
    expect(without.reply).not.toContain("--round");
  });

  test("is given blind on the texts of the round, and the round then says who judged", async () => {
    const { dir, round, id } = await refined();
    const shown = await judge();
    expect(lettersIn(shown)).toHaveLength(2);
    expect(shown).not.toMatch(/revis|parent|\bB2?\b|r1-\d/u);
    for (const { id: model } of THREE) for (const part of model.split("/")) expect(shown).not.toContain(part);
    expect(shown).toContain("--round=1`");
    const [child, parent] = [await letterOf(round, "B2"), await letterOf(round, "B")];
    const reply = await judge({ order: `${child}>${parent}`, unseen: true });
    expect(reply).toContain("Your vote is kept");
    expect(reply).toContain(`${child} is B2`);
    expect(reply).toContain("**The revision B2 is");
    expect(reply).toContain("A person judged this round too: you by an order, B2 before B;");
    expect(reply).not.toContain(ALONE);
    const vote = await voteIn(round);
    expect(vote).toMatchObject({ name: "you", door: "command", voice: { order: [[child], [parent]] } });
    // The round has no ranking of its own, and the experiment's stays without it.
    expect(existsSync(join(round, "results"))).toBeFalse();
    expect((await voteIn(dir)).voice.order).toEqual([["N"], ["O"], ["P"]]);
    const all = [
      await lab.call("show", LATEST),
      await readFile(join(dir, "results/ranking.md"), "utf8"),
      (await readFile(join(dir, "results/report.html"), "utf8")).replace(/<[^>]*>/gu, ""),
    ];
    for (const text of all) {
      expect(text).toContain("A person judged this round too: you by an order, B2 before B");
      expect(text).not.toContain(ALONE);
    }
    expect(await lab.call("show", { experiment: id, what: "ledger" })).toContain(
      `a person judged · you: ${child} > ${parent}`,
    );
  });

  test("that knew the result stands beside the round and is not counted", async () => {
    const { round } = await refined();
    await judge();
    const [child, parent] = [await letterOf(round, "B2"), await letterOf(round, "B")];
    const reply = await judge({ order: `${parent}>${child}` });
    expect(reply).toContain("After its result was seen you judged this round, B before B2: that is not counted.");
    expect((await voteIn(round)).voice.saw_result).toBeTrue();
  });

  test("counts by its scores as a reviewer's, on the page too", async () => {
    const { dir, round } = await refined({ judge: true });
    const view = await viewIn(dir);
    const [own] = view.rounds;
    if (!own) throw new Error("no round");
    const taken: VoterSeat[] = [];
    const pages = { seat: async (given: VoterSeat) => taken.push(given) };
    await judgingInvite(await lab.lab(), { ...lab.context, pages } as never, own.experiment)?.(null as never);
    const [seat] = taken;
    if (!seat) throw new Error("no seat");
    const ballot = await seat.ballot();
    expect(ballot.has_result).toBeFalse();
    expect(ballot.designs).toHaveLength(2);
    expect(JSON.stringify({ ...ballot, designs: [] })).not.toMatch(/revis|B2|lineage/u);
    const { artifacts } = own;
    const childId = own.experiment.task.designers.find(({ lineage }) => lineage?.name === "B2")?.design_id;
    const childSha = designSha256(artifacts.designs.find(({ design_id }) => design_id === childId) ?? ({} as never));
    const letter = ballot.designs.find(({ design_sha256 }) => design_sha256 === childSha)?.letter;
    const voice = {
      designs: ballot.designs.map((each) => ({
        letter: each.letter,
        scores: Object.fromEntries(ballot.criteria.map(({ name }) => [name, each.letter === letter ? 9 : 3])),
        comment: "",
        knows_author: false,
      })),
      order: [],
      pairs: [],
      saw_result: null,
    };
    const shown = ballot.designs.map(({ letter: of, design_sha256 }) => ({ letter: of, design_sha256 }));
    expect(await seat.save(voice, { revision: 0, done: true, shown })).toMatchObject({ state: "saved" });
    await settled(async () => (await viewIn(dir)).rounds[0]?.withheld === null);
    const after = await seat.after();
    expect(after?.said).toContain("Your vote is kept and counts.");
    const page = drawResult(after?.result ?? ({} as never)).replace(/<[^>]*>/gu, "");
    expect(page).toContain("The revision B2 is better than B");
    expect(page).toContain("4 reviewers scored both");
    expect(page).toContain("A person judged this round too: you by scores of 2 designs");
    expect(await lab.call("show", LATEST)).toContain("4 reviewers scored both");
    expect(await voteIn(round)).toMatchObject({ door: "page" });
  });

  test("comes in a file too, which is of that round and of nothing else", async () => {
    const { round, id } = await refined();
    const handed = await judge({ ballot: true });
    expect(handed).toContain("--round=1");
    expect(existsSync(join(round, "results"))).toBeFalse();
    const view = await viewIn(dirname(dirname(round)));
    const [own] = view.rounds;
    const filled: FilledBallot = {
      version: 1,
      kind: "designlab-ballot",
      experiment_id: id,
      name: "Ada",
      designs: (own?.artifacts.designs ?? []).map((design, at) => ({
        letter: ["N", "O"][at] ?? "",
        design_sha256: designSha256(design),
      })),
      rubric_sha256: rubricSha256(own?.experiment.task.criteria ?? []),
      voice: { designs: [], order: [["N"], ["O"]], pairs: [], saw_result: false },
    };
    const file = join(lab.dir, "ballot.json");
    await writeFile(file, JSON.stringify(filled));
    const refused = await lab.call("judge", { ...LATEST, from: file });
    expect(refused).toContain(`it is of round 1 of ${id}`);
    expect(refused).toContain(`/design-lab judge ${id} --from ${file} --round=1`);
    const reply = await judge({ from: file });
    expect(reply).toContain("The vote of Ada is kept");
    expect(reply).toContain("A person judged this round too: Ada by an order,");
    expect(existsSync(join(round, "votes/vote-person-ada.json"))).toBeTrue();
  });

  test("is refused where there is no round, and no text of it to judge", async () => {
    lab = await bench({ config: { confirm_above: null } });
    Object.assign(lab.context, { pages: null });
    await lab.call("run", TASK);
    lab.typed = true;
    expect(await judge()).toContain("has no round of better designs");
    await lab.call("refine", { ...LATEST, designs: "B" });
    const reply = await judge({ round: 3 });
    expect(reply).toContain("has no round 3: there is round 1");
  });
});

describe("a round that is held back", () => {
  test("says nothing of what came of it until the person has judged it", async () => {
    const { dir, id, round, reply } = await refined({ votes: false, judge: true });
    expect(reply).toContain("**Round 1 of better designs is held back until you have judged.**");
    expect(reply).toContain(`designlab({op: "judge", args: {experiment: "${id}", round: 1`);
    const view = await viewIn(dir);
    const told = [
      reply,
      await lab.call("show", {}),
      await lab.call("show", LATEST),
      await lab.call("show", { ...LATEST, design: "B2" }),
      await lab.call("show", { ...LATEST, what: "designs" }),
      await lab.call("compare", { ...LATEST, designs: ["B", "B2"] }),
      await lab.call("decide", LATEST),
      await lab.call("rank", LATEST),
      await lab.call("export", { ...LATEST, to: "whole" }),
      await lab.call("refine", { ...LATEST, anew: true }),
      await lab.call("judge", { ...LATEST, round: true }),
      await readFile(join(dir, "results/ranking.md"), "utf8"),
      await readFile(join(dir, "results/report.html"), "utf8"),
      JSON.stringify(
        liveState({
          ...{ view, running: false, now: 0, report: true, stored: null },
          ranking: { method: "adjusted", exclude_self_reviews: false },
        }),
      ),
    ];
    for (const text of told) expect(text).not.toMatch(/B2 is |a revision of|B word for word|Of all texts/u);
    expect(existsSync(join(lab.dir, "whole"))).toBeFalse();
    expect(told[1]).toContain("a round of better designs waits for your vote");
    const [child, parent] = [await letterOf(round, "B2"), await letterOf(round, "B")];
    const voted = await judge({ order: `${child}>${parent}` });
    expect(voted).toContain("**The revision B2 is");
    expect((await voteIn(round)).voice.saw_result).toBeNull();
    expect(await lab.call("show", { ...LATEST, design: "B2" })).toContain("B2 is a revision of B");
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toContain("## Better designs");
  });

  test("is shown before where the person says so, and a vote after that stands beside it", async () => {
    const { round, reply, id } = await refined({ votes: false, judge: true });
    expect(reply).toContain(`designlab({op: "judge", args: {experiment: "${id}", round: 1, show: true}})`);
    await judge();
    const shown = await judge({ show: true });
    expect(shown).toContain("Nothing is held back any more.");
    expect(shown).toContain("**The revision B2 is");
    const order = `${await letterOf(round, "B2")}>${await letterOf(round, "B")}`;
    expect(await judge({ order })).toContain("that is not counted");
  });

  test("is one round, and not begun twice", async () => {
    const { dir } = await refined({ votes: false });
    const before = await snapshot(dir);
    const reply = await lab.call("refine", { ...LATEST, designs: "C", judge: true, rounds: 2 });
    expect(reply).toContain("one round at a time is held back");
    expect(Object.keys(await snapshot(dir))).toEqual(Object.keys(before));
  });
});
