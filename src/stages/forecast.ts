import type { TSchema } from "@sinclair/typebox";
import type { Forecast, ForecastRow } from "../artifacts/cost.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { Idea } from "../artifacts/idea.ts";
import { checkedOf } from "../artifacts/requirement.ts";
import { ROLE_NAMES, ROLES, type Role } from "../artifacts/stages/stages.ts";
import type { MissingCell, PendingWork } from "../artifacts/status.ts";
import type { Part } from "../artifacts/task.ts";
import type { BriefModels } from "../config/brief-models.ts";
import { type Agent, probeAgent, type TaskText } from "../prompting/agent.ts";
import { costOf, expected } from "../prompting/budget.ts";
import type { Lab } from "../prompting/lab.ts";
import { askerAgent } from "./brief/asker.ts";
import { brieferAgent } from "./brief/briefer.ts";
import { openerAgent } from "./brief/opener.ts";
import { designerAgent } from "./designs/designer.ts";
import { type TopicInput, topicAgent } from "./designs/topic.ts";
import { evaluatorAgent } from "./judgement/evaluator.ts";
import { type PlannerInput, plannerAgent } from "./plan/planner.ts";

/** What is still to be asked. */
export type Remaining = {
  task: TaskText;
  criteria: readonly Criterion[];
  /** What is asked about the task before anybody designs, and of which model; null when nothing is. */
  topic: { model: string; input: TopicInput } | null;
  pending: readonly PendingWork[];
  /** Models that the call names beside those of its configuration. */
  named?: readonly string[];
};

/** One session to come: who is asked, and the characters of both prompts. */
type Coming = { role: Role; model: string; characters: number };

/** Characters of a typical design's text, for a prompt that holds one; the same for one that is there already. */
const DESIGN_CHARACTERS = 20_000;

/** What a run would ask, from what is pending and the host's prices; no model is called. */
export function forecast(lab: Lab, remaining: Remaining): Promise<Forecast> {
  const named = [...lab.chosen, ...(remaining.named ?? [])];
  return expectationOf(lab, sessionsToCome(lab, remaining), named);
}

/** What it would take to ask each model the smallest question, in which nothing of the person's stands. */
export function forecastProbes(lab: Lab, models: readonly string[]): Promise<Forecast> {
  const characters = probeAgent.system({}).length + probeAgent.prompt({}).length;
  const coming = models.map((model): Coming => ({ role: probeAgent.role, model, characters }));
  return expectationOf(lab, coming, models);
}

/** What of an interview is still to be asked: of whom, and what all of them are told. */
export type ComingBrief = {
  models: BriefModels;
  idea: Pick<Idea, "idea" | "from">;
  /** Whether the first questions are still to be asked, and how many there may be in all from now on. */
  first: boolean;
  left: number;
};

/** What an interview would take: the first questions, turns of further ones as they usually come, and the brief. */
export async function forecastBrief(lab: Lab, coming: ComingBrief): Promise<Forecast & { turns: number }> {
  const { models, idea, first, left } = coming;
  const told = { ...idea, asked: [], found: [], files: new Map<string, string>(), nonce: "nonce000", left };
  const reads = lab.config.design.repository ? lab.worktree : null;
  const asker = { ...told, repository: reads, isFile: () => false };
  const briefer = { ...told, sources: [], change: null };
  // Two or three questions a turn, and one that ends.
  const turns = left === 0 ? 0 : 1 + Math.ceil(Math.max(0, left - (first ? 3 : 0)) / 3);
  const sessions: Coming[] = [
    ...(first ? [{ role: "opener" as const, model: models.first, characters: lengthOf(openerAgent, told) }] : []),
    ...Array.from({ length: turns }, () => {
      return { role: "asker" as const, model: models.probe, characters: lengthOf(askerAgent, asker) };
    }),
    { role: "briefer", model: models.probe, characters: lengthOf(brieferAgent, briefer) },
  ];
  const numbers = await expectationOf(lab, sessions, [...lab.chosen]);
  // One after the other: each waits for what the person says.
  const seconds = sessions.reduce((sum, { role }) => sum + ROLES[role].typical.seconds, 0);
  return { ...numbers, seconds, turns };
}

/** What a plan would take: one session, whose prompt is known. */
export function forecastPlan(lab: Lab, input: PlannerInput, model: string, isNamed: boolean): Promise<Forecast> {
  const coming: Coming = { role: "planner", model, characters: lengthOf(plannerAgent, input) };
  return expectationOf(lab, [coming], [...lab.chosen, ...(isNamed ? [model] : [])]);
}

function lengthOf<I>(agent: Pick<Agent<I, TSchema>, "system" | "prompt">, input: I): number {
  return agent.system(input).length + agent.prompt(input).length;
}

/** @param named Models that somebody chose by name. */
async function expectationOf(lab: Lab, coming: readonly Coming[], named: readonly string[]): Promise<Forecast> {
  const available = new Map((await lab.available()).map((model) => [model.id, model]));
  const reachable = coming.filter(({ model }) => available.has(model));
  const rows = new Map<string, ForecastRow>();
  for (const { role, model: id, characters } of reachable) {
    const model = available.get(id);
    if (!model) continue;
    const { input, output } = expected(role, characters);
    const cost = costOf(model, { input, output });
    const row = rows.get(id) ?? { model: id, designs: 0, evaluations: 0, tokens: 0, cost: 0 };
    rows.set(id, {
      ...row,
      designs: row.designs + (role === "designer" ? 1 : 0),
      evaluations: row.evaluations + (role === "evaluator" ? 1 : 0),
      tokens: row.tokens + input + output,
      cost: cost === null || row.cost === null ? null : row.cost + cost,
    });
  }
  const all = [...rows.values()];
  const unnamed = new Set(reachable.map(({ model }) => model).filter((id) => !named.includes(id)));
  const unpriced = all.filter(({ cost }) => cost === null).map(({ model }) => model);
  return {
    rows: all,
    sessions: reachable.length,
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unpriced,
    unpriced_sessions: reachable.filter(({ model }) => unpriced.includes(model)).length,
    unreachable: [...new Set(coming.filter(({ model }) => !available.has(model)).map(({ model }) => model))],
    hosts_own: [...unnamed].filter((id) => available.get(id)?.hosts_own === true),
    seconds: secondsInWaves(reachable, lab.config.limits.max_parallel),
    evaluation_seconds: secondsInWaves(
      reachable.filter(({ role }) => role === "evaluator"),
      lab.config.limits.max_parallel,
    ),
  };
}

/** One role after the other, each in waves of as many sessions as may run at a time. */
function secondsInWaves(sessions: readonly Coming[], parallel: number): number {
  return ROLE_NAMES.reduce((sum, name) => {
    const waves = Math.ceil(sessions.filter(({ role }) => role === name).length / parallel);
    return sum + waves * ROLES[name].typical.seconds;
  }, 0);
}

function sessionsToCome(lab: Lab, { task, criteria, topic, pending }: Remaining): Coming[] {
  const { repository, agent_prompt } = lab.config.design;
  const designInput = { ...task, template: agent_prompt, repository: repository ? lab.worktree : null };
  const designer = designerAgent.system(designInput).length + designerAgent.prompt(designInput).length;
  return [
    ...(topic === null
      ? []
      : [
          {
            role: "topic" as const,
            model: topic.model,
            characters: topicAgent.system(topic.input).length + topicAgent.prompt(topic.input).length,
          },
        ]),
    ...pending.flatMap((work): Coming[] =>
      work.kind === "design"
        ? [{ role: "designer", model: work.model, characters: designer }]
        : cellSessions(work, task, criteria),
    ),
  ];
}

/** The first session asks for all that is missing, every further one for one more sample of the score. */
function cellSessions(cell: MissingCell, task: TaskText, criteria: readonly Criterion[]): Coming[] {
  const charactersOf = (parts: readonly Part[]): number => {
    const checked = parts.includes("review") || cell.parts === parts ? checkedOf(task) : [];
    const input = { ...task, checked, design: "", criteria, parts, nonce: "nonce000", design_id: cell.design_id };
    return evaluatorAgent.system(input).length + evaluatorAgent.prompt(input).length + DESIGN_CHARACTERS;
  };
  return Array.from({ length: cell.sessions }, (_, at) => ({
    role: "evaluator" as const,
    model: cell.reviewer.model,
    characters: charactersOf(at === 0 ? cell.parts : ["score"]),
  }));
}
