import {
  BRIEF_LIST_NAMES,
  type BriefBody,
  type BriefItem,
  type BriefList,
  type BriefSource,
} from "../../artifacts/brief.ts";
import { keyOf } from "../../questions/options.ts";
import type { Asked } from "../../questions/replay.ts";
import type { BrieferAnswer, Change } from "./briefer.ts";

/** An item as a model reads and writes it: each source by its name alone. */
type GivenItem = { text: string; from: string[] };

export function givenItems(items: readonly BriefItem[]): GivenItem[] {
  return items.map(({ text, from }) => ({ text, from: from.map(nameOf) }));
}

function nameOf(source: BriefSource): string {
  if (source.kind === "idea") return "idea";
  return source.kind === "question" ? source.id : source.path;
}

type Known = { asked: readonly Asked[]; sources: readonly string[]; change: Change | null };

/**
 * The whole brief that an answer comes to: what it does not give stays, and what nobody settled and no item names is an
 * open question. `faults`: sources that nobody knows, and what has none.
 */
export function bodyOf(given: BrieferAnswer, known: Known): { body: BriefBody; faults: string[] } {
  const before = known.change?.brief ?? null;
  const faults: string[] = [];
  const lists = Object.fromEntries(
    BRIEF_LIST_NAMES.map((list) => {
      const items = given[list];
      return [list, items === undefined ? (before?.[list] ?? []) : itemsOf(list, items, known, faults)];
    }),
  ) as Record<BriefList, BriefItem[]>;
  const whole = known.change === null || known.change.words === null;
  if (whole) lists.open_questions = [...lists.open_questions, ...unsettled(known.asked, lists)];
  const body = { topic: given.topic ?? before?.topic ?? "", task: given.task ?? before?.task ?? "", ...lists };
  return { body, faults };
}

function itemsOf(list: BriefList, items: readonly GivenItem[], known: Known, faults: string[]): BriefItem[] {
  return items.map(({ text, from }, at) => {
    const where = `${list}[${at}].from`;
    const sources = [...new Set(from)].map((name) => sourceOf(name, known));
    const strange = sources.indexOf(null);
    if (strange >= 0) faults.push(`${where} names ${JSON.stringify(from[strange])}, which is no source`);
    if (from.length === 0 && list !== "assumptions") faults.push(`${where} needs a source, such as "idea"`);
    return { text, from: sources.filter((source) => source !== null) };
  });
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

/** Words that make a statement one which a test can refute, though it has no number. */
const ABSOLUTE =
  /\p{N}|\b(?:no|not|never|none|nothing|nobody|always|all|any|each|every|only|exactly|once|twice|zero|without)\b/iu;

/** What is wrong with a brief as a whole, in sentences for the model. */
export function faultsIn(body: BriefBody): string[] {
  const untestable = body.non_functional_requirements.flatMap(({ text }, at) =>
    ABSOLUTE.test(text)
      ? []
      : [`non_functional_requirements[${at}] cannot be tested: give a number with its unit, or what never happens`],
  );
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const list of BRIEF_LIST_NAMES) {
    for (const [at, { text }] of body[list].entries()) {
      const key = keyOf(text).replace(/[.。]$/u, "");
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, `${list}[${at}]`);
      else twice.push(`${list}[${at}] says what ${earlier} says: leave one out`);
    }
  }
  const empty = body.requirements.length === 0 ? ["requirements needs one at least"] : [];
  return [...empty, ...untestable, ...twice];
}
