import type { LiveCell, LiveState } from "../../../story/live-state.ts";

/** Why something failed, is repaired or held back, in words; nothing while all goes well. */
export function Failures({ of }: { of: LiveState }) {
  const said = [
    ...of.designs.map((design) => ({ what: `Design ${design.letter}`, who: design.model, cell: design })),
    ...of.reviewers.flatMap(({ model, cells }) =>
      cells.map((cell, at) => ({ what: `Evaluation of ${of.designs[at]?.letter ?? ""}`, who: model, cell })),
    ),
  ].filter(({ cell }) => cell.reason !== "");
  if (said.length === 0) return null;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">What went wrong</h2>
      <ul>
        {said.map(({ what, who, cell }) => (
          <li>
            {what} by <bdi>{who}</bdi>, <strong class={cell.stage}>{wordFor(cell)}</strong>: <bdi>{cell.reason}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordFor({ stage }: LiveCell): string {
  if (stage === "repairing") return "its answer is being repaired";
  if (stage === "asking") return "asked again";
  return stage === "limit" ? "held back" : "failed";
}
