import type { PlanSheet } from "../../../story/plan-sheet.ts";
import { Said, UNNAMED } from "../said.tsx";
import { Words } from "../words.tsx";
import { Faults } from "./more.tsx";

/** How a plan stands, what its figures rest on, and what is wrong with its files. */
export function PlanStands({ of }: { of: PlanSheet }) {
  return (
    <>
      {of.stands.map((each) => (
        <p>
          <Said of={each} by={UNNAMED} />
        </p>
      ))}
      <p class="lead">
        The tasks are the files in <Words of={of.title} max={200} />: everything here is derived from what they say.{" "}
        {of.rests !== null && <Said of={of.rests} by={UNNAMED} />}
        {of.left_out > 0 && ` ${of.left_out} more tasks are not shown here: the first ${of.tasks.length} are.`}
      </p>
      {of.wrong.length > 0 && (
        <details>
          <summary>What is wrong with the plan, or to be known: {of.wrong.length}</summary>
          <Faults of={of.wrong} />
        </details>
      )}
    </>
  );
}
