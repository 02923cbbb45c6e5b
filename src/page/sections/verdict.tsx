import type { ComponentChildren } from "preact";
import { SURE } from "../../text/certainty.ts";
import { count, list, oneDecimal, probability } from "../../text/numbers.ts";
import { type Page, type PageDesign, tiedFirst } from "../page.ts";
import { DesignName, Section, Words } from "../text.tsx";
import { Because } from "./because.tsx";

/** Columns of a title inside a sentence, and designs of a tie that are named. */
const TITLE = 110;
const MAX_TIED = 3;
/** Designers without a design that are named. */
const MAX_ABSENT = 4;

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const warned = [...missing(page), ...flagged(page)];
  return (
    <Section id="verdict" title="The verdict">
      <div class="verdict">
        <p class="said">
          {answerOf(page)} {margin(page)}
        </p>
        <Sureness page={page} />
      </div>
      {warned.map((each) => (
        <p class="notice">{each}</p>
      ))}
      <Because page={page} />
      {page.notes.cautions.length > 0 && (
        <>
          <h3>Before you rely on it</h3>
          <ul>
            {page.notes.cautions.map((caution) => (
              <li>
                <Words of={caution} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** The answer in one sentence, as it also stands at the top of the page. */
export function answerOf(page: Page): ComponentChildren {
  const { winner } = page.ranking.summary;
  const [first, second] = rankedOf(page);
  if (!first) return "No design could be ranked. Look below at what reviewers said of each.";
  if (!second) {
    return (
      <>
        Only <Named design={first} /> has scores: there is nothing to compare it with.
      </>
    );
  }
  if (winner !== null) {
    return (
      <>
        {page.ranking.summary.confidence === "high" ? "Build" : "Probably build"} <Named design={first} />.
      </>
    );
  }
  const tied = tiedFirst(page);
  if (page.compared && tied.length > 1) {
    const more = tied.length - MAX_TIED;
    return (
      <>
        No winner: the scores cannot tell{" "}
        {tied.slice(0, MAX_TIED).map((design, at) => (
          <>
            {at > 0 && (at === Math.min(tied.length, MAX_TIED) - 1 && more <= 0 ? " and " : ", ")}
            <Named design={design} />
          </>
        ))}
        {more > 0 && ` and ${more} more`} apart.
      </>
    );
  }
  return page.compared ? (
    <>
      No clear winner: <Named design={first} /> is only just first.
    </>
  ) : (
    <>
      No winner: one reviewer alone tells the designs apart, and puts <Named design={first} /> first.
    </>
  );
}

/** How sure the answer is, as a label that stands alone. */
export function Confidence({ page }: { page: Page }) {
  const { confidence } = page.ranking.summary;
  return <span class={`level ${confidence}`}>Confidence: {confidence}</span>;
}

function Named({ design }: { design: PageDesign }) {
  return <DesignName design={design} max={TITLE} />;
}

function Sureness({ page }: { page: Page }) {
  const { confidence, winner, doubt } = page.ranking.summary;
  const first = rankedOf(page)[0];
  const best = first?.best ?? null;
  // Where so little is known that confidence stays below the probability, the number would say too much.
  const told = best !== null && (confidence === "high" || best <= SURE);
  return (
    <p>
      <Confidence page={page} /> {winner === null ? OPEN : RIGHT[confidence]}
      {doubt === "close-designs" && " Two designs of nearly one quality would now and then look as far apart."}
      {first && told && ` The chance that ${first.letter} is the best of all: ${probability(best)}.`}
    </p>
  );
}

const OPEN = "Take the order as a hint: other reviewers may well put another design first.";

/** To be right is one thing, to be agreed with another: models that err together agree on what is wrong. */
const AGREED = "Other reviewers like these would agree more often than it is right, for they err together.";
const RIGHT = {
  high: `Very probably it is the best of those judged. ${AGREED}`,
  medium: `Probably it is the best of those judged. ${AGREED}`,
  low: OPEN,
} as const;

/** How far the first stands before the next. */
function margin(page: Page): ComponentChildren {
  const [first, second] = rankedOf(page);
  if (!first || !second || first.score === null || second.score === null) return null;
  const tied = tiedFirst(page);
  if (page.compared && page.ranking.summary.winner === null && tied.length > 1) {
    const scores = tied.map(({ score }) => shown(score));
    const range = [...new Set([scores.at(-1), scores[0]])].join(" to ");
    return page.ranking.summary.ahead === first.id
      ? `${first.letter} is slightly ahead (${range} of 10): weigh that with what they do differently.`
      : `Choose by what they do differently, not by their scores (${range} of 10).`;
  }
  return (
    <>
      It scores {shown(first.score)} of 10; the next, <Named design={second} />, {shown(second.score)}.
    </>
  );
}

const shown = (score: number | null): string => (score === null ? "no score" : score.toFixed(1));

function rankedOf({ ranked }: Page): PageDesign[] {
  return ranked.filter((design) => design.ranked?.rank != null);
}

/** What is not there, in one sentence; nothing when the whole matrix is. */
function missing({ ranking, absent }: Page): ComponentChildren[] {
  const { scored_cells, expected_cells } = ranking.summary;
  const said = [
    ...(scored_cells < expected_cells ? [`${scored_cells} of ${count(expected_cells, "score")} are there`] : []),
    ...(absent.length > 0
      ? [
          `there is no design by ${list(
            absent.map(({ model }) => model),
            MAX_ABSENT,
          )}`,
        ]
      : []),
  ];
  if (said.length === 0) return [];
  return [
    <>
      <strong>Incomplete:</strong> <Words of={said.join("; ")} />. The ranking uses what there is; see{" "}
      <a href="#account">what failed</a>.
    </>,
  ];
}

/** Designs that speak to whoever judges them, and scores that look as if one had been obeyed. */
function flagged({ ranked, attention, letterOf, modelOf }: Page): ComponentChildren[] {
  const designs = ranked.filter((design) => design.flagged);
  if (designs.length === 0) return [];
  const one = designs.length === 1;
  const letters = list(designs.map(({ letter }) => letter));
  const obeyed = attention.top_scores.map(
    ({ design_id, reviewer_id, score, others }) =>
      ` ${modelOf(reviewer_id)} gave ${letterOf(design_id)} ${oneDecimal(score)} where the others give ${oneDecimal(others)}.`,
  );
  return [
    <>
      <strong>
        {letters} {one ? "addresses its" : "address their"} reviewers.
      </strong>{" "}
      {one ? "It is" : "They are"} ranked as any other; read{" "}
      <a href="#flags">what {one ? "it says" : "they say"} to them</a> before you trust {one ? "its" : "their"} scores.
      <Words of={obeyed.slice(0, 3).join("")} />
    </>,
  ];
}
