import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { rehearse } from "./support/rehearsal.ts";
import { MODELS, started } from "./support/watched-run.ts";

// Without tmux there is no terminal to type into; it shows as skipped.
test.concurrent.skipIf(!hasTerminal())(
  "whoever stops a run with Esc is told what is kept and how to go on",
  async () => {
    await using lab = await rehearse({
      models: MODELS.map((id) => ({ id })),
      lab: { design_models: MODELS },
      script: [
        { kind: "design", model: "alpha/strong-1", reply: {} },
        { kind: "design", reply: { delay: 600_000 } },
      ],
    });
    await using terminal = openTerminal({ project: lab.project, columns: 80, rows: 24 });
    await started(terminal);
    await terminal.waitFor((each) => each.includes("designs 1/3"));
    // The first asks whether to interrupt, the second does.
    terminal.press("Escape");
    await Bun.sleep(500);
    terminal.press("Escape");
    const screen = await terminal.waitFor((each) => each.includes("What is finished is kept"));
    expect(screen).toContain("kept: 1 design.");
    expect(screen).toContain("/design-lab resume");
    // The message goes; how to go on stays.
    const stays = await terminal.waitFor((each) => each.includes("Design lab · stopped"));
    expect(stays).toContain("/design-lab resume goes on with it");
  },
  300_000,
);

test.concurrent.skipIf(!hasTerminal())(
  "an experiment of the checkout whose ledger is a link to the keyboard takes no letter of what a person types",
  async () => {
    await using lab = await rehearse({ models: [{ id: MODELS[0] ?? "" }] });
    const planted = join(lab.project.directory, ".opencode/design-lab/2026-11-21-planted");
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, "task.json"), "{}");
    symlinkSync("/dev/stdin", join(planted, "ledger.jsonl"));
    await using terminal = openTerminal({ project: lab.project, columns: 80, rows: 24 });
    await atPrompt(terminal);
    // What is typed while the host still starts may be lost: the first letters are no part of what is looked for.
    for (let tries = 60; tries > 0 && !terminal.screen().includes("ready"); tries--) {
      terminal.type("ready");
      await Bun.sleep(1_000);
    }
    // A terminal's device tells only every 8 s that it was written to.
    await Bun.sleep(9_000);
    const letters = "abcdefghijklmnopqrstuvwx";
    for (const letter of letters) {
      terminal.type(letter);
      await Bun.sleep(150);
    }
    await terminal.waitFor((screen) => screen.includes(letters));
  },
  300_000,
);
