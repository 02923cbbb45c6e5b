import type { Page, PageDesign } from "../page.ts";
import { DesignName, Section } from "../text.tsx";
import { Words } from "../words.tsx";

const MAX = 8;
/** Share of a scale by which two scores must differ to be called a disagreement. */
const APART = 0.2;

/** Where two reviewers see the same thing differently, the widest first, each with its reason. */
export function DisagreementsSection({ page }: { page: Page }) {
  const found = disagreementsOf(page);
  return (
    <Section
      id="disagreements"
      title="Where reviewers disagree"
      lead={
        found.length > 0
          ? "The highest and the lowest score of one design on one criterion, each with its reason. Read both before you side with the mean."
          : reviewersOf(page) < 2
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

function reviewersOf({ cells }: Page): number {
  return new Set(cells.flatMap(({ score, counted, reviewer }) => (score && counted ? [reviewer.id] : []))).size;
}

type Opinion = { model: string; score: number; reason: string };
type Disagreement = { design: PageDesign; criterion: string; apart: number; high: Opinion; low: Opinion };

function disagreementsOf(page: Page): Disagreement[] {
  return page.ranked
    .flatMap((design) =>
      page.task.criteria.flatMap(({ name, min, max }): Disagreement[] => {
        const opinions = page.cells
          .flatMap(({ design: of, reviewer, counted, score }): Opinion[] => {
            const given = of === design && counted ? score?.scores[name] : undefined;
            return given === undefined
              ? []
              : [{ model: reviewer.model, score: given, reason: score?.rationales[name] ?? "" }];
          })
          .sort((a, b) => b.score - a.score);
        const [high, low] = [opinions.at(0), opinions.at(-1)];
        if (!high || !low) return [];
        return [{ design, criterion: name, apart: (high.score - low.score) / (max - min), high, low }];
      }),
    )
    .filter(({ apart }) => apart >= APART)
    .sort((a, b) => b.apart - a.apart);
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
