import { WITHHELD } from "../../../story/held-back.ts";
import type { LiveDesign, LiveState } from "../../../story/live-state.ts";
import { count } from "../../../text/numbers.ts";
import { Said } from "../said.tsx";
import { Letter } from "../text.tsx";
import { Words } from "../words.tsx";
import { designHref } from "./connection.ts";

/** The ranking that is stored; while somebody is at work, or none is, that of what is scored, which may turn with every score. */
export function SoFar({ of }: { of: LiveState }) {
  if (of.withheld)
    return (
      <section aria-labelledby="so-far">
        <h2 id="so-far">The ranking</h2>
        <p>Authors, scores and order are {WITHHELD}: type /design-lab judge, or --show behind it.</p>
      </section>
    );
  if (of.so_far.length === 0)
    return (
      of.verdict && (
        <section aria-labelledby="so-far">
          <h2 id="so-far">The ranking</h2>
          <Verdict of={of.verdict} designs={of.designs} />
        </section>
      )
    );
  const stored = of.verdict !== null;
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">{stored ? "The ranking" : "The ranking so far"}</h2>
      {of.verdict && <Verdict of={of.verdict} designs={of.designs} />}
      <p class="lead">{stored ? "Scores are of 10. Why each was given stands in the report." : soFarOf(of)}</p>
      <table class="strip places">
        <thead>
          <tr>
            {["Design", "Rank", "Score", "Chance to be best", "Scored by"].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.so_far.map(({ letter, rank, score, chance, scored, of: all }) => (
            <tr>
              <th scope="row">
                <Letter of={letter} /> <Title of={of.designs.find((design) => design.letter === letter)} />
              </th>
              <td>{rank}</td>
              <td>{score.toFixed(1)}</td>
              <td>{chance ?? "–"}</td>
              <td>
                {scored} of {all}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A design's title, which leads to the design. */
function Title({ of }: { of: LiveDesign | undefined }) {
  if (of?.title == null) return null;
  return (
    <a href={designHref(of.design_id)}>
      <bdi>{of.title}</bdi>
    </a>
  );
}

/** What a person decided. */
export function Decision({ of: { decision, designs } }: { of: LiveState }) {
  if (decision === null) return null;
  return (
    <p class="notice">
      <Said of={decision} by={naming(designs)} />
    </p>
  );
}

/** What came of it in a sentence, with how sure that is; the report says why. */
function Verdict({ of, designs }: { of: NonNullable<LiveState["verdict"]>; designs: LiveState["designs"] }) {
  return (
    <p>
      <Said of={of.answer} by={naming(designs)} />{" "}
      {of.confidence && <span class={`level ${of.confidence}`}>Confidence: {of.confidence}</span>}
    </p>
  );
}

function naming(designs: LiveState["designs"]): Parameters<typeof Said>[0]["by"] {
  const design = (id: string, withTitle: boolean) => {
    const found = designs.find(({ design_id }) => design_id === id);
    if (!found) return id;
    return withTitle && found.title !== null ? (
      <>
        {found.letter} “<Words of={found.title} />”
      </>
    ) : (
      found.letter
    );
  };
  return { design, reviewer: (id) => id };
}

function soFarOf({ so_far }: LiveState): string {
  const there = so_far.reduce((sum, { scored }) => sum + scored, 0);
  return `Of the ${count(there, "score")} that ${there === 1 ? "is" : "are"} there; it may turn with every one that comes. Scores are of 10.`;
}
