import { placesHead, rankingSaid } from "../../../story/live-page.ts";
import type { LiveDesign, LiveState } from "../../../story/live-state.ts";
import { BETTER_DESIGNS } from "../../../story/round-words.ts";
import { Said } from "../said.tsx";
import { LetterMark } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { designHref } from "./connection.ts";

/** The ranking that is stored; while somebody is at work, or none is, that of what is scored, which may turn with every score. */
export function SoFar({ of }: { of: LiveState }) {
  const { withheld, verdict, so_far, designs } = of;
  if (!withheld && so_far.length === 0 && verdict === null) return null;
  const { title, lead } = rankingSaid(of);
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">{title}</h2>
      {verdict && !withheld && <Verdict of={verdict} designs={designs} />}
      {lead !== "" && <p class={withheld ? "" : "lead"}>{lead}</p>}
      {so_far.length > 0 && (
        <table class="strip places">
          <thead>
            <tr>
              {placesHead(of).map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {so_far.map(({ letter, rank, score, chance, scored, of: all }) => (
              <tr>
                <th scope="row">
                  <LetterMark of={letter} /> <Title of={designs.find((design) => design.letter === letter)} />
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
      )}
    </section>
  );
}

/** A design's title, which leads to the design. */
function Title({ of }: { of: LiveDesign | undefined }) {
  if (of?.title == null) return null;
  return (
    <a href={designHref(of.design_id)}>
      <TheirWords of={of.title} />
    </a>
  );
}

/** What rounds of better designs came to, and what of one is being made. */
export function RoundsSoFar({ of: { rounds = [], children = [] } }: { of: LiveState }) {
  if (rounds.length === 0) return null;
  return (
    <section aria-labelledby="rounds">
      <h2 id="rounds">
        <Said of={BETTER_DESIGNS} />
      </h2>
      {rounds.map((each) => (
        <p>
          <Said of={each} />
        </p>
      ))}
      {children.length > 0 && (
        <ul>
          {children.map(({ design_id, name, title }) => (
            <li>
              <a href={designHref(design_id)}>
                {name} <TheirWords of={title} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a person decided. */
export function DecisionSoFar({ of: { decision, designs } }: { of: LiveState }) {
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
        {found.letter} “<TheirWords of={found.title} />”
      </>
    ) : (
      found.letter
    );
  };
  return { design, reviewer: (id) => id };
}
