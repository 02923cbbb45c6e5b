import type { Dissent } from "../../../artifacts/insights.ts";
import { CLOSED, disagreementsLead, moreDisagree, NO_REASON } from "../../../story/report.ts";
import { titled } from "../../../story/sentence.ts";
import { ToldBlocks } from "../blocks.tsx";
import type { Page } from "../page.ts";
import { SaidOfDesigns } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ClosedSection, ReportSection } from "./section.tsx";

const MAX = 8;

/** Where two reviewers see the same thing differently, the widest first, each with its reason. */
export function DisagreementsSection({ page }: { page: Page }) {
  const { disagreements: found, cells } = page;
  const scoring = new Set(cells.flatMap(({ score, counted, reviewer }) => (score && counted ? [reviewer] : [])));
  const lead = disagreementsLead(found.length, scoring.size);
  if (found.length === 0) return <ReportSection id="disagreements" lead={lead} />;
  return (
    <ClosedSection id="disagreements" lead={lead} holds={CLOSED.disagreements(found.length)}>
      {found.slice(0, MAX).map(({ design_id, criterion, high, low }) => (
        <article class="dispute">
          <h3>
            <TheirWords of={criterion} /> of <SaidOfDesigns of={[titled(design_id)]} page={page} />
          </h3>
          <div class="pair">
            <Side of={high} page={page} />
            <Side of={low} page={page} />
          </div>
        </article>
      ))}
      <ToldBlocks of={[moreDisagree(found.length - MAX)]} page={page} />
    </ClosedSection>
  );
}

function Side({ of: { reviewer_id, score, rationale }, page }: { of: Dissent["high"]; page: Page }) {
  return (
    <blockquote>
      <p class="by">
        <strong>{Number(score.toFixed(2))}</strong> by <TheirWords of={page.modelOf(reviewer_id)} />
      </p>
      <p>
        <TheirWords of={rationale || NO_REASON} />
      </p>
    </blockquote>
  );
}
