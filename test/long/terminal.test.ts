import { test } from "bun:test";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { atHome, openPage, terminalAtHome } from "../e2e/support/sessions-page.ts";
import { expectRunShown, MODELS } from "../e2e/support/watched-run.ts";

// Without tmux there is no terminal to look at; it shows as skipped.
test.concurrent.skipIf(!hasTerminal())(
  "a 120 × 40 terminal shows at 5, 10 and 15 s of a run what is going on, its sessions on a page, and then nothing more",
  () => expectRunShown(120, 40),
  300_000,
);

test.concurrent.skipIf(!hasTerminal())(
  "where no lab ever ran the page of its sessions says so, and Enter and Esc lead back to where the person was",
  async () => {
    await using lab = await rehearse({ models: [{ id: MODELS[0] ?? "" }] });
    await using terminal = await terminalAtHome(lab, 60, 24);
    for (const key of ["Enter", "Escape"]) {
      await openPage(terminal, (page) => page.includes("No experiment yet"));
      terminal.press(key);
      await terminal.waitFor(atHome);
    }
  },
  300_000,
);
