import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { liveQuestions } from "../../src/live/asked.ts";
import { enter } from "../support/enter.ts";
import { settled } from "../support/settled.ts";
import { startDesktop } from "./support/desktop.ts";
import { askedIn, folderOf, IDEA, INTERVIEW, journalOf, PROBE } from "./support/interview.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

/** How long the browser takes to start, milliseconds. */
const COLD = 8_000;
/** In which a call that waits must give back, milliseconds, on a machine that is busy. */
const SOON = 30_000;

/** A desktop whose browser takes its time: `come` is its page, once it has come. */
function desktop() {
  const { opened, ...screen } = startDesktop();
  const come = async () => {
    const address = await opened();
    await Bun.sleep(COLD);
    return enter(address);
  };
  return { ...screen, come };
}

/** What a line, typed in the session of a call that waits, is answered with, and how long it took, milliseconds. */
async function typed(lab: Rehearsal, session: string, line: string): Promise<number> {
  const since = performance.now();
  await (await lab.served()).command(session, "design-lab", line);
  return performance.now() - since;
}

test.skipIf(process.platform !== "linux")(
  "a brief waits for a browser that is slow, says that its page is open, and no typed line waits behind it",
  async () => {
    using screen = desktop();
    await using lab = await rehearse({ ...INTERVIEW, env: screen.env });
    const { session, reply } = await callServed(await lab.served(), "brief", { idea: IDEA });
    let isOver = false;
    void reply.finally(() => {
      isOver = true;
    });
    expect((await screen.come()).status).toBe(200);
    await Bun.sleep(2_000);
    expect(isOver).toBe(false);
    const id = basename(folderOf(lab));
    expect(await typed(lab, session, `answer ${id} q1 a`)).toBeLessThan(SOON);
    const [first] = await askedIn(lab);
    expect(first?.state).toBe("answered");
    expect(await reply).toContain("Its page is open in the browser");
    expect(screen.times()).toBe(1);
  },
  300_000,
);

test.skipIf(process.platform !== "linux")(
  "a line that is typed ends the wait of a vote, of questions and of a brief that goes on, which opens its page",
  async () => {
    using screen = desktop();
    await using lab = await rehearse({ ...INTERVIEW, env: screen.env });
    const server = await lab.served();
    const run = { task: "Design a queue", topic: "queue" };
    await (await callServed(server, "run", run)).reply;
    await (await callServed(server, "brief", { idea: IDEA, wait: 0 })).reply;
    const brief = readdirSync(join(lab.project.directory, ".opencode/design-lab")).find((name) =>
      name.includes("e-mails"),
    );
    for (const [op, args] of [
      ["brief", { experiment: brief }],
      ["judge", { experiment: "latest" }],
      ["ask", { questions: [{ type: "ask_text", text: "Who is called?" }], wait: 300 }],
    ] as const) {
      const before = screen.times();
      const { session, reply } = await callServed(server, op, args);
      await settled(() => screen.times() > before, SOON);
      expect(await typed(lab, session, "doctor")).toBeLessThan(SOON);
      expect(await reply).toContain("A browser was started and has not asked for the page yet.");
    }
  },
  300_000,
);

test("a model that fails in the middle: the page stands still with the reason of the reply, and what to type", async () => {
  await using lab = await rehearse({
    ...INTERVIEW,
    script: ({ model, kind }) =>
      model === PROBE && kind === "questions" ? { status: 401, error: { message: "no such key" } } : undefined,
  });
  await lab.ask("brief", { idea: IDEA, wait: 0 });
  const id = basename(folderOf(lab));
  const journal = journalOf(lab);
  for (const { id: question } of await askedIn(lab)) await journal.skip(question, "page");
  const reply = await lab.ask("brief", { experiment: id, wait: 0 });
  expect(reply).toContain("A model could not be asked:");
  const told = await liveQuestions({ dir: folderOf(lab) }, false, () => new Date());
  expect(told?.still).toContain(`A model could not be asked: next questions by ${PROBE}:`);
  expect(told?.still).toContain(`\`/design-lab brief ${id}\` asks again`);
  expect(told?.still).not.toContain("resume");
}, 300_000);
