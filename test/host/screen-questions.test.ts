import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askHere } from "../../src/host/screen/questions.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { TYPE_NAMES } from "../../src/questions/types.ts";
import { EXAMPLES } from "../questions/examples.ts";

let project: string;
let dir: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "designlab-dialogs-"));
  dir = join(project, ".opencode/design-lab/2026-11-23-queue");
  await mkdir(dir, { recursive: true });
});
afterEach(() => rm(project, { recursive: true, force: true }));

const places = () => ({ directory: project, worktree: project, home: join(project, "home"), env: {} });
const journal = () => openJournal(dir, () => new Date(), places());

/** A person who answers one dialog after the other, and leaves what there is no answer for. */
function person(answers: string[]) {
  const seen: string[] = [];
  const said: string[] = [];
  const next = async (title: string): Promise<string | null> => {
    const letters = / To say yes, type ([A-Z]{4}); Esc says no\.$/u.exec(title)?.[1];
    if (letters !== undefined) {
      const given = answers.shift() ?? null;
      return given === "letters" ? letters : given;
    }
    seen.push(title);
    return answers.shift() ?? null;
  };
  const choices: string[][] = [];
  return {
    seen,
    said,
    choices,
    dialogs: {
      select: (title: string, options: readonly { title: string }[]) => {
        choices.push(options.map((each) => each.title));
        return next(title);
      },
      prompt: next,
      say: (message: string) => void said.push(message),
    },
  };
}

const options = [
  { id: "s3", label: "S3" },
  { id: "kafka", label: "カフカ" },
];

test("asks one after the other, and every door finds the answer as the host's", async () => {
  await journal().ask(
    [
      { type: "pick_one", text: "Where?", options, other: true },
      { type: "pick_one", text: "And then?", options, other: true },
      { type: "pick_many", text: "Which?", options },
      { type: "confirm", text: "Keep it?", no: "Drop it" },
      { type: "slider", text: "How many?", min: 0, max: 9_000, step: 1 },
    ],
    "text",
  );
  const { dialogs, said, choices } = person(["kafka", "", "a disk", "a, b", "no", "5,000"]);
  await askHere(places(), dialogs);
  const { questions } = await journal().read();
  expect(questions.map(({ answer }) => answer) as unknown[]).toEqual([
    { selected: "kafka" },
    { selected: null, other: "a disk" },
    { selected: ["s3", "kafka"] },
    { choice: "no" },
    { value: 5_000 },
  ]);
  expect(new Set(questions.map(({ by }) => by))).toEqual(new Set(["host"]));
  expect(choices).toEqual([
    ["S3", "カフカ", "In words of your own"],
    ["S3", "カフカ", "In words of your own"],
    ["Yes", "Drop it", "Cancel"],
  ]);
  expect(said).toEqual(["5 of 5 questions answered."]);
});

test("what another door answers meanwhile is not asked, and stays", async () => {
  await journal().ask(
    [
      { type: "ask_text", text: "Who?" },
      { type: "ask_text", text: "When?" },
    ],
    "text",
  );
  const { dialogs, seen } = person(["The team", "never"]);
  await askHere(places(), {
    ...dialogs,
    prompt: async (title: string) => {
      if (title === "Who?") await journal().answer("q2", "At night", "page");
      return dialogs.prompt(title);
    },
  });
  expect(seen).toEqual(["Who?"]);
  expect((await journal().read()).questions.map(({ by }) => by)).toEqual(["host", "page"]);
});

test("a dialog that is left leaves the rest open; what is not taken is said", async () => {
  await journal().ask(
    [
      { type: "slider", text: "How many?", min: 0, max: 9, step: 1 },
      { type: "ask_text", text: "Who?" },
      { type: "ask_text", text: "When?" },
    ],
    "text",
  );
  const { dialogs, said } = person(["many"]);
  await askHere(places(), dialogs);
  expect((await journal().read()).questions.map(({ state }) => state)).toEqual(["open", "open", "open"]);
  expect(said[0]).toStartWith("Cannot take the answer to q1: it must be");
  expect(said[1]).toBe("0 of 3 questions answered. 3 questions left: /design-lab open shows the page.");
});

test("an approval is the person's own, and one sent back has the words", async () => {
  const plan = {
    type: "show_plan",
    text: "Is it right?",
    sections: [{ id: "task", title: "Task", markdown: "**Mail \\*that\\* arrives**\n\nA &lt;b>queue&lt;/b>, `a_b`" }],
  };
  await journal().ask(
    [
      { ...plan, id: "approve-0123456789ab" },
      { ...plan, id: "approve-ba9876543210" },
    ],
    "text",
  );
  const { dialogs, seen } = person(["approve", "letters", "revise", "Say how many"]);
  await askHere(places(), dialogs);
  expect(seen.slice(0, 2)).toEqual([
    "Is it right? Mail *that* arrives A <b>queue</b>, a_b",
    "Is it right? Mail *that* arrives A <b>queue</b>, a_b",
  ]);
  expect((await journal().read()).questions).toMatchObject([
    { by: "host", answer: { decision: "approve" } },
    { by: "host", answer: { decision: "revise", feedback: "Say how many" } },
  ]);
});

test("an approval that was chosen and whose letters nobody typed is none: what stands in a list a program can choose", async () => {
  const plan = { ...EXAMPLES.show_plan.good[0], type: "show_plan", text: "Is it right?", id: "approve-0123456789ab" };
  for (const typed of [null, "", "AAAA"]) {
    await journal().ask(
      [{ ...plan, id: `approve-${Math.random().toString(16).slice(2).padEnd(12, "0").slice(0, 12)}` }],
      "text",
    );
    const { dialogs } = person(["approve", ...(typed === null ? [] : [typed, typed, typed])]);
    await askHere(places(), dialogs);
  }
  for (const { state } of (await journal().read()).questions) expect(state).toBe("open");
});

test("of every type it is known whether a dialog can ask it; what it cannot is left for the page", async () => {
  for (const type of TYPE_NAMES) await journal().ask([{ type, text: "What?", ...EXAMPLES[type].good[0] }], "text");
  const { dialogs, seen, said } = person([]);
  await askHere(places(), dialogs);
  expect(seen).toHaveLength(1);
  expect(said.at(-1)).toStartWith(`0 of ${TYPE_NAMES.length} questions answered.`);
});

test("says what went wrong, and throws nothing into the host's screen", async () => {
  await journal().ask([{ type: "ask_text", text: "Who?" }], "text");
  const { dialogs, said } = person([]);
  const prompt = () => Promise.reject(new Error("no dialog"));
  await askHere(places(), { ...dialogs, prompt });
  expect(said).toEqual(["no dialog"]);
});

test("says where nothing is open", async () => {
  const { dialogs, said } = person([]);
  await askHere(places(), dialogs);
  expect(said).toEqual(["No question is open."]);
});
