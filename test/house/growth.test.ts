import { describe, test } from "bun:test";
import { answer, OF_ONE_TASK, PLAN_VIEWS } from "../../src/plan/answer.ts";
import { planOf } from "../../src/plan/read-plan.ts";
import { planSheet } from "../../src/story/plan-sheet.ts";
import { geometryOf } from "../../src/views/html/plan/geometry.ts";
import { planMarkdown } from "../../src/views/markdown/plan-md.ts";
import { planText } from "../../src/views/markdown/plan-text.ts";
import { planJson } from "../../src/views/plan-json.ts";
import { planMermaid } from "../../src/views/plan-mermaid.ts";
import { HOSTILE } from "../plan/hostile.ts";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";
import { SCANS } from "../support/scans.ts";

/** Long enough that what grows with the square takes longer than a measure's noise. Characters. */
const LENGTH = 20_000;

describe("takes time that grows with the length, for any unit that is repeated:", () => {
  for (const [name, scan] of Object.entries(SCANS)) {
    test(name, () => {
      for (const unit of UNITS)
        expectLinear(JSON.stringify(unit), (length) => void scan(repeated(unit, length)), LENGTH);
    });
  }
});

/** Tasks of a folder, of the 2,000 that are read. */
const TASKS = 1_600;
const NAMES = Array.from({ length: 60 }, (_, at) => `Component ${at}`);
const SERVED = { requirements: NAMES.map((id) => ({ id, text: "" })), components: NAMES };

/** Everything that is made of a folder of tasks: each view, what page and report show, what is exported. */
function allOf(folder: Parameters<typeof planOf>[0]): void {
  const plan = planOf(folder);
  for (const view of PLAN_VIEWS) {
    const task = OF_ONE_TASK.includes(view) ? (plan.all.ids[0] ?? "") : null;
    planText(answer(plan, { view, task, served: SERVED }), { where: {}, from: 1 });
  }
  geometryOf(planSheet(plan, "tasks"), true);
  for (const exported of [planMarkdown, planJson, planMermaid]) exported(plan);
}

describe("a folder of tasks takes time that grows with their number, where", () => {
  for (const [name, folderOf] of Object.entries(HOSTILE)) {
    test(name, () => expectLinear(name, (tasks) => allOf(folderOf(tasks)), TASKS));
  }
});
