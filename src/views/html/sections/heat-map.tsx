import { NOT_COUNTED } from "../../../text/incomplete.ts";
import type { Cell, Page } from "../page.ts";
import { StripTable } from "../strip-table.tsx";
import { DesignName, Foot, Items, Paragraphs } from "../text.tsx";
import { Words } from "../words.tsx";

/** Every reviewer's score of every design; a cell opens what that reviewer said. */
export function HeatMap({ page }: { page: Page }) {
  const asked = page.reviewers.filter((reviewer) => page.cells.some((cell) => cell.reviewer === reviewer));
  return (
    <>
      <h3 id="matrix">Reviewer by reviewer</h3>
      <StripTable
        page={page}
        caption={`Each reviewer's own score of each design, of 10. Choose a score to read the reasons. ✎ stands for a review in words without a score, a dashed frame for a model's own design${page.cells.some(({ counted }) => !counted) ? ", whose score is struck through, for it is not counted" : ""}.`}
        corner="Reviewer"
        rows={asked.map((reviewer) => ({
          head: <Words of={reviewer.model} />,
          cells: page.ranked.map((design) => {
            const cell = page.cell(design, reviewer);
            return cell === null ? <span class="none">–</span> : <Opener cell={cell} />;
          }),
        }))}
      />
      <div class="reasons">
        {page.cells.map((cell) => (
          <Reasons page={page} cell={cell} />
        ))}
      </div>
    </>
  );
}

function Opener({ cell }: { cell: Cell }) {
  const { id, composite, counted, score } = cell;
  const own = cell.design.model === cell.reviewer.model;
  const shown = composite ?? (score ? score.overall_score : null);
  const out = shown !== null && !counted;
  const said =
    shown === null ? "a review without a score" : `${shown.toFixed(1)} of 10${out ? `, ${NOT_COUNTED}` : ""}`;
  return (
    <button
      type="button"
      class={`heat ${shown === null ? "" : `h${Math.min(10, Math.max(0, Math.round(shown)))}`} ${own ? "own" : ""} ${out ? "out" : ""}`}
      popovertarget={id}
      aria-label={`Design ${cell.design.letter} by reviewer ${cell.reviewer.model}${own ? ", who wrote it" : ""}: ${said}. Open the reasons.`}
    >
      {shown === null ? "✎" : shown.toFixed(1)}
    </button>
  );
}

/** Everything that one reviewer said of one design. Its strengths and weaknesses stand with everybody's further down. */
function Reasons({ page, cell }: { page: Page; cell: Cell }) {
  const { id, design, reviewer, composite, counted, score, review } = cell;
  return (
    <div id={id} class="why" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>
        <DesignName design={design} max={80} />
      </h4>
      <p class="by">
        as <Words of={reviewer.model} /> sees it
        {composite !== null && <strong>: {composite.toFixed(1)} of 10, from the criteria</strong>}
        {score && !counted && ` (${NOT_COUNTED})`}
      </p>
      {score && (
        <>
          <dl class="rationales">
            {page.task.criteria.map(({ name, max }) => (
              <>
                <dt>
                  <Words of={name} />{" "}
                  <span class="given">
                    {score.scores[name] === undefined ? "–" : round(score.scores[name])} of {max}
                  </span>
                </dt>
                <dd>
                  <Words of={score.rationales[name] ?? "No reason is stored."} />
                </dd>
              </>
            ))}
          </dl>
          <h5>Its own overall mark: {round(score.overall_score)} of 10</h5>
          <Paragraphs of={score.justification} />
        </>
      )}
      {review && (
        <>
          <h5>Impression</h5>
          <Paragraphs of={review.overall_impression} />
          {review.suggested_improvements.length > 0 && <h5>What it would change</h5>}
          <Items of={review.suggested_improvements} />
        </>
      )}
      <Foot of={id} />
    </div>
  );
}

/** A score as given, without the tail that a mean of samples has. */
const round = (value: number): string => String(Number(value.toFixed(2)));
