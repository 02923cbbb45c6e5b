import { SENT_AND_CAME } from "../../../story/exchange.ts";
import { NOT_COUNTED } from "../../../story/incomplete.ts";
import { askedAgain, CELL_STAGES, DESIGNERS_ROW, tableSaid, wholeSeconds } from "../../../story/live-page.ts";
import type { LiveCell, LiveStage, LiveState } from "../../../story/live-state.ts";
import { type FailureRow, Failures } from "../parts/lists.tsx";
import { Matrix, MatrixCell, MatrixKeys } from "../parts/matrix.tsx";
import { LetterMark, Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { designHref, exchangesHref, now, placeHref } from "./connection.ts";

/** Every design and every cell of the plan, filling up. */
export function Done({ of }: { of: LiveState }) {
  const { designs, reviewers, standing, withheld } = of;
  const there = new Set([...designs, ...reviewers.flatMap(({ cells }) => cells)].map(({ stage }) => stage));
  const shown = Object.entries(CELL_STAGES).filter(
    ([stage, { usual }]) => (standing === "running" && usual) || there.has(stage as LiveStage),
  );
  return (
    <Section id="matrix" title="What is done">
      <Matrix
        designs={designs.map((design) => ({ ...design, title: design.title ?? design.model }))}
        caption={
          <>
            {tableSaid(of)}
            <MatrixKeys of={shown.map(([stage, { sign, word }]) => [stage, `${sign} ${word}`])} />
          </>
        }
        corner="Asked"
        rows={[
          { head: DESIGNERS_ROW, cell: (design) => <Stage of={design} /> },
          ...reviewers.map(({ model, cells }) => ({
            head: <TheirWords of={model} />,
            cell: (_: unknown, at: number) => cells[at] && <Stage of={cells[at]} />,
          })),
        ]}
      />
      <ul class="legend">
        {designs.map(({ design_id, letter, title, model, stage }) => (
          <li>
            <LetterMark of={letter} />{" "}
            {title === null ? (
              <i>{CELL_STAGES[stage].absent ?? "not there yet"}</i>
            ) : withheld ? (
              <TheirWords of={title} />
            ) : (
              <a href={designHref(design_id)}>
                <TheirWords of={title} />
              </a>
            )}
            {withheld ? null : (
              <>
                {" "}
                <span class="aside">
                  by <TheirWords of={model} />
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      {!withheld && [...there].some((stage) => stage === "done" || stage === "failed") && (
        <p>
          <a href={exchangesHref()}>{SENT_AND_CAME}</a>
        </p>
      )}
    </Section>
  );
}

function Stage({ of: { stage, since, seconds, score, left_out, reason, exchange } }: { of: LiveCell }) {
  const { sign, word } = CELL_STAGES[stage];
  const took = since === null ? seconds : Math.max(0, now.value - since) / 1000;
  const scored = score === null ? "" : ` with ${score.toFixed(1)} of 10`;
  return (
    <MatrixCell
      look={`stage ${stage} ${left_out ? "out" : ""}`}
      title={reason || (left_out ? NOT_COUNTED : word)}
      words={`${word}${scored}${left_out ? `, ${NOT_COUNTED}` : ""}`}
      sign={score !== null && stage === "done" ? score.toFixed(1) : sign}
      small={took !== null && wholeSeconds(took)}
      {...(exchange !== null && { href: placeHref(exchange) })}
    />
  );
}

/** Why something failed, is repaired or held back; nothing while all goes well. */
export function Wrong({ of: { designs, reviewers } }: { of: LiveState }) {
  const said = [
    ...designs.map((cell) => ({ what: `Design ${cell.letter}`, who: cell.model, cell })),
    ...reviewers.flatMap(({ model, cells }) =>
      cells.map((cell, at) => ({ what: `Evaluation of ${designs[at]?.letter ?? ""}`, who: model, cell })),
    ),
  ].flatMap(({ what, who, cell: { stage, reason, gives_up_at, exchange } }): FailureRow[] =>
    reason === ""
      ? []
      : [
          {
            what,
            who,
            word:
              gives_up_at === undefined ? (CELL_STAGES[stage].wrong ?? "failed") : askedAgain(gives_up_at, now.value),
            reason,
            look: stage,
            ...(exchange !== null && { href: placeHref(exchange) }),
          },
        ],
  );
  if (said.length === 0) return null;
  return (
    <Section id="failures" title="What went wrong">
      <Failures of={said} />
    </Section>
  );
}
