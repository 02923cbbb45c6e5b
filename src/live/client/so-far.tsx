import type { LiveState } from "../../schemas/live-state.ts";
import { probability } from "../../text/numbers.ts";

/** The ranking of what is scored; it may turn with every score that comes. */
export function SoFar({ of }: { of: LiveState }) {
  if (of.so_far.length === 0) return null;
  const whole = of.so_far.length === of.designs.length && of.so_far.every(({ scored, of: all }) => scored >= all);
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">{whole ? "The ranking" : "The ranking so far"}</h2>
      {!whole && <p class="lead">Only of what is scored; it may turn with every score that comes.</p>}
      <table class="strip places">
        <thead>
          <tr>
            {["Design", "Rank", "Score", "P(best)", "Scored by"].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.so_far.map(({ letter, rank, score, p_best, scored, of: all }) => (
            <tr>
              <th scope="row">
                <span class="letter">{letter}</span>{" "}
                <bdi>{of.designs.find((design) => design.letter === letter)?.title ?? ""}</bdi>
              </th>
              <td>{rank}</td>
              <td>{score.toFixed(1)}</td>
              <td>{probability(p_best)}</td>
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
