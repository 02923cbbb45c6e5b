import type { Names } from "../../artifacts/names.ts";
import { type Room, type Sentence, type SentencePart, stopped } from "../../story/sentence.ts";
import { code, inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { scoreText } from "../../text/numbers.ts";
import { callCode, typedCode } from "../../text/typed.ts";

/** Columns that somebody's words may take. */
const COLUMNS: Readonly<Record<Room, number>> = {
  ...{ name: 60, line: 120, sentence: 140, choice: 160, summary: 200, message: 300, note: 600 },
  all: Number.POSITIVE_INFINITY,
};

const TITLE = 80;

/** Nobody has a name: ids stand as they are. */
export const UNNAMED: Names = { designs: new Map(), titles: new Map(), reviewers: new Map() };

/** A sentence in Markdown, on one line. */
export function drawn(sentence: Sentence, names: Names = UNNAMED): Markdown {
  return join(
    stopped(sentence, (part) => drawnPart(part, names)).map((part) => drawnPart(part, names)),
    "",
  );
}

/** Sentences as bullets. */
export function bulletLines(sentences: readonly Sentence[], names: Names = UNNAMED): Markdown[] {
  return sentences.map((each) => md`- ${drawn(each, names)}`);
}

function drawnPart(part: SentencePart, names: Names): Markdown {
  if (typeof part === "string") return md`${part}`;
  switch (part.is) {
    case "strong":
      return md`**${drawn(part.of, names)}**`;
    case "design":
      return called(part.id, part.titled, names);
    case "reviewer":
      return inline(names.reviewers.get(part.id) ?? part.id, COLUMNS.name);
    case "model":
      return inline(part.name, COLUMNS.name);
    case "requirement":
      return part.text === null ? inline(part.id) : md`${inline(part.id)} “${inline(part.text, COLUMNS[part.room])}”`;
    case "quote":
      return md`“${inline(part.text, COLUMNS[part.room])}”`;
    case "words":
      return inline(part.text, COLUMNS[part.room]);
    case "experiment":
      return inline(part.id, COLUMNS.line);
    case "score":
      return inline(scoreText(part.value));
    case "typed":
      return typedCode(...part.words);
    case "call":
      return callCode(part.op, part.args);
    case "code":
      return code(part.text);
    case "path":
      return literal(part.text);
    case "place":
      return md`${part.of}`;
  }
}

/** B “Lease-based queue”: what every view calls a design. */
export function called(design_id: string, withTitle: boolean, { designs, titles }: Names): Markdown {
  const letter = inline(designs.get(design_id) ?? design_id);
  const title = titles.get(design_id);
  return withTitle && title !== undefined ? md`${letter} “${inline(title, TITLE)}”` : letter;
}
