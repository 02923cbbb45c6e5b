import { join } from "node:path";
import type { GuardLine, GuardSwitched, TestState } from "../../artifacts/guard.ts";
import { LabError } from "../../errors.ts";
import { readTrustedState } from "../../guard/report-trust.ts";
import { tallyOf } from "../../guard/tally.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isTestAdded } from "../../stages/work/gate.ts";
import { openGuardLog } from "../../store/guard-log.ts";
import { type GuardOn, readGuard } from "../../store/guard-switch.ts";
import { readForeignWrites } from "../../store/report-writes.ts";
import { type GuardFollowed, type GuardStanding, guardFollowed } from "../../story/guard.ts";
import type { LiveGate } from "../../story/live-gate.ts";
import { taskFor } from "./task.ts";
import { changesSince, lookForTerms } from "./terms.ts";

/** Under which the switch of a project is kept. */
export const switchOf = ({ person, directory }: Pick<Lab, "person" | "directory">) => ({ ...person, directory });

/** The log of a project's gate, and what stands in it; where that cannot be read, nothing and why. */
export async function readLog(lab: Lab): Promise<readonly (GuardLine | GuardSwitched)[]> {
  return openGuardLog(lab.base, lab.now).read();
}

/** Where the tests are, by what their runs wrote. */
export async function testsNow(
  lab: Pick<Lab, "directory" | "now" | "person">,
  { terms, since }: GuardOn,
  log: readonly (GuardLine | GuardSwitched)[],
): Promise<TestState> {
  const added = log.findLast((line) => line.event === "edit" && line.at >= since && isTestAdded(line));
  const asked = {
    directory: lab.directory,
    test_output: terms.test_output,
    max_age: terms.max_age,
    testAddedAt: added === undefined ? null : new Date(added.at),
    now: lab.now,
  };
  return readTrustedState(asked, await readForeignWrites(switchOf(lab), since));
}

/** What is followed of the gate, and what its log has. Throws LabError where the log cannot be read. */
export async function readGateNow(lab: Lab): Promise<GuardFollowed & { lines: number }> {
  const [on, log] = await Promise.all([readGuard(switchOf(lab)), readLog(lab)]);
  const task = on && (await taskFor(lab, on));
  return {
    on,
    state: on && (await testsNow(lab, on, log)),
    tally: tallyOf(log, on?.since ?? null),
    task: task && { id: task.id, name: task.name, started: on?.task === null },
    lines: log.length,
  };
}

/** How the gate stands: what a person must know who decides about it. Throws LabError where the log cannot be read. */
export async function standingOf(lab: Lab): Promise<GuardStanding> {
  const [{ lines, ...followed }, { proposed, why }] = await Promise.all([readGateNow(lab), lookForTerms(lab)]);
  const { on } = followed;
  return {
    ...followed,
    log: lines === 0 ? null : join(lab.base, "guard.jsonl"),
    proposed: proposed && { ...proposed, task: null },
    unproposed: why,
    differs: on && proposed ? changesSince(on.terms, proposed) : [],
  };
}

/** The gate for a page that follows it; null where there is nothing to say, or its log cannot be read. */
export const followGate = (lab: Lab) => (): Promise<LiveGate | null> =>
  readGateNow(lab).then(guardFollowed, (error: unknown) => {
    if (error instanceof LabError) return null;
    throw error;
  });
