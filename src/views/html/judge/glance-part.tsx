import type { OwnAnswer, OwnWord } from "../../../artifacts/ballot.ts";
import { answersSaid, GLANCE, IN_PART, OWN_WORDS } from "../../../story/judge-reading.ts";
import { type Term, Terms } from "../parts/lists.tsx";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import type { Sheet, SheetDesign } from "./sheet.ts";

/** Columns of a name, and of what is quoted. */
const MAX_NAME = 160;
const MAX_QUOTE = 320;

/** A design between its summary and its whole text: what it decides and risks, and where it names what was asked. */
export function GlancePart({ of: { letter, glance }, sheet, open }: { of: SheetDesign; sheet: Sheet; open: boolean }) {
  return (
    <details class="glance" open={open}>
      <summary>
        {GLANCE.title}
        <Of letter={letter} />
      </summary>
      <div>
        <Terms look="components" of={termsOf(glance)} />
        {glance.answers.length > 0 && (
          <details>
            <summary>
              <Said of={answersSaid(glance.answers)} />
              <Of letter={letter} />
            </summary>
            <p class="lead">{OWN_WORDS}</p>
            <Terms
              look="components"
              of={glance.answers.map((answer) => [requirementOf(sheet, answer.id), <AnswerShown of={answer} />])}
            />
          </details>
        )}
      </div>
    </details>
  );
}

const Of = ({ letter }: { letter: string }) => <span class="hidden"> of {letter}</span>;

function termsOf({ choices, risk, components }: SheetDesign["glance"]): Term[] {
  return [
    [GLANCE.choice, <Choices of={choices} />],
    [GLANCE.risk, <RiskSaid of={risk} />],
    [
      GLANCE.components,
      <p dir="auto">
        {components.map((name, at) => (
          <>
            {at > 0 && " · "}
            <TheirWords of={name} max={MAX_NAME} />
          </>
        ))}
      </p>,
    ],
  ];
}

function Choices({ of }: { of: SheetDesign["glance"]["choices"] }) {
  if (of.length === 0) return <p class="lead">{GLANCE.no_choice}</p>;
  return of.map(({ aspect, choice }) => (
    <p dir="auto">
      <TheirWords of={aspect} max={MAX_NAME} />:{" "}
      <strong>
        <TheirWords of={choice} max={MAX_QUOTE} />
      </strong>
    </p>
  ));
}

/** A risk with how grave the design takes it. */
export function RiskSaid({ of }: { of: SheetDesign["glance"]["risk"] }) {
  if (of === null) return <p class="lead">{GLANCE.no_risk}</p>;
  return (
    <p dir="auto">
      <span class={`risk ${of.severity}`}>{of.severity}</span> <TheirWords of={of.description} max={MAX_QUOTE} />
    </p>
  );
}

/** The sentences in which a design names one requirement. */
export const AnswerShown = ({ of }: { of: OwnAnswer }) => <Quotes of={of.said} />;

function Quotes({ of }: { of: readonly OwnWord[] }) {
  return of.map(({ part, text }) => (
    <p dir="auto">
      “<TheirWords of={text} max={MAX_QUOTE} />” <span class="label">({IN_PART[part]})</span>
    </p>
  ));
}

/** A requirement by its number and text. */
export function requirementOf({ requirements }: Sheet, id: string) {
  const text = requirements.find((each) => /^[RCNS]\d+/u.exec(each)?.[0] === id) ?? id;
  return <TheirWords of={text} max={MAX_QUOTE} />;
}
