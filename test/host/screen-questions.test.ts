import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askHere } from "../../src/host/screen/questions.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { TYPE_NAMES } from "../../src/questions/types.ts";
import { EXAMPLES } from "../questions/examples.ts";
import { approvalsOf, WRITTEN, WRITTEN_BRIEF, WRITTEN_PLAN } from "../support/approvals.ts";

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
  const answers = ["kafka", " words", "a disk", "s3", "kafka", " done", "no", "type", "5,000"];
  const { dialogs, said, choices } = person(answers);
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
  const skip = "Skip this question";
  expect(choices).toEqual([
    ["S3", "カフカ", "In words of your own", skip],
    ["S3", "カフカ", "In words of your own", skip],
    ["[ ] S3", "[ ] カフカ", "That is all: none of them", skip],
    ["[x] S3", "[ ] カフカ", "That is all: 1 option chosen", skip],
    ["[x] S3", "[x] カフカ", "That is all: 2 options chosen", skip],
    ["Yes", "Drop it", "Cancel", skip],
    ["Type an answer: 0 to 9000", skip],
  ]);
  expect(said).toEqual(["5 of 5 questions answered."]);
});

const LONG = "A table in the PostgreSQL that the shop has already, read by several workers at once";

test("why it is asked stands above, and an option that a row cannot hold is shown whole before it is taken", async () => {
  const about = { pros: ["Nothing new is operated"], cons: ["Polling costs some load"], description: "500 a second." };
  const long = { id: "pg", label: LONG, recommended: true, ...about };
  const question = {
    type: "show_options",
    text: "Where?",
    why: "A restart may lose mails.",
    options: [long, options[0]],
  };
  await journal().ask([question, question], "text");
  const { dialogs, seen, choices } = person(["pg", " back", "pg", "pg", "s3"]);
  await askHere(places(), dialogs);
  expect(seen[0]).toBe("Where? Why it is asked: A restart may lose mails.");
  expect(seen[1]).toBe(
    `${LONG} (recommended). 500 a second. For it: Nothing new is operated. Against it: Polling costs some load.`,
  );
  expect(choices[0]?.[0]).toEndWith("… (recommended)");
  for (const row of choices.flat()) expect(Bun.stringWidth(row)).toBeLessThanOrEqual(48);
  expect(choices[1]).toEqual(["Take it", "Back"]);
  const { questions } = await journal().read();
  expect(questions.map(({ answer }) => answer) as unknown[]).toEqual([{ selected: "pg" }, { selected: "s3" }]);
});

test("whatever a text is as long as, every part of it is shown, and what is to be known first can be read", async () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
  const wide = "設計".repeat(300);
  const label = `${words.slice(0, 60).join(" ")}`;
  await journal().ask(
    [
      {
        type: "pick_one",
        text: "Which?",
        context: `${words.join(" ")} ${wide}`,
        options: [{ id: "a", label }, ...options],
      },
    ],
    "text",
  );
  const { dialogs, seen } = person([" read", "on", "on", "on", "on", "on", "on", "on", " back", "a", "on", "a"]);
  await askHere(places(), dialogs);
  for (const title of seen) expect(Bun.stringWidth(title)).toBeLessThanOrEqual(362);
  const read = seen.slice(1).join(" ");
  for (const word of words) expect(read).toContain(word);
  expect(read.replace(/[^設計]/gu, "")).toBe(wide);
  expect((await journal().read()).questions[0]?.answer).toEqual({ selected: "a" });
});

test("a scale shows where it stands at first, and that can be taken; an order is made one by one; each gets its number", async () => {
  const third = { id: "nats", label: "NATS" };
  await journal().ask(
    [
      { type: "slider", text: "How long?", min: 1, max: 60, step: 1, default: 5, unit: "minutes" },
      { type: "rank", text: "In which order?", options: [...options, third] },
      { type: "rate", text: "How good?", options, min: 1, max: 5 },
    ],
    "text",
  );
  const { dialogs, choices, said } = person(["default", "nats", "s3", "type", "7", "4", "5"]);
  await askHere(places(), dialogs);
  expect(choices[0]?.slice(0, 2)).toEqual(["5 minutes (where it stands at first)", "Another number: 1 to 60 minutes"]);
  expect(said).toEqual(["Needed is a number from 1 to 5.", "3 of 3 questions answered."]);
  expect((await journal().read()).questions.map(({ answer }) => answer) as unknown[]).toEqual([
    { value: 5 },
    { ranking: ["nats", "s3", "kafka"].map((id, at) => ({ id, rank: at + 1 })) },
    { ratings: { s3: 4, kafka: 5 } },
  ]);
});

test("a question can be skipped unless it is needed, and of an interview the person can have enough", async () => {
  const text = { type: "ask_text", text: "Who?" };
  await journal().ask([text, { ...text, required: true }, text], "text");
  const before = person([" skip"]);
  await askHere(places(), before.dialogs);
  expect((await journal().read()).questions.map(({ state, by }) => [state, by])).toEqual([
    ["skipped", "host"],
    ["open", null],
    ["open", null],
  ]);
  expect(before.choices).toEqual([["Type an answer", "Skip this question"], ["Type an answer"]]);
  await writeFile(
    join(dir, "idea.json"),
    JSON.stringify({
      version: 1,
      experiment_id: "2026-11-23-queue",
      topic: "queue",
      idea: "A queue",
      from: [],
      created_at: "2026-11-23T10:00:00Z",
    }),
  );
  const { dialogs, choices, said } = person([" enough"]);
  await askHere(places(), dialogs);
  expect(choices).toEqual([["Type an answer", "Enough: ask no more"]]);
  expect(said[0]).toContain("/design-lab brief 2026-11-23-queue goes on");
  expect((await journal().read()).ended).toMatchObject({ by: "host" });
});

test("what another door answers meanwhile is not asked, and stays", async () => {
  await journal().ask(
    [
      { type: "ask_text", text: "Who?" },
      { type: "ask_text", text: "When?" },
    ],
    "text",
  );
  const { dialogs, seen } = person(["type", "The team", "type", "never"]);
  await askHere(places(), {
    ...dialogs,
    prompt: async (title: string) => {
      if (title === "Who?") await journal().answer("q2", "At night", "page");
      return dialogs.prompt(title);
    },
  });
  expect(seen).toEqual(["Who?", "Who?"]);
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
  const { dialogs, said } = person(["type", "many"]);
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
  const { dialogs, said } = person(["type"]);
  const prompt = () => Promise.reject(new Error("no dialog"));
  await askHere(places(), { ...dialogs, prompt });
  expect(said).toEqual(["no dialog"]);
});

test("says where nothing is open", async () => {
  const { dialogs, said } = person([]);
  await askHere(places(), dialogs);
  expect(said).toEqual(["No question is open."]);
});

test("an approval begins with what its text shows, without a mark of Markdown, whatever a model wrote into it", async () => {
  for (const question of approvalsOf({ ...WRITTEN_BRIEF, topic: "Jobs" }, WRITTEN_PLAN)) {
    await journal().ask([question], "text");
    const { dialogs, seen } = person([]);
    await askHere(places(), dialogs);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^Is this (?:what is to be designed\? Jobs|how it is to be built\? 2 tasks)/u);
    expect(seen[0]).toContain("SELECT 'a|b' FROM jobs;");
    expect(seen[0]).not.toMatch(/`|~~~|\*\*/u);
    await journal().cancel(question.id, "host");
  }
});

test("what stands around a question is read as what it shows: no fence, no sign of a heading, no rule of a table", async () => {
  await journal().ask([{ type: "confirm", text: "Keep it?", context: WRITTEN }], "text");
  const { dialogs, seen } = person([" read"]);
  await askHere(places(), dialogs);
  expect(seen[1]).toContain("SELECT 'a|b' FROM jobs; name what it does store keeps A heading ![x](https:");
  expect(seen[1]).not.toMatch(/```|~~~|# A|---/u);
});
