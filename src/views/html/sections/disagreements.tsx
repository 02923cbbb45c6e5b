import type { Dissent } from "../../../artifacts/insights.ts";
import { titled } from "../../../story/sentence.ts";
import type { Page } from "../page.ts";
import { Section, Told } from "../text.tsx";
import { Words } from "../words.tsx";

const MAX = 8;

/** Where two reviewers see the same thing differently, the widest first, each with its reason. */
export function DisagreementsSection({ page }: { page: Page }) {
  const { disagreements: found, cells } = page;
  const scoring = new Set(cells.flatMap(({ score, counted, reviewer }) => (score && counted ? [reviewer] : [])));
  return (
    <Section
      id="disagreements"
      title="Where reviewers disagree"
      lead={
        found.length > 0
          ? "The highest and the lowest score of one design on one criterion, each with its reason. Read both before you side with the mean."
          : scoring.size < 2
            ? "One reviewer scored, so nobody could disagree."
            : "No two reviewers differ by a fifth of a scale or more on any criterion."
      }
    >
      {found.slice(0, MAX).map(({ design_id, criterion, high, low }) => (
        <article class="dispute">
          <h3>
            <Words of={criterion} /> of <Told of={[titled(design_id)]} page={page} />
          </h3>
          <div class="pair">
            <Side {...high} />
            <Side {...low} />
          </div>
        </article>
      ))}
      {found.length > MAX && (
        <p class="lead">
          {found.length - MAX} more stand in the <a href="#matrix">scores reviewer by reviewer</a>.
        </p>
      )}
    </Section>
  );
}

function Side({ model, score, rationale }: Dissent["high"]) {
  return (
    <blockquote>
      <p class="by">
        <strong>{Number(score.toFixed(2))}</strong> by <Words of={model} />
      </p>
      <p>
        <Words of={rationale || "No reason is stored."} />
      </p>
    </blockquote>
  );
}
