import {
  BRIEF_LIST_NAMES,
  BRIEF_LISTS,
  type BriefBody,
  type BriefItem,
  CRITERIA_LETTER,
} from "../../artifacts/brief.ts";
import type { Note } from "../../artifacts/note.ts";
import {
  BRIEF_TITLES,
  briefSpeaks,
  CRITERIA_TITLE,
  criterionSaid,
  notAsked,
  PRIORITIES_TITLE,
} from "../../story/brief-stands.ts";
import { interviewForecast } from "../../story/forecast.ts";
import type { Sentence } from "../../story/sentence.ts";
import { bulleted, isLong, kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { listText } from "../../text/numbers.ts";
import { blocksText } from "./blocks.ts";
import { bulletLines, drawn } from "./drawn.ts";
import { callReply, type ProposalCall } from "./frame.ts";
import { dashed, noteBullets, sectionLines } from "./lines.ts";
import { type Taken, takenTexts } from "./questions-text.ts";

/**
 * A brief as sections to approve: the task with what the person ranked, and each list that holds something, its items numbered.
 * @param orders Sentences of it that read like an order to whoever designs or judges.
 */
export function briefSections(
  brief: BriefBody,
  orders: readonly string[] = [],
): { id: string; title: string; markdown: Markdown }[] {
  const lists = BRIEF_LIST_NAMES.filter((name) => brief[name].length > 0).map((name) => ({
    id: name,
    title: BRIEF_TITLES[name],
    markdown: join(
      brief[name].map((item, at) => itemText(`${BRIEF_LISTS[name]}${at + 1}`, item)),
      "\n",
    ),
  }));
  const { criteria = [] } = brief;
  const shown = criteria.map((each, at) =>
    itemText(`${CRITERIA_LETTER}${at + 1}`, { ...each, text: criterionSaid(each) }),
  );
  const judged = shown.length === 0 ? [] : [{ id: "criteria", title: CRITERIA_TITLE, markdown: join(shown, "\n") }];
  const above = orders.length === 0 ? md`` : md`${drawn(briefSpeaks(orders))}\n\n`;
  const { priorities = [] } = brief;
  const ranked = priorities.map((each, at) => itemText(`P${at + 1}`, each));
  const order = ranked.length === 0 ? md`` : md`\n\n**${inline(PRIORITIES_TITLE)}**\n\n${join(ranked, "\n")}`;
  const markdown = md`${above}**${inline(brief.topic)}**\n\n${written(brief.task)}${order}`;
  return [{ id: "task", title: "Task", markdown }, ...lists, ...judged];
}

/** What is approved shows as it is meant; only the parts themselves have headings. */
const written = (text: string): Markdown => kept(text, { headings: false });

function itemText(number: string, { text, from, unsaid = [] }: BriefItem): Markdown {
  const sources = from.map((source): Markdown => {
    if (source.kind === "idea") return md`your idea`;
    return inline(source.kind === "question" ? source.id : source.path);
  });
  const unfound = listText(unsaid.map((each) => md`\u201C${inline(each)}\u201D`));
  const source =
    sources.length === 0
      ? md``
      : md` (from ${listText(sources)}${unsaid.length === 0 ? "" : md`; not said there: ${unfound}`})`;
  if (!isLong(text)) return md`- **${inline(number)}** ${inline(text)}${source}`;
  return bulleted(join([md`**${inline(number)}**${source}`, written(text)], "\n\n"));
}

/** What a call of brief came to. */
type BriefCall = ProposalCall & {
  /** What was understood of each answer of the call, and why others were not taken. */
  taken: readonly Taken[];
  /** Each open question as a person reads it. */
  open: readonly Markdown[];
  found: readonly Sentence[];
  notes: readonly Note[];
};

/** The reply of a call of brief: how it stands, what is open, what to type. */
export function briefText({ taken, open, found, notes, ...call }: BriefCall): Markdown {
  const answers = takenTexts(taken);
  return callReply(call, [
    ...sectionLines(md`Not taken`, dashed(answers.notTaken)),
    ...sectionLines(md`Understood`, dashed(answers.understood)),
    ...open,
    ...sectionLines(drawn(notAsked), bulletLines(found)),
    ...sectionLines(md`Notes`, noteBullets(notes)),
  ]);
}

/** What an interview would ask and cost. */
export const briefForecast = (...of: Parameters<typeof interviewForecast>): Markdown =>
  blocksText(interviewForecast(...of));
