import { boundOf, count, isBeyondConfidence, points } from "../../../text/numbers.ts";
import type { Page, PageDesign } from "../page.ts";
import { Terms } from "../parts/lists.tsx";
import { Matrix, type Row } from "../parts/matrix.tsx";
import { Section, Told } from "../text.tsx";

/** How far the numbers can be trusted, in words that need no statistics. */
export function StatisticsSection({ page }: { page: Page }) {
  const { ranking, account } = page;
  const { notes, findings } = account;
  const { assumptions } = ranking;
  const bound = Math.round(100 * boundOf(ranking.summary));
  return (
    <Section id="statistics" title="How far the numbers can be trusted">
      <Terms
        look="checks"
        of={findings.map(({ question, said, state, unseen }) => [
          question,
          <>
            {said.map((each, at) => (
              <>
                {at > 0 && " "}
                <Told of={each} page={page} />
              </>
            ))}
            {unseen !== undefined && ` Less than ±${points(Math.max(unseen, 0.1))} would not show.`}
          </>,
          state,
        ])}
      />
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
        <details>
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
function Places({ page: { ranked: designs, ranking, reviewers, compared } }: { page: Page }) {
  if (designs.filter(({ ranked }) => ranked?.rank != null).length < 2) return null;
  const adjusting = ranking.method === "adjusted";
  const people = ranking.people?.counted.length ?? 0;
  const panel = `${count(reviewers.length, "reviewer")}${people === 0 ? "" : people === 1 ? " and a person" : ` and ${people} people`}`;
  // A chance of nine in ten does not stand beside a confidence that is lower.
  const ranges = compared && !isBeyondConfidence(ranking);
  const range = "The second row is the range in which a design's rank lies with a chance of nine in ten. ";
  const rows: readonly (Row<PageDesign> & { there?: boolean })[] = [
    { head: "Rank", cell: ({ ranked }) => ranked?.rank },
    { head: "Rank may be", cell: ({ ranked }) => between(ranked?.rank_interval ?? null), there: ranges },
    { head: "Mean score", cell: ({ ranked }) => ranked?.average_score?.toFixed(2) },
    { head: "Adjusted score", cell: ({ score }) => score?.toFixed(2), there: adjusting },
    {
      head: "Scored by",
      cell: ({ ranked }) => (
        <span>
          {ranked?.reviewers ?? 0}
          <span class="hidden"> of {panel}</span>
        </span>
      ),
    },
  ];
  return (
    <Matrix
      designs={designs}
      caption={
        (ranges ? range : "") +
        (adjusting
          ? "The adjusted score, which ranks, is the mean after evening out how strict each reviewer is."
          : "The mean score ranks.")
      }
      corner="Of each design"
      rows={rows.filter(({ there }) => there !== false)}
    />
  );
}

function between(interval: readonly [number, number] | null): string | null {
  if (interval === null) return null;
  const [low, high] = interval;
  return low === high ? String(low) : `${low}–${high}`;
}
