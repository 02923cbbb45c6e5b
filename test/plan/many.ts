import { IMPACTS, type PlanTask, RISKS, SCOPES } from "../../src/artifacts/plan-task.ts";
import { task } from "./samples.ts";

/** 300 tasks in layers of twelve, of which each waits for two or three of the layer before; the first thirty are done. */
export const MANY: readonly PlanTask[] = Array.from({ length: 300 }, (_, at) => {
  const layer = Math.floor(at / 12);
  const before = [at * 7, at * 5 + 3, at * 11 + 1].map((each) => (layer - 1) * 12 + (each % 12));
  const word = <W>(words: readonly W[], from: number): W | null => words[(at * from) % (words.length + 1)] ?? null;
  return task(`task-${at}`, layer === 0 ? [] : [...new Set(before)].map((each) => `task-${each}`), {
    name: `Make part ${at} of layer ${layer}`,
    status: at < 30 ? "completed" : at < 34 ? "in-progress" : "pending",
    scope: word(SCOPES, 3),
    risk: word(RISKS, 5),
    impact: word(IMPACTS, 7),
    files:
      at % 4 === 0
        ? []
        : [`src/layer-${layer}/part-${at % 9}.ts`, at % 6 === 0 ? `src/layer-${layer}/**` : `docs/${at}.md`],
    requirements: [`R${(at % 20) + 1}`],
    done_when: [`bun test test/layer-${layer}/part-${at}.test.ts`],
    body: `What is to be done for part ${at}.\n`,
  });
});
