import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked } from "../../../rehearsal/asked.ts";
import type { Project } from "../../../rehearsal/project.ts";
import type { ToolCall } from "../../../rehearsal/reply.ts";
import { asHost } from "./dialect.ts";
import { REFUSED } from "./rogue.ts";
import { experimentOf } from "./shop.ts";

export const ROGUE = "alpha/rogue-1";
export const QUIET = "beta/quiet-1";
/** Makes the same call again and again. */
export const LOOPER = "delta/loops-1";
export const JUDGE = "gamma/judge-1";
/** Of the refused routes, all of which the first rogue goes, those that strict mode is shown on: one for each tool. */
export const STRICT = REFUSED.filter(({ tool }, at) => REFUSED.findIndex((each) => each.tool === tool) === at);
/** One designer for each of them, over four providers. */
export const ROGUES = STRICT.map((_, at) => `rogue${at % 4}/r-${at}`);

/** What the person has done, call by call. */
export const STAGES = [
  "elsewhere",
  "older",
  "shop, the other",
  "shop, the rogue",
  "shop, ranked",
  "the person reads",
  "the person lists",
  "outside",
  "loops",
  "bare",
  "open",
] as const;

/** The person's calls, one a turn; later ones name what earlier ones made, so the list is made afresh each turn. */
export function calls({ turns }: Asked, project: Project): ToolCall[] {
  const task = (stage: string) => `Design a shop with a queue. Stage ${stage}.`;
  const generate = (stage: string, models: string[], more: object = {}): ToolCall => ({
    name: "designlab",
    args: { op: "generate", args: { task: task(stage), topic: stage, design_models: models, ...more } },
  });
  if (turns === STAGES.indexOf("bare")) configure(project, { design: { repository: false } });
  if (turns === STAGES.indexOf("open")) configure(project, { hooks: { design_isolation: { enabled: false } } });
  if (turns === STAGES.length) configure(project, { hooks: { design_isolation: { strict_mode: true } } });
  const made = turns < 3 ? { experiment: "" } : { experiment: experimentOf(project.directory, "shop") };
  return [
    generate("elsewhere", [QUIET], { output_dir: "docs/lab" }),
    generate("older", [QUIET]),
    generate("shop", [QUIET]),
    { name: "designlab", args: { op: "generate", args: { ...made, design_models: [ROGUE] } } },
    { name: "designlab", args: { op: "run", args: made } },
    asHost({ name: "read", args: { filePath: join(made.experiment, "designs/design-beta-quiet-1.json") } }),
    asHost({ name: "read", args: { filePath: join(made.experiment, "designs") } }),
    generate("outside", [QUIET], { output_dir: join(project.root, "refused") }),
    generate("loops", [LOOPER]),
    generate("bare", [ROGUE]),
    generate("open", [ROGUE]),
  ];
}

export function strictCalls(): ToolCall[] {
  const args = {
    task: "Design a shop for the stage strict",
    topic: "strict",
    design_models: [...ROGUES, QUIET, ROGUE],
  };
  return [{ name: "designlab", args: { op: "run", args } }];
}

/** The lab's configuration, with more laid over it. */
export function config(more: object) {
  return {
    confirm_above: null,
    design_models: [QUIET],
    review_models: [JUDGE],
    limits: { max_parallel: 64, max_parallel_per_provider: 16 },
    ...more,
  };
}

/** The configuration is read anew in every call. */
function configure(project: Project, more: object): void {
  writeFileSync(join(project.home, ".config/opencode/design-lab.json"), JSON.stringify(config(more)));
}
