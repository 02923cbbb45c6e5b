import type { Opinion, Page } from "../page.ts";
import { DesignName, Section } from "../text.tsx";
import { Words } from "../words.tsx";

const MAX = 8;

/** Where two reviewers see the same thing differently, the widest first, each with its reason. */
export function DisagreementsSection({ page: { disagreements: found, cells } }: { page: Page }) {
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
      {found.slice(0, MAX).map(({ design, criterion, high, low }) => (
        <article class="dispute">
          <h3>
            <Words of={criterion} /> of <DesignName design={design} max={80} />
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

function Side({ model, score, reason }: Opinion) {
  return (
    <blockquote>
      <p class="by">
        <strong>{Number(score.toFixed(2))}</strong> by <Words of={model} />
      </p>
      <p>
        <Words of={reason || "No reason is stored."} />
      </p>
    </blockquote>
  );
}
