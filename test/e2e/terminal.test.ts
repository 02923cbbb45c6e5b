import { expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { atPrompt, sent } from "./support/at-prompt.ts";
import { rehearse } from "./support/rehearsal.ts";
import { atHome, openPage, terminalAtHome } from "./support/sessions-page.ts";
import { expectRunShown, MODELS } from "./support/watched-run.ts";

/** Milliseconds for all of them beside each other: three hosts start at once. */
const PATIENCE = 900_000;

// Without tmux there is no terminal to look at; it shows as skipped.
test.concurrent.skipIf(!hasTerminal())(
  "an 80 × 24 terminal shows at 5, 10 and 15 s of a run what is going on, its sessions on a page, and then what it came to",
  () => expectRunShown(80, 24),
  PATIENCE,
);

test.concurrent.skipIf(!hasTerminal())(
  "a typed line stays as it was typed, the session is called after its task, and the sidebar keeps what came of it",
  async () => {
    await using lab = await rehearse({ models: MODELS.map((id) => ({ id })), lab: { design_models: MODELS } });
    await using terminal = openTerminal({ project: lab.project, columns: 140, rows: 40 });
    await atPrompt(terminal);
    // What is typed while the host still starts may be lost, or come late: the line is typed once and no more.
    for (let tries = 60; tries > 0 && !terminal.screen().includes("ready"); tries--) {
      terminal.type("ready");
      await Bun.sleep(1_000);
    }
    await Bun.sleep(3_000);
    while (terminal.screen().includes("ready")) {
      terminal.press("C-u");
      await Bun.sleep(1_000);
    }
    terminal.type("/design-lab run A queue for mails");
    await terminal.waitFor((screen) => screen.includes("for mails"));
    await sent(terminal, (screen) => screen.includes("designlab answered:"));
    // A screen is drawn piece by piece: the message that lies over it may be gone in parts, and its title first.
    const drawn = [
      /^ *┃ +\/design-lab run A queue for mails(?: {2,}|$)/mu,
      /Design lab: queue for mails/u,
      /winner:/iu,
      /Report: \.opencode\/design-lab\//u,
      /\/design-lab open/u,
    ];
    const screen = await terminal.waitFor(
      (each) => drawn.every((part) => part.test(each)) && !/Design lab *x? *┃/u.test(each),
    );
    expect(screen).not.toContain("Call the tool");
    expect(screen).not.toContain("Then show the person");
    // The model was sent what the line means.
    const asked = lab.provider.requests.filter(({ kind }) => kind === "host");
    expect(JSON.stringify(asked[0]?.messages)).toContain("Call the tool designlab once");
    // A session that has a name asks no model for one.
    expect(lab.provider.requests.filter(({ kind }) => kind === "title")).toEqual([]);
  },
  PATIENCE,
);

test.concurrent.skipIf(!hasTerminal())(
  "after a run its sessions can be read from the page, and of one that is gone the page says so",
  async () => {
    await using lab = await rehearse({ models: MODELS.map((id) => ({ id })), lab: { design_models: MODELS } });
    await lab.call("run", { task: "A queue", topic: "待ち行列" });
    const gone = join(lab.project.directory, ".opencode/design-lab/2026-01-01-gone");
    mkdirSync(gone, { recursive: true });
    const begun = { at: "2026-01-01T10:00:00Z", event: "started", phases: ["generate"], model: "alpha/gone" };
    writeFileSync(join(gone, "ledger.jsonl"), `${JSON.stringify({ ...begun, session_id: "ses_gone" })}\n`);
    utimesSync(join(gone, "ledger.jsonl"), new Date(begun.at), new Date(begun.at));
    await using terminal = await terminalAtHome(lab, 80, 24);
    const page = await openPage(terminal, (each) => each.includes("design by alpha/strong-1"));
    expect(page).toContain("待ち行列");

    // Up from the first line is the last one.
    terminal.press("Up", "Enter");
    await terminal.waitFor((screen) => screen.includes("design by alpha/gone"));
    terminal.press("Down", "Enter");
    await terminal.waitFor((screen) => screen.includes("does not know"));
    terminal.press("Escape");
    await terminal.waitFor(atHome);

    // Back, the newest experiment, the first of its sessions.
    await openPage(terminal, (each) => each.includes("design by alpha/strong-1"));
    terminal.press("Down", "Down", "Enter");
    await terminal.waitFor((screen) => /Designlab-Designer · \w+-1/i.test(screen));
  },
  PATIENCE,
);
