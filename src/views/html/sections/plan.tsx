import type { Page } from "../page.ts";
import { PlanDrawing } from "../plan/drawing.tsx";
import { geometryOf } from "../plan/geometry.ts";
import { More } from "../plan/more.tsx";
import { PlanStands } from "../plan/stands.tsx";
import { PlanKeys, PlanTable, rowId, TaskName } from "../plan/table.tsx";
import { Scrolling } from "../text.tsx";
import { ReportSection } from "./section.tsx";

/** What is to be done and in which order, drawn and as a table; nothing where there is no plan. */
export function PlanSection({ page: { plan } }: { page: Page }) {
  if (plan === null) return null;
  return (
    <ReportSection id="plan">
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
    </ReportSection>
  );
}
