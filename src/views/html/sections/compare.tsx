import type { ComponentChildren } from "preact";
import { COVERAGE } from "../../../story/coverage-shown.ts";
import { CLOSED, SIDES } from "../../../story/report.ts";
import { truncate } from "../../../text/truncate.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page, PageDesign } from "../page.ts";
import { ByModel, LetterMark, Meets } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { coverageKey } from "./coverage.tsx";
import { ClosedSection } from "./section.tsx";

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
    <ClosedSection id="compare" lead={SIDES.lead} holds={CLOSED.compare(page.ranked.length)}>
      <div class="compare">
        <div class="choose">
          <Choice page={page} id="compare-left" label="Left" chosen={first} />
          <Choice page={page} id="compare-right" label="Right" chosen={second} />
        </div>
        <p class="same">{SIDES.same}</p>
        <div class="both">
          <Row page={page}>
            {(design) => (
              <>
                <h4>
                  <LetterMark of={design.letter} /> <TheirWords of={design.title} max={200} />
                </h4>
                <ByModel design={design} />
                {design.met && (
                  <p class="label">
                    Requirements met: <Meets of={design.met} />
                  </p>
                )}
              </>
            )}
          </Row>
          <Requirements page={page} />
          <SharedTopics page={page} />
          <Topic page={page} of={APPROACH} />
          <details>
            <summary>{SIDES.rest}</summary>
            {TOPICS.map((topic) => (
              <Topic page={page} of={topic} />
            ))}
          </details>
        </div>
      </div>
    </ClosedSection>
  );
}

function Choice({ page, id, label, chosen }: { page: Page; id: string; label: string; chosen: PageDesign }) {
  return (
    <label for={id}>
      <span>{label}</span>
      <select id={id}>
        {page.ranked.map((design) => (
          <option value={design.letter} selected={design === chosen}>
            {`${design.letter} · ${truncate(design.title.replaceAll("`", ""), 70)}`}
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
      <LetterMark of={letter} />
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

/** What each of the two says about one thing. */
function Topic({ page, of: [title, show] }: { page: Page; of: Shown }) {
  return (
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
  );
}

/** What most reviewers say of two designs where that is not the same; the style shows the rows of the chosen pair. */
function Requirements({ page }: { page: Page }) {
  const rows = differingOf(page);
  if (rows.length === 0) return null;
  return (
    <div class={["apart", ...new Set(rows.flatMap(({ pairs }) => pairs))].join(" ")}>
      <h4 class="topic">{SIDES.requirements}</h4>
      {rows.map(({ requirement, pairs }) => (
        <div class={["apart", ...pairs].join(" ")}>
          <p class="requirement">
            <span class="number">{requirement.id}</span> <TheirWords of={requirement.text} max={MAX_TEXT} />
          </p>
          <Row page={page}>
            {(design) => {
              const standing = standingOf(design, requirement.id);
              return (
                <p>
                  <Whose letter={design.letter} />
                  <span class={`key ${standing}`}>{STANDINGS[standing]}</span>
                </p>
              );
            }}
          </Row>
        </div>
      ))}
    </div>
  );
}

type Standing = "met" | "partly" | "missed" | "not_addressed" | "open" | "unasked";

const STANDINGS: Readonly<Record<Standing, string>> = {
  met: coverageKey("met"),
  partly: coverageKey("partly"),
  missed: coverageKey("missed"),
  not_addressed: coverageKey("not_addressed"),
  open: `? ${COVERAGE.open}`,
  unasked: "– not asked",
};

function standingOf({ met }: PageDesign, id: string): Standing {
  if (met === null) return "unasked";
  const lists = { met: met.met, partly: met.partly, missed: met.missed, not_addressed: met.silent, open: met.open };
  const [standing] = Object.entries(lists).find(([, ids]) => ids.includes(id)) ?? [];
  return (standing as keyof typeof lists | undefined) ?? "unasked";
}

/** Requirements that tell at least two designs apart, each with the classes of those pairs. */
function differingOf({ coverage, ranked }: Page) {
  return coverage.flatMap(({ requirement }) => {
    const standings = ranked.map((design) => [design.letter, standingOf(design, requirement.id)] as const);
    const pairs = standings.flatMap(([a, one], at) =>
      standings.slice(at + 1).flatMap(([b, other]) => (one === other ? [] : [`differ-${a}-${b}`])),
    );
    return pairs.length > 0 ? [{ requirement, pairs }] : [];
  });
}

/** For each pair the trade-offs about one topic; the page's style shows those of the pair that is chosen. */
function SharedTopics({ page }: { page: Page }) {
  return pairsOf(page).map(({ a, b, shared }) => (
    <div class={`pair-${a.letter}-${b.letter}`}>
      <h4 class="topic">The same topic</h4>
      {shared
        .toSorted((one, other) => Number(one.alike) - Number(other.alike))
        .map((topic) => (
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
        <TheirWords of={of.aspect} max={100} />
        {alike && ", chosen alike"}
      </p>
      <div class="choice">
        <Start of={of.choice} />
      </div>
      <Start of={of.rationale} />
    </div>
  );
}

/** A text of one line as a line, which takes less of the page than a paragraph of its own, else as it was meant. */
function Start({ of }: { of: string }) {
  return of.includes("\n") ? <Paragraphs of={of} max={MAX_TEXT} /> : <TheirWords of={of} max={MAX_TEXT} />;
}

type Body = PageDesign["design"];

type Shown = readonly [title: string, show: (design: Body) => ComponentChildren];

const APPROACH: Shown = ["Approach", ({ summary }) => <Paragraphs of={summary} max={2 * MAX_TEXT} />];

const TOPICS: readonly Shown[] = [
  ["Components", ({ components }) => list(components.map(({ name, description }) => [name, description]))],
  ["Connections", ({ connections = [] }) => list(connections.map(({ from, to, what }) => [`${from} → ${to}`, what]))],
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
              <TheirWords of={name} max={160} />:{" "}
            </strong>
          )}
          <Start of={text} />
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
  const chosen = ({ letter }: PageDesign, side = "") => `:has(${side}option[value="${letter}"]:checked)`;
  const designs = page.ranked.flatMap((design) => {
    const [left, right] = [chosen(design, "#compare-left "), chosen(design, "#compare-right ")];
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
  const differing = new Set(differingOf(page).flatMap(({ pairs }) => pairs));
  const apart = page.ranked.flatMap((a, at) =>
    page.ranked.slice(at + 1).map((b) => {
      const name = `differ-${a.letter}-${b.letter}`;
      const hidden = differing.has(name) ? `.apart:not(.${name})` : ".apart";
      return `.compare${chosen(a)}${chosen(b)} ${hidden} { display: none; }`;
    }),
  );
  return [...designs, ...pairs, ...apart].join("\n");
}
