import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import type { Ballot, Glance, Gleaned, OwnWord } from "../../../artifacts/ballot.ts";
import { type DesignBody, gravestFirst } from "../../../artifacts/design.ts";
import { cleanValue } from "../../../text/clean.ts";
import { Mermaid, Paragraphs } from "../markdown.tsx";
import { mermaidDrawer } from "../mermaid.ts";
import { DesignRest } from "../sections/design.tsx";
import { cut } from "../shorten.ts";
import type { Sheet, SheetParts } from "./sheet.ts";

/** Characters of one text and items of one list: as in a report that is not too large. */
const LIMIT = { text: 60_000, items: 200 };
/** The same of what is read before the whole text. */
const SHORT = { text: 400, items: 200 };

/** Draws what a person is to read. Of a design nothing but its own words is in it. */
export function sheetOf(ballot: Ballot, gleaned: Gleaned): Sheet {
  const { version, experiment_id, topic, task, requirements, person, designs, criteria, ...rest } = cut(
    cleanValue(ballot).value,
    LIMIT,
  );
  const { glances, pairs } = cleanValue(gleaned).value;
  const mermaid = mermaidDrawer();
  const drawn = (of: VNode): string => render(<Mermaid.Provider value={mermaid}>{of}</Mermaid.Provider>);
  return {
    version,
    experiment_id,
    topic,
    task: drawn(<Paragraphs of={task} />),
    requirements,
    person,
    designs: designs.map(({ letter, design_sha256, body }, at) => ({
      letter,
      design_sha256,
      title: body.title,
      summary: drawn(<Paragraphs of={body.summary} />),
      glance: glanceIn(glances[at]),
      parts: partsOf(body),
      rest: drawn(<DesignRest body={{ ...body, risks: gravestFirst(body.risks) }} letter={letter} drawing={null} />),
    })),
    pairs_of_parts: pairs.map(({ first, second, tradeoffs, risks }) => ({
      first,
      second,
      tradeoffs: tradeoffs.map(({ first, second, alike }) => ({ first, second, alike })),
      risks: risks.map(({ first, second, alike }) => ({ first, second, alike })),
    })),
    criteria: criteria.map(({ name, description, min, max, anchors }) => ({
      ...{ name, description, min, max },
      ...(anchors && { anchors }),
    })),
    rubric_sha256: rest.rubric_sha256,
    pairs: rest.pairs,
    has_result: rest.has_result,
  };
}

const NO_GLANCE: Glance = { choices: [], risk: null, components: [], answers: [] };

/** Field by field, so that nothing else is handed out. */
function glanceIn({ choices, risk, components, answers }: Glance = NO_GLANCE): Glance {
  const own = ({ part, text }: OwnWord): OwnWord => ({ part, text });
  return cut(
    {
      choices: choices.map(({ aspect, choice }) => ({ aspect, choice })),
      risk: risk && riskIn(risk),
      components,
      answers: answers.map(({ id, said }) => ({ id, said: said.map(own) })),
    },
    SHORT,
  );
}

function riskIn({ description, severity, mitigation }: DesignBody["risks"][number]): DesignBody["risks"][number] {
  return { description, severity, ...(mitigation !== undefined && { mitigation }) };
}

function partsOf(body: DesignBody): SheetParts {
  return cut(
    {
      tradeoffs: body.tradeoffs.map(({ aspect, choice, rationale }) => ({ aspect, choice, rationale })),
      risks: body.risks.map(riskIn),
      components: body.components.map(({ name, description }) => ({ name, description })),
      connections: (body.connections ?? []).map(({ from, to, what }) => ({ from, to, what })),
      assumptions: body.assumptions,
      open_questions: body.open_questions,
    },
    SHORT,
  );
}
