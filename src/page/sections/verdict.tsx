import type { ComponentChildren } from "preact";
import { list, probability } from "../../text/numbers.ts";
import { type Page, type PageDesign, scoreOf } from "../page.ts";
import { DesignName, Section, Words } from "../text.tsx";

/** Which design to build and how sure that is, in two sentences; then what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const { confidence } = page.ranking.summary;
  return (
    <Section id="verdict" title="The verdict">
      <div class="verdict">
        <p class="said">{verdictOf(page)}</p>
        <p>
          <span class={`level ${confidence}`}>Confidence: {confidence}</span> {CONFIDENCE[confidence]}
        </p>
      </div>
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

const CONFIDENCE = {
  high: "Other reviewers like these would most likely put the same design first.",
  medium: "Other reviewers like these would probably put the same design first.",
  low: "Take the order as a hint: other reviewers may well put another design first.",
} as const;

function verdictOf(page: Page): ComponentChildren {
  const { summary } = page.ranking;
  const scored = page.ranked.filter(({ ranked }) => ranked !== null && ranked.rank !== null);
  const [first, second] = scored;
  if (!first) return "No design could be ranked. Look below at what reviewers said of each.";
  if (!second) {
    return (
      <>
        Only <DesignName design={first} /> has scores. There is nothing to compare it with.
      </>
    );
  }
  const tied = summary.tie_groups.find((group) => group.includes(first.id)) ?? [];
  if (summary.winner === null) return tied.length > 1 ? tie(page, tied) : noWinner(first);
  return (
    <>
      Build <DesignName design={first} />, by <Words of={first.model} />: it scores {points(first)} of 10. The next is{" "}
      <DesignName design={second} /> with {points(second)}; the probability that {first.letter} is the better of the two
      is {probability(probabilityOf(page, first, second))}.
    </>
  );
}

function tie(page: Page, ids: readonly string[]): ComponentChildren {
  const tied = page.ranked.filter(({ id }) => ids.includes(id));
  const letters = list(
    tied.map(({ letter }) => letter),
    8,
  );
  return (
    <>
      Designs {letters} cannot be told apart: the reviewers' scores do not single one out. Choose between them by what
      they do differently, not by their scores ({tied.slice(0, 4).map((design, at) => separated(at, points(design)))}
      {tied.length > 4 ? ", …" : ""} of 10).
    </>
  );
}

function noWinner(first: PageDesign): ComponentChildren {
  return (
    <>
      No design is the clear winner. <DesignName design={first} /> stands first with {points(first)} of 10; the
      probability that it is the best of all is {probability(first.ranked?.p_best ?? null)}.
    </>
  );
}

const separated = (at: number, text: string): string => (at === 0 ? text : `, ${text}`);

const points = (design: PageDesign): string => scoreOf(design)?.toFixed(1) ?? "no score";

export function probabilityOf({ ranking }: Page, better: PageDesign, worse: PageDesign): number | null {
  return ranking.pairwise.find((pair) => pair.better === better.id && pair.worse === worse.id)?.probability ?? null;
}
