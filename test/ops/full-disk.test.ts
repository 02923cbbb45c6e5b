import { afterEach, describe, expect, test } from "bun:test";
import { appendFileSync, closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { decidedProject } from "../support/decided-project.ts";
import { snapshot } from "../support/disk.ts";
import { approvalIn, FOUR, type Talked, talkBench, writtenBench } from "../support/interview.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Queue",
  requirements: ["Survives a crash"],
});
let disk: ReturnType<typeof smallDisk> | undefined;
afterEach(() => {
  disk?.remove();
  disk = undefined;
});

/** A disk of its own for a test, which is gone afterwards. */
function mounted(): { dir: string; fill(): void; free(): void } {
  disk = smallDisk(48);
  const { dir } = disk;
  const others = join(dir, "others");
  return {
    dir,
    fill() {
      const file = openSync(others, "w");
      for (const size of [1 << 20, 1 << 12]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size, "."));
        } catch {
          // Full.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(others, { force: true }),
  };
}

const files = async (dir: string) => {
  const { others: _, ...all } = await snapshot(dir);
  return all;
};

/** Nothing that was there is lost or torn, and nothing new is half of itself. */
async function expectWhole(dir: string, before: Readonly<Record<string, string>>): Promise<void> {
  const after = await files(dir);
  expect(Object.keys(after).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  for (const [name, text] of Object.entries(before)) {
    if (name.endsWith(".jsonl")) expect(after[name]).toStartWith(text);
    else expect([name, after[name] === undefined]).toEqual([name, false]);
  }
  for (const [name, text] of Object.entries(after)) {
    if (name.endsWith(".json")) JSON.parse(text);
    if (name.endsWith(".jsonl")) for (const line of text.split("\n").filter((each) => each.trim())) JSON.parse(line);
    if (/\.(?:md|html)$/u.test(name)) expect([name, text.trim() === ""]).toEqual([name, false]);
  }
}

/** Which file, that there is no room, and what helps. */
function expectTold(reply: string, dir: string): void {
  expect(reply).toContain(dir);
  expect(reply).toMatch(/ENOSPC|disk is full|no room|free\. Nothing was asked/u);
  expect(reply).toMatch(/free some space/iu);
  expect(reply).not.toContain("a defect of its own");
}

describe.skipIf(!canMount)("a disk that is full", () => {
  async function talking(options: BenchOptions = {}, written = false) {
    const at = mounted();
    const talk = await (written ? writtenBench : talkBench)({ dir: at.dir, ...options });
    return { at, talk, dir: at.dir };
  }
  const asked = ({ lab }: Talked) => lab.host.prompts.length;

  test("keeps a brief from beginning before anything is asked", async () => {
    const { at, talk, dir } = await talking();
    at.fill();
    expectTold(await talk.brief(), dir);
    expect(asked(talk)).toBe(0);
    at.free();
    expect(await talk.brief()).toContain("**2 questions wait for an answer**");
  });

  test("keeps a brief from going on before anything is asked, and the answers that are there", async () => {
    const { at, talk, dir } = await talking();
    await talk.brief();
    const [before, paid] = [await files(dir), asked(talk)];
    at.fill();
    expectTold(await talk.brief({ answers: FOUR[0] }), dir);
    await expectWhole(dir, before);
    expect(asked(talk)).toBe(paid);
    at.free();
    expect(await talk.brief({ answers: FOUR[0] })).toContain("You set 900 thousand");
  });

  test("while a model asks says so, and what was answered before stays", async () => {
    let fill: (() => void) | null = null;
    const { at, talk, dir } = await talking({
      answer: () => {
        fill?.();
        return undefined as never;
      },
    });
    await talk.brief();
    const before = await files(dir);
    fill = at.fill;
    expectTold(await talk.brief({ answers: FOUR[0] }), dir);
    await expectWhole(dir, before);
    fill = null;
    at.free();
    expect(await talk.brief({})).toContain("waits for an answer");
  });

  test("while a brief is written says so, and it is written once there is room", async () => {
    let fill: (() => void) | null = null;
    const { at, talk, dir } = await talking({
      answer: ({ kind }) => {
        if (kind === "brief") fill?.();
        return undefined as never;
      },
    });
    await talk.brief();
    await talk.brief({ answers: FOUR[0] });
    await talk.brief({ answers: FOUR[1] });
    const before = await files(dir);
    fill = at.fill;
    expectTold(await talk.brief({ answers: FOUR[2] }), dir);
    await expectWhole(dir, before);
    fill = null;
    at.free();
    expect(await talk.brief({})).toContain("**The brief is written");
  });

  test("keeps an approval from counting, and it counts once there is room", async () => {
    const { at, talk, dir } = await talking({}, true);
    const id = await approvalIn(talk);
    const path = join(await talk.dir(), "questions.jsonl");
    // A line that begins in a block of its own has no room in what the last one left.
    appendFileSync(path, `${" ".repeat(4_096 - (statSync(path).size % 4_096) - 1)}\n`);
    const before = await files(dir);
    at.fill();
    const journal = await talk.journal();
    const refused = await journal.answer(id, "approve", "page").then(String, (error: Error) => error.message);
    expect(refused).toContain(`Cannot keep this in ${path}: ENOSPC`);
    await expectWhole(dir, before);
    at.free();
    await journal.answer(id, "approve", "page");
    expect(await talk.brief({})).toContain("**The brief is approved.**");
  });

  async function planning(
    options: BenchOptions = {},
  ): Promise<{ at: ReturnType<typeof mounted>; lab: Bench; dir: string }> {
    const at = mounted();
    const { lab } = await project.start({ dir: at.dir, ...options });
    return { at, lab, dir: at.dir };
  }

  test("lets no vote and no decision stand in half, and both are taken once there is room", async () => {
    const { at, lab, dir } = await planning();
    lab.typed = true;
    const before = await files(dir);
    at.fill();
    expectTold(await lab.call("judge", { order: "O>N>P", wait: 0 }), dir);
    await expectWhole(dir, before);
    expectTold(await lab.call("decide", { design: "B", because: "Another", where: "docs/adr" }), dir);
    await expectWhole(dir, before);
    expect(Object.keys(await files(dir)).filter((name) => name.startsWith("docs/"))).toEqual([]);
    at.free();
    expect(await lab.call("judge", { order: "O>N>P", wait: 0 })).not.toContain("Cannot");
    expect(await lab.call("decide", { design: "B", because: "Another", where: "docs/adr" })).toContain("**Decided on ");
  });

  test("keeps a plan from being made before the planner is asked", async () => {
    const { at, lab, dir } = await planning();
    const before = await files(dir);
    at.fill();
    expectTold(await project.plan(), dir);
    expect(lab.host.prompts).toEqual([]);
    await expectWhole(dir, before);
    at.free();
    expect(await project.plan()).toContain("waits for");
  });

  test("while the planner answers says so, and leaves no half plan", async () => {
    let fill: (() => void) | null = null;
    const { at, dir } = await planning({
      answer: () => {
        fill?.();
        return undefined as never;
      },
    });
    const before = await files(dir);
    fill = at.fill;
    expectTold(await project.plan(), dir);
    await expectWhole(dir, before);
    fill = null;
    at.free();
    expect(await project.plan()).toContain("waits for");
  });

  test("while tasks are written says so, and they are there once there is room, asked of nobody again", async () => {
    const { at, lab, dir } = await planning();
    await project.plan();
    await project.answered("approve");
    const [before, paid] = [await files(dir), lab.host.prompts.length];
    at.fill();
    expectTold(await project.plan(), dir);
    await expectWhole(dir, before);
    at.free();
    expect(await project.plan()).toContain("**The plan is approved.**");
    expect(lab.host.prompts).toHaveLength(paid);
  });

  test("keeps a task's file as it was", async () => {
    const { at, lab, dir } = await planning();
    await project.approved();
    const before = await files(dir);
    at.fill();
    expectTold(await lab.call("tasks", { start: "skeleton" }), dir);
    expect((await files(dir))["tasks/skeleton.md"]).toBe(before["tasks/skeleton.md"] ?? "");
    at.free();
    expect(await lab.call("tasks", { start: "skeleton" })).toContain("skeleton");
  });
});
