import type { PlanSheet } from "../../../story/plan-sheet.ts";
import { faultList, leadSaid, wrongSaid } from "../../../story/plan-shown.ts";
import { Blocks } from "../blocks.tsx";
import { Said } from "../said.tsx";

/** How a plan stands, what its figures rest on, and what is wrong with its files. */
export function PlanStands({ of }: { of: PlanSheet }) {
  return (
    <>
      <Blocks of={of.stands} />
      <p class="lead">
        <Said of={leadSaid(of)} />
      </p>
      {of.wrong.length > 0 && (
        <details>
          <summary>
            <Said of={wrongSaid(of)} />
          </summary>
          <Blocks of={[faultList(of.wrong)]} />
        </details>
      )}
    </>
  );
}
