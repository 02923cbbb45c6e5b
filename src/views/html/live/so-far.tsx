import type { LiveState, LiveVerdict } from "../../../story/live-state.ts";
import { count, list } from "../../../text/numbers.ts";

/** The ranking of what is scored; it may turn with every score that comes. */
export function SoFar({ of }: { of: LiveState }) {
  if (of.so_far.length === 0)
    return (
      of.verdict && (
        <section aria-labelledby="so-far">
          <h2 id="so-far">The ranking</h2>
          <Verdict of={of.verdict} />
        </section>
      )
    );
  const whole = of.done === of.total || (!of.running && of.done + of.failed === of.total);
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">{whole ? "The ranking" : "The ranking so far"}</h2>
      {of.verdict && <Verdict of={of.verdict} />}
      <p class="lead">{whole ? "Scores are of 10. Why each was given stands in the report." : soFarOf(of)}</p>
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
                <span class="letter">{letter}</span>{" "}
                <bdi>{of.designs.find((design) => design.letter === letter)?.title ?? ""}</bdi>
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

/** What came of it in a sentence, with how sure that is; the report says why. */
function Verdict({ of }: { of: LiveVerdict }) {
  return (
    <p>
      <strong>{said(of)}</strong> <span class={`level ${of.confidence}`}>Confidence: {of.confidence}</span>
    </p>
  );
}

function said({ kind, first, chance }: LiveVerdict): string {
  const [one] = first;
  switch (kind) {
    case "winner":
      return `${one} is the best of those that were judged.`;
    case "tie":
      return `No winner: the scores cannot tell ${list(first)} apart.`;
    case "ahead":
      return `No winner: ${one} is slightly ahead, the best of all with a probability of ${chance}.`;
    case "one-opinion":
      return `No winner: one reviewer alone tells the designs apart, and puts ${one} first.`;
    case "one-design":
      return `Only ${one} has scores: there is nothing to compare it with.`;
    default:
      return `No order: no reviewer's scores set ${list(first)} against each other. The report says what would.`;
  }
}

function soFarOf({ so_far }: LiveState): string {
  const there = so_far.reduce((sum, { scored }) => sum + scored, 0);
  return `Of the ${count(there, "score")} that ${there === 1 ? "is" : "are"} there; it may turn with every one that comes. Scores are of 10.`;
}
