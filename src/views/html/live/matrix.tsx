import type { LiveCell, LiveStage, LiveState } from "../../../story/live-state.ts";
import { NOT_COUNTED } from "../../../text/incomplete.ts";
import { now } from "./connection.ts";
import { whole } from "./whole.ts";

/** Every design and every cell of the plan, filling up. */
export function Matrix({ of }: { of: LiveState }) {
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">What is done</h2>
      <table class={of.designs.length > 5 ? "strip many" : "strip"}>
        <caption>
          Each column is a design, each row below the first a reviewer; a number is its score of the design, of 10
          {of.reviewers.some(({ cells }) => cells.some(({ left_out }) => left_out))
            ? "; one that is struck through is not counted, for the design is the reviewer's own."
            : "."}
          <span class="keys">
            {shownStages(of).map((stage) => (
              <>
                <span class={`key ${stage}`}>
                  {SIGNS[stage]} {WORDS[stage]}
                </span>{" "}
              </>
            ))}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Asked</th>
            {of.designs.map(({ letter, title, model }) => (
              <th scope="col">
                <span class="letter">{letter}</span>
                <span class="hidden">
                  <bdi>{title ?? model}</bdi>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">The design's own model, to write it</th>
            {of.designs.map((design) => (
              <td>
                <Cell of={design} />
              </td>
            ))}
          </tr>
          {of.reviewers.map(({ model, cells }) => (
            <tr>
              <th scope="row">
                <bdi>{model}</bdi>
              </th>
              {cells.map((cell) => (
                <td>
                  <Cell of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="legend">
        {of.designs.map(({ letter, title, model, stage }) => (
          <li>
            <span class="letter">{letter}</span>{" "}
            {title === null ? <i>{ABSENT[stage] ?? "not there yet"}</i> : <bdi>{title}</bdi>}{" "}
            <span class="aside">
              by <bdi>{model}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
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

const ALWAYS: ReadonlySet<LiveStage> = new Set(["waiting", "asking", "done"]);

/** The stages that the table needs explained: while it fills up the ordinary ones, and those that are there. */
function shownStages({ designs, reviewers, running }: LiveState): LiveStage[] {
  const there = new Set([...designs, ...reviewers.flatMap(({ cells }) => cells)].map(({ stage }) => stage));
  return STAGES.filter((stage) => (running && ALWAYS.has(stage)) || there.has(stage));
}

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

function Cell({ of }: { of: LiveCell }) {
  const { stage, since, seconds, score, left_out, reason } = of;
  const took = since === null ? seconds : Math.max(0, now.value - since) / 1000;
  return (
    <span class={`stage ${stage} ${left_out ? "out" : ""}`} title={reason || (left_out ? NOT_COUNTED : WORDS[stage])}>
      <span aria-hidden="true">{score !== null && stage === "done" ? score.toFixed(1) : SIGNS[stage]}</span>
      <span class="hidden">
        {WORDS[stage]}
        {score !== null && ` with ${score.toFixed(1)} of 10`}
        {left_out && `, ${NOT_COUNTED}`}
      </span>
      {took !== null && <small>{whole(took)}</small>}
    </span>
  );
}
