import { BRIEF_LIST_NAMES, BRIEF_LISTS, type BriefBody, type BriefItem } from "../../artifacts/brief.ts";
import type { Forecast } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import { interviewSaid } from "../../story/brief.ts";
import { BRIEF_TITLES } from "../../story/brief-stands.ts";
import type { Sentence } from "../../story/sentence.ts";
import { code, inline, join, type Markdown, md, prose } from "../../text/markdown.ts";
import { amount, dollars, duration, list } from "../../text/numbers.ts";
import { noteBullets } from "./call-notes-text.ts";
import { bullets, drawn } from "./drawn.ts";
import { forecastText, unreachableLines } from "./forecast-text.ts";
import { type Call, callReply } from "./frame.ts";
import { dashed, group, section } from "./lines.ts";
import { type Taken, takenTexts } from "./questions-text.ts";
import { terminalTable } from "./table.ts";

/** A brief as sections to approve: the task, and each list that holds something, its items numbered. */
export function briefSections(brief: BriefBody): { id: string; title: string; markdown: Markdown }[] {
  const lists = BRIEF_LIST_NAMES.filter((name) => brief[name].length > 0).map((name) => ({
    id: name,
    title: BRIEF_TITLES[name],
    markdown: join(
      brief[name].map((item, at) => itemText(`${BRIEF_LISTS[name]}${at + 1}`, item)),
      "\n",
    ),
  }));
  return [{ id: "task", title: "Task", markdown: md`**${inline(brief.topic)}**\n\n${prose(brief.task)}` }, ...lists];
}

function itemText(number: string, { text, from, unsaid = [] }: BriefItem): Markdown {
  const sources = from.map((source): Markdown => {
    if (source.kind === "idea") return md`your idea`;
    return inline(source.kind === "question" ? source.id : source.path);
  });
  return md`- **${inline(number)}** ${inline(text)}${sources.length === 0 ? "" : md` (from ${list(sources)}${unsaid.length === 0 ? "" : md`; not said there: ${list(unsaid.map((each) => md`\u201C${inline(each)}\u201D`))}`})`}`;
}

/** What a call of brief came to. */
type BriefCall = Call & {
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
    ...section(md`Not taken`, dashed(answers.notTaken)),
    ...section(md`Understood`, dashed(answers.understood)),
    ...open,
    ...section(md`Not asked, because it is there`, bullets(found)),
    ...section(md`Notes`, noteBullets(notes)),
  ]);
}

type Beside = {
  first: boolean;
  turns: number;
  left: number;
  who: Sentence;
  /** The idea that is to be begun with; null where a brief goes on. */
  idea: string | null;
  notes: readonly Note[];
};

/** What an interview would ask and cost, before anything is asked. */
export function briefForecast(numbers: Forecast, { who, idea, notes, ...interview }: Beside): Markdown {
  const { rows, seconds, unreachable } = numbers;
  return join(
    [
      ...unreachableLines(unreachable),
      md`**Dry run:** no model was called. It would ask for ${drawn(interviewSaid(interview))}: ${forecastText(numbers, false)}, in about ${duration(seconds)} beside the time that you take.`,
      drawn(who),
      terminalTable(
        ["model", "tokens", "cost"],
        rows.map(({ model, tokens, cost }) => [model, amount(tokens), dollars(cost)]),
        ["l", "r", "r"],
      ),
      "These are expectations from typical lengths and the host's price data. A rejected brief is written again, for about the price of the first time; `limits: {max_cost: …}` stops before a price is passed.",
      ...group(noteBullets(notes)),
      md`Nothing was started: the same call without ${code("dry_run")} starts it, once the person says so.`,
      ...(idea === null ? [] : [startText(idea)]),
    ],
    "\n\n",
  );
}

/** A longer idea is not said again. */
const MAX_IDEA = 300;

function startText(idea: string): Markdown {
  const typable = idea.length <= MAX_IDEA && !/["\n]/u.test(idea);
  return typable
    ? md`To begin, type:\n\n${code(`/design-lab brief "${idea}"`)}`
    : md`To begin, type ${code("/design-lab brief")} and after it, in quotes, the idea.`;
}
