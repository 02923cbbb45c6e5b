import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../src/questions/journal.ts";
import { isApproved } from "../../src/questions/replay.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { openSeal } from "../../src/store/seal.ts";
import { processorTime } from "../support/processor.ts";

const ID = `approve-${"a".repeat(12)}`;
const PLAN = {
  id: ID,
  type: "show_plan",
  text: "Is it right?",
  required: true,
  sections: [{ id: "a", title: "A", markdown: "x" }],
};
const APPROVE = { decision: "approve", annotations: {} };
const REVISE = { decision: "revise", annotations: {}, feedback: "Other" };
const now = () => new Date();

let root: string;
let dir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-seals-"));
  dir = await begun("one");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function begun(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const idea = {
    version: 1 as const,
    experiment_id: name,
    topic: "T",
    idea: "",
    from: [],
    created_at: now().toISOString(),
  };
  await saveArtifact(folder, "idea", idea);
  return folder;
}
const homeOf = (name = "home") => ({ home: join(root, name), env: {} });
const journal = (at = dir, home = "home") => openJournal(at, now, homeOf(home));
const approval = async (at = dir, home = "home") =>
  (await journal(at, home).read()).questions.findLast(({ id }) => id === ID);
const isYes = async (at = dir, home = "home"): Promise<boolean> => {
  const asked = await approval(at, home);
  return asked !== undefined && isApproved(asked);
};
const linesOf = async (at = dir) => (await readFile(join(at, "questions.jsonl"), "utf8")).split("\n").filter(Boolean);
const write = (lines: readonly string[], at = dir) =>
  writeFile(join(at, "questions.jsonl"), lines.map((line) => `${line}\n`).join(""));
async function approved(): Promise<void> {
  await journal().ask([PLAN], "text");
  await journal().answer(ID, APPROVE, "page");
}

test("what a person said here is an approval, wherever the folder lies and whatever it is called", async () => {
  await approved();
  expect(await isYes()).toBeTrue();
  await rename(dir, join(root, "renamed"));
  expect(await isYes(join(root, "renamed"))).toBeTrue();
  await cp(join(root, "renamed"), join(root, "deep/copy"), { recursive: true });
  expect(await isYes(join(root, "deep/copy"))).toBeTrue();
});

describe("is no approval, and asked about still", () => {
  async function stillAsked(at = dir, home = "home"): Promise<void> {
    const asked = await approval(at, home);
    expect(asked).toMatchObject({ state: "open", answer: null, claimed: "page" });
    // Asked anew once: a yes from here on counts.
    await journal(at, home).answer(ID, APPROVE, "page");
    expect(await isYes(at, home)).toBeTrue();
  }

  test("a line that says page and has no seal", async () => {
    await journal().ask([PLAN], "text");
    const line = { at: now().toISOString(), by: "page", id: ID, event: "answered", key: "k", answer: APPROVE };
    await write([...(await linesOf()), JSON.stringify(line)]);
    await stillAsked();
  });

  test("one of another experiment", async () => {
    await approved();
    const other = await begun("two");
    await write(await linesOf(), other);
    await stillAsked(other);
  });

  test("one that another person's home holds the seal of", async () => {
    await approved();
    await stillAsked(dir, "others");
  });

  test("one that was edited after it was sealed", async () => {
    await journal().ask([PLAN], "text");
    await journal().answer(ID, REVISE, "page");
    const lines = await linesOf();
    await write(lines.map((line) => line.replace('"revise"', '"approve"').replace(',"feedback":"Other"', "")));
    await stillAsked();
  });

  test("one whose question was another then", async () => {
    await approved();
    await write((await linesOf()).map((line) => line.replace("Is it right?", "Is it wrong?")));
    await stillAsked();
  });
});

describe("an approval that was taken back", () => {
  beforeEach(async () => {
    await approved();
    await journal().answer(ID, REVISE, "page");
  });

  test("does not come back where the last line is taken out", async () => {
    await write((await linesOf()).slice(0, -1));
    expect(await isYes()).toBeFalse();
    await journal().ask([{ type: "confirm", text: "Keep it?", id: "q9" }], "text");
    await journal().answer("q9", "yes", "page");
    expect((await approval())?.state).toBe("open");
    await journal().answer(ID, APPROVE, "page");
    expect(await isYes()).toBeTrue();
  });

  test("nor where it was followed by other words of the person's", async () => {
    await journal().ask([{ type: "confirm", text: "Keep it?", id: "q9" }], "text");
    await journal().answer("q9", "yes", "page");
    await write((await linesOf()).filter((line) => !line.includes('"revise"')));
    expect(await isYes()).toBeFalse();
  });

  test("nor where the two change places", async () => {
    const [asked = "", yes = "", no = ""] = await linesOf();
    await write([asked, no, yes]);
    expect(await isYes()).toBeFalse();
  });

  test("nor where the approval is said once more at the end", async () => {
    const lines = await linesOf();
    await write([...lines, lines[1] ?? ""]);
    expect(await isYes()).toBeFalse();
  });
});

test("two that write at once take nothing from each other, and what either said is missed", async () => {
  await journal().ask(
    [PLAN, ...[1, 2, 3, 4].map((n) => ({ type: "confirm", text: `Keep ${n}?`, id: `k${n}` }))],
    "text",
  );
  for (let round = 0; round < 5; round++)
    await Promise.all([1, 2, 3, 4].map((n) => journal().answer(`k${n}`, round % 2 ? "no" : "yes", "page")));
  await journal().answer(ID, APPROVE, "page");
  const all = (await journal().read()).questions;
  expect(all.map(({ seen }) => seen)).toEqual([true, true, true, true, true]);
  const lines = await linesOf();
  for (let at = 5; at < lines.length; at++) {
    await write(lines.filter((_, each) => each !== at));
    expect(await isYes()).toBeFalse();
  }
});

test("500 lines are read in a moment", async () => {
  const seal = await openSeal(homeOf());
  await journal().ask([{ type: "ask_text", text: "Why?", id: "q1" }], "text");
  for (let at = 0; at < 250; at++) await journal().answer("q1", `Because ${at}`, "page");
  const since = processorTime();
  for (let at = 0; at < 10; at++) expect((await journal().read()).questions[0]?.seen).toBeTrue();
  expect(seal.of(1)).toHaveLength(64);
  expect((processorTime() - since) / 10).toBeLessThan(2_000);
}, 300_000);
