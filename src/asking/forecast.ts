import { designerAgent } from "../agents/designer.ts";
import { evaluatorAgent } from "../agents/evaluator.ts";
import type { TaskText } from "../agents/task-text.ts";
import type { Criterion } from "../schemas/criterion.ts";
import type { Role } from "../schemas/roles.ts";
import type { Plan } from "../schemas/task.ts";
import { costOf, expected } from "./estimate.ts";
import type { Lab } from "./lab.ts";

/** What is still to be asked, and of whom. */
export type Remaining = Plan & {
  task: TaskText;
  criteria: readonly Criterion[];
  samples: number;
  /** The model that is to name the topic; null when none is. */
  topic: string | null;
  /** Designs that are there, with the characters of their text, and the cells done: nothing of these is asked. */
  designed: ReadonlySet<string>;
  isDone(design_id: string, reviewer_id: string, part: "review" | "score"): boolean;
};

/** What one model is expected to be asked and to cost. cost is null when its price is unknown. */
export type ForecastRow = {
  model: string;
  designs: number;
  evaluations: number;
  tokens: number;
  cost: number | null;
};

export type Forecast = {
  rows: ForecastRow[];
  sessions: number;
  tokens: number;
  /** US dollars of the models whose price is known. */
  cost: number;
  unpriced: string[];
  /** Models that no connected provider offers; their sessions are counted nowhere. */
  unreachable: string[];
  seconds: number;
};

/** Characters of a typical design's text, for a prompt that holds one not yet written. */
const DESIGN_CHARACTERS = 20_000;

/** What a run would ask, from the plan and the host's prices; no model is called. */
export async function forecast(lab: Lab, remaining: Remaining): Promise<Forecast> {
  const available = await lab.available();
  const rows = new Map<string, ForecastRow>();
  const seconds: Record<Role, number> = { topic: 0, designer: 0, evaluator: 0 };
  const unreachable = new Set<string>();
  const count = { designer: 0, evaluator: 0, topic: 0 };

  function add(role: Role, id: string, characters: number): void {
    const model = available.find((each) => each.id === id);
    if (!model) {
      unreachable.add(id);
      return;
    }
    const { input, output, seconds: each } = expected(role, characters);
    const row = rows.get(id) ?? { model: id, designs: 0, evaluations: 0, tokens: 0, cost: 0 };
    const cost = costOf(model, { input, output });
    rows.set(id, {
      ...row,
      designs: row.designs + (role === "designer" ? 1 : 0),
      evaluations: row.evaluations + (role === "evaluator" ? 1 : 0),
      tokens: row.tokens + input + output,
      cost: cost === null || row.cost === null ? null : row.cost + cost,
    });
    seconds[role] = each;
    count[role]++;
  }

  const { task, designers, reviewers, designed } = remaining;
  if (remaining.topic !== null) add("topic", remaining.topic, Math.min(task.task.length, 4_000) + 1_500);
  const { repository, agent_prompt } = lab.config.design;
  const designInput = { ...task, template: agent_prompt, repository: repository ? lab.worktree : null };
  const designPrompt = designerAgent.system(designInput).length + designerAgent.prompt(designInput).length;
  for (const { design_id, model } of designers) if (!designed.has(design_id)) add("designer", model, designPrompt);

  for (const { design_id } of designers) {
    for (const { reviewer_id, model, parts } of reviewers) {
      const asked = parts.filter((part) => !remaining.isDone(design_id, reviewer_id, part));
      if (asked.length === 0) continue;
      const input = { ...task, design: "", criteria: remaining.criteria, parts: asked, nonce: "nonce000", design_id };
      const characters = evaluatorAgent.system(input).length + evaluatorAgent.prompt(input).length + DESIGN_CHARACTERS;
      const times = asked.includes("score") ? remaining.samples : 1;
      for (let sample = 0; sample < times; sample++) add("evaluator", model, characters);
    }
  }

  const all = [...rows.values()];
  const { max_parallel } = lab.config.limits;
  const waves = (sessions: number): number => Math.ceil(sessions / max_parallel);
  return {
    rows: all,
    sessions: count.topic + count.designer + count.evaluator,
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unreachable: [...unreachable],
    unpriced: all.filter(({ cost }) => cost === null).map(({ model }) => model),
    seconds: seconds.topic + waves(count.designer) * seconds.designer + waves(count.evaluator) * seconds.evaluator,
  };
}
