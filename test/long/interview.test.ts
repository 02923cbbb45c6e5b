import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import type { Interview } from "../../src/artifacts/interview.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { isApproval } from "../../src/questions/replay.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { atPrompt } from "../e2e/support/at-prompt.ts";
import { HOST } from "../e2e/support/hosts.ts";
import {
  approvalOf,
  askedIn,
  counted,
  discreet,
  expectBlind,
  folderOf,
  IDEA,
  INTERVIEW,
  journalOf,
  NIGHT,
  ONCE,
  REMARK,
} from "../e2e/support/interview.ts";
import { life, type Moment } from "../e2e/support/life.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";
import { answerWord, asksForWord, sitAt } from "../e2e/support/seat.ts";
import { saidTo } from "../e2e/support/watched-run.ts";
import { settled } from "../support/settled.ts";

const GO = { experiment: "latest", wait: 300 };

test("killed at fifteen moments it goes on in a new host: nothing answered is asked again, and no model paid twice but who was cut off", async () => {
  const held = { kind: "", model: "" };
  await using lab = await rehearse({
    ...INTERVIEW,
    script: (asked) =>
      asked.kind === held.kind && asked.model.includes(held.model) ? { delay: 600_000 } : discreet(asked),
  });
  const hold = (kind: string, model = "") => Object.assign(held, { kind, model });
  const die = (moment: Moment, op = "brief", args: object = GO) => life(lab, moment, op, args);
  const path = (name: string) => join(folderOf(lab), name);
  const requests = (what: string) => counted(lab.labRequests())[what] ?? 0;
  const questions = async (count: number) => (await askedIn(lab)).length === count;

  hold("questions");
  await die(() => requests("one/first questions") === 1, "brief", { idea: IDEA, wait: 300 });
  hold("");
  await die(() => turnsIn(lab) === 1);
  forget(lab, (line) => line.event === "asked");
  await die(() => questions(2));

  hold("questions");
  await die(() => requests("two/probe questions") === 1, "brief", { ...GO, answers: { q1: "b" } });
  hold("");
  await die(() => turnsIn(lab) === 2);
  forget(lab, ({ event, id }) => event === "asked" && id === "q3");
  await die(() => questions(4), "brief", { ...GO, answers: { q2: "900" } });

  hold("brief");
  await die(() => requests("two/probe brief") === 1, "brief", { ...GO, answers: { q3: "yes", q4: NIGHT } });
  hold("");
  await die(() => turnsIn(lab) === 5);
  forget(lab, ({ id = "" }) => isApproval({ id }));
  rmSync(path("brief.json"), { force: true });
  await die(() => existsSync(path("brief.json")));
  forget(lab, ({ id = "" }) => isApproval({ id }));
  await die(async () => (await approvalOf(lab)) !== undefined);

  const [first = "", before] = [await approvalOf(lab), readFileSync(path("brief.json"), "utf8")];
  hold("brief");
  const words = { [first]: `revise:\nrequirements: ${REMARK}` };
  await die(() => requests("two/probe brief") === 3, "brief", { ...GO, answers: words });
  hold("");
  await die(() => turnsIn(lab) === 6);
  forget(lab, ({ event, id = "" }) => event === "asked" && isApproval({ id }) && id !== first);
  writeFileSync(path("brief.json"), before);
  const isApproved = async () =>
    (await askedIn(lab)).some(({ answer }) => (answer as { decision?: string } | null)?.decision === "approve");
  let typed = false;
  using _ = sitAt(lab);
  await die(async (server) => {
    if (!typed && (await approvalOf(lab)) !== undefined) {
      typed = true;
      const session = await server.open();
      server.command(session, "design-lab", "approve latest").catch(() => undefined);
    }
    return isApproved();
  });

  const experiment = basename(folderOf(lab));
  hold("design", "beta/");
  const written = (folder: string, name: string) =>
    namesIn(path(folder)).filter((each) => each.includes(name) && each.endsWith(".json")).length;
  const one = () => written("designs", "design-alpha") > 0 && requests("beta/plans design") === 1;
  await die(one, "run", { experiment });
  hold("evaluation", "delta/");
  const judged = () => written("scores", "gamma") + written("reviews", "gamma") === 4;
  const half = () => judged() && requests("delta/judges evaluation") === 2;
  await die(half, "run", { experiment });
  hold("");
  expect(await lab.ask("run", { experiment })).toContain("Went on: 2 reviews and 2 scores made");

  const { summary } = JSON.parse(readFileSync(path("results/ranking.json"), "utf8")) as Ranking;
  expect(summary).toMatchObject({ scored_cells: 4, expected_cells: 4 });
  const all = lab.labRequests();
  expect(counted(all.filter(({ answered_at }) => answered_at !== null))).toEqual(ONCE);
  expect(counted(all.filter(({ answered_at }) => answered_at === null))).toEqual({
    "one/first questions": 1,
    "two/probe questions": 1,
    "two/probe brief": 2,
    "beta/plans design": 1,
    "delta/judges evaluation": 2,
  });
  const said = (await askedIn(lab)).filter((each) => !isApproval(each));
  expect(said.map(({ id, answer }) => [id, answer])).toEqual([
    ["q1", { selected: "b" }],
    ["q2", { value: 900 }],
    ["q3", { choice: "yes" }],
    ["q4", { text: NIGHT }],
  ]);
  await expectBlind(lab);
}, 600_000);

test.skipIf(!hasTerminal())(
  "in text alone: questions stand in the reply, answers come by calls, opencode run approves nothing, and a line on a screen does",
  async () => {
    await using lab = await rehearse(INTERVIEW);
    const call = async (op: string, args: object) => (await lab.call(op, args)).designlab[0] ?? "";
    const begun = await call("brief", { idea: IDEA });
    expect(begun).toContain("**2 questions wait for an answer**");
    expect(begun).toContain("What may it never do?");
    expect(begun).toContain("Do something twice");
    const second = await call("brief", { experiment: "latest", answers: { q1: "b", q2: "900" } });
    expect(second).toContain("Does it have to run beside what you have today?");
    await call("brief", { experiment: "latest", answers: { q3: "yes" } });
    const last = await call("brief", { experiment: "latest", answers: { q4: NIGHT } });
    expect(last).toContain("**The brief is written and waits for the person's approval.**");
    expect(last).toContain("It must never do this: Do something twice.");
    const words = { [(await approvalOf(lab)) ?? ""]: `revise:\nrequirements: ${REMARK}` };
    expect(await call("brief", { experiment: "latest", answers: words })).toContain("somebody gets a copy");

    expect(await call("ask", { approve: true })).toContain("Not approved: ");
    const { designlab } = await lab.say("approve latest", { command: "design-lab" });
    expect(designlab[0]).toContain("Not approved: ");
    expect(await call("run", { experiment: basename(folderOf(lab)) })).toContain("an approved brief is needed");
    expect(await approvalOf(lab)).toBeDefined();

    {
      await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
      await atPrompt(terminal);
      // What is approved was shown by a line of the person's own.
      if (HOST === 1) {
        await saidTo(terminal, "/design-lab ask latest", "ask latest");
        await terminal.waitFor((screen) => screen.includes("is open in") && !screen.includes("esc interrupt"));
      }
      await saidTo(terminal, "/design-lab approve latest", "approve latest");
      if (HOST === 2) {
        await asksForWord(terminal);
        await answerWord(terminal, true);
      }
      await settled(async () => (await approvalOf(lab)) === undefined);
    }
    const approved = (await askedIn(lab)).findLast(isApproval);
    expect(approved).toMatchObject({ by: HOST === 1 ? "command" : "host", answer: { decision: "approve" } });
    expect(await call("run", { experiment: basename(folderOf(lab)) })).toContain("2 designs written");
    expect(counted(lab.labRequests())).toEqual(ONCE);
    await expectBlind(lab);
  },
  600_000,
);

test.skipIf(!hasTerminal())(
  "Esc while a brief waits: the answers given before are there, and it goes on",
  async () => {
    await using lab = await rehearse(INTERVIEW);
    await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
    await atPrompt(terminal);
    const call = `Call ${JSON.stringify({ op: "brief", args: { idea: IDEA, wait: 600 } })}`;
    await saidTo(terminal, call, 'Call {"op":"brief"');
    await settled(async () => (await askedIn(lab)).length === 2);
    await journalOf(lab).answer("q1", "b", "page");
    await settled(async () => (await askedIn(lab)).length === 3);
    const paid = counted(lab.labRequests());
    // The first asks whether to interrupt, the second does.
    terminal.press("Escape");
    await Bun.sleep(500);
    terminal.press("Escape");
    const kept = await terminal.waitFor((screen) => screen.includes("What you answered is kept"));
    expect(kept).toContain("/design-lab brief latest");
    const events = parseLedger(readFileSync(join(folderOf(lab), "ledger.jsonl"), "utf8"));
    expect(events.at(-1)?.event).toBe("aborted");
    expect((await askedIn(lab)).map(({ state }) => state)).toEqual(["answered", "open", "open"]);

    const id = basename(folderOf(lab));
    await saidTo(terminal, `/design-lab brief ${id}`, `brief ${id}`);
    await terminal.waitFor((screen) => screen.includes("designlab answered") && !screen.includes("esc interrupt"));
    expect(counted(lab.labRequests())).toEqual(paid);
    expect((await askedIn(lab)).map(({ state }) => state)).toEqual(["answered", "open", "open"]);
    await saidTo(terminal, "/design-lab enough latest", "enough latest");
    await settled(async () => (await approvalOf(lab)) !== undefined);
    expect(counted(lab.labRequests())).toEqual({ ...paid, "two/probe brief": 1 });
    expect(readFileSync(join(folderOf(lab), "brief.json"), "utf8")).toContain("Do something twice");
  },
  300_000,
);

/** Takes lines out of the questions, as if the process had died before it wrote them: no kill is quick enough always. */
function forget(lab: Rehearsal, fits: (line: { event: string; id?: string }) => boolean): void {
  const file = join(folderOf(lab), "questions.jsonl");
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const kept = lines.filter((line) => !fits(JSON.parse(line)));
  writeFileSync(file, kept.map((line) => `${line}\n`).join(""));
}

/** Turns of models that are on disk. */
function turnsIn(lab: Rehearsal): number {
  const file = join(folderOf(lab), "interview.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Interview).turns.length : 0;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
