import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuardLine } from "../src/artifacts/guard.ts";
import { openGuardLog } from "../src/store/guard-log.ts";
import { CORPUS } from "../test/guard/corpus/index.ts";
import { edit, gateBench } from "../test/support/gate.ts";
import { HOSTILE_WORKS, hostileCost } from "../test/support/hostile-edits.ts";
import { figures, heading, line } from "./figures.ts";

const EDITS = 200;
const LINES = 100_000;
/** The most that one edit may keep the thread of its host busy, milliseconds. */
const MOST_CPU = 250;

/** Prints what the gate adds to an edit that no model is asked about, in milliseconds, with reports and logs of a size. */
export async function benchGuard(): Promise<void> {
  console.log("An edit at the gate that no model is asked about, ms: median / most (red: under 20)");
  for (const [name, tests, lines] of [
    ["red, 200 KB of JUnit", 2_000, 0],
    ["red, 2 MB of JUnit", 20_000, 0],
    ["red, 200 KB of JUnit, a log of 100,000 lines", 2_000, LINES],
  ] as const) {
    const at = await gateBench(() => "", { max_age: 1_000_000_000, patterns: ["**"] });
    try {
      await at.run(1);
      await writeFile(join(at.dir, "reports/junit.xml"), junitOf(tests));
      const { base } = await at.lab();
      if (lines > 0) {
        await openGuardLog(base, () => new Date()).append(lineOf(0));
        await writeFile(
          join(base, "guard.jsonl"),
          Array.from({ length: lines }, (_, nth) => JSON.stringify(lineOf(nth))).join("\n"),
        );
      }
      const took: number[] = [];
      for (let nth = 0; nth < EDITS; nth++) {
        const { path, before, after } = CORPUS[nth % CORPUS.length] ?? { path: "", before: null, after: null };
        const begun = performance.now();
        const { allowed } = await at.judge(edit(path, before, `${after}${nth}`));
        took.push(performance.now() - begun);
        if (!allowed) throw new Error(`An edit in red was refused: ${path}`);
      }
      const [first = 0, ...others] = took;
      const { median, max } = figures(others);
      console.log(`  ${name}: ${median.toFixed(1)} / ${max.toFixed(1)}, the first of the process ${first.toFixed(0)}`);
    } finally {
      await at.dispose();
    }
  }
  heading(`Milliseconds of the host's processor for one hostile edit, at most ${MOST_CPU}`, "input | median of five");
  for (const work of HOSTILE_WORKS) {
    const median = await hostileCost(work, 1, 5);
    line(work.name, median.toFixed(0));
    if (median > MOST_CPU) process.exitCode = 1;
  }
}

function junitOf(tests: number): string {
  const cases = Array.from({ length: tests }, (_, nth) =>
    nth === 7
      ? '<testcase classname="queue" name="says how many there are"><failure message="no">Expected 1, found 0</failure></testcase>'
      : `<testcase classname="queue" file="test/queue.test.ts" name="does what it should, nth ${nth}" time="0.01"/>`,
  );
  return `<testsuites><testsuite name="queue" tests="${tests}" failures="1">\n${cases.join("\n")}\n</testsuite></testsuites>\n`;
}

const lineOf = (nth: number): GuardLine => ({
  ...{
    version: 1,
    event: "edit",
    at: "2026-11-26T10:00:00.000Z",
    session_id: `ses_${nth % 50}`,
    call_id: `call_${nth}`,
  },
  ...{ tool: "edit", files: ["src/queue.ts"], edit_sha256: String(nth).padStart(64, "0"), state: "green", failing: 0 },
  ...{
    decision: "allowed",
    by: "model",
    edit_type: "refactoring",
    reason: "Only a name changes.",
    model: "alpha/small-1",
  },
  ...{ seconds: 2.5, cost: nth % 3 === 0 ? 0.000001 : 0, task: null },
});
