import type { ComponentChildren } from "preact";
import type { Page, PageDesign } from "../page.ts";
import { By, Letter, Section } from "../text.tsx";
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
          <Row page={page}>
            {(design) => (
              <>
                <h4>
                  <Letter of={design.letter} /> <Words of={design.title} max={200} />
                </h4>
                <By design={design} />
              </>
            )}
          </Row>
          <SharedTopics page={page} />
          {TOPICS.map(([title, show]) => (
            <>
              <h4 class="topic">{title}</h4>
              <Row page={page}>
                {({ letter, design }) => (
                  <>
                    <Whose letter={letter} />
                    {show(design)}
                  </>
                )}
              </Row>
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

function Row({ page, children }: { page: Page; children: (design: PageDesign) => ComponentChildren }) {
  return (
    <div class="two">
      {page.ranked.map((design) => (
        <div class={`of-${design.letter}`}>{children(design)}</div>
      ))}
    </div>
  );
}

/** For each pair the trade-offs about one topic; the page's style shows those of the pair that is chosen. */
function SharedTopics({ page }: { page: Page }) {
  return pairsOf(page).map(({ a, b, shared }) => (
    <div class={`pair-${a.letter}-${b.letter}`}>
      <h4 class="topic">The same topic</h4>
      {shared.map((topic) => (
        <div class="two">
          <Chosen design={a} of={topic.first} alike={topic.alike} />
          <Chosen design={b} of={topic.second} alike={topic.alike} />
        </div>
      ))}
    </div>
  ));
}

/** Pairs of designs that decide something about the same topic. */
function pairsOf({ topics, ranked }: Page) {
  return topics.flatMap(({ first, second, shared }) => {
    const [a, b] = [first, second].map((id) => ranked.find((design) => design.id === id));
    return a && b && shared.length > 0 ? [{ a, b, shared }] : [];
  });
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

/**
 * The style that hides what is not chosen and puts the chosen two left and right; a browser that does not know `:has`
 * shows all. Letters only, no text of a design, are in it.
 */
export function comparisonStyle(page: Page): string {
  const chosen = ({ letter }: PageDesign, side = "") => `:has(.choose ${side} option[value="${letter}"]:checked)`;
  const designs = page.ranked.flatMap((design) => {
    const [left, right] = [chosen(design, "#compare-left"), chosen(design, "#compare-right")];
    return [
      `.compare:not(${chosen(design)}) .of-${design.letter} { display: none; }`,
      `.compare${right} .of-${design.letter} { order: 2; }`,
      `.compare${left}${right} .same { display: block; }`,
      `.compare${left}${right} .both { display: none; }`,
    ];
  });
  const pairs = pairsOf(page).map(
    ({ a, b }) => `.compare:not(${chosen(a)}${chosen(b)}) .pair-${a.letter}-${b.letter} { display: none; }`,
  );
  return [...designs, ...pairs].join("\n");
}
