import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { enoughSaid, QUICK, wantedSaid } from "../../../story/judge-page.ts";
import { GLANCE } from "../../../story/judge-reading.ts";
import { askedSaid } from "../../../story/meets.ts";
import { unmarked } from "../../../story/sentence.ts";
import { directionOf } from "../language.ts";
import { Said } from "../said.tsx";
import { LetterMark, Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { draftStanding, neededOf } from "./draft.ts";
import { GlancePart } from "./glance-part.tsx";
import { Html } from "./html.tsx";
import { OrderPart } from "./order-part.tsx";
import { PairsPart, RemarksPart, ResultPart } from "./other-parts.tsx";
import type { PartProps } from "./parts.tsx";
import { ScoresPart } from "./scores-part.tsx";
import type { Sheet } from "./sheet.ts";
import { SidesPart } from "./sides-part.tsx";

/** What a person reads, and below it all that may be said; `end` ends it. */
export function BallotForm({ end, ...given }: PartProps & { end: End }) {
  const { sheet, draft } = given;
  const [needed, need] = useState<ReturnType<typeof neededOf>>([]);
  const finish = (): void => {
    const missing = neededOf(sheet, draft);
    need(missing);
    if (missing[0]) focusOn(missing[0].at);
    else end.finish();
  };
  return (
    <>
      <Asked of={sheet} />
      <Designs of={sheet} />
      <SidesPart sheet={sheet} />
      {sheet.designs.length > 1 && <OrderPart {...given} />}
      <ScoresPart {...given} />
      <PairsPart {...given} />
      <RemarksPart {...given} />
      <ResultPart {...given} />
      <Section
        id="end"
        title={end.title}
        lead={enoughSaid(sheet.designs.length, draftStanding(sheet, draft)).join(" ")}
      >
        {end.before}
        {needed.length > 0 && (
          <div class="refused" role="alert">
            {needed.map(({ text }) => (
              <p>{text}</p>
            ))}
          </div>
        )}
        <p class="actions">
          <button type="button" class="button main" onClick={finish}>
            {end.button}
          </button>
          {end.beside}
        </p>
      </Section>
    </>
  );
}

type End = {
  title: string;
  button: string;
  before?: ComponentChildren;
  beside?: ComponentChildren;
  /** The person says that it is all, and nothing is missing. */
  finish(): void;
};

/** Brings what is missing into sight, unfolded, with the focus. */
function focusOn(id: string): void {
  const place = document.getElementById(id);
  if (!place) return;
  for (let at = place.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
}

/** The top of the page: what it is about, and what is wanted. */
export function Heading({ of: { topic, designs, person }, done = false }: { of: Sheet; done?: boolean }) {
  return (
    <header class="top">
      <p class="eyebrow">Design lab: judging</p>
      <h1 dir={directionOf(topic)}>
        <TheirWords of={topic} max={240} />
      </h1>
      <p class="lead">
        <Said of={wantedSaid(designs.length, person, done)} />
      </p>
    </header>
  );
}

function Asked({ of: { task, requirements } }: { of: Sheet }) {
  return (
    <Section id="asked" title="What was asked">
      <details>
        <summary>
          The task
          {requirements.length > 0 && ` and its ${unmarked(askedSaid(requirements), String)}`}
        </summary>
        <Html of={task} />
        {requirements.length > 0 && (
          <ul class="numbered">
            {requirements.map((each) => (
              <li dir="auto">
                <TheirWords of={each} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </Section>
  );
}

function Designs({ of: sheet }: { of: Sheet }) {
  const { designs } = sheet;
  return (
    <Section id="designs" title="The designs">
      {designs.map((design) => {
        const { letter, title, summary, rest } = design;
        return (
          <article class="read" key={letter} aria-labelledby={`design-${letter}`}>
            <h3 id={`design-${letter}`} dir={directionOf(title)}>
              <LetterMark of={letter} /> <TheirWords of={title} max={240} />
            </h3>
            <Html of={summary} />
            <GlancePart of={design} sheet={sheet} open={designs.length <= QUICK} />
            <details>
              <summary>
                {GLANCE.whole}
                <span class="hidden"> of {letter}</span>
              </summary>
              <Html of={rest} />
            </details>
          </article>
        );
      })}
    </Section>
  );
}
