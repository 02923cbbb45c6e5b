import {
  BRIEF_LIST_NAMES,
  type BriefBody,
  type BriefItem,
  type BriefList,
  type BriefSource,
  type ProposedCriterion,
} from "../../artifacts/brief.ts";
import { keyOf } from "../../questions/options.ts";
import type { Asked } from "../../questions/replay.ts";
import type { AnswerTo } from "../../questions/types.ts";
import { BRIEFER_TOLD } from "../../story/briefer-told.ts";
import { isBlank } from "../../text/clean.ts";
import { lookOf } from "../../text/fold.ts";
import type { BriefChange, BrieferAnswer } from "./briefer.ts";
import type { Told } from "./told.ts";
import { type SourcesSay, saidIn, unsaidIn } from "./unsaid.ts";

/** An item as a model reads and writes it: each source by its name alone. */
type GivenItem = { text: string; from: string[] };

/** A criterion likewise. */
type GivenCriterion = GivenItem & { name: string; weight: number };

export function givenCriteria(criteria: readonly ProposedCriterion[]): GivenCriterion[] {
  const items = givenItems(criteria);
  return criteria.map(({ name, weight }, at) => ({ name, weight, text: "", from: [], ...items[at] }));
}

export function givenItems(items: readonly BriefItem[]): GivenItem[] {
  return items.map(({ text, from }) => ({ text, from: from.map(nameOf) }));
}

function nameOf(source: BriefSource): string {
  if (source.kind === "idea") return "idea";
  return source.kind === "question" ? source.id : source.path;
}

type Known = Told & { sources: readonly string[]; change: BriefChange | null };

/**
 * The whole brief that an answer comes to: what it does not give stays, and what nobody settled and no item names is an
 * open question. `faults`: sources that nobody knows, and what has none.
 */
export function bodyOf(given: BrieferAnswer, known: Known): { body: BriefBody; faults: string[] } {
  const before = known.change?.brief ?? null;
  const faults: string[] = [];
  const said = saidIn(known, spokenOf(known.change));
  const lists = Object.fromEntries(
    BRIEF_LIST_NAMES.map((list) => {
      const items = given[list];
      return [list, items === undefined ? (before?.[list] ?? []) : itemsOf(list, items, known, { said, faults })];
    }),
  ) as Record<BriefList, BriefItem[]>;
  const whole = known.change === null || known.change.words === null;
  if (whole) lists.open_questions = [...lists.open_questions, ...unsettled(known.asked, lists)];
  const priorities = prioritiesIn(known.asked);
  if (given.task !== undefined) lists.assumptions = [...lists.assumptions, ...madeUp(given.task, said, lists)];
  const criteria =
    given.criteria === undefined ? (before?.criteria ?? []) : criteriaOf(given.criteria, known, { said, faults });
  const body = {
    ...{ topic: given.topic ?? before?.topic ?? "", task: given.task ?? before?.task ?? "", ...lists },
    ...(priorities.length > 0 && { priorities }),
    ...(criteria.length > 0 && { criteria }),
  };
  return { body, faults };
}

/** What of the person's own words to a brief may stand in each item. */
function spokenOf(change: BriefChange | null): string[] {
  if (change?.words == null) return [];
  return [...Object.values(change.words.parts), change.words.whole ?? ""];
}

function criteriaOf(
  given: readonly GivenCriterion[],
  known: Known,
  into: { said: SourcesSay; faults: string[] },
): ProposedCriterion[] {
  const items = itemsOf(
    "criteria",
    given.map(({ text, from }) => ({ text: inOneLine(text), from })),
    known,
    into,
  );
  return items.flatMap((item, at) => {
    const { name = "", weight = 1 } = given[at] ?? {};
    return { name: inOneLine(name), weight, ...item };
  });
}

const inOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

function itemsOf(
  list: BriefList | "criteria",
  items: readonly GivenItem[],
  known: Known,
  { said, faults }: { said: SourcesSay; faults: string[] },
): BriefItem[] {
  const before: readonly BriefItem[] = known.change?.brief[list] ?? [];
  return items.map(({ text, from }, at) => {
    const sources = [...new Set(from)].map((name) => sourceOf(name, known));
    const strange = sources.indexOf(null);
    if (strange >= 0) faults.push(BRIEFER_TOLD.strange([list, at], from[strange] ?? ""));
    if (from.length === 0 && list !== "assumptions") faults.push(BRIEFER_TOLD.unsourced([list, at]));
    const item = { text, from: sources.filter((source) => source !== null) };
    // What a person left as it was when they read it is not called in question again.
    const same = before.find((each) => each.text === text);
    const unsaid = same ? (same.unsaid ?? []) : ASSUMED.has(list) ? [] : unsaidBy(item, said);
    return unsaid.length === 0 ? item : { ...item, unsaid };
  });
}

/** What stands in these is nobody's word. */
const ASSUMED: ReadonlySet<string> = new Set(["assumptions", "open_questions"]);

function unsaidBy({ text, from }: BriefItem, said: SourcesSay): string[] {
  const texts = from.map(said.of);
  return texts.includes(null) || texts.length === 0 ? [] : unsaidIn(text, texts.join("\n"));
}

const MADE_UP = " stands in the task, and nobody said it.";

/** Figures and quotes of the task itself, which names no source: what nobody said is an assumption. */
function madeUp(task: string, said: SourcesSay, { assumptions }: Record<BriefList, BriefItem[]>): BriefItem[] {
  const there = assumptions.map(({ text }) => text).join("\n");
  return unsaidIn(task, `${said.all}\n${there}`).map((each) => ({
    text: `\u201C${each}\u201D${MADE_UP}`,
    from: [],
  }));
}

/** What a brief says that nobody said, in sentences for the model. */
export function unsaidFaults(body: BriefBody): string[] {
  const items = [...BRIEF_LIST_NAMES, "criteria" as const].flatMap((list) =>
    (body[list] ?? []).flatMap(({ unsaid = [], from }, at) =>
      unsaid.map((each) => BRIEFER_TOLD.unsaid([list, at], each, from.map(nameOf))),
    ),
  );
  const task = body.assumptions.flatMap(({ text }) => (text.endsWith(MADE_UP) ? text : []));
  const all = [...items, ...task];
  return all.length === 0 ? [] : [...all, BRIEFER_TOLD.sayIt];
}

function sourceOf(name: string, { asked, sources }: Known): BriefSource | null {
  if (name === "idea") return { kind: "idea" };
  if (asked.some(({ id }) => id === name)) return { kind: "question", id: name };
  return sources.includes(name) ? { kind: "file", path: name } : null;
}

/** Questions without an answer that neither an assumption nor an open question speaks of. */
function unsettled(
  asked: readonly Asked[],
  { assumptions, open_questions }: Record<BriefList, BriefItem[]>,
): BriefItem[] {
  const named = new Set([...assumptions, ...open_questions].flatMap(({ from }) => from.map(nameOf)));
  const said = new Set(open_questions.map(({ text }) => keyOf(text)));
  const left = asked.filter(
    ({ id, state, question }) => state !== "answered" && !named.has(id) && !said.has(keyOf(question.text)),
  );
  return left.map(({ id, question }) => ({ text: question.text, from: [{ kind: "question", id }] }));
}

/** What the person ranked, each question with its whole order: what to keep first where not all can be had. */
function prioritiesIn(asked: readonly Asked[]): BriefItem[] {
  return asked.flatMap(({ id, question, state, answer }) => {
    if (question.type !== "rank" || state !== "answered") return [];
    const { ranking } = answer as AnswerTo<"rank">;
    const labels = ranking
      .toSorted((a, b) => a.rank - b.rank)
      .map((each) => question.options.find((option) => option.id === each.id)?.label ?? each.id);
    const order = labels.map((label, at) => `${at + 1}. ${label}`).join(", ");
    return { text: `${question.text} ${order}`, from: [{ kind: "question" as const, id }] };
  });
}

/** What is wrong with the criteria of a brief beside those that designs are judged by anyhow, in sentences for the model. */
export function criteriaFaults({ criteria = [] }: BriefBody, configured: readonly string[]): string[] {
  const looks = [...configured, ...criteria.map(({ name }) => name)].map(lookOf);
  return criteria.flatMap(({ name, text }, at) => [
    ...(isBlank(text) ? [BRIEFER_TOLD.blankCriterion(["criteria", at])] : []),
    ...(looks.indexOf(lookOf(name)) < configured.length + at
      ? [BRIEFER_TOLD.judgedAlready(["criteria", at], name)]
      : []),
  ]);
}

/** Words that make a statement one which a test can refute, though it has no number. */
const ABSOLUTE =
  /\p{N}|\b(?:no|not|never|none|nothing|nobody|always|all|any|each|every|only|exactly|once|twice|zero|without)\b/iu;

/** What is wrong with a brief as a whole, in sentences for the model. */
export function faultsIn(body: BriefBody): string[] {
  const untestable = body.non_functional_requirements.flatMap(({ text }, at) =>
    ABSOLUTE.test(text) ? [] : [BRIEFER_TOLD.untestable(["non_functional_requirements", at])],
  );
  const seen = new Map<string, [BriefList, number]>();
  const twice: string[] = [];
  for (const list of BRIEF_LIST_NAMES) {
    for (const [at, { text }] of body[list].entries()) {
      const key = keyOf(text).replace(/[.。]$/u, "");
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, [list, at]);
      else twice.push(BRIEFER_TOLD.twice([list, at], earlier));
    }
  }
  const empty = body.requirements.length === 0 ? [BRIEFER_TOLD.noRequirement] : [];
  return [...empty, ...untestable, ...twice];
}
