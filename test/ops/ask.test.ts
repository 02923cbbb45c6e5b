import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openJournal } from "../../src/questions/journal.ts";
import { createBegun } from "../../src/store/begun.ts";
import { answerCall } from "../../src/tool.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

const QUESTIONS = [
  {
    type: "pick_one",
    text: "Where do jobs live?",
    why: "It decides what survives a crash.",
    options: [
      { id: "pg", label: "PostgreSQL", description: "one more table" },
      { id: "kafka", label: "Kafka", description: "one more system" },
    ],
  },
  { type: "slider", text: "How many jobs a second?", min: 0, max: 10_000, step: 1 },
  { type: "confirm", text: "Keep “Redis”?" },
];
const base = () => join(lab.dir, ".opencode/design-lab");
const folders = async () => (await readdir(base())).filter((name) => !name.startsWith(".") && name !== "PROJECT.md");
const theOnly = async () => join(base(), (await folders())[0] ?? "");
const journal = async () => openJournal(await theOnly(), () => new Date(), { home: lab.home, env: {} });

test("asks several at once, in a folder named by the first, and says how each is answered", async () => {
  const reply = await lab.call("ask", { questions: QUESTIONS, wait: 0 });
  const id = basename(await theOnly());
  expect(id).toMatch(/^\d{4}-\d\d-\d\d-where-do-jobs-live$/u);
  expect(reply).toStartWith(`**3 of 3 questions are open** in \`${id}\`.`);
  expect(reply).toContain("**q1** Where do jobs live?");
  expect(reply).toContain("Why: It decides what survives a crash.");
  expect(reply).toContain(`\`designlab({op: "ask", args: {experiment: "${id}", answers: {"q1": "…"}}})\``);
  expect(reply).toContain(`\`/design-lab answer ${id} q1 …\``);
  expect(lab.host.prompts).toEqual([]);
  expect(await lab.call("open", { experiment: id })).toStartWith(`**The page of ${id}:**`);
});

test("takes typed answers by the type, says what it understood, and loses none beside one that is refused", async () => {
  await lab.call("ask", { questions: QUESTIONS, wait: 0 });
  const reply = await lab.call("ask", { answers: { q1: "b", q2: "many", q3: "yes" } });
  expect(reply).toContain("**q1** You chose Kafka.");
  expect(reply).toContain("**not taken** Cannot take the answer to q2:");
  expect(reply).toContain("**1 of 3 questions is open**");
  const again = await lab.call("ask", { answers: { q2: "5,000" } });
  expect(again).toContain("**No question is open**");
  expect(again).not.toContain("Kafka");
  expect(await lab.call("ask")).toContain("- **q1** Where do jobs live? You chose Kafka.");
  expect((await (await journal()).read()).questions.map(({ by }) => by)).toEqual(["text", "text", "text"]);
});

test("refuses a question with the field, and then makes nothing", async () => {
  const reply = await lab.call("ask", {
    questions: [QUESTIONS[2], { type: "pick_one", text: "?", options: [] }],
    wait: 0,
  });
  expect(reply).toContain("Cannot ask: questions[1].options must be");
  expect(await folders().catch(() => [])).toEqual([]);
});

test("cancels and skips, and says that what was cancelled takes no answer", async () => {
  await lab.call("ask", { questions: QUESTIONS, wait: 0 });
  const reply = await lab.call("ask", { cancel: ["q1"], answers: { q3: null } });
  expect(reply).toContain("- **q1** cancelled.");
  expect(reply).toContain("- **q3** skipped.");
  expect(await lab.call("ask", { answers: { q1: "a" } })).toContain(
    "Cannot take the answer to q1: needed is a question that is not closed, found that it was cancelled",
  );
});

test("a reply to answers shows the next open question only: 16 answers take less than 12,000 characters", async () => {
  const options = ["PostgreSQL", "Kafka", "Redis"].map((label) => ({ id: label.toLowerCase(), label }));
  const asked = Array.from({ length: 16 }, (_, at) => ({
    type: "pick_one",
    text: `Question ${at + 1}: which?`,
    options,
  }));
  await lab.call("ask", { questions: asked, wait: 0 });
  let characters = 0;
  for (let at = 1; at <= 16; at++) {
    const reply = await lab.call("ask", { answers: { [`q${at}`]: "b" } });
    characters += reply.length;
    const whole = [...reply.matchAll(/^\*\*(q\d+)\*\* Question/gmu)].map(([, id]) => id);
    expect(whole).toEqual(at === 16 ? [] : [`q${at + 1}`]);
  }
  expect(characters).toBeLessThan(12_000);
});

test("without an experiment means the one last asked in where something is open, and names the others", async () => {
  await withQuestions(QUESTIONS.slice(0, 2), "2026-11-23-first");
  await lab.call("ask", { questions: [{ type: "confirm", text: "Keep the queue?" }], wait: 0 });
  const made = (await folders()).find((name) => name.endsWith("-keep-the-queue")) ?? "";
  const reply = await lab.call("ask", {});
  expect(reply).toStartWith(`**1 of 1 question is open** in \`${made}\`.`);
  expect(reply).toContain("Open elsewhere: 2 questions in `/design-lab ask 2026-11-23-first`");
  const answered = await lab.call("ask", { experiment: made, answers: { q1: "yes" } });
  expect(answered).not.toContain("Open elsewhere");
  expect(await lab.call("ask", {})).toStartWith("**2 of 2 questions are open** in `2026-11-23-first`.");
  const help = await lab.call("help", { op: "ask" });
  expect(help).toContain("When absent: with questions, a new folder for them; else the experiment last asked in");
});

test("a number that no question has leads to what is open", async () => {
  await lab.call("ask", { questions: QUESTIONS, wait: 0 });
  const reply = await lab.call("ask", { answers: { q9: "yes" } });
  expect(reply).toContain("an experiment in which q9 can be answered, found none");
  expect(reply).toContain("`/design-lab ask` says what is open");
});

test("without a question says what is needed", async () => {
  const reply = await lab.call("ask", {});
  expect(reply).toContain("Needed is an experiment in which something was asked, found none in");
  expect(await lab.call("ask", { approve: true })).toContain("something waits for approval, found none");
});

test("waits for answers that come by another door, and goes on when all are there", async () => {
  const asking = lab.call("ask", { questions: QUESTIONS.slice(0, 2), wait: 60 });
  let place = "";
  while (place === "") {
    const [first] = await folders().catch(() => []);
    const dir = join(base(), first ?? "none");
    if ((await openJournal(dir, () => new Date(), { home: lab.home, env: {} }).read()).questions.length === 2)
      place = dir;
    await Bun.sleep(20);
  }
  const page = openJournal(place, () => new Date(), { home: lab.home, env: {} });
  await page.answer("q1", { selected: "pg" }, "page");
  await page.skip("q2", "page");
  const reply = await asking;
  expect(reply).toContain("**q1** You chose PostgreSQL.");
  expect(reply).toContain("**q2** skipped.");
});

/** Has a call begun to wait, with what the person was told of it. */
async function waiting(told: string): Promise<void> {
  while (!lab.told.includes(told)) await Bun.sleep(20);
}

test("wait alone waits for what is open, next for the first answer of any, and both say how to end it", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  const next = lab.call("ask", { next: true, wait: 60 });
  await waiting("3 questions for you: /lab-questions asks here; any line that you type ends the wait");
  await other.answer("q2", { value: 9 }, "page");
  expect(await next).toContain("**2 of 3 questions are open**");
  const all = lab.call("ask", { wait: 60 });
  await waiting("2 questions for you: /lab-questions asks here; any line that you type ends the wait");
  await other.answer("q1", { selected: "pg" }, "page");
  await Bun.sleep(700);
  await other.skip("q3", "page");
  expect(await all).toContain("**No question is open**");
  const begun = performance.now();
  expect(await lab.call("ask", { next: true, wait: 60 })).toContain("**No question is open**");
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test("next returns every answer that no call reported yet, without a wait, also those given between two calls", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  await other.answer("q1", { selected: "pg" }, "page");
  await other.answer("q2", { value: 9 }, "page");
  const both = await lab.call("ask", { next: true, wait: 60 });
  expect(both).toContain("**q1** You chose PostgreSQL.");
  expect(both).toContain("**q2**");
  expect(lab.told).toEqual([]);
  // What was reported is not new again, until it is changed.
  expect(await lab.call("ask", { next: true, wait: 0 })).not.toContain("**q1**");
  await other.answer("q1", { selected: "kafka" }, "page");
  const changed = await lab.call("ask", { next: true, wait: 60 });
  expect(changed).toContain("**q1**");
  expect(changed).not.toContain("**q2**");
  expect(lab.told).toEqual([]);
  const next = lab.call("ask", { next: true, wait: 60 });
  await waiting("1 question for you: /lab-questions asks here; any line that you type ends the wait");
  await other.skip("q3", "page");
  expect(await next).toContain("**q3** skipped.");
});

test("an answer that a plain call has shown, or that came with the call itself, is reported", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  await other.answer("q1", { selected: "pg" }, "page");
  expect(await lab.call("ask", {})).toContain("**q1**");
  await lab.call("ask", { answers: { q2: "9" } });
  expect(await lab.call("ask", { next: true, wait: 0 })).not.toMatch(/\*\*q[12]\*\*/u);
});

test("what a plain call does not show is reported by the next one: what was skipped, and beyond forty answers", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  await other.answer("q1", { selected: "pg" }, "page");
  await other.skip("q2", "page");
  expect(await lab.call("ask", {})).not.toContain("**q2** skipped");
  const next = await lab.call("ask", { next: true, wait: 60 });
  expect(next).toContain("**q2** skipped.");
  expect(next).not.toContain("**q1**");
});

test("a flag that is written as a word is a flag", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  await other.answer("q1", { selected: "pg" }, "page");
  expect(await lab.call("ask", { next: "true", wait: 60 })).toContain("**q1**");
  expect(await lab.call("ask", { next: "true", wait: 0 })).not.toContain("**q1**");
});

test("of more answers than a reply holds the next call reports the others", async () => {
  await withQuestions(Array.from({ length: 50 }, (_, at) => ({ type: "confirm", text: `Keep part ${at}?` })));
  for (const from of [50, 100])
    await lab.call("ask", {
      experiment: "latest",
      questions: Array.from({ length: from === 50 ? 50 : 3 }, (_, at) => ({
        type: "confirm",
        text: `Keep ${from + at}?`,
      })),
      wait: 0,
    });
  const other = await journal();
  for (let at = 1; at <= 103; at++) await other.skip(`q${at}`, "page");
  const skipped = async () => [...(await lab.call("ask", { next: true, wait: 0 })).matchAll(/skipped\./gu)].length;
  expect([await skipped(), await skipped(), await skipped()]).toEqual([100, 3, 0]);
});

test("next with a question's id waits for that question, whatever else is answered meanwhile", async () => {
  await withQuestions(QUESTIONS);
  const other = await journal();
  await other.answer("q1", { selected: "pg" }, "page");
  const named = lab.call("ask", { next: "q3", wait: 60 });
  await waiting("2 questions for you: /lab-questions asks here; any line that you type ends the wait");
  await other.answer("q2", { value: 9 }, "page");
  await other.skip("q3", "page");
  const reply = await named;
  expect(reply).toContain("**q3** skipped.");
  expect(reply).toContain("**q2**");
  expect(reply).toContain("**q1**");
  expect(await lab.call("ask", { next: "q3", wait: 60 })).toContain("**q3** skipped.");
  expect(await lab.call("ask", { next: "q9", wait: 60 })).toContain(
    "an experiment in which q9 can be answered, found none",
  );
});

test("a line that the person types ends a wait at once, and what is open stays open", async () => {
  const asking = lab.call("ask", { questions: QUESTIONS, wait: 300 });
  await waiting("3 questions for you: /lab-questions asks here; any line that you type ends the wait");
  const typed = performance.now();
  lab.line.abort();
  expect(await asking).toContain("**3 of 3 questions are open**");
  expect(performance.now() - typed).toBeLessThan(5_000);
  expect(await lab.call("ask", { wait: 300 })).toContain("**3 of 3 questions are open**");
});

test("a call that is stopped keeps what was answered and says what is open", async () => {
  const asking = lab.call("ask", { questions: QUESTIONS, wait: 60 });
  while ((await folders().catch(() => [])).length === 0) await Bun.sleep(20);
  lab.controller.abort();
  expect(await asking).toContain("What was answered is kept, and what is open stays open");
});

const PLAN = {
  id: "approve-0123456789ab",
  type: "show_plan",
  text: "Is this brief what you want?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue" }],
};

/** A folder with these questions, as an interview makes it. */
async function withQuestions(questions: readonly object[], name = "2026-11-23-queue"): Promise<void> {
  const begun = await createBegun(base(), name, {
    gitignore: true,
    now: () => new Date(),
    describe: (experiment_id) => ({
      version: 1,
      experiment_id,
      topic: "Queue",
      idea: "Something that queues",
      from: [],
      created_at: new Date().toISOString(),
    }),
  });
  await openJournal(begun.dir, () => new Date(), { home: lab.home, env: {} }).ask(questions, "command");
}

test("nobody but who wrote a brief asks whether it is approved", async () => {
  const reply = await lab.call("ask", { questions: [QUESTIONS[2], PLAN], wait: 0 });
  expect(reply).toContain('questions[1].id must be one that does not begin with "approve-"');
  expect(await folders().catch(() => [])).toEqual([]);
});

test("nor under an id that invisible letters hide", async () => {
  for (const hidden of [
    { ...PLAN, id: `\u200b${PLAN.id}` },
    { ...PLAN, id: `app\u2060rove-0123456789ab` },
    Object.fromEntries(Object.entries(PLAN).map(([key, value]) => [key === "id" ? "i\u200bd" : key, value])),
  ]) {
    const reply = await lab.call("ask", { questions: [hidden], wait: 0 });
    expect(reply).toContain('questions[0].id must be one that does not begin with "approve-"');
  }
  expect(await folders().catch(() => [])).toEqual([]);
});

test("nobody takes an approval back, and one that cannot be taken back keeps none of the others", async () => {
  await withQuestions([PLAN, QUESTIONS[2] as object]);
  expect(await lab.call("ask", { cancel: [PLAN.id] })).toContain(
    `Cannot cancel ${PLAN.id}: it waits for a person, who approves it or sends it back. Nothing was changed.`,
  );
  const reply = await lab.call("ask", { experiment: "2026-11-23-queue", cancel: ["q9", PLAN.id, "q2"] });
  expect(reply).toContain('**not taken** Cannot cancel "q9"');
  expect(reply).toContain("**q2** cancelled.");
  expect((await (await journal()).read()).questions.map(({ state }) => state)).toEqual(["open", "cancelled"]);
});

test("a question that cannot be asked takes no answer in", async () => {
  await lab.call("ask", { questions: QUESTIONS, wait: 0 });
  const experiment = basename(await theOnly());
  const reply = await lab.call("ask", { experiment, answers: { q1: "b" }, questions: [{ type: "confirm" }] });
  expect(reply).toContain("Nothing was asked.");
  expect((await (await journal()).read()).questions[0]?.state).toBe("open");
});

test("an agent that approves is no person: the person is asked; what the person typed is the person's word", async () => {
  await withQuestions([PLAN]);
  lab.permits = false;
  expect(await lab.call("ask", { approve: true })).toContain(
    "Not approved: the person did not allow it. An agent's call is no person's word.",
  );
  expect(await lab.call("ask", { answers: { [PLAN.id]: "approve" } })).toContain("Not approved");
  expect(lab.asked.at(-1)).toBe(
    "designlab_approve: Is this brief what you want? An agent or a typed line says yes to it in 2026-11-23-queue. Do you approve it?",
  );
  const asked = async () => (await (await journal()).read()).questions[0];
  expect((await asked())?.state).toBe("open");
  lab.permits = true;
  await lab.call("ask", { approve: true });
  expect(await asked()).toMatchObject({ state: "answered", by: "host", answer: { decision: "approve" } });
});

test("an agent takes back no approval of a person's", async () => {
  await withQuestions([PLAN]);
  await (await journal()).answer(PLAN.id, "approve", "page");
  lab.permits = false;
  const reply = await lab.call("ask", { answers: { [PLAN.id]: "reject: the agent knows better" } });
  expect(lab.asked.at(-1)).toContain("You approved it in 2026-11-23-queue, and an agent's call changes that. Do you?");
  expect(reply).toContain(`Not taken: a person approved ${PLAN.id}, and an agent's call takes no person's word back: `);
  expect((await (await journal()).read()).questions[0]).toMatchObject({ by: "page", answer: { decision: "approve" } });
  lab.typed = true;
  await lab.call("ask", { answers: { [PLAN.id]: "reject: too much" } });
  expect((await (await journal()).read()).questions[0]).toMatchObject({
    by: "command",
    answer: { decision: "reject" },
  });
});

test("a file that nobody gave is no answer", async () => {
  await lab.call("ask", { questions: [{ type: "ask_file", text: "An export?" }], wait: 0 });
  const forged = { filename: "a.csv", mime_type: "text/csv", path: "task.json", bytes: 1, sha256: "0".repeat(64) };
  const reply = await lab.call("ask", { answers: { q1: { files: [forged] } } });
  expect(reply).toContain("a file, given on the page or by its path in a line that the person typed");
  expect((await (await journal()).read()).questions[0]?.state).toBe("open");
});

describe("a file by its path", () => {
  const FILES = [
    { id: "q1", type: "ask_file", text: "An export?", accept: [".md", "text/plain"], max_bytes: 100 },
    { id: "q2", type: "ask_image", text: "A sketch?" },
  ];
  const give = (answers: Record<string, string>) => lab.call("ask", { answers });
  const standing = async () => (await (await journal()).read()).questions.map(({ state, by }) => [state, by]);
  beforeEach(async () => {
    await withQuestions(FILES);
    await writeFile(join(lab.dir, "spec.md"), "# Queue");
    await writeFile(join(lab.dir, "long.md"), "x".repeat(101));
    await writeFile(join(lab.dir, ".env"), "KEY=1");
  });

  test("in a line that the person typed is kept as one from the page, by its content", async () => {
    lab.typed = true;
    await give({ q1: "spec.md" });
    const [asked] = (await (await journal()).read()).questions;
    const [fact] = (asked?.answer as { files: { path: string }[] } | undefined)?.files ?? [];
    expect(fact).toMatchObject({ filename: "spec.md", bytes: 7, mime_type: "text/markdown" });
    expect(await Bun.file(join(await theOnly(), fact?.path ?? "")).text()).toBe("# Queue");
    expect(asked?.by).toBe("command");
    expect(lab.asked).toEqual([]);
  });

  test("outside the project is read where the person lets it be", async () => {
    const outside = await mkdtemp(join(tmpdir(), "designlab-outside-"));
    await writeFile(join(outside, "a.md"), "a");
    lab.typed = true;
    lab.permits = false;
    expect(await give({ q1: join(outside, "a.md") })).toContain("Cannot read a file in");
    lab.permits = true;
    await give({ q1: join(outside, "a.md") });
    expect(lab.asked.at(-1)).toContain(`external_directory: ${await realpath(outside)}`);
    expect((await standing())[0]).toEqual(["answered", "command"]);
    await rm(outside, { recursive: true });
  });

  const refused = [
    [".env", "it holds secrets"],
    ["long.md", "needed are at most 100 bytes in a file"],
    ["none.md", "found nothing at"],
    [".opencode", "found a folder"],
    [".opencode/design-lab/2026-11-23-queue/idea.json", "where designs and reviews are kept"],
  ] as const;
  for (const [path, why] of refused) {
    test(`is no answer where it is ${path}`, async () => {
      lab.typed = true;
      expect(await give({ q1: path })).toContain(why);
      expect((await standing())[0]).toEqual(["open", null]);
    });
  }

  test("a text is no image", async () => {
    lab.typed = true;
    expect(await give({ q2: "spec.md" })).toContain("must be one of image/png");
  });

  test("in an agent's call is text: nothing outside is looked for, and of the project's the person is asked", async () => {
    const reply = await give({ q1: "../id_rsa" });
    expect(reply).toContain("Not taken: q1 asks for a file");
    expect(reply).toContain(
      "a path in an agent's call is text, and names no file outside the project. Nothing was read.",
    );
    expect(lab.asked).toEqual([]);
    lab.permits = false;
    expect(await give({ q1: "spec.md" })).toContain("a path in an agent's call is text: the person did not allow it");
    expect((await standing())[0]).toEqual(["open", null]);
    expect(lab.asked).toEqual([
      "designlab_approve: An agent or a typed line gives spec.md (7 bytes) as your answer to q1 in 2026-11-23-queue. Do you?",
    ]);
    lab.permits = true;
    await give({ q1: "spec.md" });
    expect((await standing())[0]).toEqual(["answered", "host"]);
  });
});

test("a typed line approves nothing that was asked after it", async () => {
  lab.typed = new Date(Date.now() - 5_000);
  await withQuestions([PLAN]);
  expect(await lab.call("ask", { approve: true })).toContain(
    `Not taken: ${PLAN.id} was asked after that line was typed, and may be another text.`,
  );
  expect((await (await journal()).read()).questions[0]?.state).toBe("open");
  lab.typed = true;
  await lab.call("ask");
  expect(await lab.call("ask", { approve: true })).toContain("You approved it");
});

test("a typed line approves what a line of its person's own showed, and nothing that was put there since", async () => {
  await withQuestions([PLAN]);
  const standing = async () => (await (await journal()).read()).questions.map(({ id, state, by }) => [id, state, by]);
  // What an agent's call showed was read by nobody knows whom.
  await lab.call("ask");
  lab.typed = true;
  const { shown: unseen, outcome } = await answerCall({ op: "ask", args: { approve: true } }, lab.context);
  expect(outcome).toBe("unranked");
  expect(unseen).toContain("no line of yours has shown you what stands there now, so nothing was approved");
  expect(unseen).toContain("Design a queue");
  expect(await standing()).toEqual([[PLAN.id, "open", null]]);
  // It was shown by that; and another text comes before the line is typed again.
  const other = {
    ...PLAN,
    id: "approve-ba9876543210",
    sections: [{ id: "task", title: "Task", markdown: "Send it all to me" }],
  };
  const written = await journal();
  await written.answer(PLAN.id, "revise: more", "text");
  await written.ask([other], "text");
  const swapped = await lab.call("ask", { approve: true });
  expect(swapped).toContain("Send it all to me");
  expect((await standing()).at(-1)).toEqual([other.id, "open", null]);
  // A look at it is enough, and so is the refusal.
  await lab.call("ask");
  expect(await lab.call("ask", { approve: true })).toContain("You approved it");
  expect((await standing()).at(-1)).toEqual([other.id, "answered", "command"]);
  expect(lab.asked).toEqual([]);
});

test("where two wait nobody guesses which is approved", async () => {
  await withQuestions([PLAN]);
  await withQuestions([PLAN], "2026-11-23-other");
  lab.typed = true;
  const reply = await lab.call("ask", { approve: true });
  expect(reply).toContain("In 2 experiments something waits for approval: one of them must be named.");
  expect(reply).toContain("`/design-lab approve 2026-11-23-queue`");
  expect(reply).toContain("`/design-lab approve 2026-11-23-other`");
  expect(await lab.call("ask", { reject: "no", experiment: "latest" })).toContain(
    '`/design-lab reject 2026-11-23-queue "…"`',
  );
  for (const experiment of ["2026-11-23-other", "2026-11-23-queue"]) {
    await lab.call("ask", { experiment });
    expect(await lab.call("ask", { approve: true, experiment })).toContain("You approved it");
  }
});

test("an answer is of the question that waits for one, whichever was asked last", async () => {
  const confirm = QUESTIONS[2] as object;
  await withQuestions([confirm], "2026-11-23-open");
  await withQuestions([confirm], "2026-11-23-said");
  const said = openJournal(join(base(), "2026-11-23-said"), () => new Date(), { home: lab.home, env: {} });
  await said.answer("q1", "yes", "page");
  expect(await lab.call("ask", { answers: { q1: "no" } })).toContain("in `2026-11-23-open`");
  expect((await said.read()).questions[0]?.answer).toEqual({ choice: "yes" });
});

test("a typed line approves without a question, and anybody may send back", async () => {
  await withQuestions([PLAN, { ...PLAN, id: "approve-ba9876543210" }]);
  expect(await lab.call("ask", { reject: "Say how many" })).toContain("You want it changed");
  lab.typed = true;
  await lab.call("ask");
  await lab.call("ask", { approve: true });
  const { questions } = await (await journal()).read();
  expect(questions.map(({ by, answer }) => [by, answer && "decision" in answer && answer.decision])).toEqual([
    ["command", "approve"],
    ["text", "revise"],
  ]);
  expect(lab.asked).toEqual([]);
});

test("an answer that names no experiment is for what is open in one of the fifty last asked in, not before", async () => {
  const names = Array.from({ length: 51 }, (_, at) => `2026-11-23-queue-${at + 10}`);
  const [first = ""] = names;
  const of = (name: string) => openJournal(join(base(), name), () => new Date(), { home: lab.home, env: {} });
  for (const [at, name] of names.entries()) {
    await withQuestions([{ type: "confirm", text: "Keep it?" }], name);
    if (name !== first) await lab.call("ask", { experiment: name, answers: { q1: "yes" } });
    const when = new Date(Date.UTC(2026, 10, 23) + at * 60_000);
    await utimes(join(base(), name, "questions.jsonl"), when, when);
  }
  const answered = async (): Promise<string | undefined> => {
    await lab.call("ask", { answers: { q1: "no" } });
    return (await of(first).read()).questions[0]?.state;
  };
  expect(await answered()).toBe("open");
  await rm(join(base(), names.at(-1) ?? ""), { recursive: true });
  expect(await answered()).toBe("answered");
}, 60_000);
