import type { PlanSheet } from "../../../story/plan-sheet.ts";
import { PLAN_PAGE } from "../../../story/report.ts";
import { Scrolling, Section } from "../text.tsx";
import { PlanDrawing } from "./drawing.tsx";
import { geometryOf } from "./geometry.ts";
import { More } from "./more.tsx";
import { PlanStands } from "./stands.tsx";
import { PlanKeys, PlanTable, rowId, TaskName } from "./table.tsx";

/** A plan for reading, without a script: what is to be done and in which order, drawn and as a table. */
export function PlanForReading({ of: plan }: { of: PlanSheet }) {
  return (
    <Section id="plan" title={PLAN_PAGE.title}>
      <PlanStands of={plan} />
      {plan.tasks.length > 0 && (
        <>
          <Scrolling label="The plan, drawn">
            <PlanDrawing sheet={plan} geometry={geometryOf(plan, false)} hrefOf={(nth) => `#${rowId(nth)}`} />
          </Scrolling>
          <PlanKeys sheet={plan} />
          <PlanTable
            sheet={plan}
            name={(task) => (
              <>
                <TaskName of={task} />
                <More of={task} />
              </>
            )}
          />
        </>
      )}
    </Section>
  );
}
