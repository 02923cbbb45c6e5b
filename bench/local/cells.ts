import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { DesignBody } from "../../src/artifacts/design.ts";
import type { SessionExchange } from "../../src/artifacts/exchange.ts";
import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import { numbered } from "../../src/artifacts/requirement.ts";
import { maskValue } from "../../src/blind/blind.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { type Agent, requestOf, type TaskText } from "../../src/prompting/agent.ts";
import { createLimits } from "../../src/session/limits.ts";
import { readUsable } from "../../src/session/reply.ts";
import { createRunner } from "../../src/session/runner.ts";
import { designerAgent } from "../../src/stages/designs/designer.ts";
import { type EvaluatorInput, evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";
import { readTaskFile } from "../../src/study/task-files.ts";
import { cleanValue } from "../../src/text/clean.ts";
import { aCaller } from "../../test/support/scripted-host.ts";
import { LOCAL_MODELS } from "./catalogue.ts";
import { directHost, localModel } from "./direct-host.ts";
import type { Engine } from "./engine.ts";

/** Tasks by which prompts were changed, and tasks that were asked once, after the last change. */
export const TASKS = {
  development: ["07-build-cache", "08-flaky-tests", "09-greenhouse-control"],
  aside: ["01-library-loans", "03-meter-readings", "10-charging-depot"],
} as const;

/** The defaults of the configuration. */
const SAMPLING = {
  design: { temperature: 0.7, top_p: 0.9, max_tokens: 16_000 },
  evaluation: { temperature: 0.1 },
} as const;
/** Milliseconds that one cell may take. */
const TIME_LIMIT = 3_600_000;

/** One question to one model: a design of a task, or an evaluation of a design that another cell made. */
export type CellKey = {
  kind: "design" | "evaluation";
  model: string;
  task: string;
  seed: number;
  /** Of an evaluation: whose design. */
  of?: string;
};

/** Where a cell was asked: without OpenCode, or in a session of that version. */
export type AskedIn = { host: string | null };

/** One asked cell: what each answer was, and what the lab made of it. Seconds of wall clock. */
export type AskedCell = Omit<CellKey, "kind"> &
  AskedIn & {
    /** A design, an evaluation, or another stage by its name. */
    kind: string;
    /** The commit's prompts, as a hash of the first prompt. */
    prompt_sha256: string;
    prompt_tokens: number;
    seconds: number;
    answers: { text: string; finish: string | null; errors: string[] }[];
    state: "ok" | "failed";
    /** What of the answer was asked for and is missing. */
    lacks: string[];
    failure: { kind: string; message: string } | null;
  };

export const nameOf = ({ kind, model, task, seed, of }: Omit<CellKey, "kind"> & { kind: string }): string =>
  [kind, model, task, seed, ...(of === undefined ? [] : [of])].join(" ");

export function readCells(file: string): AskedCell[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Asks the cells of one model, one after the other, and adds a line for each to the file as soon as it has ended. */
export async function askCells(cells: readonly CellKey[], engine: Engine, file: string): Promise<void> {
  const done = readCells(file);
  for (const [at, cell] of cells.entries()) {
    const asked = await askCell(cell, engine, done);
    appendFileSync(file, `${JSON.stringify(asked)}\n`);
    const { state, answers, seconds } = asked;
    console.log(
      `${at + 1} of ${cells.length}, ${nameOf(cell)}: ${state}, ${answers.length} answers, ${Math.round(seconds)} s`,
    );
  }
}

function askCell(cell: CellKey, engine: Engine, done: readonly AskedCell[]): Promise<AskedCell> {
  const task = taskOf(cell.task);
  if (cell.kind === "design") return ask(cell, engine, designerAgent, { ...task, template: null, repository: null });
  const made = done.find((each) => nameOf(each) === cell.of);
  const design = made && designOf(made);
  if (!design) throw new Error(`No design of the cell ${cell.of}`);
  const input: EvaluatorInput = {
    ...task,
    design: JSON.stringify(
      maskValue(cleanValue(design).value, { models: LOCAL_MODELS.map(({ id }) => id) }).value,
      null,
      1,
    ),
    ...{ criteria: DEFAULT_CRITERIA, checked: numbered(task), parts: ["review", "score"] },
    ...{ nonce: `nonce0000${cell.seed}`, design_id: "a" },
  };
  return ask(cell, engine, evaluatorAgent, input);
}

/** The design that a cell made; null of one that made none. */
export function designOf({ answers, state }: AskedCell): DesignBody | null {
  if (state !== "ok") return null;
  for (const { text } of answers.toReversed()) {
    const reply = readUsable(text, DesignBody, () => []);
    if (reply.ok) return reply.value;
  }
  return null;
}

function taskOf(name: string): TaskText {
  const folder = join(PACKAGE_ROOT, "docs/study");
  const file = readTaskFile(join(folder, "tasks", `${name}.md`), [folder]);
  if ("fault" in file) throw new Error(`${name}: ${file.fault}`);
  return { task: file.text, ...file.lists };
}

async function ask<Input, S extends TSchema>(
  cell: CellKey,
  engine: Engine,
  agent: Agent<Input, S>,
  input: Input,
): Promise<AskedCell> {
  const sessions: LabSessions = new Map();
  const id = `local/${cell.model}`;
  const host = directHost(new Map([[id, engine]]), sessions, () => 1000 * cell.seed);
  const run = createRunner({ host, sessions, now: () => new Date(), limits: createLimits(1, null) });
  const request = requestOf(agent, input);
  const kept: SessionExchange[] = [];
  const repairs: string[][] = [];
  const began = Date.now();
  const result = await run({
    ...request,
    ...{ caller: aCaller(), title: nameOf(cell), model: localModel(id, engine.context) },
    ...{ isolated: true, strict: false, timeout_ms: TIME_LIMIT, signal: new AbortController().signal },
    sampling: SAMPLING[cell.kind],
    onEvent: (event) => void (event.type === "repair" && repairs.push(event.errors)),
    keep: async (exchange) => void kept.push(exchange),
  });
  const turns = kept.at(-1)?.turns ?? [];
  return {
    ...cell,
    host: null,
    prompt_sha256: result.trace.prompt_sha256,
    prompt_tokens: engine.count(`${request.system}\n${request.prompt}`),
    seconds: (Date.now() - began) / 1000,
    answers: turns.map(({ received, finish }, at) => ({
      text: received?.text ?? "",
      finish,
      errors: repairs[at] ?? [],
    })),
    state: result.state,
    lacks: result.state === "ok" ? result.lacks : [],
    failure: result.state === "ok" ? null : { kind: result.kind, message: result.message },
  };
}
