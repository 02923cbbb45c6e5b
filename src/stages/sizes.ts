import type { PresetSize, Size, Sizes } from "../artifacts/cost.ts";
import { PRESET_NAMES, type PresetName, shareOf } from "../artifacts/preset.ts";
import { ROLES } from "../artifacts/stages/stages.ts";
import type { Lab } from "../prompting/lab.ts";
import { forecast } from "./forecast.ts";
import { choosePanel, type New, type NewPanel, newWork } from "./setup.ts";
import { running } from "./stages.ts";

/** What a new task asks beside what it would ask by each preset. `judged`: whether its designs are evaluated, too. */
export async function sizesOf(lab: Lab, { input, plan }: New, judged: boolean): Promise<Sizes> {
  const presets: PresetSize[] = [];
  const panels = new Map<string, PresetName>();
  for (const preset of PRESET_NAMES) {
    const other = { input, plan: await choosePanel({ ...lab, config: { ...lab.config, preset } }, input.entering) };
    const panel = panelOf(other.plan, judged);
    presets.push({
      preset,
      taken: panel === panelOf(plan, judged),
      same_as: panels.get(panel) ?? null,
      ...(await sizeOf(lab, other, judged)),
    });
    if (!panels.has(panel)) panels.set(panel, preset);
  }
  return { call: await sizeOf(lab, { input, plan }, judged), presets };
}

/** Whether there is anything to spare, which a thrifty plan of few designs or reviewers has not. */
function isSparing({ notes }: NewPanel): boolean {
  return notes.some(({ kind }) => kind === "thrifty");
}

/** Two plans of one text ask the same of the same models. */
function panelOf(plan: NewPanel, judged: boolean): string {
  const { designers, reviewers } = plan;
  const thrifty = isSparing(plan);
  const models = designers.map(({ model }) => model);
  return JSON.stringify(judged ? [models, reviewers.map(({ model, parts }) => [model, parts]), thrifty] : models);
}

async function sizeOf(lab: Lab, { input, plan }: New, judged: boolean): Promise<Size> {
  const work = newWork(lab, { input, plan });
  const designed = await forecast(lab, running, {
    ...work,
    pending: work.pending.filter(({ kind }) => kind === "design"),
  });
  const whole = judged ? await forecast(lab, running, work) : designed;
  const evaluations = whole.sessions - designed.sessions;
  const expected = Math.ceil(askedOf(plan) * evaluations);
  const asked = plan.designers.filter(({ entrant }) => entrant === undefined);
  const part = evaluations === 0 ? 0 : expected / evaluations;
  return {
    models: new Set([...asked, ...(judged ? plan.reviewers : [])].map(({ model }) => model)).size,
    designs: plan.designers.length,
    reviewers: plan.reviewers.length,
    thrifty: isSparing(plan),
    evaluations,
    expected_evaluations: expected,
    sessions: designed.sessions + expected,
    cost: designed.cost + part * (whole.cost - designed.cost),
    unpriced: whole.unpriced,
    seconds: expected < evaluations ? designed.seconds + secondsInTwo(expected, lab) : whole.seconds,
  };
}

/** The share of all evaluations that a plan should ask for; of reviewers that only write none is spared. */
function askedOf(plan: NewPanel): number {
  if (!isSparing(plan)) return 1;
  const scorers = plan.reviewers.filter(({ parts }) => parts.includes("score")).length;
  return 1 - (1 - shareOf(plan.designers.length, scorers)) * (scorers / plan.reviewers.length);
}

/** The later reviewers begin when the first have ended, which is one wave more. */
function secondsInTwo(evaluations: number, { config: { limits } }: Lab): number {
  return (Math.ceil(evaluations / limits.max_parallel) + 1) * ROLES.evaluator.typical.seconds;
}
