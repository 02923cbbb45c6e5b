import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FilledBallot } from "../../src/artifacts/ballot.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { designSha256, rubricSha256 } from "../../src/artifacts/hashes.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { Voice, Vote } from "../../src/artifacts/vote.ts";
import type { VoterSeat } from "../../src/live/judging.ts";
import { listText } from "../../src/text/numbers.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";
import { settled } from "../support/settled.ts";

let lab: Bench;
/** The last place that was offered on the page. */
let seat: VoterSeat;
afterEach(() => lab.dispose());

async function designed(op: "run" | "generate" = "generate", options: BenchOptions = {}, args: object = {}) {
  const pages = {
    seat: async (offered: VoterSeat) => {
      seat = offered;
      return { address: "http://127.0.0.1/", port: 1, used: Promise.resolve(true) };
    },
  };
  ({ lab } = await benchAfter(
    {
      op,
      args: { task: "A queue", topic: "queue", ...args },
      key: options.answer ? String(options.answer) : "",
      ready: (each) => {
        each.typed = true;
        Object.assign(each.context, { pages });
      },
    },
    { config: { confirm_above: null }, ...options },
  ));
  const dir = await onlyExperiment(lab.dir);
  return { dir, id: basename(dir) };
}

const judge = (args: object = {}): Promise<string> => lab.call("judge", { wait: 0, ...args });
/** Has somebody look at the designs on the page. */
const look = async (name: string): Promise<unknown> => judge({ name }).then(() => seat.ballot());
const voteIn = (dir: string, who = "person-you"): Promise<Vote> => readJson(join(dir, `votes/vote-${who}.json`));
const voice = (over: Partial<Voice> = {}): Voice => ({ designs: [], order: [], pairs: [], saw_result: false, ...over });

async function filledIn(dir: string, over: Partial<FilledBallot> = {}): Promise<FilledBallot> {
  const { criteria } = await readJson<never>(join(dir, "task.json"));
  const a = await readJson<Design>(join(dir, "designs/design-alpha-strong-1.json"));
  const b = await readJson<Design>(join(dir, "designs/design-beta-middle-1.json"));
  return {
    version: 1,
    kind: "designlab-ballot",
    experiment_id: basename(dir),
    name: "Grace",
    designs: [a, b].map((design, at) => ({ letter: at === 0 ? "N" : "O", design_sha256: designSha256(design) })),
    rubric_sha256: rubricSha256(criteria),
    voice: voice({ order: [["N"], ["O"]] }),
    ...over,
  };
}

async function handedIn(ballot: FilledBallot): Promise<string> {
  await writeFile(join(lab.dir, "b.json"), JSON.stringify(ballot));
  return judge({ from: "b.json" });
}

test("a ballot that shows one design under two letters, or letters of another kind, is refused", async () => {
  const { dir } = await designed();
  const ballot = await filledIn(dir);
  const [first] = ballot.designs;
  const twice = [first, { letter: "O", design_sha256: first?.design_sha256 ?? "" }] as FilledBallot["designs"];
  expect(await handedIn({ ...ballot, designs: twice })).toContain("Cannot take");
  const odd = ballot.designs.map(({ letter, ...rest }) => ({ letter: letter.toLowerCase(), ...rest }));
  const said = await handedIn({ ...ballot, designs: odd, voice: voice({ order: [["n"], ["o"]] }) });
  expect(said).toContain("Cannot take");
  expect(existsSync(join(dir, "votes/vote-person-grace.json"))).toBeFalse();
});

test("what a page says is said of the designs that this page showed, whatever another page was shown since", async () => {
  let fails = true;
  const { dir, id } = await designed("generate", {
    answer: ({ kind, model }) =>
      fails && kind === "design" && model === "beta/middle-1"
        ? { error: { kind: null, message: "dead", status: 400, retryable: false } }
        : undefined,
  });
  await judge();
  const first = await seat.ballot();
  fails = false;
  await lab.call("generate", { experiment: id });
  const second = await seat.ballot();
  expect([first.designs.length, second.designs.length]).toEqual([2, 3]);
  const [best, worst] = first.designs;
  const said = voice({ order: [[best?.letter ?? ""], [worst?.letter ?? ""]] });
  const shown = first.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  expect((await seat.save(said, { revision: 0, done: true, shown })).state).toBe("saved");
  const vote = await voteIn(dir);
  const hashes = vote.voice.order.flat().map((each) => vote.shown.find(({ letter }) => letter === each)?.design_sha256);
  expect(hashes).toEqual([best?.design_sha256, worst?.design_sha256]);
  const unknown = [{ letter: "N", design_sha256: "0".repeat(64) }];
  expect(await seat.save(said, { revision: 1, done: true, shown: unknown })).toMatchObject({ state: "refused" });
});

test("a design that comes back or comes later never takes the letter of another", async () => {
  const { dir } = await designed();
  await judge({ order: "N>O>P", unseen: true });
  const { shown } = await voteIn(dir);
  const gone = join(dir, `designs/design-${shown[0]?.design_id}.json`);
  await rename(gone, `${gone}.away`);
  await judge({ order: "O>P", unseen: true });
  await rename(`${gone}.away`, gone);
  expect(await judge({ order: "O>P", unseen: true })).toContain("Your vote is kept");
  const letters = (await voteIn(dir)).shown.map(({ letter }) => letter);
  expect(new Set(letters).size).toBe(3);
});

test("two people whose names leave nothing for a file's name, or begin alike, are two", async () => {
  const { dir } = await designed();
  const long = "鈴".repeat(70);
  for (const name of ["🙂", "🙃", `${long}一`, `${long}二`]) {
    await look(name);
    await judge({ name, order: "N>O", unseen: true });
  }
  const { readdir } = await import("node:fs/promises");
  expect((await readdir(join(dir, "votes"))).filter((each) => each.startsWith("vote-"))).toHaveLength(4);
});

test("a vote that is there and cannot be read is not written over, and a folder that is a link takes none", async () => {
  const { dir } = await designed();
  await mkdir(join(dir, "votes"));
  const path = join(dir, "votes/vote-person-you.json");
  await writeFile(path, '{"version": 2}');
  expect(await judge({ order: "N>O" })).toContain("vote-person-you.json");
  expect(await readFile(path, "utf8")).toBe('{"version": 2}');
  await rm(join(dir, "votes"), { recursive: true });
  const elsewhere = join(lab.dir, "elsewhere");
  await mkdir(elsewhere);
  await symlink(elsewhere, join(dir, "votes"));
  const said = await judge({ order: "N>O" });
  expect(said).toContain("is a symbolic link");
  expect(existsSync(join(elsewhere, "vote-person-you.json"))).toBeFalse();
  expect(await judge({ ballot: true })).toContain("is a symbolic link");
  expect(existsSync(join(elsewhere, "ballot-anybody.html"))).toBeFalse();
});

test("where scores can be seen a typed order counts as said after them, with no ranking too", async () => {
  const { dir, id } = await designed();
  await lab.call("score", { experiment: id });
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
  expect(await lab.call("show", { experiment: id, what: "scores" })).toContain("|");
  await judge({ order: "N>O>P" });
  expect((await voteIn(dir)).voice.saw_result).toBeTrue();
});

test("where scores could be read before they were held back, who judges is asked whether they were", async () => {
  const { dir, id } = await designed();
  await lab.call("score", { experiment: id });
  await lab.call("run", { experiment: id, judge: true });
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
  expect((await seat.ballot()).has_result).toBeTrue();
  await judge({ order: "N>O>P" });
  expect((await voteIn(dir)).voice.saw_result).toBeTrue();
});

test("a vote that is reopened counts no more, and one said after a result is not said to count", async () => {
  const { dir } = await designed("run");
  const counted = async () => {
    const { people } = await readJson<Ranking>(join(dir, "results/ranking.json"));
    return people?.counted.map(({ reviewer_id }) => reviewer_id) ?? [];
  };
  await judge();
  const { designs } = await seat.ballot();
  const shown = designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const said = voice({ order: designs.map(({ letter }) => [letter]) });
  await seat.save(said, { revision: 0, done: true, shown });
  expect((await seat.after())?.said).toContain("counts");
  await settled(async () => (await counted()).length === 1, 5_000);
  await seat.save(said, { revision: 1, done: false, shown });
  await settled(async () => (await counted()).length === 0, 5_000);
  await seat.save({ ...said, saw_result: true }, { revision: 2, done: true, shown });
  expect((await seat.after())?.said).toContain("stands beside the result");
});

test("an order that is typed takes the place of scores and of no comment, and who knew an author still knows", async () => {
  const { dir } = await designed();
  await judge();
  const { designs, criteria } = await seat.ballot();
  const shown = designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const scores = Object.fromEntries(criteria.map(({ name, max }) => [name, max]));
  const said = designs.map(({ letter }) => ({
    letter,
    scores,
    comment: `Of ${letter}.`,
    knows_author: letter === "N",
  }));
  await seat.save(voice({ designs: said }), { revision: 0, done: true, shown });
  await judge({ order: "P>O>N", unseen: true, replace: true });
  expect((await voteIn(dir)).voice).toMatchObject({
    order: [["P"], ["O"], ["N"]],
    designs: said.map((each) => ({ ...each, scores: {} })),
  });
});

test("who is asked whether an order is theirs is told in whose name it would count", async () => {
  await designed();
  await look("Grace");
  lab.typed = false;
  await judge({ name: "Grace", order: "N>O", unseen: true });
  expect(lab.asked.at(-1)).toContain("your order, as Grace, of ");
});

test("who is asked whether an order is theirs is asked too whether the result is unseen, where an agent says so", async () => {
  await designed("run");
  lab.typed = false;
  await judge({ order: "N>O", unseen: true });
  expect(lab.asked.at(-1)).toEndWith("is N>O. Is it? And you have not seen its result before?");
  await judge({ order: "N>O", replace: true });
  expect(lab.asked.at(-1)).toEndWith("is N>O. Is it?");
});

test("a vote that is in no ranking is not said to count: too few reviewers, or every author known", async () => {
  const { dir } = await designed("generate", { config: { confirm_above: null, min_reviewers: 2 } });
  const said = await judge({ order: "N>O>P", unseen: true });
  expect(said).toContain("It is in no ranking yet: scores of at least 2 reviewers are needed, found 1.");
  await judge();
  const told = "Your vote is kept. It is in no ranking yet: scores of at least 2 reviewers are needed, found 1.";
  expect((await seat.after())?.said).toBe(told);
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
});

test("a vote of who knows every author is said to be in no ranking, where such words are left out", async () => {
  const config = { confirm_above: null, ranking: { exclude_self_reviews: true } };
  await designed("run", { config });
  await judge();
  const { designs } = await seat.ballot();
  const shown = designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const known = designs.map(({ letter }) => ({ letter, scores: {}, comment: "", knows_author: true }));
  const order = designs.map(({ letter }) => [letter]);
  await seat.save(voice({ designs: known, order }), { revision: 0, done: true, shown });
  const nothing = "Nothing of it is in the ranking: it tells no two designs apart whose texts are still the same and";
  expect((await seat.after())?.said).toStartWith(`Your vote is kept. ${nothing}`);
  expect(await judge({ order: "N>O", unseen: true })).toContain(nothing);
});

test("the report names people as they gave their names", async () => {
  const { dir } = await designed("run");
  await look("Ada Lovelace");
  await judge({ name: "Ada Lovelace", order: "N>O>P", unseen: true });
  const html = await readFile(join(dir, "results/report.html"), "utf8");
  expect(html).toContain("Ada Lovelace</bdi> by an order of 3 designs");
  expect(html).not.toContain("person-ada-lovelace");
});

test("an order is taken only of who was shown letters, and the reply says what each stands for", async () => {
  const { dir } = await designed();
  await judge();
  await seat.ballot();
  expect(await judge({ name: "Ada", order: "N>O>P" })).toContain("Ada was shown none yet");
  expect(existsSync(join(dir, "votes/vote-person-ada.json"))).toBeFalse();
  await look("Ada");
  const reply = await judge({ name: "Ada", order: "N>O>P" });
  const { designers } = await readJson<Task>(join(dir, "task.json"));
  const { shown } = await voteIn(dir, "person-ada");
  const called = shown.map(({ letter, design_id }) => {
    return `${letter} is ${"ABC"[designers.findIndex((each) => each.design_id === design_id)]}`;
  });
  expect(reply).toContain(`The vote of Ada is kept. ${listText(called)}.`);
});

test("an order without a name is not taken where only somebody else was shown letters", async () => {
  await designed();
  await look("Ada");
  expect(await judge({ order: "N>O>P" })).toContain("you were shown none yet");
});

test("a person who weighs as much as one model is said to", async () => {
  await designed("run", { config: { confirm_above: null, ranking: { person_weight: 1 } } });
  expect(await judge({ order: "N>O>P", unseen: true })).toContain(
    "A person judged too, with the weight of one model: ",
  );
});
