import { count, list } from "../../text/numbers.ts";
import { checksOf } from "../checks.ts";
import type { Page } from "../page.ts";
import { StripTable } from "../strip-table.tsx";
import { Section, Words } from "../text.tsx";

/** How far the numbers can be trusted, in words that need no statistics. */
export function StatisticsSection({ page }: { page: Page }) {
  const { ranking, notes } = page;
  const { assumptions } = ranking;
  return (
    <Section id="statistics" title="How far the numbers carry">
      <dl class="checks">
        {checksOf(page).map(({ question, answer, state }) => (
          <div class={state}>
            <dt>{question}</dt>
            <dd>
              <Words of={answer} />
            </dd>
          </div>
        ))}
      </dl>
      <Places page={page} />
      <p>
        P(best) is the probability that a design is the best of all, and no probability is printed beyond 95&nbsp;%: it
        takes for granted that the reviewers' errors correlate by {assumptions.error_correlation}, which one experiment
        cannot show. A winner is the best with 80&nbsp;% or more; designs that cannot be told apart with 80&nbsp;% are a
        tie. Confidence is P(best) of the first design in a word: high from 95&nbsp;%, medium from 80&nbsp;%, and never
        high with two designs or two reviewers.
      </p>
      {notes.numbers.length > 0 && (
        <details class="table-of">
          <summary>What the numbers in ranking.json leave open</summary>
          <ul>
            {notes.numbers.map((note) => (
              <li>
                <Words of={note} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

/** Which ranks each design may have. */
function Places({ page }: { page: Page }) {
  if (page.ranked.filter(({ ranked }) => ranked?.rank != null).length < 2) return null;
  return (
    <StripTable
      page={page}
      caption="The ranks that hold each design in nine of ten draws, and the part of its score that is its own: the mean with each reviewer's severity taken out."
      corner="What"
      rows={[
        { head: "Rank", cells: page.ranked.map(({ ranked }) => ranked?.rank ?? "–") },
        { head: "May be", cells: page.ranked.map(({ ranked }) => between(ranked?.rank_interval ?? null)) },
        { head: "Mean", cells: page.ranked.map(({ ranked }) => ranked?.average_score?.toFixed(2) ?? "–") },
        { head: "Adjusted", cells: page.ranked.map(({ ranked }) => ranked?.adjusted_score?.toFixed(2) ?? "–") },
        {
          head: "Scored by",
          cells: page.ranked.map(({ ranked }) => {
            const number = ranked?.reviewers ?? 0;
            return (
              <span>
                {number}
                <span class="hidden"> of {count(page.reviewers.length, "reviewer")}</span>
              </span>
            );
          }),
        },
      ]}
    />
  );
}

function between(interval: readonly [number, number] | null): string {
  if (interval === null) return "–";
  const [low, high] = interval;
  return low === high ? String(low) : list([String(low), String(high)]).replace(" and ", "–");
}
