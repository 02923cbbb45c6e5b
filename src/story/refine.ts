import type { Forecast } from "../artifacts/cost.ts";
import type { Requirement } from "../artifacts/requirement.ts";
import type { Met } from "../artifacts/unmet.ts";
import type { ChildOutcome, RoundOutcome, Unsaid } from "../experiment/round-outcome.ts";
import { count, dollars, duration, oneDecimal, points, probability } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { listed, type Sentence, say, strong, together, words } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** That a text cannot be revised, for what it was made of is gone. */
export const parentLost = "the design that it is to be made of is not there any more";

/** What the ledger says where a call about rounds ends. */
export const ROUND_ENDED = "a round of better designs";

/** What begins: "2 better designs asked, and judged blind beside what they are made of, about 5m, $0.40". */
export function roundAnnounced(children: number, { seconds, cost, unpriced, sessions }: Forecast): string | null {
  if (sessions === 0) return null;
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  const asked = `${count(children, "better design")} asked, to be judged blind beside what ${children === 1 ? "it is" : "they are"} made of`;
  return `${children > 0 ? asked : `${count(sessions, "evaluation")} asked`}, about ${duration(seconds)}, ${price}`;
}

/** Whether a round made anything better, and how sure that is: its first lines. */
export function roundSaid(outcome: RoundOutcome): Sentence[] {
  const { children, people, changed } = outcome;
  return [
    ...children.map((child) => childSaid(child, outcome)),
    ...firstSaid(outcome),
    ...(changed.length > 0
      ? [
          say`${strong(say`What was judged is not what stands there now:`)} the text of ${listed(changed.map((name) => words(name)))} was changed since.`,
        ]
      : []),
    ...(people === null || children.every(({ unsaid }) => unsaid !== null) ? [] : peopleSaid(people)),
  ];
}

/** Whether people judge the experiment and nobody has judged this round of it yet, of which something can be said. */
export const waitsForPeople = ({ people, children }: RoundOutcome): boolean =>
  people?.length === 0 && children.some(({ unsaid }) => unsaid === null);

/** Who judged a round beside models, and whether that counts. */
function peopleSaid(people: NonNullable<RoundOutcome["people"]>): Sentence[] {
  const counted = people.filter(({ counts }) => counts === "counted");
  const by = counted.map(({ order, scores, pairs, ...who }) => {
    const ways = [
      ...(order.length > 0 ? [say`an order, ${orderSaid(order)}`] : []),
      ...(scores > 0 ? [say`scores of ${count(scores, "design")}`] : []),
      ...(pairs > 0 ? [say`${count(pairs, "pair")}`] : []),
    ];
    return say`${named(who)} by ${listed(ways)}`;
  });
  const ordered = counted.some(({ scores }) => scores === 0)
    ? say`; what is no score counts for which text is the best, and not where two are held against each other`
    : [];
  const some = counted.length > 1 ? say`People judged this round too` : say`A person judged this round too`;
  return [
    counted.length === 0 ? say`Models alone judged this round.` : say`${some}: ${together(by, "; ")}${ordered}.`,
    ...people.flatMap(({ counts, order, ...who }) => {
      if (counts === "counted") return [];
      const put = order.length > 0 ? say`, ${orderSaid(order)}` : [];
      return counts === "beside"
        ? [say`After its result was seen ${named(who)} judged this round${put}: that is not counted.`]
        : [say`The vote of ${named(who)} on it is ${UNSEEN}: it is not counted.`];
    }),
  ];
}

const named = ({ name }: { name: string }): Sentence => say`${words(name)}`;

/** "B2 before A and B". */
const orderSaid = (order: readonly (readonly string[])[]): Sentence =>
  together(
    order.map((group) => listed(group.map((name) => words(name)))),
    " before ",
  );

const NOTHING_SAID: Readonly<Record<Unsaid, (name: Sentence, parents: Sentence) => Sentence>> = {
  "not-written": (name, parents) => say`${name}, to be made of ${parents}, was not written.`,
  "not-judged": (name, parents) => say`${name}, made of ${parents}, is not judged yet beside it.`,
  unchanged: (name, parents) =>
    say`${name} is ${parents} word for word: nothing was changed, so nobody was asked to judge it.`,
};

/** What came of one child, with how sure that is. */
export function childSaid(child: ChildOutcome, { children }: Pick<RoundOutcome, "children">): Sentence {
  const name = say`${words(child.name)}`;
  const parents = listed(child.parents.map((each) => words(each.name)));
  if (child.unsaid !== null) return NOTHING_SAID[child.unsaid](name, parents);
  return child.is === "revision"
    ? revisionSaid(child, name, parents, children.filter(({ is }) => is === "revision").length)
    : mergeSaid(child, name, parents);
}

type Revised = Extract<ChildOutcome, { is: "revision" }>;
type Merged = Extract<ChildOutcome, { is: "merge" }>;

const NO_VERDICT = {
  "nobody-scored-both": "nobody scored both",
  "one-reviewer": "one reviewer alone scored both",
  "no-weight": "no criterion counts",
} as const;

function revisionSaid({ numbers }: Revised, name: Sentence, parent: Sentence, revisions: number): Sentence {
  if (numbers === null || numbers.verdict === null) {
    const why = NO_VERDICT[numbers?.reason ?? "nobody-scored-both"];
    return say`Whether ${name} is better than ${parent} cannot be said: ${why}.`;
  }
  const { verdict, p_better, difference, bound, reviewers } = numbers;
  const by = say`${count(reviewers.length, "reviewer")} scored both`;
  const looks = revisions > 1 ? say`, for ${revisions} revisions were looked at` : [];
  if (verdict === "better")
    return say`${strong(say`The revision ${name} is better than ${parent}`)} by ${points(difference ?? 0)} of 10, ${probability(p_better)} sure; ${by}.`;
  if (verdict === "worse")
    return say`${strong(say`The revision ${name} is worse than ${parent}`)} by ${points(-(difference ?? 0))} of 10, ${probability(1 - (p_better ?? 0))} sure; ${by}. ${parent} stays.`;
  return say`${strong(say`The revision ${name} is not better than ${parent}`)}: that it is better is ${probability(p_better)} likely, and from ${probability(bound)} on it would be called so${looks}; ${by}. ${parent} stays.`;
}

function mergeSaid({ numbers }: Merged, name: Sentence, parents: Sentence): Sentence {
  const made = say`The merge ${name} of ${parents}`;
  if (numbers === null || numbers.result === null)
    return say`Whether the merge ${name} of ${parents} is the best cannot be said: too little of the round is scored.`;
  const { result, plain, bound } = numbers;
  const own = plain?.p_best.find(({ design_id }) => design_id === numbers.merge)?.p ?? null;
  if (result === "wins")
    return say`${strong(say`${made} is the best of the round`)}, ${probability(own)} likely, and still is with its length taken off.`;
  if (result === "leads, length could explain it")
    return say`${strong(say`${made} leads, and its length could explain it`)}: it is ${times(numbers.length.ratio)} as long as the longest of them.`;
  if (result === "leads")
    return say`${strong(say`${made} leads, and too little for a winner`)}: it is the best of the round with ${probability(own)}, and from ${probability(bound)} on it would be called so.`;
  return say`${strong(say`${made} is not the best of the round`)}: ${probability(own)} likely.`;
}

const times = (ratio: number | null): Sentence => (ratio === null ? say`many times` : say`${oneDecimal(ratio)} times`);

/** Which text of the round is first, by all of them together. */
function firstSaid({ ranking, children }: RoundOutcome): Sentence[] {
  const named = (id: string): Sentence => {
    const all = children.flatMap(({ child, name, parents }) => [{ id: child.row.design_id, name }, ...parents]);
    return say`${words(all.find((each) => each.id === id)?.name ?? id)}`;
  };
  if (ranking === null || ranking.designs.filter(({ rank }) => rank !== null).length < 2) return [];
  const { winner, first_place } = ranking.summary;
  if (winner !== null) {
    const p = ranking.designs.find(({ design_id }) => design_id === winner)?.p_best ?? null;
    return [say`Of all texts of the round ${named(winner)} is first, ${probability(p)} likely to be the best.`];
  }
  if (first_place.length < 2) return [];
  return [
    say`Which text of the round is the best cannot be told: ${listed(first_place.map(named))} share the first place.`,
  ];
}

/** What stands beside the verdict of one child: criteria, requirements, length, what was taken up and added. */
export function childDetails(child: ChildOutcome, requirements: readonly Requirement[]): Sentence[] {
  const { numbers, parents, met, child: made } = child;
  const [parent] = parents;
  const { design } = made;
  const told = child.is === "revision" ? (child.numbers?.criteria ?? []).filter((each) => each.told !== null) : [];
  const better = told.filter((each) => each.told === "better").map(({ criterion }) => words(criterion));
  const worse = told.filter((each) => each.told === "worse").map(({ criterion }) => words(criterion));
  const answered = design?.answers ?? [];
  const done = answered.filter((each) => each.done).length;
  const added = design?.added_scope ?? [];
  return [
    ...(better.length > 0 ? [say`Better on ${listed(better)}`] : []),
    ...(worse.length > 0 ? [say`Worse on ${listed(worse)}`] : []),
    ...(parent && child.is === "revision" && numbers ? metSaid(parent.met, met, requirements) : []),
    ...lengthSaid(child),
    ...(answered.length > 0
      ? [
          say`Of ${count(answered.length, "point")} of its reviewers ${done} ${done === 1 ? "was" : "were"} taken up, ${answered.length - done} not, each with why`,
        ]
      : []),
    ...(added.length > 0
      ? [say`Added, though no requirement asks for it: ${listed(added.map((each) => words(each, "sentence")))}`]
      : []),
    ...originsSaid(child),
  ];
}

function metSaid(before: Met, now: Met, requirements: readonly Requirement[]): Sentence[] {
  const isKnown = ({ id }: Requirement): boolean => requirements.some((each) => each.id === id);
  const gained = requirements.filter(({ id }) => now.met.includes(id) && !before.met.includes(id)).filter(isKnown);
  const lost = requirements.filter(({ id }) => before.met.includes(id) && !now.met.includes(id));
  const named = (all: readonly Requirement[]) =>
    listed(all.map(({ id, text }) => say`${words(id)} (${words(text, "sentence")})`));
  return [
    ...(gained.length > 0 ? [say`It meets now, by most reviewers’ word: ${named(gained)}`] : []),
    ...(lost.length > 0 ? [say`It meets no longer: ${named(lost)}`] : []),
  ];
}

function lengthSaid(child: ChildOutcome): Sentence[] {
  if (child.is === "merge" || child.numbers === null) return [];
  const { length, length_break_even: even } = child.numbers;
  if (length.ratio === null || Math.abs(length.ratio - 1) < 0.05) return [];
  const long = say`It is ${times(length.ratio)} as long`;
  return [
    even === null
      ? long
      : say`${long}; a taste for length of ${points(even)} for each doubling would explain the difference`,
  ];
}

function originsSaid({ child: { design }, parents }: ChildOutcome): Sentence[] {
  const origins = design?.origins;
  if (origins === undefined || origins.length === 0) return [];
  const from = (id: string): number => origins.filter((each) => each.from.includes(id)).length;
  const fresh = origins.filter((each) => each.from.length === 0).length;
  const each = parents.map(({ of, name }) => say`${from(of)} from ${words(name)}`);
  return [
    say`Of its ${count(origins.length, "part")} (components, trade-offs, risks): ${listed([...each, ...(fresh > 0 ? [say`${fresh} new`] : [])])}`,
  ];
}

/** A round as a reply and a page show it below its first lines. */
export function roundBlocks(outcome: RoundOutcome, requirements: readonly Requirement[]): Block[] {
  return outcome.children.flatMap((child): Block[] => {
    const said = childDetails(child, requirements);
    if (said.length === 0) return [];
    const title = child.child.design?.title;
    return [
      say`${strong(say`${words(child.name)}`)}${title === undefined ? [] : say` “${words(title, "line")}”`}:`,
      list(said),
    ];
  });
}
