import type { SheetTask } from "../../../story/plan-sheet.ts";
import { moreSaid } from "../../../story/plan-shown.ts";
import { Blocks } from "../blocks.tsx";
import { type Term, Terms } from "../parts/lists.tsx";
import { Said } from "../said.tsx";

/** What a task's file says beside what the table shows; null where it says nothing. */
export function More({ of }: { of: SheetTask }) {
  const terms = moreSaid(of).map(([name, said]): Term => {
    return [name, "is" in said ? <Blocks of={[said]} /> : <Said of={said} />];
  });
  return terms.length === 0 ? null : <Terms of={terms} look="plan-more" />;
}
