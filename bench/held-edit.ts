import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GuardLine } from "../src/artifacts/guard.ts";
import { createGate } from "../src/host/gate.ts";
import { NO_HOST } from "../src/session/host.ts";
import { dropGuard, keepGuard } from "../src/store/guard-switch.ts";
import { figures, heading, line } from "./figures.ts";

const EDITS = 200;
/** Lines of the log that stand there already. */
const LOGGED = 5_000;
/** The most that an allowed edit may take more, milliseconds. */
const MOST = 20;

/**
 * What the gate takes of an edit that a failing test allows, from the host's hook to its answer, in a project of which
 * the log is long; and of one where the gate is off. No model is asked.
 */
export async function benchHeldEdit(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "designlab-held-"));
  try {
    const directory = join(root, "project");
    const place = { directory, home: join(root, "home"), env: {} };
    mkdirSync(join(directory, ".opencode/design-lab"), { recursive: true });
    mkdirSync(join(directory, "src"), { recursive: true });
    writeFileSync(join(directory, "src/queue.ts"), "export const queue = [];\n".repeat(400));
    writeFileSync(join(directory, "junit.xml"), REPORT);
    writeFileSync(join(directory, ".opencode/design-lab/guard.jsonl"), `${JSON.stringify(LINE)}\n`.repeat(LOGGED));
    const gate = createGate(
      { host: NO_HOST, sessions: new Map(), bases: new Set(), worktree: directory, ...place },
      { parentOf: async () => undefined, lastSaid: async () => "Go on", hasPerson: async () => false, tell, unloaded },
    );
    const measure = async (from: number) => {
      const took: number[] = [];
      for (let nth = from; nth < from + EDITS; nth++) {
        const [at, call] = [performance.now(), callOf(nth)];
        const args = { filePath: "src/queue.ts", oldString: "export const queue", newString: `export let q${nth}` };
        const refused = await gate.before(call, { args });
        if (refused !== null) throw new Error(`The bench of an allowed edit was refused: ${refused}`);
        await gate.after(call, args);
        took.push(performance.now() - at);
      }
      return took;
    };
    await measure(0);
    const off = await measure(EDITS);
    await keepGuard(place, ON);
    const [first = 0, ...on] = await measure(2 * EDITS);
    await dropGuard(place);
    heading(`Milliseconds of an edit, at most ${MOST} where a failing test allows it`, "gate | least | median | most");
    row("off", off);
    row("on, the first edit", [first]);
    row(`on, ${EDITS - 1} more, ${LOGGED.toLocaleString("en")} lines of log`, on);
    if (figures(on).median > MOST) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function row(what: string, took: readonly number[]): void {
  const { min, median, max } = figures(took);
  line(what, min.toFixed(2), median.toFixed(2), max.toFixed(2));
}

const tell = (): void => undefined;
const unloaded = new AbortController().signal;
const callOf = (nth: number) => ({
  ...{ sessionID: "ses_1", messageID: "", callID: String(nth) },
  ...{ agent: "build", tool: "edit" },
});
const REPORT = `<testsuites><testsuite name="queue" tests="2" failures="1">
  <testcase name="is counted" classname="queue"/>
  <testcase name="takes one out" classname="queue"><failure message="no"/></testcase>
</testsuite></testsuites>\n`;
const SINCE = "2026-01-01T00:00:00.000Z";
const LINE: GuardLine = {
  ...{ version: 1, event: "edit", at: "2026-01-02T00:00:00.000Z", session_id: "ses_1", call_id: "call", tool: "edit" },
  ...{ files: ["src/queue.ts"], edit_sha256: "0".repeat(64), state: "red", failing: 1, decision: "allowed" },
  ...{ by: "code", edit_type: null, reason: "A test fails.", model: null, seconds: 0, cost: 0, task: null },
};
const ON = {
  terms: {
    ...{ test_output: ["junit.xml"], patterns: ["src/**/*.ts"], model: "nobody/none" },
    ...{ max_age: 86_400, max_cost: null },
  },
  ...{ since: SINCE, door: "terminal", task: null, edits_allowed: [], until_green: null },
};
