import type { ComponentChildren } from "preact";
import type { Met } from "../../artifacts/unmet.ts";
import { ADDRESSES } from "../../story/attention.ts";
import { ASSERTIONS, sharesOf } from "../../story/meets.ts";
import type { Sentence } from "../../story/sentence.ts";
import { languageOf } from "./language.ts";
import type { Page, PageDesign } from "./page.ts";
import { type DrawNames, Said } from "./said.tsx";
import { coded, TheirWords } from "./words.tsx";

/** Items of somebody else's words; nothing when there are none. */
export function Items({ of, title }: { of: readonly string[]; title?: string }) {
  if (of.length === 0) return null;
  return (
    <>
      {title && <h4>{title}</h4>}
      <ul>
        {of.map((item) => (
          <li dir="auto" lang={languageOf(item)}>
            {coded(item)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Columns of a title in a heading; a design's file holds the rest. */
const MAX_TITLE = 240;

/** A design's letter as a badge. */
export function LetterMark({ of }: { of: string }) {
  return <span class="letter">{of}</span>;
}

/** A space at which no line ends, also before letters between which one may, such as Japanese ones. */
const NO_BREAK = "\u00A0\u2060";

/** A connection of a design: "API → Store: rows". */
export function Connected({ of: { from, to, what } }: { of: Connection }) {
  return (
    <>
      <strong>
        <TheirWords of={from} max={MAX_NAME} /> → <TheirWords of={to} max={MAX_NAME} />
      </strong>
      : <TheirWords of={what} />
    </>
  );
}

type Connection = NonNullable<PageDesign["design"]["connections"]>[number];

/** Columns of a component's name. */
const MAX_NAME = 160;

/** How many of what was checked a design meets: "10/12", and behind it what of the assertions. */
export function Meets({ of }: { of: Met }) {
  const { requirements, assertions } = sharesOf(of);
  return (
    <>
      {(requirements.of > 0 || assertions.of === 0) && <Share of={requirements} />}
      {requirements.of > 0 && assertions.of > 0 && ", "}
      {assertions.of > 0 && (
        <>
          <Share of={assertions} /> {ASSERTIONS}
        </>
      )}
    </>
  );
}

function Share({ of: { met, of } }: { of: { met: number; of: number } }) {
  return (
    <>
      {met}
      <span aria-hidden="true">/</span>
      <span class="hidden"> of </span>
      {of}
    </>
  );
}

/** Marks a design that addresses its reviewers. */
export function FlagMark({ design }: { design: PageDesign }) {
  if (!design.flagged) return null;
  return (
    <a class="flag" href="#flags">
      <span aria-hidden="true">⚑</span> {ADDRESSES}
    </a>
  );
}

/** Who wrote a design, marked where it addresses its reviewers. */
export function ByModel({ design }: { design: PageDesign }) {
  return (
    <p class="by">
      by <TheirWords of={design.by} /> <FlagMark design={design} />
    </p>
  );
}

/** A design by its letter and title, linked to where it stands in full. */
export function DesignName({ design, max = MAX_TITLE }: { design: PageDesign; max?: number }) {
  return (
    <a class="design-name" href={design.href}>
      <LetterMark of={design.letter} />
      {NO_BREAK}
      <TheirWords of={design.title} max={max} />
    </a>
  );
}

/** A sentence of the report: designs lead to where they stand in full, reviewers go by their models. */
export function SaidOfDesigns({ of, page }: { of: Sentence; page: Page }) {
  return <Said of={of} by={namesInReport(page)} />;
}

/** How the report draws designs and names reviewers inside a sentence. */
export const namesInReport = (page: Page): DrawNames => ({
  design(id, withTitle) {
    const found = page.ranked.find((each) => each.id === id);
    if (withTitle && found) return <DesignName design={found} max={TITLE} />;
    const made = page.rounds.flatMap(({ outcome }) => outcome.children).find(({ child }) => child.row.design_id === id);
    if (!withTitle || made?.child.design == null) return page.letterOf(id);
    return (
      <a href="#better">
        {made.name} “<TheirWords of={made.child.design.title} max={TITLE} />”
      </a>
    );
  },
  reviewer: page.modelOf,
});

/** Columns of a title inside a sentence. */
const TITLE = 110;

/** A part of the page under a heading of its own; `id` is where the contents link to. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

type SectionProps = { id: string; title: string; lead?: ComponentChildren; children?: ComponentChildren };

/** Something wide that scrolls inside its own frame; the frame takes the focus, so that arrow keys scroll it too. */
export function Scrolling({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scrolling" aria-label={label} {...FOCUSABLE}>
      {children}
    </section>
  );
}

const FOCUSABLE = { tabIndex: 0 } as const;
