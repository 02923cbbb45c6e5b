import type { Decided } from "../artifacts/decision.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { clean } from "../text/clean.ts";
import { count } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { decidedInList, decidedInRow } from "./decision.ts";
import { IS_WITHHELD } from "./held-back.ts";
import { type CameOf, childInRow, roundsInRow } from "./round-words.ts";
import { type Sentence, unmarked } from "./sentence.ts";
import { inRow, rankingVerdict, told } from "./verdict.ts";

/** What stays beside a conversation of a call that has ended, as text without marks. */
export type CallEnd = {
  /** What it was about, "" where that was not known yet. */
  topic: string;
  /** What it came to, in a line and in a sentence or two. */
  short: string;
  said: readonly string[];
  /** Where to look or what to type, the fullest first: the first that there is room for. */
  where: readonly string[];
  /** What to type next. */
  next: string;
};

/** Letters and titles by design_id. */
type Called = ReadonlyMap<string, { letter?: string | undefined; title?: string | undefined }>;
type About = { experiment: string; topic: string; stopped: string | null; missing: number };

/** What a call came to, as its host was told it. */
export type EndedFacts =
  /** `by_person`: it was stopped by the person, and what was finished is kept. */
  | { state: "failed"; by_person: boolean; message: string; advice?: string }
  | ({ state: "withheld" } & About)
  /** Rounds of better designs were worked on. */
  | ({ state: "refined"; made: readonly CameOf[] } & About)
  | ({ state: "unranked"; designs: number } & About)
  | ({
      state: "ranked";
      ranking: Ranking;
      /** The report, as the project's folder names it; null where there is none. */
      report: string | null;
      called: Called;
    } & About)
  | ({
      state: "decided";
      decision: Pick<Decided, "design_id" | "outcomes">;
      /** Whether this machine saw a person say so. */
      seen: boolean;
      /** What is ranked; null where nothing is. */
      ranking: Ranking | null;
      called: Called;
    } & About);

/** Columns of a design's title, and of what a failure says. */
const TITLE = 40;
const MESSAGE = 240;

/** What stays on the screen of a call that has ended, whatever an agent makes of its reply. */
export function endedSaid(facts: EndedFacts): CallEnd {
  if (facts.state === "failed") {
    const { message, advice = "", by_person } = facts;
    const said = [`${by_person ? "" : "Nothing came of it: "}${cut(message)}`, ...(advice === "" ? [] : [cut(advice)])];
    return { topic: "", short: cut(message), said, where: [], next: "" };
  }
  const { experiment: id, topic, stopped, missing } = facts;
  const weak = [
    ...(stopped === null ? [] : [cut(`Stopped: ${stopped}`)]),
    ...(missing > 0 && facts.state !== "withheld"
      ? [`${count(missing, "session")} missing: ${typed("resume", id)}`]
      : []),
  ];
  if (facts.state === "withheld") {
    const judge = typed("judge", id);
    const short = `${IS_WITHHELD}.`;
    return { topic, short, said: [short, ...weak], where: [`${judge} opens the page`, judge], next: judge };
  }
  if (facts.state === "refined") {
    const short = roundsInRow(facts.made);
    const said = short === null ? "No better design was made" : unmarked(short, String);
    const next = typed("decide", id);
    const each = facts.made.map((child) => `${unmarked(childInRow(child), String)}.`);
    return { topic, short: said, said: [...each, ...weak], where: [`${next} says what is proposed`, next], next };
  }
  if (facts.state === "unranked") {
    const short = `${count(facts.designs, "design")}, not ranked`;
    const next = missing > 0 ? typed("resume", id) : typed("show", id);
    return { topic, short, said: [`${short}.`, ...weak], where: [next], next };
  }
  const { ranking, called } = facts;
  const plain = (sentence: Sentence): string => unmarked(sentence, (each) => nameOf(each, called.get(each)));
  const open = typed("open", id);
  if (facts.state === "decided") {
    const { decision, seen } = facts;
    const plans = decision.design_id !== null && decision.outcomes.length === 0;
    const next = plans ? typed("plan", id) : ranking === null ? typed("show", id) : open;
    return {
      topic,
      short: plain(decidedInRow(decision.design_id, seen)),
      said: [
        `${plain(decidedInList(decision.design_id, seen))}.`,
        ...(ranking === null ? [] : [plain(rankingVerdict(unnamed(ranking)))]),
        ...weak,
      ],
      where: [...(plans ? [`${next} breaks it into tasks`] : []), next],
      next,
    };
  }
  const { report } = facts;
  const verdict = told(unnamed(facts.ranking));
  const more = verdict.margin ?? verdict.sure;
  return {
    topic,
    short: plain(inRow(verdict)),
    said: [plain(rankingVerdict(unnamed(facts.ranking))), ...(more === null ? [] : [plain(more)]), ...weak],
    where: [...(report === null ? [] : [`Report: ${report}`]), `${open} shows the report`, open],
    next: open,
  };
}

/** What goes on with a call of an op that the person has stopped. */
const GOES_ON = {
  run: "resume",
  generate: "resume",
  review: "resume",
  score: "resume",
  brief: "brief",
  plan: "plan",
  refine: "refine",
};

/**
 * What stays of a call that the person has stopped, of which its host keeps nothing but what was called; null of an op
 * with which nothing goes on. `experiment`: its id where it was named.
 */
export function stoppedEnd(op: string, experiment: string | null): CallEnd | null {
  const word = Object.hasOwn(GOES_ON, op) ? GOES_ON[op as keyof typeof GOES_ON] : null;
  if (word === null) return null;
  const next = typed(word, ...(experiment !== null ? [experiment] : word === "resume" ? [] : ["latest"]));
  const goesOn = `${next} goes on with it`;
  return {
    topic: "",
    short: "stopped",
    said: ["Stopped: what is finished is kept."],
    where: [goesOn, next],
    next: goesOn,
  };
}

/** Without the one reviewer that a verdict may name: a call's facts hold ids of reviewers, which nobody knows. */
function unnamed(ranking: Ranking): Ranking {
  const { verdict } = ranking.summary;
  if (verdict.kind !== "one-opinion") return ranking;
  const { reviewer: _, ...rest } = verdict;
  return { ...ranking, summary: { ...ranking.summary, verdict: rest } };
}

const typed = (...words: readonly string[]): string => ["/design-lab", ...words].join(" ");
const cut = (text: string): string => truncate(clean(text).text.replace(/\s+/gu, " ").trim(), MESSAGE);

function nameOf(id: string, called: { letter?: string | undefined; title?: string | undefined } = {}): string {
  const { letter = id, title } = called;
  return title === undefined ? letter : `${letter} “${truncate(clean(title).text, TITLE)}”`;
}
