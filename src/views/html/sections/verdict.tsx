import { cautionsTold, surenessSaid, warningsTold } from "../../../story/report.ts";
import { type Page, tiedFirst } from "../page.ts";
import { FlagMark, SaidOfDesigns, ToldBlocks } from "../text.tsx";
import { Because } from "./because.tsx";
import { ReportSection } from "./section.tsx";

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const { account } = page;
  const { answer, little, confidence } = account.told;
  return (
    <ReportSection id="verdict">
      <div class="verdict">
        <p class="answer">
          {little && <SaidOfDesigns of={little} page={page} />} <SaidOfDesigns of={answer} page={page} />{" "}
          {confidence && <span class={`level ${confidence}`}>Confidence: {confidence}</span>}{" "}
          {tiedFirst(page)
            .filter(({ flagged }) => flagged)
            .map((design) => (
              <>
                {design.letter} <FlagMark design={design} />{" "}
              </>
            ))}
        </p>
        <ToldBlocks of={[surenessSaid(account)]} page={page} />
      </div>
      <ToldBlocks of={[warningsTold(account)]} page={page} />
      <Because page={page} />
      <ToldBlocks of={cautionsTold(account)} page={page} />
    </ReportSection>
  );
}
