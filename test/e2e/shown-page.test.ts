import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { approvalId } from "../../src/artifacts/hashes.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import type { Opened } from "../../src/views/html/judge/sheet.ts";
import { EXAMPLES } from "../store/examples.ts";
import { readJson } from "../support/disk.ts";
import { type Entered, enter, knockAt, raise } from "../support/enter.ts";
import { screenCode } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { folderOf } from "./support/interview.ts";
import { rehearse, stateOf } from "./support/rehearsal.ts";
import { begunQueue } from "./support/waiting-approval.ts";

const DESIGNERS = ["alpha/plans-9", "beta/plans-9"];
const REVIEWERS = ["gamma/judges-9"];
const LAB = {
  models: [...DESIGNERS, ...REVIEWERS].map((id, at) => ({ id, strength: at === 0 ? "thorough" : "thin" }) as const),
  lab: { design_models: DESIGNERS, review_models: REVIEWERS, confirm_above: null },
};
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
const PICK = { id: "store", type: "ask_text", text: "Where do jobs live?" } as const;
const now = () => new Date();

/** What an agent makes of a reply: every address in it is traded. */
const traded = async (reply: string): Promise<Entered> => enter(ADDRESS.exec(reply)?.[0] ?? "");

test("an agent that opens the page of a reply answers as an agent: it approves nothing, also after a restart, and the code of a screen makes it the person's", async () => {
  await using lab = await rehearse(LAB);
  const dir = await begunQueue(lab);
  await saveArtifact(dir, "brief", EXAMPLES.brief);
  const id = approvalId(EXAMPLES.brief);
  const journal = openJournal(dir, now, lab.project);
  const sections = [{ id: "task", title: "Task", markdown: "Design a queue" }];
  await journal.ask([PICK, { id, type: "show_plan", required: true, text: "Is the brief right?", sections }], "text");
  const approve = { id, answer: { decision: "approve", annotations: {} } };
  const standing = async () => (await journal.read()).questions.map(({ state, by }) => [state, by]);

  const page = await traded(await lab.ask("open", { experiment: basename(dir) }));
  expect(page.status).toBe(200);
  const refused = await knockAt(page, "answer", approve);
  expect(await standing()).toEqual([
    ["open", null],
    ["open", null],
  ]);
  expect(refused.said.refused).toContain("This page was opened by an address that an agent could read.");
  expect((await knockAt(page, "skip", { id })).status).toBe(400);
  expect((await knockAt(page, "answer", { id: PICK.id, answer: { text: "In PostgreSQL" } })).status).toBe(200);
  expect((await knockAt(page, "enough")).status).not.toBe(500);
  expect((await journal.read()).ended?.by).not.toBe("page");
  expect(await standing()).toEqual([
    ["answered", "text"],
    ["open", null],
  ]);

  // The same cookie at another server of the project, which has the same port and keys.
  await (await lab.served()).kill9();
  const again = await lab.serve();
  const session = await again.open();
  await again.say(
    session,
    `Call designlab with ${JSON.stringify({ op: "open", args: { experiment: basename(dir) } })}`,
  );
  expect((await knockAt(page, "answer", approve)).status).toBe(400);
  expect((await knockAt(page, "raise", "", { code: "22222222" })).status).toBe(400);

  expect((await knockAt(page, "code")).status).toBe(200);
  const own = await raise(page, await screenCode(stateOf(lab)));
  expect((await knockAt(own, "answer", approve)).status).toBe(200);
  expect(await standing()).toEqual([
    ["answered", "text"],
    ["answered", "page"],
  ]);
  expect(
    (await knockAt(page, "answer", { id, answer: { decision: "revise", annotations: {}, feedback: "no" } })).status,
  ).toBe(400);
  expect((await standing())[1]).toEqual(["answered", "page"]);
}, 300_000);

test("an agent that opens the page to judge on sees the designs and saves no vote, until the code of a screen came", async () => {
  await using lab = await rehearse(LAB);
  await lab.ask("run", { task: "Design a queue for e-mails", topic: "queue", judge: true });
  const dir = folderOf(lab);
  const page = await traded(await lab.ask("judge", { experiment: basename(dir), wait: 0 }));
  const ballot = (await (
    await fetch(new URL("ballot", page.page), { headers: { cookie: page.cookie } })
  ).json()) as Opened;
  const shown = ballot.sheet.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const voice = { designs: [], order: shown.map(({ letter }) => [letter]), pairs: [], saw_result: false };
  for (const done of [false, true]) {
    const { status, said } = await knockAt(page, "save", { voice, revision: 0, done, shown });
    expect(existsSync(join(dir, "votes/vote-person-you.json"))).toBeFalse();
    expect([status, said.refused]).toEqual([400, expect.stringContaining("an address that an agent could read")]);
  }
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();

  expect((await knockAt(page, "code")).status).toBe(200);
  const own = await raise(page, await screenCode(stateOf(lab)));
  expect((await knockAt(own, "save", { voice, revision: 0, done: true, shown })).status).toBe(200);
  await settled(async () => existsSync(join(dir, "results/ranking.json")));
  expect((await readJson<Vote>(join(dir, "votes/vote-person-you.json"))).door).toBe("page");
}, 300_000);

// Without tmux there is no terminal to look at; it shows as skipped.
test.skipIf(!hasTerminal())(
  "the terminal shows the code that a page waits for, and says so where none does",
  async () => {
    await using lab = await rehearse(LAB);
    await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
    await atPrompt(terminal);
    const type = async (): Promise<void> => {
      terminal.type("/lab-code");
      await terminal.waitFor((screen) => screen.includes("the code of your page"));
      terminal.press("Enter");
    };
    await type();
    await terminal.waitFor((screen) => screen.includes("No page waits for a code"));
    const page = await traded(await lab.ask("open"));
    expect((await knockAt(page, "code")).status).toBe(200);
    const code = await screenCode(stateOf(lab));
    await type();
    await terminal.waitFor((screen) => screen.includes(`${code.slice(0, 4)}-${code.slice(4)}`));
    expect((await raise(page, code)).status).toBe(200);
  },
  300_000,
);
