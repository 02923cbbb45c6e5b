import type { LiveCell, LiveStage, LiveState } from "../../../story/live-state.ts";
import { NOT_COUNTED } from "../../../text/not-counted.ts";
import { duration } from "../../../text/numbers.ts";
import { type Failure, Failures } from "../parts/lists.tsx";
import { Cell, Keys, Matrix } from "../parts/matrix.tsx";
import { Letter, Section, Words } from "../text.tsx";
import { now } from "./connection.ts";

/** Every design and every cell of the plan, filling up. */
export function Done({ of: { designs, reviewers, running } }: { of: LiveState }) {
  const there = new Set([...designs, ...reviewers.flatMap(({ cells }) => cells)].map(({ stage }) => stage));
  const shown = STAGES.filter((stage) => (running && ALWAYS.has(stage)) || there.has(stage));
  return (
    <Section id="matrix" title="What is done">
      <Matrix
        designs={designs.map((design) => ({ ...design, title: design.title ?? design.model }))}
        caption={
          <>
            Each column is a design, each row below the first a reviewer; a number is its score of the design, of 10
            {reviewers.some(({ cells }) => cells.some(({ left_out }) => left_out))
              ? "; one that is struck through is not counted, for the design is the reviewer's own."
              : "."}
            <Keys of={shown.map((stage) => [stage, `${SIGNS[stage]} ${WORDS[stage]}`])} />
          </>
        }
        corner="Asked"
        rows={[
          { head: "The design's own model, to write it", cell: (design) => <Stage of={design} /> },
          ...reviewers.map(({ model, cells }) => ({
            head: <Words of={model} />,
            cell: (_: unknown, at: number) => cells[at] && <Stage of={cells[at]} />,
          })),
        ]}
      />
      <ul class="legend">
        {designs.map(({ letter, title, model, stage }) => (
          <li>
            <Letter of={letter} /> {title === null ? <i>{ABSENT[stage] ?? "not there yet"}</i> : <Words of={title} />}{" "}
            <span class="aside">
              by <Words of={model} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const STAGES = [
  "waiting",
  "asking",
  "repairing",
  "done",
  "failed",
  "interrupted",
  "limit",
  "nothing",
] as const satisfies LiveStage[];

/** Of a design without a title: what became of it. */
const ABSENT: Readonly<Partial<Record<LiveStage, string>>> = {
  failed: "there is none, it failed",
  limit: "there is none, a limit held it back",
  interrupted: "there is none, it was interrupted",
};

/** The stages that are explained while the table fills up, whether or not they are there. */
const ALWAYS: ReadonlySet<LiveStage> = new Set(["waiting", "asking", "done"]);

const SIGNS: Readonly<Record<LiveStage, string>> = {
  waiting: "·",
  asking: "◔",
  repairing: "↻",
  done: "✓",
  failed: "✕",
  interrupted: "‖",
  limit: "▣",
  nothing: "–",
};

const WORDS: Readonly<Record<LiveStage, string>> = {
  waiting: "waiting",
  asking: "asking",
  repairing: "repairing",
  done: "done",
  failed: "failed",
  interrupted: "interrupted",
  limit: "held back by a limit",
  nothing: "no design to judge",
};

function Stage({ of: { stage, since, seconds, score, left_out, reason } }: { of: LiveCell }) {
  const took = since === null ? seconds : Math.max(0, now.value - since) / 1000;
  const scored = score === null ? "" : ` with ${score.toFixed(1)} of 10`;
  return (
    <Cell
      look={`stage ${stage} ${left_out ? "out" : ""}`}
      title={reason || (left_out ? NOT_COUNTED : WORDS[stage])}
      words={`${WORDS[stage]}${scored}${left_out ? `, ${NOT_COUNTED}` : ""}`}
      sign={score !== null && stage === "done" ? score.toFixed(1) : SIGNS[stage]}
      small={took !== null && whole(took)}
    />
  );
}

/** A duration in whole seconds, as it changes on a page: "<1s", "9s", "2m 4s". Seconds. */
export function whole(seconds: number): string {
  return seconds < 0.5 ? "<1s" : duration(Math.round(seconds));
}

/** Why something failed, is repaired or held back; nothing while all goes well. */
export function Wrong({ of: { designs, reviewers } }: { of: LiveState }) {
  const said = [
    ...designs.map((cell) => ({ what: `Design ${cell.letter}`, who: cell.model, cell })),
    ...reviewers.flatMap(({ model, cells }) =>
      cells.map((cell, at) => ({ what: `Evaluation of ${designs[at]?.letter ?? ""}`, who: model, cell })),
    ),
  ].flatMap(({ what, who, cell: { stage, reason } }): Failure[] =>
    reason === "" ? [] : [{ what, who, word: WRONG[stage] ?? "failed", reason, look: stage }],
  );
  if (said.length === 0) return null;
  return (
    <Section id="failures" title="What went wrong">
      <Failures of={said} />
    </Section>
  );
}

const WRONG: Readonly<Partial<Record<LiveStage, string>>> = {
  repairing: "its answer is being repaired",
  asking: "asked again",
  limit: "held back",
};
