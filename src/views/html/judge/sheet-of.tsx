import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import type { Ballot } from "../../../artifacts/ballot.ts";
import { gravestFirst } from "../../../artifacts/design.ts";
import { cleanValue } from "../../../text/clean.ts";
import { Mermaid, Paragraphs } from "../markdown.tsx";
import { mermaidDrawer } from "../mermaid.ts";
import { DesignRest } from "../sections/design.tsx";
import { cut } from "../shorten.ts";
import type { Sheet } from "./sheet.ts";

/** Characters of one text and items of one list: as in a report that is not too large. */
const LIMIT = { text: 60_000, items: 200 };

/** Draws what a person is to read. Of a design nothing but its own words is in it. */
export function sheetOf(ballot: Ballot): Sheet {
  const { version, experiment_id, topic, task, requirements, person, designs, criteria, ...rest } = cut(
    cleanValue(ballot).value,
    LIMIT,
  );
  const mermaid = mermaidDrawer();
  const drawn = (of: VNode): string => render(<Mermaid.Provider value={mermaid}>{of}</Mermaid.Provider>);
  return {
    version,
    experiment_id,
    topic,
    task: drawn(<Paragraphs of={task} />),
    requirements,
    person,
    designs: designs.map(({ letter, design_sha256, body }) => ({
      letter,
      design_sha256,
      title: body.title,
      summary: drawn(<Paragraphs of={body.summary} />),
      rest: drawn(<DesignRest body={{ ...body, risks: gravestFirst(body.risks) }} letter={letter} drawing={null} />),
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
