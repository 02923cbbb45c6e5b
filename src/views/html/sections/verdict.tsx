import type { ComponentChildren } from "preact";
import { verdictOf } from "../../../artifacts/verdict.ts";
import { SURE } from "../../../text/certainty.ts";
import { incompleteText } from "../../../text/incomplete.ts";
import { list, oneDecimal, probability } from "../../../text/numbers.ts";
import { type Page, type PageDesign, tiedFirst } from "../page.ts";
import { DesignName, Section, Words } from "../text.tsx";
import { Because } from "./because.tsx";

/** Columns of a title inside a sentence, and designs of a tie that are named. */
const TITLE = 110;
const MAX_TIED = 3;

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const warned = flagged(page);
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
  const found = verdictOf(page.ranking);
  const named = (id: string) =>
    page.ranked.filter((design) => design.id === id).map((design) => <Named design={design} />);
  switch (found.kind) {
    case "unranked":
      return "No design could be ranked. Look below at what reviewers said of each.";
    case "nobody-compares":
      return <>No order: no reviewer's scores set {severalOf(found.designs, named)} against each other.</>;
    case "one-design":
      return <>Only {named(found.design)} has scores: there is nothing to compare it with.</>;
    case "winner":
      return (
        <>
          {page.ranking.summary.confidence === "high" ? "Build" : "Probably build"} {named(found.design)}.
        </>
      );
    case "tie":
      return <>No winner: the scores cannot tell {severalOf(found.designs, named)} apart.</>;
    case "ahead":
      return <>No winner: {named(found.design)} is slightly ahead.</>;
    case "one-opinion":
      return <>No winner: one reviewer alone tells the designs apart, and puts {named(found.design)} first.</>;
  }
}

function severalOf(ids: readonly string[], named: (id: string) => ComponentChildren): ComponentChildren {
  const shown = ids.slice(0, MAX_TIED);
  const more = ids.length - shown.length;
  return (
    <>
      {shown.map((id, at) => (
        <>
          {at > 0 && (at === shown.length - 1 && more === 0 ? " and " : ", ")}
          {named(id)}
        </>
      ))}
      {more > 0 && ` and ${more} more`}
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
  if (page.order_advice !== null) {
    return (
      <p>
        <Confidence page={page} /> For an order, <Words of={page.order_advice} />.
      </p>
    );
  }
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
  const found = verdictOf(page.ranking);
  if (found.kind === "tie") {
    const scores = tiedFirst(page).map(({ score }) => shown(score));
    const range = [...new Set([scores.at(-1), scores[0]])].join(" to ");
    return `Choose by what they do differently, not by their scores (${range} of 10).`;
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

/** What is not there, in one sentence, as it stands at the top of the page; nothing where all is. */
export function Missing({ page: { incomplete } }: { page: Page }) {
  if (incomplete === null) return null;
  return (
    <p class="notice">
      <strong>Incomplete:</strong> <Words of={incompleteText(incomplete)} />. The ranking uses what there is; see{" "}
      <a href="#account">what failed</a>.
    </p>
  );
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
