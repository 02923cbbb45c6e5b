import type { Brief } from "../../artifacts/brief.ts";
import {
  type AskedThen,
  type BriefSection,
  briefApproved,
  briefBy,
  briefCalled,
  briefFrom,
  briefParts,
} from "../../story/brief-stands.ts";
import { CHOSEN_DESIGN } from "../../story/design-document.ts";
import { bulleted, isLong, kept } from "../../text/kept-markdown.ts";
import { headingText, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { BY_MODELS } from "./design-text.ts";
import { drawn } from "./drawn.ts";

/** brief.md: a brief for reading, beside its JSON. */
export function briefMd(brief: Brief): Markdown {
  const text = join([md`## ${inline(brief.topic)}`, drawn(briefBy(brief)), ...briefBody(brief)], "\n\n");
  return md`${text}\n`;
}

/** Where an approved brief comes from: its experiment, when it was approved, and what was asked by its ids. */
type Approved = { id: string; approved: Date; questions: AskedThen };

/** An approved brief as a document that stands alone in the project. */
export function briefDocument(brief: Brief, { id, approved, questions }: Approved): Markdown {
  return md`${join(
    [
      md`# ${headingText(briefCalled(brief.topic))}`,
      drawn(briefApproved(approved)),
      ...taskAndLists(brief, { questions, level: md`##` }),
      md`## ${CHOSEN_DESIGN.origin}`,
      drawn(briefFrom(id)),
    ],
    "\n\n",
  )}\n`;
}

/** The task and the lists of a brief, each item under its number. */
export const briefBody = (brief: Brief): Markdown[] => [BY_MODELS, ...taskAndLists(brief, { level: md`###` })];

type Drawn = { questions?: AskedThen; level: Markdown };
function taskAndLists(brief: Brief, { questions, level }: Drawn): Markdown[] {
  return [kept(brief.task), ...briefParts(brief, questions).flatMap((part) => partText(part, level))];
}

function partText({ title, items }: BriefSection, level: Markdown): Markdown[] {
  return [md`${level} ${title}`, join(items.map(itemText), "\n")];
}

function itemText({ id, text, from }: BriefSection["items"][number]): Markdown {
  const source = from === null ? md`` : md` (${drawn(from)})`;
  if (!isLong(text)) return md`- **${inline(id)}** ${inline(text)}${source}`;
  return bulleted(join([md`**${inline(id)}**${source}`, kept(text)], "\n\n"));
}
