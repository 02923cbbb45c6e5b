import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { openJournal } from "../../src/questions/journal.ts";
import { decidedProject } from "../support/decided-project.ts";
import { readJson } from "../support/disk.ts";
import { approvalIn, FOUR, type Talked, talkBench } from "../support/interview.ts";
import type { Bench } from "../support/lab.ts";

const NOON = Date.parse("2026-11-24T12:00:00Z");
const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Queue",
  requirements: ["Survives a crash"],
});
let talk: Talked | undefined;
afterEach(async () => {
  await talk?.lab.dispose();
  talk = undefined;
});

/** A clock that is set back by a minute whenever somebody looks at it. */
function backwards(): () => Date {
  let time = NOON;
  return () => {
    time -= 60_000;
    return new Date(time);
  };
}

function expectNoNegative(reply: string, ledger: string): void {
  expect(reply).not.toContain("a defect of its own");
  expect(reply).not.toMatch(/-\d+(\.\d+)? ?(s|m|h|ms|min)\b/u);
  expect(ledger).not.toContain('"seconds":-');
}

describe("a clock that goes back", () => {
  test("in a brief loses no answer, asks nothing twice, and lets a typed approval count", async () => {
    talk = await talkBench({ now: backwards() });
    const { lab, brief } = talk;
    await brief();
    const experiment = basename(await talk.dir());
    for (const answers of FOUR) await brief({ experiment, answers });
    expect(talk.roles()).toEqual(["opener", "asker", "asker", "asker", "briefer"]);
    expect(await brief({ experiment: "latest" })).toContain("Name one by its id, such as");
    lab.typed = true;
    expect(await lab.call("ask", { experiment, approve: true })).toContain("You approved it");
    lab.typed = false;
    const reply = await brief({ experiment });
    expect(reply).toContain("**The brief is approved.**");
    expect(talk.roles()).toEqual([]);
    expectNoNegative(reply, readFileSync(join(await talk.dir(), "ledger.jsonl"), "utf8"));
  });

  test("lets the person be asked where a question bears a later time than the line that approves it", async () => {
    talk = await talkBench();
    const { lab } = talk;
    await talk.brief();
    for (const answers of FOUR) await talk.brief({ answers });
    const id = await approvalIn(talk);
    const path = join(await talk.dir(), "questions.jsonl");
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const lines = readFileSync(path, "utf8").replaceAll(/"at":"[^"]*"/gu, `"at":"${later}"`);
    await Bun.write(path, lines);
    lab.typed = new Date();
    const taken = await lab.call("ask", { experiment: "latest", approve: true });
    expect(taken).not.toContain("asked after that line was typed");
    expect(lab.asked).toEqual([expect.stringContaining("designlab_approve: ")]);
    expect((await (await talk.journal()).read()).questions.find((each) => each.id === id)?.state).toBe("answered");
  });

  test("between a vote, a decision and a plan puts none before the other", async () => {
    const { lab, dir, id } = await project.start({ now: backwards() });
    const typed = async (op: string, args: object) => {
      lab.typed = true;
      return lab.call(op, { experiment: id, ...args }).finally(() => {
        lab.typed = false;
      });
    };
    const tasks = (args: object) => lab.call("tasks", { experiment: id, ...args });
    await typed("judge", { wait: 0 });
    expect(await typed("judge", { order: "O>N>P", unseen: true, wait: 0 })).toContain("**Decided on ");
    expect(await readdir(join(dir, "votes"))).toContain("vote-person-you.json");
    expect(await typed("decide", { design: "A", because: "Once more", where: "experiment" })).toContain(
      "**Decided on ",
    );
    expect(await lab.call("plan", { experiment: id, wait: 0 })).toContain("waits for");
    expect(await tasks({ view: "list" })).not.toContain("Stale:");
    await typed("decide", { design: "B", because: "Another", where: "experiment" });
    // What was planned was planned by the decision before, whatever the clock says of the two.
    expect(await tasks({ view: "list" })).toContain("and another was decided for since");
    const { supersedes } = await readJson<{ supersedes: unknown[] }>(join(dir, "decision.json"));
    expect(supersedes).toHaveLength(2);
    expectNoNegative(await lab.call("show", { experiment: id }), readFileSync(join(dir, "ledger.jsonl"), "utf8"));
  });

  /** Every look at the system's clock after this one is an hour earlier. */
  function setBack(): { mockRestore(): void } {
    const hour = Date.now() - 3_600_000;
    let looks = 0;
    return spyOn(Date, "now").mockImplementation(() => hour - 60_000 * ++looks);
  }

  const waits: [string, (lab: Bench) => Promise<string>][] = [
    ["plan", (lab) => lab.call("plan", { experiment: "latest", wait: 1 })],
    ["judge", (lab) => lab.call("judge", { experiment: "latest", wait: 1 })],
  ];
  for (const [op, call] of waits) {
    test(`makes no ${op} wait longer for a person`, async () => {
      const { lab } = await project.start();
      lab.typed = op === "judge";
      const clock = setBack();
      try {
        expect(await call(lab)).not.toContain("a defect of its own");
      } finally {
        clock.mockRestore();
      }
    });
  }

  test("makes no brief wait longer for a person", async () => {
    talk = await talkBench();
    const clock = setBack();
    try {
      expect(await talk.brief({ idea: "A queue", wait: 1 })).toContain("**2 questions wait");
    } finally {
      clock.mockRestore();
    }
  });
});

test("a question that is answered when the clock was set back is answered", async () => {
  const { dir } = await project.start();
  const asked = openJournal(dir, () => new Date(NOON));
  await asked.ask([{ type: "confirm", text: "Go on?" }], "text");
  const answered = await openJournal(dir, () => new Date(NOON - 3_600_000)).answer("q1", "yes", "page");
  expect(answered.state).toBe("answered");
});
