import type { Brief } from "../../artifacts/brief.ts";
import { type BriefSection, briefApproved, briefBy, briefCalled, briefParts } from "../../story/brief-stands.ts";
import { bulleted, isLong, kept } from "../../text/kept-markdown.ts";
import { headingText, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { BY_MODELS } from "./design-text.ts";
import { drawn } from "./drawn.ts";

/** brief.md: a brief for reading, beside its JSON. */
export function briefMd(brief: Brief): Markdown {
  const text = join([md`## ${inline(brief.topic)}`, drawn(briefBy(brief)), ...briefBody(brief)], "\n\n");
  return md`${text}\n`;
}

/** Where an approved brief comes from: its experiment, when it was approved, and the texts of its questions by their ids. */
type Approved = { id: string; approved: Date; questions: ReadonlyMap<string, string> };

/** An approved brief as a document that stands alone in the project. */
export function briefDocument(brief: Brief, { id, approved, questions }: Approved): Markdown {
  const said = briefApproved(approved, id);
  return md`${join(
    [
      md`# ${headingText(briefCalled(brief.topic))}`,
      ...briefBody(brief, { questions, level: md`##` }),
      md`${join(
        said.map((each) => drawn(each)),
        " ",
      )}`,
    ],
    "\n\n",
  )}\n`;
}

/** The task and the lists of a brief, each item under its number. */
export function briefBody(
  brief: Brief,
  { questions, level = md`###` }: { questions?: Approved["questions"]; level?: Markdown } = {},
): Markdown[] {
  return [BY_MODELS, kept(brief.task), ...briefParts(brief, questions).flatMap((part) => partText(part, level))];
}

function partText({ title, items }: BriefSection, level: Markdown): Markdown[] {
  return [md`${level} ${title}`, join(items.map(itemText), "\n")];
}

function itemText({ id, text, from }: BriefSection["items"][number]): Markdown {
  const source = from === null ? md`` : md` (${drawn(from)})`;
  if (!isLong(text)) return md`- **${inline(id)}** ${inline(text)}${source}`;
  return bulleted(join([md`**${inline(id)}**${source}`, kept(text)], "\n\n"));
}
