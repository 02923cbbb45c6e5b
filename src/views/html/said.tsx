import type { ComponentChildren } from "preact";
import { type Marked, type Room, type Sentence, stopped, unmarked } from "../../story/sentence.ts";
import { truncate } from "../../text/truncate.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { TheirWords, withFigures } from "./words.tsx";

/** Columns that somebody's words may take. */
const COLUMNS: Readonly<Record<Room, number>> = {
  ...{ name: 110, line: 220, sentence: 220, choice: 320, summary: 220, message: 300, note: 600 },
  all: Number.POSITIVE_INFINITY,
};

/** How a page draws a design, and what it calls a reviewer. */
export type DrawNames = {
  design(id: string, withTitle: boolean): ComponentChildren;
  reviewer(id: string): string;
  /** Where the page of an experiment is; absent, or null, where it has none there. */
  experiment?(id: string): string | null;
};

/** Of sentences that name nobody by an id. */
export const NO_NAMING: DrawNames = { design: (id) => id, reviewer: (id) => id };

/** A sentence on a page. */
export function Said({ of, by = NO_NAMING }: { of: Sentence; by?: DrawNames | undefined }) {
  return joined(stopped(of, shown)).map((part) => drawn(part, by));
}

/** Words of our own that follow one another as one piece: a number and its unit may be two. */
function joined(of: Sentence): (string | Marked)[] {
  const pieces: (string | Marked)[] = [];
  for (const part of of) {
    const last = pieces.at(-1);
    if (typeof part === "string" && typeof last === "string") pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}

/** What a part of a sentence ends with on a page. */
function shown(part: Marked): string {
  if (part.is === "quote" || part.is === "words") return quoted(part, truncate(part.text, COLUMNS[part.room]));
  return unmarked([part], String);
}

const quoted = ({ is }: Marked, text: string): string => (is === "quote" ? `${text}”` : text);

function drawn(part: string | Marked, by: DrawNames): ComponentChildren {
  if (typeof part === "string") return withFigures(part);
  switch (part.is) {
    case "strong":
      return (
        <strong>
          <Said of={part.of} by={by} />
        </strong>
      );
    case "design":
      return by.design(part.id, part.titled);
    case "reviewer":
      return <TheirWords of={by.reviewer(part.id)} />;
    case "model":
      return <TheirWords of={part.name} />;
    case "experiment": {
      const href = by.experiment?.(part.id) ?? null;
      const named = <TheirWords of={part.id} max={COLUMNS.line} />;
      return href === null ? named : <a href={href}>{named}</a>;
    }
    case "requirement":
      return (
        <>
          <a href="#coverage">{part.id}</a>
          {part.text !== null && (
            <>
              {" "}
              “<TheirWords of={part.text} max={COLUMNS.name} />”
            </>
          )}
        </>
      );
    case "quote":
      return (
        <>
          “<TheirWords of={part.text} max={COLUMNS[part.room]} />”
        </>
      );
    case "words":
      return <TheirWords of={part.text} max={COLUMNS[part.room]} />;
    case "score":
      return part.value.toFixed(1);
    case "typed":
      return <TheirWords of={typedCode(...part.words)} />;
    case "call":
      return <TheirWords of={callCode(part.op, part.args)} />;
    case "place":
      return <a href={`#${part.to}`}>{part.of}</a>;
    case "code":
    case "path":
      return (
        <code>
          <bdi>{part.text}</bdi>
        </code>
      );
  }
}
