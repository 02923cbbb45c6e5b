import { test } from "bun:test";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { expectRunShown } from "../e2e/support/watched-run.ts";

// Without tmux there is no terminal to look at; it shows as skipped.
test.concurrent.skipIf(!hasTerminal())(
  "a 120 × 40 terminal shows at 5, 10 and 15 s of a run what is going on, its sessions on a page, and then nothing more",
  () => expectRunShown(120, 40),
  300_000,
);
