import { surenessSaid, weakensCounted, weakensTold } from "../../../story/report.ts";
import { together } from "../../../story/sentence.ts";
import { type Page, tiedFirst } from "../page.ts";
import { FlagMark, SaidOfDesigns, ToldBlocks } from "../text.tsx";
import { Because } from "./because.tsx";
import { ReportSection } from "./section.tsx";

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const { account } = page;
  const { answer, confidence } = account.told;
  return (
    <ReportSection id="verdict">
      <div class="verdict">
        <p class="answer">
          <SaidOfDesigns of={answer} page={page} />{" "}
          {confidence && <span class={`level ${confidence}`}>Confidence: {confidence}</span>}{" "}
          {tiedFirst(page)
            .filter(({ flagged }) => flagged)
            .map((design) => (
              <>
                {design.letter} <FlagMark design={design} />{" "}
              </>
            ))}
        </p>
        <ToldBlocks of={[together([surenessSaid(account), weakensCounted(account)], " ")]} page={page} />
      </div>
      <Because page={page} />
      <ToldBlocks of={weakensTold(account)} page={page} />
    </ReportSection>
  );
}
