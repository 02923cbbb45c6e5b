import type { ComponentChildren } from "preact";
import type { PairedTopic } from "../../../artifacts/ballot.ts";
import { GLANCE, TWO_SIDES } from "../../../story/judge-reading.ts";
import { SIDES } from "../../../story/report.ts";
import { truncate } from "../../../text/truncate.ts";
import { LetterMark, Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { AnswerShown, RiskSaid, requirementOf } from "./glance-part.tsx";
import { Html } from "./html.tsx";
import { DesignLabel } from "./parts.tsx";
import type { Sheet, SheetDesign, SheetParts } from "./sheet.ts";
import { backToQuestion, SIDES_ID, twoShown } from "./two-shown.ts";

/** Columns of a text here; the whole text holds the rest. */
const MAX_TEXT = 320;
const MAX_NAME = 160;
/** Columns of a title in a list to choose from. */
const MAX_TITLE = 70;

/** Any two designs, part by part; nothing of what anybody says of them. */
export function SidesPart({ sheet }: { sheet: Sheet }) {
  const { designs } = sheet;
  const { open, asked, ...chosen } = twoShown.value;
  const [first, second] = designs;
  if (!first || !second) return null;
  const of = (letter: string | null) => designs.find((each) => each.letter === letter);
  const left = of(chosen.left) ?? first;
  const right = of(chosen.right) ?? (left === second ? first : second);
  return (
    <Section id={SIDES_ID} title={TWO_SIDES.title} lead={TWO_SIDES.lead}>
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          twoShown.value = { ...twoShown.value, open: currentTarget.open };
        }}
      >
        <summary>{TWO_SIDES.open}</summary>
        {open && (
          <>
            <div class="choose">
              <Choice id="side-left" label="Left" designs={designs} chosen={left} set={(to) => choose({ left: to })} />
              <Choice
                id="side-right"
                label="Right"
                designs={designs}
                chosen={right}
                set={(to) => choose({ right: to })}
              />
            </div>
            {left === right ? (
              <p class="notice" role="status">
                {SIDES.same}
              </p>
            ) : (
              <Both sheet={sheet} left={left} right={right} />
            )}
            {asked !== null && (
              <p class="actions">
                <button type="button" class="button" onClick={backToQuestion}>
                  {TWO_SIDES.back(left.letter, right.letter)}
                </button>
              </p>
            )}
          </>
        )}
      </details>
    </Section>
  );
}

const choose = (to: { left: string } | { right: string }): void => {
  twoShown.value = { ...twoShown.value, ...to };
};

function Choice({ id, label, designs, chosen, set }: ChoiceProps) {
  return (
    <label for={id}>
      <span>{label}</span>
      <select id={id} value={chosen.letter} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {designs.map(({ letter, title }) => (
          <option value={letter}>{`${letter} · ${truncate(title.replaceAll("`", ""), MAX_TITLE)}`}</option>
        ))}
      </select>
    </label>
  );
}

type ChoiceProps = {
  id: string;
  label: string;
  designs: readonly SheetDesign[];
  chosen: SheetDesign;
  set(letter: string): void;
};

type Pair = { left: SheetDesign; right: SheetDesign };

function Both({ sheet, ...pair }: Pair & { sheet: Sheet }) {
  const { left, right } = pair;
  const paired = pairedOf(sheet, left, right);
  const decisions = dividedBy(left.parts.tradeoffs, right.parts.tradeoffs, paired.tradeoffs);
  const risks = dividedBy(left.parts.risks, right.parts.risks, paired.risks);
  const named = sheet.requirements.flatMap((each) => {
    const id = /^[RCNS]\d+/u.exec(each)?.[0];
    return [left, right].some(({ glance }) => glance.answers.some((answer) => answer.id === id)) ? (id ?? []) : [];
  });
  return (
    <div class="facing">
      <Row {...pair}>{(design) => <DesignLabel of={design} max={200} />}</Row>
      <Topic {...pair} title={TWO_SIDES.approach}>
        {({ summary }) => <Html of={summary} />}
      </Topic>
      {decisions.shared.length > 0 && (
        <Several title={TWO_SIDES.shared}>
          {decisions.shared.map(({ first, second, alike }) => (
            <Beside
              {...pair}
              look={alike ? "alike" : "differs"}
              of={[<Decision of={first} alike={alike} />, <Decision of={second} alike={alike} />]}
            />
          ))}
        </Several>
      )}
      <Several title={TWO_SIDES.alone}>
        <Beside {...pair} of={listsOf(decisions.alone, (each) => <Decision of={each} alike={false} />)} />
      </Several>
      {risks.shared.length > 0 && (
        <Several title={TWO_SIDES.both_risks}>
          {risks.shared.map(({ first, second, alike }) => (
            <Beside
              {...pair}
              look={alike ? "alike" : "differs"}
              of={[<RiskSaid of={first} />, <RiskSaid of={second} />]}
            />
          ))}
        </Several>
      )}
      <Several title={TWO_SIDES.own_risks}>
        <Beside {...pair} of={listsOf(risks.alone, (each) => <RiskSaid of={each} />)} />
      </Several>
      {named.length > 0 && (
        <details>
          <summary>{GLANCE.answers}</summary>
          {named.map((id) => (
            <>
              <h4 class="asked">{requirementOf(sheet, id)}</h4>
              <Beside {...pair} of={[<Naming of={left} id={id} />, <Naming of={right} id={id} />]} />
            </>
          ))}
        </details>
      )}
      <details>
        <summary>{TWO_SIDES.rest}</summary>
        {LISTS.map(([title, items]) => (
          <Topic {...pair} title={title}>
            {({ parts }) => <List of={items(parts)} />}
          </Topic>
        ))}
      </details>
    </div>
  );
}

const LISTS: readonly (readonly [title: string, of: (parts: SheetParts) => (readonly [string, string])[]])[] = [
  ["Components", ({ components }) => components.map(({ name, description }) => [name, description])],
  ["Connections", ({ connections }) => connections.map(({ from, to, what }) => [`${from} → ${to}`, what])],
  ["Assumptions", ({ assumptions }) => assumptions.map((text) => ["", text])],
  ["Open questions", ({ open_questions }) => open_questions.map((text) => ["", text])],
];

/** What of the two is about one topic; as it was found for the pair, whichever stands left. */
function pairedOf({ pairs_of_parts }: Sheet, left: SheetDesign, right: SheetDesign) {
  const of = (first: SheetDesign, second: SheetDesign) =>
    pairs_of_parts.find((each) => each.first === first.letter && each.second === second.letter);
  const [as_is, turned] = [of(left, right), of(right, left)];
  const turn = (topics: readonly PairedTopic[]): PairedTopic[] =>
    topics.map(({ first, second, alike }) => ({ first: second, second: first, alike }));
  if (as_is) return as_is;
  return { tradeoffs: turn(turned?.tradeoffs ?? []), risks: turn(turned?.risks ?? []) };
}

/** What both have of one topic, in pairs, and what one alone has. */
function dividedBy<T extends object>(left: readonly T[], right: readonly T[], topics: readonly PairedTopic[]) {
  const shared = topics.flatMap(({ first, second, alike }) => {
    const [one, other] = [left[first], right[second]];
    return one && other ? [{ first: one, second: other, alike }] : [];
  });
  const taken = new Set(shared.flatMap(({ first, second }) => [first, second]));
  const rest = (own: readonly T[]): T[] => own.filter((each) => !taken.has(each));
  return { shared, alone: [rest(left), rest(right)] as const };
}

function listsOf<T>([left, right]: readonly [readonly T[], readonly T[]], draw: (of: T) => ComponentChildren) {
  const drawn = (own: readonly T[]): ComponentChildren =>
    own.length === 0 ? <p class="lead">{TWO_SIDES.none}</p> : own.map((each) => draw(each));
  return [drawn(left), drawn(right)] as const;
}

function Decision({ of: { aspect, choice, rationale }, alike }: DecisionProps) {
  return (
    <div class="decision">
      <p class="label">
        <TheirWords of={aspect} max={MAX_NAME} />
        {alike && TWO_SIDES.alike}
      </p>
      <p class="choice" dir="auto">
        <TheirWords of={choice} max={MAX_TEXT} />
      </p>
      <p dir="auto">
        <TheirWords of={rationale} max={MAX_TEXT} />
      </p>
    </div>
  );
}

type DecisionProps = { of: SheetParts["tradeoffs"][number]; alike: boolean };

function List({ of }: { of: readonly (readonly [name: string, text: string])[] }) {
  if (of.length === 0) return <p class="lead">{TWO_SIDES.none}</p>;
  return (
    <ul>
      {of.map(([name, text]) => (
        <li dir="auto">
          {name && (
            <>
              <strong>
                <TheirWords of={name} max={MAX_NAME} />
              </strong>
              :{" "}
            </>
          )}
          <TheirWords of={text} max={MAX_TEXT} />
        </li>
      ))}
    </ul>
  );
}

function Several({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <h3 class="topic">{title}</h3>
      {children}
    </>
  );
}

function Topic({
  title,
  children,
  ...pair
}: Pair & { title: string; children: (of: SheetDesign) => ComponentChildren }) {
  return (
    <Several title={title}>
      <Beside {...pair} of={[children(pair.left), children(pair.right)]} />
    </Several>
  );
}

function Row({ left, right, children }: Pair & { children: (of: SheetDesign) => ComponentChildren }) {
  return (
    <div class="beside">
      {[left, right].map((design) => (
        <div>{children(design)}</div>
      ))}
    </div>
  );
}

/** Two cells, each under its design's letter, so that both are told apart where they stand below each other. */
/** Where a design names a requirement; nothing where it does not. */
function Naming({ of: { glance }, id }: { of: SheetDesign; id: string }) {
  const answer = glance.answers.find((each) => each.id === id);
  return answer ? <AnswerShown of={answer} /> : null;
}

function Beside({ left, right, look = "", of }: BesideProps) {
  return (
    <div class="beside">
      {[left, right].map(({ letter }, at) => (
        <div class={look}>
          <LetterMark of={letter} />
          <div>{of[at]}</div>
        </div>
      ))}
    </div>
  );
}

type BesideProps = Pair & { look?: string; of: readonly [ComponentChildren, ComponentChildren] };
