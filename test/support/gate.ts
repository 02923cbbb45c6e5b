import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileEdit, GuardLine, GuardTerms, HeldTask } from "../../src/artifacts/guard.ts";
import {
  type GateAnswer,
  type GateCall,
  judgeEdit,
  noticeShell,
  type ShellChange,
} from "../../src/stages/work/gate.ts";
import { openGuardLog } from "../../src/store/guard-log.ts";
import { type GuardOn, keepGuard } from "../../src/store/guard-switch.ts";
import { type Bench, bench } from "./lab.ts";
import type { Answerer } from "./scripted-host.ts";

export const JUDGE = "alpha/small-1";
const REPORT = "reports/junit.xml";

/** How the tests of a project stand: so many fail, or nothing was written, or long ago, or what nobody can read, or plain text. */
export type Standing = number | "none" | "old" | "unknown" | "empty" | { text: string };

export type GateBench = Bench & {
  on: GuardOn;
  /** The clock, which stands still but for `pass`. */
  pass(seconds: number): void;
  /** Has a run of the tests write that so many fail, by names where they are given. */
  run(failing: Standing, names?: readonly string[]): Promise<void>;
  judge(edits: FileEdit | readonly FileEdit[], call?: Partial<GateCall>): Promise<GateAnswer>;
  notice(change: Partial<ShellChange>): Promise<string | null>;
  lines(): Promise<GuardLine[]>;
  task: HeldTask | null;
  /** How often a model was asked. */
  asked_models(): number;
};

/** An edit of a whole file. */
export const edit = (path: string, before: string | null, after: string | null): FileEdit => ({
  path,
  before,
  after,
  part: false,
});

/** What a verifier answers. */
export const verdict = (edit_type: string, decision: "allow" | "refuse", reason = "it says so"): string =>
  JSON.stringify({ edit_type, decision, reason });

/** A project whose gate is on, with a real report of tests, a real log and a scripted model; how its tests stand is none. */
export async function gateBench(answer: Answerer, terms: Partial<GuardTerms> = {}): Promise<GateBench> {
  let time = Date.parse("2026-11-26T10:00:00.000Z");
  const now = () => new Date(time);
  const at = await bench({ models: [{ id: JUDGE }], answer, now });
  const on: GuardOn = {
    terms: {
      test_output: [REPORT],
      patterns: ["src/**", "test/**"],
      model: JUDGE,
      max_age: 300,
      max_cost: 1,
      ...terms,
    },
    since: now().toISOString(),
    door: "command",
    task: null,
    edits_allowed: [],
    until_green: null,
  };
  const lab = await at.lab();
  const log = openGuardLog(lab.base, now);
  await keepGuard({ ...lab.person, directory: lab.directory }, on);
  let calls = 0;
  const result: GateBench = {
    ...at,
    on,
    task: null,
    pass(seconds) {
      time += seconds * 1000;
    },
    async run(failing, names) {
      time += 1000;
      const path = join(at.dir, REPORT);
      await rm(path, { force: true });
      if (failing === "none") return;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, reportText(failing, names));
      const written = failing === "old" ? new Date(time - 3_600_000) : now();
      await utimes(path, written, written);
      time += 1000;
    },
    judge: (edits, call = {}) =>
      judgeEdit(
        { lab, log, on: result.on, task: result.task, now },
        {
          ...{ session_id: "ses_1", call_id: `call_${++calls}`, tool: "edit", said: null, subagent: false },
          ...{ edits: [edits].flat(), ...call },
        },
      ),
    notice: (change) =>
      noticeShell(
        { lab, log, on: result.on, task: result.task, now },
        { session_id: "ses_1", call_id: `call_${++calls}`, program: "sed", files: ["src/queue.ts"], ...change },
      ),
    lines: async () => (await log.read()).flatMap((line) => (line.event === "edit" ? [line] : [])),
    asked_models: () => at.host.prompts.length,
  };
  return result;
}

function reportText(standing: Exclude<Standing, "none">, names?: readonly string[]): string {
  if (typeof standing === "object") return standing.text;
  if (standing === "unknown") return "<what is this?";
  return standing === "empty" ? "<testsuites/>" : junit(standing === "old" ? 0 : standing, names);
}

function junit(failing: number, names: readonly string[] = []): string {
  const fails = Array.from({ length: failing }, (_, nth) => names[nth] ?? `fails ${nth + 1}`);
  const cases = [
    '<testcase name="passes" classname="queue" time="0.1"/>',
    ...fails.map((name) => `<testcase name="${escaped(name)}" classname="queue"><failure message="no"/></testcase>`),
  ];
  return `<?xml version="1.0"?>\n<testsuites><testsuite name="queue" tests="${cases.length}" failures="${failing}">${cases.join("")}</testsuite></testsuites>\n`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/gu, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
