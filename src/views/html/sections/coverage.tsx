import {
  COVERAGE_STATUSES,
  type CoverageCell,
  type CoverageRow,
  type CoverageStatus,
} from "../../../artifacts/requirement.ts";
import { isDivided } from "../../../artifacts/unmet.ts";
import { notice } from "../../../story/block.ts";
import { allMet, COVERAGE, votesOf, votesSaid } from "../../../story/coverage-shown.ts";
import { COVERED, coverageSaid } from "../../../story/why.ts";
import { listText } from "../../../text/numbers.ts";
import { ToldBlocks } from "../blocks.tsx";
import type { Page, PageDesign } from "../page.ts";
import { type Term, Terms } from "../parts/lists.tsx";
import { Key, Matrix, MatrixCell, MatrixKeys, MatrixReason } from "../parts/matrix.tsx";
import { DesignName, Meets } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** Requirement × design: what most reviewers say, how many of them, and the sentences that they show it with. */
export function CoverageSection({ page }: { page: Page }) {
  const rows = page.coverage;
  const unanswered = rows.some(({ cells }) => cells.some((cell) => cell.unanswered.length > 0));
  return (
    <ReportSection id="coverage" lead={allMet(rows)}>
      <ToldBlocks of={coverageSaid(rows, page.designs.length).map(notice)} page={page} />
      <Matrix
        designs={page.ranked}
        caption={
          <>
            {COVERAGE.caption}
            <MatrixKeys
              of={[
                ...COVERAGE_STATUSES.map((status) => [status, coverageKey(status)] as const),
                ...(unanswered ? [["", UNANSWERED] as const] : []),
              ]}
            />
          </>
        }
        corner="Requirement"
        rows={rows.map((row) => ({
          head: (
            <span class="requirement">
              <span class="number">{row.requirement.id}</span>{" "}
              <TheirWords of={row.requirement.text} max={MAX_REQUIREMENT} />
            </span>
          ),
          agreed: isAgreed(row, page.ranked),
          cell: (design: PageDesign) => {
            const cell = cellFor(row, design);
            return cell && <Answer cell={cell} row={row} design={design} />;
          },
        }))}
        foot={{ head: COVERAGE.met, cell: ({ met }: PageDesign) => met && <Meets of={met} /> }}
      />
      <div class="reasons">
        {rows.flatMap((row) =>
          page.ranked.map((design) => {
            const cell = cellFor(row, design);
            return cell && <Quotes page={page} cell={cell} row={row} design={design} />;
          }),
        )}
      </div>
    </ReportSection>
  );
}

/** Columns of a requirement; the task holds it whole. */
const MAX_REQUIREMENT = 240;

/** Every reviewer says the same of every design. */
function isAgreed(row: CoverageRow, designs: readonly PageDesign[]): boolean {
  const cells = designs.map((design) => cellFor(row, design));
  return cells.every(
    (cell) => cell && cell.agree === cell.of && cell.unanswered.length === 0 && cell.status === cells[0]?.status,
  );
}

const SIGNS: Readonly<Record<CoverageStatus, string>> = { met: "✓", partly: "◐", missed: "✕", not_addressed: "○" };

export const coverageKey = (status: CoverageStatus): string => `${SIGNS[status]} ${COVERED[status]}`;

const UNANSWERED = `? ${COVERAGE.unanswered}`;

function cellFor({ cells }: CoverageRow, design: PageDesign): CoverageCell | null {
  const cell = cells.find(({ design_id }) => design_id === design.id);
  return cell && cell.of + cell.unanswered.length > 0 ? cell : null;
}

type CellProps = { cell: CoverageCell; row: CoverageRow; design: PageDesign };

const idOf = ({ row: { requirement }, design }: CellProps): string => `cover-${requirement.id}-${design.letter}`;

/** What most say; where no answer is that, each answer with its votes. */
function Answer(given: CellProps) {
  const { status, agree, of, unanswered } = given.cell;
  const named = `${given.row.requirement.id} by design ${given.design.letter}: `;
  const opens = idOf(given);
  if (isDivided(given.cell)) {
    const words = `${named}reviewers disagree, ${listText(votesSaid(given.cell))}`;
    const sign = votesOf(given.cell)
      .map(([each, many]) => `${SIGNS[each]}${many}`)
      .join(" ");
    return <MatrixCell look="cover partly" words={words} sign={sign} opens={opens} />;
  }
  if (status === null)
    return <MatrixCell look="cover" words={`${named}${COVERAGE.unanswered}`} sign="?" opens={opens} />;
  const small = (
    <>
      {agree}
      <span aria-hidden="true">/</span>
      <span class="hidden"> of </span>
      {of}
      {unanswered.length > 0 && (
        <>
          <span aria-hidden="true">, {unanswered.length} ?</span>
          <span class="hidden">; {unanswered.length} did not answer</span>
        </>
      )}
    </>
  );
  const words = `${named}${COVERED[status]}, say `;
  return <MatrixCell look={`cover ${status}`} words={words} sign={SIGNS[status]} small={small} opens={opens} />;
}

function Quotes({ page, ...given }: CellProps & { page: Page }) {
  const { row, design, cell } = given;
  const title = (
    <>
      {row.requirement.id} by <DesignName design={design} max={80} />
    </>
  );
  const named = (reviewer_id: string, look: string, key: string) => (
    <>
      <TheirWords of={page.modelOf(reviewer_id)} />
      <Key look={look} text={key} />
    </>
  );
  return (
    <MatrixReason id={idOf(given)} title={title} by={<TheirWords of={row.requirement.text} />}>
      <Terms
        look="rationales"
        of={[
          ...cell.said.map(
            ({ reviewer_id, entry: { status, quote, quote_found } }): Term => [
              named(reviewer_id, status, coverageKey(status)),
              quote === "" ? (
                <span class="aside">{COVERAGE.unquoted}</span>
              ) : (
                <>
                  “<TheirWords of={quote} />”{!quote_found && <strong class="forged"> {COVERAGE.forged}</strong>}
                </>
              ),
            ],
          ),
          ...cell.unanswered.map(
            (reviewer_id): Term => [named(reviewer_id, "", UNANSWERED), <span class="aside">{COVERAGE.silent}</span>],
          ),
        ]}
      />
    </MatrixReason>
  );
}
