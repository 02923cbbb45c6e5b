import type { Brief } from "../../artifacts/brief.ts";
import { type BriefSection, briefBy, briefParts } from "../../story/brief-stands.ts";
import { bulleted, isLong, kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { BY_MODELS } from "./design-text.ts";
import { drawn } from "./drawn.ts";

/** brief.md: a brief for reading, beside its JSON. */
export function briefMd(brief: Brief): Markdown {
  const text = join([md`## ${inline(brief.topic)}`, drawn(briefBy(brief)), ...briefBody(brief)], "\n\n");
  return md`${text}\n`;
}

/** The task and the lists of a brief, each item under its number. */
export function briefBody(brief: Brief): Markdown[] {
  return [BY_MODELS, kept(brief.task), ...briefParts(brief).flatMap(partText)];
}

function partText({ title, items }: BriefSection): Markdown[] {
  return [md`### ${title}`, join(items.map(itemText), "\n")];
}

function itemText({ id, text, from }: BriefSection["items"][number]): Markdown {
  const source = from === null ? md`` : md` (${drawn(from)})`;
  if (!isLong(text)) return md`- **${inline(id)}** ${inline(text)}${source}`;
  return bulleted(join([md`**${inline(id)}**${source}`, kept(text)], "\n\n"));
}
