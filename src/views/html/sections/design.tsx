import { sumOf } from "../../../artifacts/provenance.ts";
import { count, dollars, duration, lostText } from "../../../text/numbers.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page, PageDesign } from "../page.ts";
import { Terms } from "../parts/lists.tsx";
import { By, Items, Letter, Scrolling, Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** Each design in full, the best ranked first. */
export function FullSection({ page }: { page: Page }) {
  return (
    <Section id="full" title="Each design in full">
      {page.ranked.map((design) => (
        <FullDesign design={design} />
      ))}
    </Section>
  );
}

/** One design in full. */
export function FullDesign({ design }: { design: PageDesign }) {
  const body = design.design;
  return (
    <article class="full" id={design.href.slice(1)}>
      <h3>
        <Letter of={design.letter} /> <Words of={design.title} max={400} />
      </h3>
      <By design={design} />
      <Paragraphs of={body.summary} />
      <Items of={body.assumptions} title="It takes for granted" />
      <h4>Architecture</h4>
      <Paragraphs of={body.architecture_overview} />
      <h4>Components</h4>
      {design.drawing && body.components.length > 1 && (
        <figure class="drawing">
          <Scrolling label={`Diagram of design ${design.letter}`}>{design.drawing}</Scrolling>
          <figcaption>
            Below a name stand its interfaces. A solid arrow: the text of one component names the other. A dashed one: a
            step of the data flow.
          </figcaption>
        </figure>
      )}
      <Terms
        look="components"
        of={body.components.map(({ name, description, responsibilities, interfaces = [] }) => [
          <Words of={name} max={160} />,
          <>
            <Paragraphs of={description} />
            <Items of={responsibilities} />
            {interfaces.length > 0 && <p class="label">Interfaces</p>}
            <Items of={interfaces} />
          </>,
        ])}
      />
      <h4>How data flows</h4>
      <Paragraphs of={body.data_flow} />
      <Tradeoffs of={body.tradeoffs} />
      <Risks of={body.risks} />
      <Items of={body.open_questions} title="Open questions" />
      {body.additional_notes && (
        <>
          <h4>Notes</h4>
          <Paragraphs of={body.additional_notes} />
        </>
      )}
      <Origin of={design} />
    </article>
  );
}

function Tradeoffs({ of }: { of: PageDesign["design"]["tradeoffs"] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Trade-offs</h4>
      <Terms
        look="components"
        of={of.map(({ aspect, choice, rationale, alternatives }) => [
          <Words of={aspect} max={160} />,
          <>
            <p dir="auto">
              <strong>
                <Words of={choice} />
              </strong>
            </p>
            <Paragraphs of={rationale} />
            {alternatives.length > 0 && <p class="label">Instead of</p>}
            <Items of={alternatives} />
          </>,
        ])}
      />
    </>
  );
}

function Risks({ of }: { of: PageDesign["design"]["risks"] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Risks it names</h4>
      <ul class="risks">
        {of.map(({ description, severity, mitigation }) => (
          <li>
            <span class={`risk ${severity}`}>{severity}</span>
            <div>
              <Words of={description} />
              {mitigation ? (
                <p class="label">
                  Mitigation: <Words of={mitigation} />
                </p>
              ) : (
                <p class="label">No mitigation is named.</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Origin({ of: { design, seconds, lost } }: { of: PageDesign }) {
  const { attempts, tokens, cost } = design.provenance;
  return (
    <p class="lead">
      Written in {seconds === null ? "an unknown time" : duration(seconds)}, {count(attempts, "attempt")},{" "}
      {tokens === null ? "tokens unknown" : count(sumOf(tokens), "token")}, cost {dollars(cost)}.{" "}
      {lost && lostText(lost)}
    </p>
  );
}
