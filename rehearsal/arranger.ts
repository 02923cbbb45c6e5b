import type { DesignBody } from "../src/artifacts/design.ts";
import { type Asked, userText } from "./asked.ts";
import { fencedIn } from "./reading.ts";

const NOT_SAID = "Not said.";

type Section = { heading: string; level: number; paragraphs: string[]; items: string[] };

/**
 * What a faithful model makes of the document in an arranging prompt: its sentences in a design's fields word for word,
 * by the headings that they stand under. What stands under no heading that it knows is left out.
 */
export function arrangementOf(asked: Pick<Asked, "messages">): DesignBody {
  const sections = sectionsOf(fencedIn(userText(asked)).join("\n"));
  const about = (heading: RegExp): Section[] => under(sections, heading);
  const paragraphs = (heading: RegExp): string[] => about(heading).flatMap((each) => each.paragraphs);
  const items = (heading: RegExp): string[] => about(heading).flatMap((each) => each.items);
  const text = (heading: RegExp): string => paragraphs(heading).join("\n\n") || NOT_SAID;
  const title = sections.find(({ heading }) => heading !== "")?.heading ?? NOT_SAID;
  const parts = below(about(/components/i));
  return {
    title,
    summary: paragraphs(/summary|abstract/i)[0] ?? NOT_SAID,
    assumptions: items(/assumption/i),
    architecture_overview: text(/architecture|overview/i),
    components:
      parts.length > 0
        ? parts.map((each) => ({
            name: each.heading,
            description: each.paragraphs[0] ?? NOT_SAID,
            responsibilities: each.items,
          }))
        : [{ name: title, description: NOT_SAID, responsibilities: [] }],
    data_flow: text(/data flow/i),
    tradeoffs: below(about(/tradeoff|trade-off|decisions/i)).map(
      ({ heading, paragraphs: [choice = NOT_SAID, rationale = NOT_SAID], items: alternatives }) => {
        return { aspect: heading, choice, rationale, alternatives };
      },
    ),
    risks: items(/risk/i).map((description) => ({ description, severity: "medium" })),
    open_questions: items(/question/i),
  };
}

/** The first section of such a heading and those below it. */
function under(sections: readonly Section[], heading: RegExp): Section[] {
  const from = sections.findIndex((each) => heading.test(each.heading));
  const head = sections[from];
  if (head === undefined) return [];
  const rest = sections.slice(from + 1);
  const length = rest.findIndex(({ level }) => level <= head.level);
  return [head, ...rest.slice(0, length < 0 ? undefined : length)];
}

/** The sections that stand right below the first. */
function below([head, ...rest]: readonly Section[]): Section[] {
  return rest.filter(({ level }) => level === (head?.level ?? 0) + 1);
}

/** A document's headings with the paragraphs and the items of lists that stand right under each. */
function sectionsOf(document: string): Section[] {
  const sections: Section[] = [{ heading: "", level: 9, paragraphs: [], items: [] }];
  for (const block of document.split(/\n\s*\n/u)) {
    const lines = block.trim().split("\n");
    const [, marks, heading] = /^(#{1,6}) (.+)$/u.exec(lines[0] ?? "") ?? [];
    if (marks !== undefined && heading !== undefined) {
      sections.push({ heading, level: marks.length, paragraphs: [], items: [] });
      lines.shift();
    }
    const section = sections.at(-1);
    if (section === undefined || lines.length === 0 || lines[0] === "") continue;
    if (lines.every((line) => line.startsWith("- "))) section.items.push(...lines.map((line) => line.slice(2)));
    else section.paragraphs.push(lines.join("\n"));
  }
  return sections;
}
