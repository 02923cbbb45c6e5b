import type { ComponentChildren } from "preact";
import type { Page, PageDesign } from "../page.ts";
import { FlagMark, Letter, Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** A text is cut here in the comparison; the design in full holds the rest. Columns. */
const MAX_TEXT = 320;

/**
 * Any two designs side by side. All stand in the page; its style shows the two that are chosen, so that it works
 * without a script (`comparisonStyle`).
 */
export function CompareSection({ page }: { page: Page }) {
  const [first, second] = page.ranked;
  if (!first || !second) return null;
  return (
    <Section
      id="compare"
      title="Two designs side by side"
      lead="Choose any two; what they decide differently about the same topic stands first."
    >
      <div class="compare">
        <div class="choose">
          <Choice page={page} id="compare-left" label="Left" chosen={first} />
          <Choice page={page} id="compare-right" label="Right" chosen={second} />
        </div>
        <p class="same">Choose two different designs.</p>
        <div class="both">
          <Row
            of={page}
            show={(design) => (
              <>
                <h4>
                  <Letter of={design.letter} /> <Words of={design.title} max={200} />
                </h4>
                <p class="by">
                  by <Words of={design.model} /> <FlagMark design={design} />
                </p>
              </>
            )}
          />
          <SharedTopics page={page} />
          {TOPICS.map(([title, show]) => (
            <>
              <h4 class="topic">{title}</h4>
              <Row
                of={page}
                show={({ letter, design }) => (
                  <>
                    <Whose letter={letter} />
                    {show(design)}
                  </>
                )}
              />
            </>
          ))}
        </div>
      </div>
    </Section>
  );
}

function Choice({ page, id, label, chosen }: { page: Page; id: string; label: string; chosen: PageDesign }) {
  return (
    <label for={id}>
      <span>{label}</span>
      <select id={id}>
        {page.ranked.map((design) => (
          <option value={design.letter} selected={design === chosen}>
            {`${design.letter} · ${design.title.slice(0, 70)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which design a block belongs to, where the two stand below each other and not side by side. */
function Whose({ letter }: { letter: string }) {
  return (
    <span class="whose">
      <Letter of={letter} />
    </span>
  );
}

function Row({ of, show }: { of: Page; show: (design: PageDesign) => ComponentChildren }) {
  return (
    <div class="two">
      {of.ranked.map((design) => (
        <div class={`of-${design.letter}`}>{show(design)}</div>
      ))}
    </div>
  );
}

/** For each pair the trade-offs about one topic; the page's style shows those of the pair that is chosen. */
function SharedTopics({ page }: { page: Page }) {
  const pairs = page.topics.filter(({ shared }) => shared.length > 0);
  return (
    <>
      {pairs.map(({ first, second, shared }) => {
        const [a, b] = [first, second].map((id) => page.ranked.find((design) => design.id === id));
        if (!a || !b) return null;
        return (
          <div class={pairClass(a, b)}>
            <h4 class="topic">The same topic</h4>
            {shared.map((topic) => (
              <div class="two">
                <Chosen design={a} of={topic.first} alike={topic.alike} />
                <Chosen design={b} of={topic.second} alike={topic.alike} />
              </div>
            ))}
          </div>
        );
      })}
    </>
  );
}

function Chosen({ design, of, alike }: { design: PageDesign; of: Body["tradeoffs"][number]; alike: boolean }) {
  return (
    <div class={`of-${design.letter} ${alike ? "alike" : "differs"}`}>
      <Whose letter={design.letter} />
      <p class="label">
        <Words of={of.aspect} max={100} />
        {alike && ", chosen alike"}
      </p>
      <p>
        <strong>
          <Words of={of.choice} max={MAX_TEXT} />
        </strong>
      </p>
      <p>
        <Words of={of.rationale} max={MAX_TEXT} />
      </p>
    </div>
  );
}

type Body = PageDesign["design"];

const TOPICS: readonly [title: string, show: (design: Body) => ComponentChildren][] = [
  ["Approach", ({ summary }) => <Words of={summary} max={2 * MAX_TEXT} />],
  ["Components", ({ components }) => list(components.map(({ name, description }) => [name, description]))],
  ["Trade-offs", ({ tradeoffs }) => list(tradeoffs.map(({ aspect, choice }) => [aspect, choice]))],
  ["Risks", ({ risks }) => list(risks.map(({ severity, description }) => [severity, description]))],
  ["Assumptions", ({ assumptions }) => list(assumptions.map((text) => ["", text]))],
  ["Open questions", ({ open_questions }) => list(open_questions.map((text) => ["", text]))],
];

function list(items: readonly (readonly [name: string, text: string])[]): ComponentChildren {
  if (items.length === 0) return <p class="lead">None.</p>;
  return (
    <ul>
      {items.map(([name, text]) => (
        <li>
          {name && (
            <strong>
              <Words of={name} max={80} />:{" "}
            </strong>
          )}
          <Words of={text} max={MAX_TEXT} />
        </li>
      ))}
    </ul>
  );
}

const pairClass = (a: PageDesign, b: PageDesign): string => `pair-${a.letter}-${b.letter}`;

/** The style that shows the two designs chosen, left and right; letters only, no text of a design, are in it. */
export function comparisonStyle({ ranked }: Page): string {
  const chosen = (side: "left" | "right", { letter }: PageDesign) =>
    `.compare:has(#compare-${side} option[value="${letter}"]:checked)`;
  const sides = ranked.flatMap((design) => [
    `${chosen("left", design)} .of-${design.letter} { display: block; order: 1; }`,
    `${chosen("right", design)} .of-${design.letter} { display: block; order: 2; }`,
    `${chosen("left", design)}:has(#compare-right option[value="${design.letter}"]:checked) .same { display: block; }`,
    `${chosen("left", design)}:has(#compare-right option[value="${design.letter}"]:checked) .both { display: none; }`,
  ]);
  const pairs = ranked.flatMap((a) =>
    ranked.flatMap((b) => {
      if (a === b) return [];
      const right = `:has(#compare-right option[value="${b.letter}"]:checked)`;
      return [`${chosen("left", a)}${right} :is(.${pairClass(a, b)}, .${pairClass(b, a)}) { display: block; }`];
    }),
  );
  return [...sides, ...pairs].join("\n");
}
