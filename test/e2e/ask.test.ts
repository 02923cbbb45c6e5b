import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { answerWord, asksForWord } from "./support/seat.ts";
import { begunQueue } from "./support/waiting-approval.ts";
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
const baseOf = ({ project }: Rehearsal): string => join(project.directory, ".opencode/design-lab");
const now = () => new Date();
const journalIn = ({ project }: Rehearsal, dir: string) => openJournal(dir, now, project);

/** The only experiment, as soon as there is one. */
async function onlyOne(base: string): Promise<string> {
  for (let patience = 1_500; patience > 0; patience--) {
    const [name] = existsSync(base) ? readdirSync(base).filter((each) => /^\d/u.test(each)) : [];
    if (name !== undefined) return join(base, name);
    await Bun.sleep(100);
  }
  throw new Error(`Nothing was made in ${base}`);
}

/** The question at a place as soon as it is answered. */
async function answered(lab: Rehearsal, dir: string, at: number) {
  for (let patience = 1_500; patience > 0; patience--) {
    const asked = (await journalIn(lab, dir).read()).questions[at];
    if (asked?.state === "answered") return asked;
    await Bun.sleep(100);
  }
  throw new Error(`Question ${at} was not answered`);
}

// Without tmux there is no terminal to look at; it shows as skipped.
test.skipIf(!hasTerminal())(
  "a call that waits is answered in the host's own dialog, and an approval that was typed on the screen is the person's word",
  async () => {
    await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }] });
    await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
    await atPrompt(terminal);
    const call = `Call ${JSON.stringify({ op: "ask", args: { questions: [PICK], wait: 600 } })}`;
    await saidTo(terminal, call, 'Call {"op":"ask"');
    const dir = await onlyOne(baseOf(lab));
    terminal.type("/lab-questions");
    await terminal.waitFor((screen) => screen.includes("answer its questions"));
    terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("PostgreSQL") && screen.includes("Search"));
    // A dialog takes keys a moment after it is drawn.
    await Bun.sleep(1_000);
    terminal.press("Down");
    await Bun.sleep(500);
    terminal.press("Enter");
    expect(await answered(lab, dir, 0)).toMatchObject({ by: "host", answer: { selected: "kafka" } });
    await terminal.waitFor((screen) => screen.includes("designlab answered") && !screen.includes("esc interrupt"));

    await journalIn(lab, dir).ask([PLAN], "command");
    await saidTo(terminal, "/design-lab approve latest", "approve latest");
    // The second generation always listens, so that a line alone is nobody's word there.
    if (HOST === 2) {
      await asksForWord(terminal);
      await answerWord(terminal, true);
    } else {
      // No line of the person's own has shown the text yet: this one does.
      await terminal.waitFor((screen) => screen.includes("nothing was approved") && !screen.includes("esc interrupt"));
      expect((await journalIn(lab, dir).read()).questions[1]?.state).toBe("open");
      await saidTo(terminal, `/design-lab answer latest ${PLAN.id} approve`, `${PLAN.id} approve`);
    }
    const by = HOST === 1 ? "command" : "host";
    expect(await answered(lab, dir, 1)).toMatchObject({ by, answer: { decision: "approve" } });

    writeFileSync(join(lab.project.directory, "spec.md"), "# Queue");
    await terminal.waitFor((screen) => !screen.includes("esc interrupt"));
    await journalIn(lab, dir).ask([{ id: "file3", type: "ask_file", text: "The specification?" }], "command");
    await saidTo(terminal, "/design-lab answer latest file3 spec.md", "file3 spec.md");
    if (HOST === 2) {
      await asksForWord(terminal);
      await answerWord(terminal, true);
    }
    expect(await answered(lab, dir, 2)).toMatchObject({ by, answer: { files: [{ filename: "spec.md", bytes: 7 }] } });
  },
  600_000,
);

test("a path in an agent's call is text: no file of the machine is read, and the reply says why", async () => {
  await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }] });
  mkdirSync(join(lab.project.home, ".ssh"), { recursive: true });
  writeFileSync(join(lab.project.home, ".ssh/id_rsa"), "KEY");
  const questions = [{ type: "ask_file", text: "The specification?" }];
  await lab.ask("ask", { questions, wait: 0 });
  const reply = await lab.ask("ask", { answers: { q1: "~/.ssh/id_rsa" } });
  expect(reply).toContain("a path in an agent's call is text, and names no file outside the project");
  const dir = await onlyOne(baseOf(lab));
  expect((await journalIn(lab, dir).read()).questions[0]?.state).toBe("open");
  expect(existsSync(join(dir, "answers"))).toBe(false);
}, 300_000);

test("an agent's own approval asks the person, and where nobody can be asked nothing is approved", async () => {
  await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }] });
  const dir = await begunQueue(lab);
  await journalIn(lab, dir).ask([PLAN], "command");
  const { tools } = await lab.call("ask", { approve: true });
  expect(tools[0]?.output).toContain("Not approved: ");
  expect(tools[0]?.output).toContain("An agent's call is no person's word.");
  expect((await journalIn(lab, dir).read()).questions[0]?.state).toBe("open");
}, 300_000);
