import { afterEach, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Voice, Vote } from "../../src/artifacts/vote.ts";
import { gleanBallot } from "../../src/experiment/glean.ts";
import type { VoterSeat } from "../../src/live/judging.ts";
import { votersIn } from "../../src/store/artifacts.ts";
import { type Draft, draftOf, voiceOf } from "../../src/views/html/judge/draft.ts";
import { sheetOf } from "../../src/views/html/judge/sheet-of.tsx";
import { onlyExperiment, readJson } from "../support/disk.ts";
import type { Bench } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";
import { settled } from "../support/settled.ts";

let lab: Bench;
let dir: string;
/** The last place that was offered on the page. */
let seat: VoterSeat;
afterEach(() => lab.dispose());

async function designed(op: "run" | "generate" = "generate", args: object = {}): Promise<void> {
  const offered = async (given: VoterSeat) => {
    seat = given;
    return { address: "http://127.0.0.1/", port: 1, used: Promise.resolve(true) };
  };
  ({ lab } = await benchAfter(
    {
      op,
      args: { task: "A queue", topic: "queue", ...args },
      ready: (each) => {
        each.typed = true;
        Object.assign(each.context, { pages: { seat: offered } });
      },
    },
    { config: { confirm_above: null } },
  ));
  dir = await onlyExperiment(lab.dir);
}

const judge = (args: object = {}): Promise<string> =>
  lab.call("judge", { wait: 0, experiment: basename(dir), ...args });
/** Somebody looks at the designs and types an order. */
async function ordered(name: string, order: string): Promise<string> {
  await judge({ name });
  await seat.ballot();
  return judge({ name, order, unseen: true });
}
const voteIn = (who = "person-you"): Promise<Vote> => readJson(join(dir, `votes/vote-${who}.json`));

/** Says on a page that is loaded anew what is kept and something more, and is done. */
async function sayOnPage(more: (said: Draft) => Partial<Draft>): Promise<Voice> {
  const [ballot, kept] = [await seat.ballot(), await seat.kept()];
  const sheet = sheetOf(ballot, gleanBallot(ballot));
  const said = draftOf(kept?.voice ?? null);
  const voice = voiceOf(sheet, { ...said, saw: false, ...more(said) });
  const shown = ballot.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const saved = await seat.save(voice, { revision: kept?.revision ?? 0, done: true, shown });
  expect(saved.state).toBe("saved");
  return voice;
}

test("answers to pairs stay, with their reasons, when a page is loaded again after the vote counted", async () => {
  await designed("run", { judge: true });
  await judge();
  const { pairs } = await seat.ballot();
  expect(pairs).toHaveLength(3);
  const answers = pairs.map((pair, at) => [pair.join(" "), { said: "first" as const, why: `A reason ${at}.` }]);
  const first = await sayOnPage(() => ({ order: [["N"], ["O"]], pairs: Object.fromEntries(answers) }));
  await ordered("Ada", "N>O>P");
  await judge();
  expect((await seat.ballot()).pairs).toEqual(pairs);
  const second = await sayOnPage(() => ({ comments: { N: "One more word." } }));
  expect(second.pairs).toEqual(first.pairs);
  expect((await voteIn()).voice.pairs).toEqual(first.pairs);
});

test("two people whose names fold alike have a vote each, and neither sees the other's", async () => {
  await designed();
  await judge({ name: "José" });
  await sayOnPage(() => ({ order: [["N"], ["O"]], comments: { N: "José's own thought." } }));
  await judge({ name: "Jose" });
  expect(await seat.kept()).toBeNull();
  for (const name of ["Jose", "C++", "C#", "Jörg", "Joerg", "Ana (QA)", "Ana QA", "Ada Lee", "Ada-Lee"])
    await ordered(name, "P>O");
  const names = await Promise.all(
    (await votersIn(dir)).ids.map(async (id) => {
      const { name, revision, voice } = await voteIn(id);
      expect([revision, voice.order]).toEqual([1, name === "José" ? [["N"], ["O"]] : [["P"], ["O"]]]);
      return name;
    }),
  );
  expect(names).toHaveLength(10);
  await ordered("JOSE\u0301", "O>N");
  expect((await votersIn(dir)).ids).toHaveLength(10);
});

test("a vote that an earlier version kept stays with who has its very name, and nobody else has it", async () => {
  await designed();
  await ordered("Jose", "N>O");
  const path = join(dir, "votes/vote-person-jose.json");
  await writeFile(path, JSON.stringify({ ...(await voteIn("person-jose")), name: "José" }));
  await ordered("Jose", "P>O");
  expect(await voteIn("person-jose")).toMatchObject({ name: "José", revision: 1 });
  await ordered("josé", "O>N");
  expect(await voteIn("person-jose")).toMatchObject({ revision: 2, voice: { order: [["O"], ["N"]] } });
  expect((await votersIn(dir)).ids).toHaveLength(2);
});

test("you are one person by any spelling, and no ballot is yours", async () => {
  await designed();
  await judge({ order: "N>O>P", unseen: true });
  expect(await judge({ name: "You", order: "P>O>N", unseen: true })).toContain("Your vote is kept");
  expect(await voteIn()).toMatchObject({ revision: 2, name: "you" });
  expect(await judge({ name: "you", ballot: true })).toContain("it is for others");
  const { shown, rubric_sha256, voice } = await voteIn();
  const designs = shown.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const kind = { version: 1, kind: "designlab-ballot", experiment_id: basename(dir) };
  await writeFile(
    join(lab.dir, "b.json"),
    JSON.stringify({ ...kind, name: " You", designs, rubric_sha256, voice: { ...voice, order: [["O"], ["N"]] } }),
  );
  expect(await judge({ from: "b.json" })).toContain('its name is " You"');
  expect((await voteIn()).revision).toBe(2);
});

async function ballotOf(name: string, over: Partial<Voice> = {}): Promise<void> {
  const { designs, experiment_id, rubric_sha256 } = await seat.ballot();
  const voice = { designs: [], order: [["N"], ["O"], ["P"]], pairs: [], saw_result: false, ...over };
  const shown = designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const filled = { version: 1, kind: "designlab-ballot", experiment_id, name, designs: shown, rubric_sha256, voice };
  await writeFile(join(lab.dir, "b.json"), JSON.stringify(filled));
}

test("a ballot that is taken in again takes the place of nothing that was said since, unless that is said", async () => {
  await designed();
  await judge({ name: "Grace" });
  await ballotOf("Grace");
  expect(await judge({ from: "b.json" })).toContain("The vote of Grace is kept.");
  await sayOnPage(() => ({ order: [["P"], ["O"], ["N"]], comments: { N: "Loses jobs.", P: "Runs." } }));
  const vote = await voteIn("person-grace");
  const refused = await judge({ from: "b.json" });
  expect(refused).toContain("what Grace said, before it or after: an order, 2 comments, said on the page, ");
  expect(refused).toContain("--from b.json --replace");
  expect(await voteIn("person-grace")).toEqual(vote);
  lab.typed = false;
  await judge({ from: "b.json", replace: true });
  expect(lab.asked.at(-1)).toContain("It takes the place of an order, 2 comments, said on the page, ");
  expect(await voteIn("person-grace")).toMatchObject({ voice: { order: [["N"], ["O"], ["P"]], designs: [] } });
});

test("a ballot that says all that was said before, and more, is taken", async () => {
  await designed();
  await judge({ name: "Grace" });
  await sayOnPage(() => ({ order: [["N"], ["O"], ["P"]], comments: { N: "Loses jobs." } }));
  const more = ["N", "O"].map((letter) => ({ letter, scores: {}, comment: "Loses jobs.", knows_author: false }));
  await ballotOf("Grace", { designs: more });
  expect(await judge({ from: "b.json" })).toContain("The vote of Grace is kept.");
});

test("a typed order keeps answers to pairs, and takes the place of scores only where that is said", async () => {
  await designed();
  await judge();
  const { criteria } = await seat.ballot();
  const all = Object.fromEntries(criteria.map(({ name, max }) => [name, String(max)]));
  const said = { "N P": { said: "first" as const, why: "N survives a crash." } };
  await sayOnPage(() => ({ scores: { N: all, O: all }, pairs: said }));
  const vote = await voteIn();
  const refused = await judge({ order: "P>N", unseen: true });
  expect(refused).toContain("it would take the place of scores of 2 designs");
  const id = basename(dir);
  expect(refused).toContain(
    `\`/design-lab judge ${id}\` opens the page, where both can be said. \`/design-lab judge ${id} P>N --replace\` lets that go`,
  );
  expect(await voteIn()).toEqual(vote);
  const reply = await judge({ order: "P>N", unseen: true, replace: true });
  expect(reply).toContain("It took the place of scores of 2 designs, said on the page, ");
  expect((await voteIn()).voice).toMatchObject({ order: [["P"], ["N"]], pairs: vote.voice.pairs });
  expect(await judge({ order: "N>P", unseen: true })).not.toContain("took the place");
});

test("who judges by a name of their own is told what to type with it", async () => {
  await designed();
  await judge({ name: "Grace" });
  const { criteria } = await seat.ballot();
  const all = Object.fromEntries(criteria.map(({ name, max }) => [name, String(max)]));
  await sayOnPage(() => ({ scores: { N: all, O: all } }));
  const id = basename(dir);
  expect(await judge({ name: "Grace", order: "P>N", unseen: true })).toContain(
    `\`/design-lab judge ${id} --as "Grace"\` opens the page, where both can be said. \`/design-lab judge ${id} P>N --as "Grace" --replace\` lets that go`,
  );
});

test("what was said on the page while a person was asked about an order is not lost", async () => {
  await designed();
  await judge();
  lab.typed = false;
  const { permit } = lab.context;
  lab.context.permit = async (asked) => {
    await sayOnPage(() => ({ order: [["N"], ["O"]], comments: { N: "Said meanwhile." } }));
    return permit(asked);
  };
  expect(await judge({ order: "P>O", unseen: true })).toContain("the vote was changed meanwhile");
  expect((await voteIn()).voice).toMatchObject({ order: [["N"], ["O"]] });
});

/** Gives the design of a letter another title, and returns its id. */
async function edit(letter: string, who = "person-you"): Promise<string> {
  const { design_id = "" } = (await voteIn(who)).shown.find((each) => each.letter === letter) ?? {};
  const path = join(dir, `designs/design-${design_id}.json`);
  await writeFile(path, JSON.stringify({ ...(await readJson<object>(path)), title: "Another text" }));
  return design_id;
}

/** How many designs the ranking has scores of, by people. */
async function scoredByPeople(): Promise<number | undefined> {
  await lab.call("rank", { experiment: basename(dir) });
  const { people } = await readJson<Ranking>(join(dir, "results/ranking.json"));
  return people?.counted[0]?.scores;
}

test("what was said of a text that changed is not put before a page again, and counts no more", async () => {
  await designed("run");
  await judge();
  const { criteria, designs } = await seat.ballot();
  const all = Object.fromEntries(criteria.map(({ name, max }, at) => [name, String(max - at)]));
  const letters = designs.map(({ letter }) => letter);
  const scores = Object.fromEntries(letters.map((letter) => [letter, all]));
  await sayOnPage(() => ({ scores, order: [["N"], ["O", "P"]], comments: { N: "Old." }, knows: ["N"] }));
  expect((await seat.after())?.said).not.toContain("changed since");
  const before = await seat.ballot();
  await settled(async () => (await scoredByPeople()) === 3, 5_000);
  await edit("N");
  await settled(async () => (await scoredByPeople()) === 2, 5_000);
  expect((await seat.kept())?.voice).toMatchObject({ order: [["O", "P"]] });
  expect((await seat.kept())?.voice.designs.map(({ letter }) => letter).sort()).toEqual(["O", "P"]);
  expect((await seat.after())?.said).toContain("What you said of N counts no more: the text was changed since.");
  const shown = before.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const kept = await seat.kept();
  const stale = { revision: kept?.revision ?? 0, done: true, shown };
  expect(await seat.save((await voteIn()).voice, stale)).toMatchObject({ state: "refused" });
  await sayOnPage(({ comments }) => ({ comments: { ...comments, O: "One more word." } }));
  const { voice } = await voteIn();
  const nothing = { letter: "N", scores: {}, comment: "", knows_author: false };
  expect(voice.designs.find(({ letter }) => letter === "N")).toEqual(nothing);
  expect(voice.order).toEqual([["O", "P"]]);
});

test("words of an old text are not of the new one after a typed order", async () => {
  await designed();
  await judge();
  await sayOnPage(() => ({ order: [["N"], ["O"]], comments: { N: "Lacks retries.", O: "Fine." }, knows: ["N"] }));
  await edit("N");
  const vote = await voteIn();
  expect(await judge({ order: "O>P", unseen: true })).toContain("1 comment, whose author is known, said on the page");
  expect(await voteIn()).toEqual(vote);
  await judge({ order: "O>P", unseen: true, replace: true });
  expect((await voteIn()).voice.designs.filter(({ comment }) => comment !== "")).toMatchObject([{ letter: "O" }]);
});
