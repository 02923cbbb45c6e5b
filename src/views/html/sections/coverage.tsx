import type { CoverageCell, CoverageRow, CoverageStatus } from "../../../artifacts/requirement.ts";
import { isDivided, votes } from "../../../artifacts/unmet.ts";
import { coverageSaid } from "../../../story/why.ts";
import { list } from "../../../text/numbers.ts";
import type { Page, PageDesign } from "../page.ts";
import { StripTable } from "../strip-table.tsx";
import { DesignName, Foot, Section, Told } from "../text.tsx";
import { Words } from "../words.tsx";

/** Whether each requirement was put to the reviewers. */
export function isCovered({ coverage }: Page): boolean {
  return coverage.some(isAsked);
}

const isAsked = ({ cells }: CoverageRow): boolean => cells.some(({ of, unanswered }) => of + unanswered.length > 0);

/** Requirement × design: what most reviewers say, how many of them, and the sentences that they show it with. */
export function CoverageSection({ page }: { page: Page }) {
  if (!isCovered(page)) return null;
  const rows = page.coverage.filter(isAsked);
  const unanswered = rows.some(({ cells }) => cells.some((cell) => cell.unanswered.length > 0));
  return (
    <Section
      id="coverage"
      title="Requirements, design by design"
      lead={rows.every(isMet) ? "Each requirement is met by at least one design, as most reviewers see it." : undefined}
    >
      {coverageSaid(page.coverage).map((said) => (
        <p class="notice">
          <Told of={said} page={page} />
        </p>
      ))}
      <StripTable
        page={page}
        caption={
          <>
            What most reviewers say, and how many of those who answered. Choose a cell to read the sentences they show
            it with.
            <span class="keys">
              {STATUSES.map((status) => (
                <>
                  <span class={`key ${status}`}>
                    {SIGNS[status]} {WORDS[status]}
                  </span>{" "}
                </>
              ))}
              {unanswered && <span class="key">{UNANSWERED}</span>}
            </span>
          </>
        }
        corner="Requirement"
        rows={rows.map((row) => ({
          head: (
            <span class="requirement">
              <span class="number">{row.requirement.id}</span> <Words of={row.requirement.text} max={160} />
            </span>
          ),
          cells: page.ranked.map((design) => <Opener row={row} design={design} />),
        }))}
      />
      <div class="reasons">
        {rows.flatMap((row) => page.ranked.map((design) => <Quotes page={page} row={row} design={design} />))}
      </div>
    </Section>
  );
}

const STATUSES = ["met", "partly", "missed", "not_addressed"] as const satisfies readonly CoverageStatus[];

const SIGNS: Readonly<Record<CoverageStatus, string>> = { met: "✓", partly: "◐", missed: "✕", not_addressed: "○" };

const WORDS: Readonly<Record<CoverageStatus, string>> = {
  met: "met",
  partly: "partly met",
  missed: "missed",
  not_addressed: "not addressed",
};

const UNANSWERED = "? not answered";

const isMet = ({ cells }: CoverageRow): boolean => cells.some(({ status }) => status === "met");

function cellFor({ cells }: CoverageRow, design: PageDesign): CoverageCell | null {
  const cell = cells.find(({ design_id }) => design_id === design.id);
  return cell && cell.of + cell.unanswered.length > 0 ? cell : null;
}

const idOf = ({ requirement }: CoverageRow, design: PageDesign): string => `cover-${requirement.id}-${design.letter}`;

function Opener({ row, design }: { row: CoverageRow; design: PageDesign }) {
  const cell = cellFor(row, design);
  if (cell === null) return <span class="none">–</span>;
  const { status, agree, of, unanswered } = cell;
  if (isDivided(cell)) return <Divided row={row} design={design} cell={cell} />;
  return (
    <button type="button" class={`cover ${status ?? "unanswered"}`} popovertarget={idOf(row, design)}>
      <span class="hidden">
        {row.requirement.id} by design {design.letter}: {status === null ? "not answered" : `${WORDS[status]}, say `}
      </span>
      <span aria-hidden="true">{status === null ? "?" : SIGNS[status]}</span>
      {status !== null && (
        <small>
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
        </small>
      )}
    </button>
  );
}

/** A cell of which no answer is what most say: each answer with its votes. */
function Divided({ row, design, cell }: { row: CoverageRow; design: PageDesign; cell: CoverageCell }) {
  const said = STATUSES.filter((status) => votes(cell, [status]) > 0);
  return (
    <button type="button" class="cover partly" popovertarget={idOf(row, design)}>
      <span class="hidden">
        {row.requirement.id} by design {design.letter}: reviewers disagree,{" "}
        {list(said.map((status) => `${votes(cell, [status])} ${WORDS[status]}`))}
      </span>
      <span aria-hidden="true">{said.map((status) => `${SIGNS[status]}${votes(cell, [status])}`).join(" ")}</span>
    </button>
  );
}

function Quotes({ page, row, design }: { page: Page; row: CoverageRow; design: PageDesign }) {
  const cell = cellFor(row, design);
  if (cell === null) return null;
  const id = idOf(row, design);
  return (
    <div id={id} class="why" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>
        {row.requirement.id} by <DesignName design={design} max={80} />
      </h4>
      <p class="by">
        <Words of={row.requirement.text} />
      </p>
      <dl class="rationales">
        {cell.said.map(({ reviewer_id, entry: { status, quote, quote_found } }) => (
          <div>
            <dt>
              <Words of={page.modelOf(reviewer_id)} />
              <span class={`key ${status}`}>
                {SIGNS[status]} {WORDS[status]}
              </span>
            </dt>
            <dd>
              {quote === "" ? (
                <span class="aside">It quotes nothing.</span>
              ) : (
                <>
                  “<Words of={quote} />”{!quote_found && <strong class="forged"> This is not in the design.</strong>}
                </>
              )}
            </dd>
          </div>
        ))}
        {cell.unanswered.map((reviewer_id) => (
          <div>
            <dt>
              <Words of={page.modelOf(reviewer_id)} />
              <span class="key">{UNANSWERED}</span>
            </dt>
            <dd>
              <span class="aside">It was asked and did not answer.</span>
            </dd>
          </div>
        ))}
      </dl>
      <Foot of={id} />
    </div>
  );
}
