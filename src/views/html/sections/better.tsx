import { requirementsOf } from "../../../artifacts/requirement.ts";
import { roundsBlocks, textChanged } from "../../../story/rounds.ts";
import { ToldBlocks } from "../blocks.tsx";
import { Diff } from "../diff.tsx";
import type { Page } from "../page.ts";
import { Said } from "../said.tsx";
import diff from "../styles/diff.css" with { type: "text" };
import { ReportSection } from "./section.tsx";

/** How changes are drawn, where there are any. */
export const changeStyle = ({ rounds }: Page): string[] => (rounds.length > 0 ? [diff] : []);

/** What rounds of better designs came to, and what each revision changed in the text that it was made of. */
export function BetterSection({ page }: { page: Page }) {
  const { rounds, task } = page;
  const all = rounds.flatMap(({ changes }) => changes).filter(({ before, after }) => before !== after);
  return (
    <ReportSection id="better">
      <ToldBlocks
        of={roundsBlocks(
          rounds.map(({ outcome }) => outcome),
          requirementsOf(task),
        )}
        page={page}
      />
      {all.map(({ child, parent, before, after }) => (
        <details class="closed">
          <summary>
            <Said of={textChanged(child, parent)} />
          </summary>
          <Diff before={before} after={after} />
        </details>
      ))}
    </ReportSection>
  );
}
