import { afterEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ballot, FilledBallot } from "../../src/artifacts/ballot.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { viewOf } from "../../src/experiment/view.ts";
import type { VoterSeat } from "../../src/live/judging.ts";
import { liveState } from "../../src/live/state.ts";
import { judgingInvite } from "../../src/ops/judge/judging.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import type { VoteResult } from "../../src/story/vote-result.ts";
import { drawResult } from "../../src/views/html/judge/result.tsx";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, type BenchOptions, THREE } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";
import { settled } from "../support/settled.ts";

let lab: Bench;
afterEach(() => lab.dispose());

async function designed(args: object = {}, options: BenchOptions = {}) {
  const made = await benchAfter(
    {
      args: { task: "A queue", topic: "queue", ...args },
      ready: ({ context }) => void Object.assign(context, { pages: null }),
    },
    { config: { confirm_above: null }, ...options },
  );
  const { reply } = made;
  lab = made.lab;
  const dir = await onlyExperiment(lab.dir);
  lab.typed = true;
  return { dir, reply, id: basename(dir) };
}

const voteIn = (dir: string, who = "person-you"): Promise<Vote> => readJson(join(dir, `votes/vote-${who}.json`));
const lettersIn = (reply: string): string[] =>
  [...reply.matchAll(/^- \*\*([A-Z]+)\*\* /gmu)].map(([, each = ""]) => each);
const judge = (args: object = {}): Promise<string> => lab.call("judge", args);

describe("judging without a page", () => {
  test("shows the designs under letters of the person's own and no author, and takes an order", async () => {
    const { dir, id } = await designed();
    const shown = await judge();
    expect(lettersIn(shown)).toEqual(["N", "O", "P"]);
    for (const { id: model } of THREE) for (const part of model.split("/")) expect(shown).not.toContain(part);
    const texts = await readdir(join(dir, "votes/blind-person-you"));
    expect(texts.sort()).toEqual(["N.md", "O.md", "P.md"]);
    for (const name of texts) {
      const text = await readFile(join(dir, "votes/blind-person-you", name), "utf8");
      expect(text).toContain("### Components");
      for (const { id: model } of THREE) for (const part of model.split("/")) expect(text).not.toContain(part);
    }
    const reply = await judge({ order: "P>N=O", unseen: true });
    expect(reply).toContain("Your vote is kept");
    expect(reply).toContain("` says what is proposed, and how to decide and write it down");
    const vote = await voteIn(dir);
    expect(vote).toMatchObject({
      name: "you",
      door: "command",
      voice: { order: [["P"], ["N", "O"]], saw_result: false },
    });
    expect(vote.done_at).not.toBeNull();
    expect(await lab.call("show", { experiment: id, what: "ledger" })).toContain("a person judged · you: ");
  });

  test("an order is refused that names what was not shown, or one twice, and nothing is kept", async () => {
    const { dir } = await designed();
    for (const order of ["A>B", "N>N", "N", "N>O>Q", "N>>O", "n>o"]) {
      const reply = await judge({ order });
      expect(reply).toContain("as an order: needed is two or more of N, O, P, each once");
      expect(reply).toContain("shows the designs under these letters; the letters of a ranking are others");
    }
    expect(existsSync(join(dir, "votes/vote-person-you.json"))).toBeFalse();
  });

  test("after a result a vote stands beside it unless the person says otherwise", async () => {
    const { dir } = await designed();
    await judge({ order: "N>O>P" });
    expect((await voteIn(dir)).voice.saw_result).toBeTrue();
  });

  test("an order that would not count takes the place of one that does only where that is said", async () => {
    const { dir, id } = await designed({ judge: true });
    await judge({ order: "P>N" });
    const refused = await judge({ order: "P>N>O" });
    expect(refused).toContain("it would take the place of a vote that counts, and would not count");
    expect(refused).toContain(`\`/design-lab judge ${id} P>N>O --replace\` takes it all the same`);
    expect((await voteIn(dir)).voice).toMatchObject({ order: [["P"], ["N"]], saw_result: null });
    expect(await judge({ order: "P>N>O", replace: true })).toContain("Your vote is kept");
    expect((await voteIn(dir)).voice).toMatchObject({ order: [["P"], ["N"], ["O"]], saw_result: true });
    expect(await judge({ order: "N>P>O" })).toContain("Your vote is kept");
  });

  test("an agent's call asks the person, and takes no for an answer", async () => {
    const { dir } = await designed();
    lab.typed = false;
    lab.permits = false;
    expect(await judge({ order: "N>O>P" })).toContain("An agent's call is no person's word");
    expect(existsSync(join(dir, "votes/vote-person-you.json"))).toBeFalse();
    lab.permits = true;
    await judge({ order: "N>O>P" });
    expect(lab.asked.at(-1)).toContain("An agent or a typed line says that your order of");
    expect((await voteIn(dir)).door).toBe("host");
  });

  test("several people judge by name, each with letters of their own; who judges again changes the vote", async () => {
    const { dir, id } = await designed();
    for (const name of ["Ada  Lovelace", "周"]) await judge({ name });
    await judge({ name: "Ada  Lovelace", order: "N>O>P", unseen: true });
    await judge({ name: "周", order: "O>N>P", unseen: true });
    const ada = await voteIn(dir, "person-ada-lovelace");
    const zhou = await voteIn(dir, "person-周");
    expect(ada.shown.map(({ letter }) => letter)).toEqual(zhou.shown.map(({ letter }) => letter));
    await judge({ name: "ada lovelace", order: "P>O>N", unseen: true });
    expect(await voteIn(dir, "person-ada-lovelace")).toMatchObject({ revision: 2, began_at: ada.began_at });
    expect(await lab.call("show", { experiment: id, what: "ledger" })).toContain(
      "changed the vote: P > O > N; before: N > O > P",
    );
    expect(await judge({ name: "\u200B", order: "N>O" })).toContain("a name of 1 to 80 characters is needed");
    expect(await judge({ name: "x".repeat(81), order: "N>O" })).toContain("a name of 1 to 80 characters is needed");
  });

  test("one thing at a time, and no designs are no ballot", async () => {
    await designed();
    expect(await judge({ order: "N>O", ballot: true })).toContain("order and ballot at once");
    expect(await judge({ show: true })).toContain("is held back");
  });
});

test("the letters that the page says the person's own stand for are those of the ranking and its report", async () => {
  const { dir } = await designed({ judge: true });
  const [experiment] = (await listExperiments([join(dir, "..")], () => new Date(), { home: lab.home, env: {} }))
    .experiments;
  if (!experiment) throw new Error("No experiment");
  const taken: VoterSeat[] = [];
  const pages = { seat: async (given: VoterSeat) => taken.push(given) };
  await judgingInvite(await lab.lab(), { ...lab.context, pages } as never, experiment)?.(null as never);
  const [seat] = taken;
  if (seat === undefined) throw new Error("No seat");
  const { designs } = await seat.ballot();
  const voice = { designs: [], order: [["P"], ["N"], ["O"]], pairs: [], saw_result: null };
  const shown = designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  expect(await seat.save(voice as never, { revision: 0, done: true, shown })).toMatchObject({ state: "saved" });
  const report = join(dir, "results/report.html");
  await settled(() => existsSync(report), 20_000);

  const after = await seat.after();
  const said = drawResult(after?.result as VoteResult).replace(/<[^>]*>/gu, "");
  const called = new Map(
    [...said.matchAll(/your ([N-P]) is ([A-C])/gu)].map(([, own = "", letter = ""]) => [own, letter]),
  );
  expect([...called.keys()]).toEqual(["N", "O", "P"]);
  const html = await readFile(report, "utf8");
  const ranking = await lab.call("rank");
  for (const { letter, body } of designs) {
    const own = called.get(letter) ?? "";
    expect(ranking).toContain(`${own} ${body.title}`);
    expect(html).toMatch(new RegExp(`>${own}</[^>]+>(?:\\s|<[^>]*>){0,9}${body.title}`, "u"));
    for (const other of "ABC".replace(own, "")) expect(ranking).not.toContain(`${other} ${body.title}`);
  }
});

describe("a result that is held back", () => {
  test("is told nowhere until the person has judged", async () => {
    const { dir, reply, id } = await designed({ judge: true });
    lab.typed = true;
    expect(reply).toContain("held back until a person has judged");
    expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
    const told = [
      reply,
      await lab.call("show", { experiment: id }),
      await lab.call("show", { experiment: id, design: "A" }),
      await lab.call("show", { experiment: id, what: "scores" }),
      await lab.call("show", { experiment: id, what: "reviews" }),
      await lab.call("compare", { experiment: id }),
      await lab.call("rank", { experiment: id }),
      await lab.call("show"),
      await judge(),
    ];
    for (const text of told) {
      expect(text).not.toMatch(/\d\.\d\d? (?:of 10|points)|is better than/u);
      for (const { id: model } of THREE) expect(text).not.toMatch(new RegExp(`“[^”]*” by ${model}`, "u"));
    }
    const [experiment] = (await listExperiments([join(dir, "..")], () => new Date())).experiments;
    if (!experiment) throw new Error("No experiment");
    const seen = { view: await viewOf(experiment), running: false, now: Date.now(), report: false, stored: null };
    const live = liveState({ ...seen, ranking: { method: "adjusted", exclude_self_reviews: false } });
    expect(live).toMatchObject({ withheld: true, so_far: [], verdict: null });
    expect(live.designs.map(({ model }) => model)).toEqual(Array(3).fill("hidden until you have judged"));
    expect(live.reviewers.flatMap(({ cells }) => cells.map(({ score }) => score))).toEqual(Array(9).fill(null));
    expect(told[3]).toContain("would tell what is held back until you have judged");
    const counted = await judge({ order: "N>O>P" });
    expect(counted).toContain("Your vote is kept");
    expect(existsSync(join(dir, "results/ranking.json"))).toBeTrue();
    expect((await voteIn(dir)).voice.saw_result).toBeNull();
  });

  test("is shown before only on the person's word, and a vote after that stands beside it", async () => {
    const { dir, id } = await designed({ judge: true });
    lab.typed = false;
    lab.permits = false;
    expect(await judge({ show: true })).toContain("An agent's call is no person's word");
    expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
    lab.typed = true;
    expect(await judge({ show: true })).toContain("Nothing is held back any more");
    await judge({ order: "N>O>P" });
    expect((await voteIn(dir)).voice.saw_result).toBeTrue();
    expect(await lab.call("show", { experiment: id, what: "scores" })).toContain("|");
  });

  test("goes on being held back by the next call, and never where a result was there", async () => {
    const { dir, id } = await designed({ judge: true });
    const goes = await lab.call("run", { experiment: id });
    expect(goes).toContain("held back until a person has judged");
    expect(goes).not.toContain("nothing is held back");
    await judge({ order: "N>O" });
    const again = await lab.call("run", { experiment: id, judge: true });
    expect(again).toContain(
      `\`designlab({op: "judge", args: {experiment: "${id}"}})\` lets you judge the designs, blind; nothing`,
    );
    expect(await readJson(join(dir, "hold.json"))).toMatchObject({ ended: { why: "voted" } });
  });
});

describe("a ballot", () => {
  const filled = (ballot: Ballot, more: Partial<FilledBallot> = {}): FilledBallot => ({
    version: 1,
    kind: "designlab-ballot",
    experiment_id: ballot.experiment_id,
    name: "Grace",
    designs: ballot.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 })),
    rubric_sha256: ballot.rubric_sha256,
    voice: {
      designs: ballot.designs.map(({ letter }, at) => ({
        letter,
        scores: Object.fromEntries(ballot.criteria.map(({ name, max }) => [name, max - at])),
        comment: "Reads well.",
        knows_author: false,
      })),
      order: [],
      pairs: [],
      saw_result: false,
    },
    ...more,
  });

  async function ballotIn(dir: string): Promise<Ballot> {
    await judge({ ballot: true });
    const html = await readFile(join(dir, "votes/ballot-anybody.html"), "utf8");
    const data = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/su.exec(html)?.[1] ?? html;
    const parsed = JSON.parse(data);
    return parsed.ballot ?? parsed.sheet ?? parsed;
  }

  test("names nobody, comes back and counts once", async () => {
    const { dir } = await designed();
    const ballot = await ballotIn(dir);
    const text = JSON.stringify(ballot);
    for (const { id: model } of THREE) expect(text).not.toContain(model.split("/")[1]);
    const file = join(lab.dir, "ballot-grace.json");
    await writeFile(file, JSON.stringify(filled(ballot)));
    expect(await judge({ from: "ballot-grace.json" })).toContain("The vote of Grace is kept");
    const vote = await voteIn(dir, "person-grace");
    expect(vote).toMatchObject({ door: "ballot", name: "Grace" });
    expect(await judge({ from: "ballot-grace.json" })).toContain("Nothing new stands in that ballot");
    expect(await voteIn(dir, "person-grace")).toEqual(vote);
  });

  test("of other designs, other scales, too large or none is refused with what differs", async () => {
    const { dir } = await designed();
    const ballot = await ballotIn(dir);
    const refused = async (content: string): Promise<string> => {
      await writeFile(join(lab.dir, "b.json"), content);
      const said = await judge({ from: "b.json" });
      expect(said).toContain("as a ballot");
      expect(existsSync(join(dir, "votes/vote-person-grace.json"))).toBeFalse();
      return said;
    };
    const other = filled(ballot);
    const [first] = other.designs;
    const changed = { ...other, designs: [{ letter: "N", design_sha256: "0".repeat(64) }, ...other.designs.slice(1)] };
    expect(await refused(JSON.stringify(changed))).toContain("1 of its 3 designs (N) are none of");
    expect(await refused(JSON.stringify({ ...other, rubric_sha256: first?.design_sha256 }))).toContain(
      "other criteria",
    );
    const [name = ""] = ballot.criteria.map((criterion) => criterion.name);
    const beyond = {
      ...other.voice,
      designs: [{ letter: "N", scores: { [name]: 11 }, comment: "", knows_author: false }],
    };
    expect(await refused(JSON.stringify({ ...other, voice: beyond }))).toContain(
      "Must be a number from 0 to 10, found 11",
    );
    expect(await refused(JSON.stringify({ ...other, voice: { ...other.voice, saw_result: null } }))).toContain(
      "Say whether you have seen a result",
    );
    expect(await refused(JSON.stringify({ ...other, padding: "x".repeat(10_000_000) }))).toContain(
      "bytes are read, found",
    );
    expect(await refused("no ballot")).toContain("it does not fit");
    expect(await refused(JSON.stringify({ ...other, version: 2 }))).toContain("version does not fit");
    expect(await judge({ from: "nowhere.json" })).toContain("found nothing at");
  });

  test("a name that is markup is a name", async () => {
    const { dir } = await designed();
    const name = `<img src=x onerror="alert(1)"> **Bo** [x](https://a.example)`;
    await writeFile(join(lab.dir, "b.json"), JSON.stringify(filled(await ballotIn(dir), { name })));
    const reply = await judge({ from: "b.json" });
    expect(reply).not.toContain("<img");
    expect(reply).not.toContain("](https");
    expect(await readFile(join(dir, "results/report.html"), "utf8")).not.toContain("<img src=x");
  });
});
