import { expect } from "bun:test";
import { openTerminal, type Terminal } from "../../../rehearsal/terminal.ts";
import { atPrompt, sent } from "./at-prompt.ts";
import { rehearse } from "./rehearsal.ts";

export const MODELS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];

/** The line that says what runs: the phase, what it cost so far, and for how long. */
const LINE = /Design lab · (?:setting up|designs|evaluations)(?: \d+\/\d+)? · \S+ · (?:\d+m )?[\d.]+s/;

/** What stays of a run that has ended, where there is no sidebar. */
const KEPT = /Design lab · (?:no )?winner/u;

/** Has the person start a run as soon as the host can be typed into; the screen before. */
export async function started(terminal: Terminal): Promise<string> {
  const empty = await atPrompt(terminal);
  await saidTo(terminal, `Call ${JSON.stringify({ op: "run", args: { task: "A queue", topic: "queue" } })}`, '"queue"');
  return empty;
}

/** Types a message and sends it, until the agent is at work on it. */
export async function saidTo(terminal: Terminal, message: string, part: string): Promise<void> {
  // What is typed while the host still starts may be lost.
  for (let tries = 60; tries > 0 && !terminal.screen().includes(part); tries--) {
    terminal.type(message);
    await terminal.waitFor((screen) => screen.includes(part), 5_000).catch(() => undefined);
  }
  for (let tries = 40; tries > 0 && !terminal.screen().includes("esc interrupt"); tries--) {
    await sent(terminal, (screen) => screen.includes("esc interrupt"), 3_000).catch(() => undefined);
  }
}

/**
 * Watches a run in a terminal of that size, which ends when that was done: at 5, 10 and 15 s it says what is going on, its sessions stand on a
 * page, no line is wider than the terminal, and at the end a message says what it came to, which then stays in two lines
 * below and leaves the reply alone. At its start it says what begins, how long that should take and what it should cost.
 */
export async function expectRunShown(columns: number, rows: number): Promise<void> {
  const looked = Promise.withResolvers<void>();
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id })),
    lab: { design_models: MODELS },
    script: ({ kind, model }) =>
      kind === "evaluation"
        ? { until: looked.promise }
        : kind === "design"
          ? { delay: model === "gamma/weak-1" ? 16_000 : 2_000 }
          : undefined,
  });
  await using terminal = openTerminal({ project: lab.project, columns, rows });
  expect(await started(terminal)).not.toContain("Design lab");
  await terminal.waitFor((screen) => /3 designs asked, about [\dms ]+, \$/.test(screen));
  await lab.provider.waitFor(({ kind }) => kind === "design");
  for (let seconds = 5; seconds <= 15; seconds += 5) {
    await Bun.sleep(5_000);
    const screen = await terminal.waitFor((each) => LINE.test(each));
    expect(screen).toMatch(/waiting (?:\d+m )?[\d.]+m?s for/);
    for (const line of screen.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
  }

  terminal.type("/lab-sessions");
  await terminal.waitFor((screen) => screen.includes("Design lab: sessions and experiments"));
  terminal.press("Enter");
  const page = await terminal.waitFor((screen) => screen.includes("Enter opens one,"));
  expect(page).toContain("Back");
  expect(page).toMatch(/design by (?:alpha|beta|gamma)\//);
  terminal.press("Escape");
  await terminal.waitFor((screen) => LINE.test(screen) && !screen.includes("Enter opens one,"));
  looked.resolve();
  await terminal.waitFor((screen) => screen.includes("designlab answered: queue"));
  const told = await terminal.waitFor((screen) => !LINE.test(screen) && KEPT.test(screen));
  for (const line of told.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
  // The last notice stays for some seconds.
  const left = await terminal.waitFor((screen) => !/Design lab *x? *┃/u.test(screen) && KEPT.test(screen));
  expect(left).toMatch(/Report: \.opencode\/design-lab\/|\/design-lab open .* shows the report/u);
}
