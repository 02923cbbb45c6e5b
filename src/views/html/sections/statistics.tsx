import { boundOf, count, isBeyondConfidence, list, points } from "../../../text/numbers.ts";
import type { Page } from "../page.ts";
import { StripTable } from "../strip-table.tsx";
import { Section, Told } from "../text.tsx";

/** How far the numbers can be trusted, in words that need no statistics. */
export function StatisticsSection({ page }: { page: Page }) {
  const { ranking, notes, findings } = page;
  const { assumptions } = ranking;
  const bound = Math.round(100 * boundOf(ranking.summary));
  return (
    <Section id="statistics" title="How far the numbers can be trusted">
      <dl class="checks">
        {findings.map(({ question, said, state, unseen }) => (
          <div class={state}>
            <dt>{question}</dt>
            <dd>
              {said.map((each) => (
                <>
                  <Told of={each} page={page} />{" "}
                </>
              ))}
              {unseen !== undefined && ` Less than ±${points(unseen)} would not show.`}
            </dd>
          </div>
        ))}
      </dl>
      {findings.some(({ unseen }) => unseen !== undefined) && (
        <p>±: chance alone goes further in one case of twenty (1.96 standard errors, more where scores are few).</p>
      )}
      <Places page={page} />
      <p>
        A design wins when its chance to be the best is {bound}&nbsp;% or more; designs that cannot be told apart with{" "}
        {bound}&nbsp;% are a tie. Confidence is that chance in a word: high from 95&nbsp;% where the first two hardly
        could lie as close as two of a kind, medium from {bound}&nbsp;%, and never high with two designs or two
        reviewers. {summaryOfTwo(ranking)} The chance, called P(best) in the other files, takes for granted that
        reviewers share some of their errors (a correlation of {assumptions.error_correlation}), which one experiment
        cannot show; so none is printed beyond 95&nbsp;%.
      </p>
      {notes.numbers.length > 0 && (
        <details class="table-of">
          <summary>What the numbers in ranking.json leave open</summary>
          <ul>
            {notes.numbers.map((note) => (
              <li>
                <Told of={note} page={page} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

/** What the bound is worth with two designs. */
function summaryOfTwo({ summary }: Page["ranking"]): string {
  const { verdict, scored_designs } = summary;
  const two = verdict.kind !== "unranked" && verdict.kind !== "nobody-compares" && scored_designs < 3;
  const bound = boundOf(summary);
  return two
    ? `Of two equal designs that bound names one in about ${Math.round(200 * (1 - bound))} of 100 panels. `
    : "";
}

/** Which ranks each design may have. */
function Places({ page }: { page: Page }) {
  if (page.ranked.filter(({ ranked }) => ranked?.rank != null).length < 2) return null;
  const adjusting = page.ranking.method === "adjusted";
  // A chance of nine in ten does not stand beside a confidence that is lower.
  const ranges = page.compared && !isBeyondConfidence(page.ranking);
  const range = "The second row is the range in which a design's rank lies with a chance of nine in ten. ";
  return (
    <StripTable
      page={page}
      caption={
        (ranges ? range : "") +
        (adjusting
          ? "The adjusted score, which ranks, is the mean after evening out how strict each reviewer is."
          : "The mean score ranks.")
      }
      corner="Of each design"
      rows={[
        { head: "Rank", cells: page.ranked.map(({ ranked }) => ranked?.rank ?? "–") },
        ...(ranges
          ? [{ head: "Rank may be", cells: page.ranked.map(({ ranked }) => between(ranked?.rank_interval ?? null)) }]
          : []),
        { head: "Mean score", cells: page.ranked.map(({ ranked }) => ranked?.average_score?.toFixed(2) ?? "–") },
        ...(adjusting
          ? [{ head: "Adjusted score", cells: page.ranked.map(({ score }) => score?.toFixed(2) ?? "–") }]
          : []),
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
