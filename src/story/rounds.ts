import type { Requirement } from "../artifacts/requirement.ts";
import { type ChildOutcome, cameOf, improved, type RoundOutcome } from "../experiment/round-outcome.ts";
import { probability } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { childSaid, roundBlocks, roundSaid } from "./refine.ts";
import { childInRow, madeOf } from "./round-words.ts";
import { listed, type Sentence, say, strong, words } from "./sentence.ts";

/** The same of what came of one. */
export const childIs = ({ is, parents }: Pick<ChildOutcome, "is" | "parents">): Sentence =>
  madeOf({ is, of: parents.map(({ name }) => name) });

/**
 * What stands beside the verdict of a ranking: which design of a round was better than what it was made of, and where a
 * round has another first of the designs that are ranked. `first`: the ranking's first place.
 */
export function roundsBeside(outcomes: readonly RoundOutcome[], first: readonly string[]): Sentence[] {
  return outcomes.flatMap((outcome) => {
    const better = new Set(improved(outcome));
    const children = outcome.children.filter(({ child }) => better.has(child.row.design_id));
    return [...children.map(betterSaid), ...otherParent(outcome, first)];
  });
}

function betterSaid(child: ChildOutcome): Sentence {
  const called = say`${words(child.name)}, ${childIs(child)},`;
  const parents = listed(child.parents.map(({ name }) => words(name)));
  if (child.is === "revision")
    return say`${strong(say`${called} is better than ${parents}`)}: judged anew beside it, blind, ${probability(child.numbers?.p_better ?? null)} sure.`;
  const p = child.numbers?.plain?.p_best.find(({ design_id }) => design_id === child.numbers?.merge)?.p ?? null;
  return say`${strong(say`${called} is the best of its round`)}: judged anew beside them, blind, ${probability(p)} likely.`;
}

/** Where a round that holds the ranking's first names another of its parents the best. */
function otherParent({ children, ranking, number }: RoundOutcome, first: readonly string[]): Sentence[] {
  const parents = children.flatMap((each) => each.parents);
  const winner = parents.find(({ id }) => id === ranking?.summary.winner);
  if (winner === undefined || first.includes(winner.of) || !parents.some(({ of }) => first.includes(of))) return [];
  const p = ranking?.designs.find(({ design_id }) => design_id === winner.id)?.p_best ?? null;
  return [
    say`${strong(say`Judged anew in round ${number}, ${words(winner.name)} is the best of its texts`)}, ${probability(p)} likely.`,
  ];
}

/** Each round with what came of it, for a page: whether anything is better stands first. */
export function roundsBlocks(outcomes: readonly RoundOutcome[], requirements: readonly Requirement[]): Block[] {
  return outcomes.flatMap((outcome) => [
    ...(outcomes.length > 1 ? [say`${strong(say`Round ${outcome.number}`)}`] : []),
    ...roundSaid(outcome),
    ...roundBlocks(outcome, requirements),
  ]);
}

/** The same in sentences alone. */
export const roundsSaid = (outcomes: readonly RoundOutcome[]): Sentence[] => outcomes.flatMap(roundSaid);

/** One design of a round as a list of those that are there names it. */
export const childrenThere = (child: ChildOutcome): Sentence => {
  const { design } = child.child;
  const title = design === null ? [] : say` “${words(design.title, "line")}”`;
  return say`${childInRow({ name: child.name, is: child.is, of: child.parents.map(({ name }) => name), came: cameOf(child) })}${title}`;
};

/** What a design of a round is and what came of it, as it is shown alone: its points and the parts that it took over too. */
export function childShown(child: ChildOutcome, outcome: RoundOutcome): Block[] {
  const { design } = child.child;
  const name = words(child.name);
  return [
    say`${strong(say`${name} is ${childIs(child)}`)}, of round ${outcome.number}. ${childSaid(child, outcome)}`,
    ...answersSaidOf(design?.answers ?? []),
    ...originsTold(child),
  ];
}

/** What a designer did about each point of its reviewers. */
function answersSaidOf(answers: NonNullable<NonNullable<ChildOutcome["child"]["design"]>["answers"]>): Block[] {
  if (answers.length === 0) return [];
  return [say`What its designer did about what reviewers said:`, list(answers.map(pointAnswered))];
}

/** One point of reviewers, and what was done about it or why not. */
export const pointAnswered = ({ text, done, how }: { text: string; done: boolean; how: string }): Sentence =>
  say`“${words(text, "sentence")}”: ${done ? say`taken up` : say`not taken up`}. ${words(how, "sentence")}`;

function originsTold(child: ChildOutcome): Block[] {
  const origins = originLines(child);
  return origins.length === 0 ? [] : [say`Where its parts come from:`, list(origins)];
}

/** Each part of a merge with the designs that it comes from. */
export function originLines({
  child: { design },
  parents,
}: Pick<ChildOutcome, "child"> & { parents: readonly { of: string; name: string }[] }): Sentence[] {
  return (design?.origins ?? []).map(({ part, name, from }) => {
    const named = parents.filter(({ of }) => from.includes(of)).map((each) => words(each.name));
    const where = named.length === 0 ? say`new` : say`from ${listed(named)}`;
    return say`${PART[part]} “${words(name, "sentence")}”: ${where}`;
  });
}
const PART = { component: "Component", tradeoff: "Trade-off", risk: "Risk" } as const;

/** What stands over the changes of a revision line by line. */
export const textChanged = (child: string, parent: string): Sentence =>
  say`What ${words(child)} changed in the text of ${words(parent)}`;
