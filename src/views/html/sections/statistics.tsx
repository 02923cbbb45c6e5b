import { list } from "../../../story/block.ts";
import { leftOpenBy, panelSaid, placesSaid, plusMinus, wordsRest } from "../../../story/how-to-read.ts";
import { trustFindingSaid } from "../../../story/trust.ts";
import { isBeyondConfidence, range } from "../../../text/numbers.ts";
import { ToldBlocks } from "../blocks.tsx";
import type { Page, PageDesign } from "../page.ts";
import { Terms } from "../parts/lists.tsx";
import { Matrix, type MatrixRow } from "../parts/matrix.tsx";
import { Said } from "../said.tsx";
import { SaidOfDesigns } from "../text.tsx";
import { ReportSection } from "./section.tsx";

/** How far the numbers can be trusted, in words that need no statistics. */
export function StatisticsSection({ page }: { page: Page }) {
  const { notes, findings } = page.account;
  return (
    <ReportSection id="statistics">
      <Terms
        look="checks"
        of={findings.map((finding) => [
          finding.question,
          <SaidOfDesigns of={trustFindingSaid(finding)} page={page} />,
          finding.state,
        ])}
      />
      {findings.some(({ unseen }) => unseen !== undefined) && <ToldBlocks of={[plusMinus]} page={page} />}
      <Places page={page} />
      <ToldBlocks of={[wordsRest(page.ranking)]} page={page} />
      {notes.numbers.length > 0 && (
        <details>
          <summary>
            <Said of={leftOpenBy} />
          </summary>
          <ToldBlocks of={[list(notes.numbers)]} page={page} />
        </details>
      )}
    </ReportSection>
  );
}

/** Which ranks each design may have. */
function Places({ page: { ranked: designs, ranking, reviewers, compared } }: { page: Page }) {
  if (designs.filter(({ ranked }) => ranked?.rank != null).length < 2) return null;
  // A chance of nine in ten does not stand beside a confidence that is lower.
  const ranges = compared && !isBeyondConfidence(ranking);
  const rows: readonly (MatrixRow<PageDesign> & { there?: boolean })[] = [
    { head: "Rank", cell: ({ ranked }) => ranked?.rank },
    { head: "Rank may be", cell: ({ ranked }) => ranked?.rank_interval && range(ranked.rank_interval), there: ranges },
    { head: "Mean score", cell: ({ ranked }) => ranked?.average_score?.toFixed(2) },
    { head: "Adjusted score", cell: ({ score }) => score?.toFixed(2), there: ranking.method === "adjusted" },
    {
      head: "Scored by",
      cell: ({ ranked }) => (
        <span>
          {ranked?.reviewers ?? 0}
          <span class="hidden">
            {" "}
            of <Said of={panelSaid(reviewers.length, ranking.people?.counted.length ?? 0)} />
          </span>
        </span>
      ),
    },
  ];
  return (
    <Matrix
      designs={designs}
      caption={<Said of={placesSaid(ranking, ranges)} />}
      corner="Of each design"
      rows={rows.filter(({ there }) => there !== false)}
    />
  );
}
