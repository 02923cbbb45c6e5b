import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { openJournal } from "../../src/questions/journal.ts";
import type { Asked } from "../../src/questions/replay.ts";
import { rehearse } from "./support/rehearsal.ts";
import { saidTo } from "./support/watched-run.ts";

const PICK = {
  type: "pick_one",
  text: "Where do jobs live?",
  options: [
    { id: "pg", label: "PostgreSQL" },
    { id: "kafka", label: "Kafka" },
  ],
};
const PLAN = {
  id: "approve-0123456789ab",
  type: "show_plan",
  text: "Is the brief right?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue" }],
};
const called = (args: object) => `Call ${JSON.stringify({ op: "ask", args })}`;

// Without tmux there is no terminal to look at; it shows as skipped.
test.skipIf(!hasTerminal())(
  "a call that waits is answered in the host's own dialogs, and an approval that was typed on the screen is the person's word",
  async () => {
    await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }] });
    const base = join(lab.project.directory, ".opencode/design-lab");
    const asked = async (): Promise<Asked[]> => {
      const names = (() => {
        try {
          return readdirSync(base).filter((name) => !name.startsWith("."));
        } catch {
          return [];
        }
      })();
      const all = names.map((name) => openJournal(join(base, name), () => new Date()).read());
      return (await Promise.all(all)).flatMap(({ questions }) => questions);
    };
    const until = async (fits: (questions: Asked[]) => boolean): Promise<Asked[]> => {
      for (let patience = 1_500; patience > 0; patience--) {
        const questions = await asked();
        if (fits(questions)) return questions;
        await Bun.sleep(100);
      }
      throw new Error(`Nobody answered; the screen:\n${terminal.screen()}`);
    };
    await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
    await terminal.waitFor((screen) => screen.includes("Ask anything") && screen.includes("commands"));
    await saidTo(terminal, called({ questions: [PICK, PLAN], wait: 600 }), 'Call {"op":"ask"');
    await until(({ length }) => length === 2);

    await terminal.waitFor((screen) => screen.includes("esc interrupt"));
    terminal.type("/lab-questions");
    await terminal.waitFor((screen) => screen.includes("answer its questions"));
    terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Where do jobs live?") && screen.includes("PostgreSQL"));
    // A dialog takes keys a moment after it is drawn.
    await Bun.sleep(1_000);
    terminal.press("Down");
    await Bun.sleep(500);
    terminal.press("Enter");
    await until(([pick]) => pick?.state === "answered");
    await terminal.waitFor((screen) => screen.includes("Is the brief right?") && screen.includes("Send back"));
    await Bun.sleep(1_000);
    terminal.press("Escape");
    await terminal.waitFor((screen) => !screen.includes("Send back"));
    const [pick, plan] = await asked();
    expect(pick).toMatchObject({ by: "host", answer: { selected: "kafka" } });
    expect(plan?.state).toBe("open");
    // The call waits for the plan still; it ends with Esc, and loses nothing.
    terminal.press("Escape");
    await Bun.sleep(500);
    terminal.press("Escape");
    await terminal.waitFor((screen) => !screen.includes("esc interrupt") && !screen.includes("again to interrupt"));

    await saidTo(terminal, "/design-lab approve latest", "approve latest");
    const [, approved] = await until((questions) => questions[1]?.state === "answered");
    expect(approved).toMatchObject({ by: "command", answer: { decision: "approve" } });
  },
  300_000,
);

test("an agent's own approval asks the person, and where nobody can be asked nothing is approved", async () => {
  await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }] });
  const {
    tools: [asked],
  } = await lab.call("ask", { questions: [PLAN], wait: 0 });
  expect(asked?.output).toContain("**1 of 1 question is open**");
  const {
    tools: [refused],
  } = await lab.call("ask", { approve: true });
  expect(refused?.output).toContain("Not approved: ");
  expect(refused?.output).toContain("An agent's call is no person's word.");
}, 300_000);
