import type { Comparison } from "../artifacts/comparison.ts";
import { type Design, gravestFirst } from "../artifacts/design.ts";
import { isDivided } from "../artifacts/unmet.ts";
import { count, probability, probabilityClause, SURE } from "../text/numbers.ts";
import {
  design,
  listed,
  type Marked,
  quote,
  required,
  reviewer,
  type Sentence,
  say,
  scored,
  strong,
  titled,
  together,
  words,
} from "./sentence.ts";
import type { Compared } from "./story.ts";
import { DOUBTS } from "./verdict.ts";
import { COVERED } from "./why.ts";

/** Designs of a tie that are named with their titles. */
const MAX_NAMED = 4;

type Pair = Comparison["pairs"][number];
/** What a design is called in the sentence. */
type Name = (design_id: string) => Marked;

/** What stands above the lists of a comparison, and in the place of one that is empty. */
export const COMPARED = {
  requirements: say`Requirements that set them apart`,
  dissent: say`Where the reviewers disagree most`,
  changes: say`What the revision changed in the text`,
  apart: say`No reviewer scored both, so there is no difference by criterion.`,
};

/** The probability that a revision is better than its parent; nothing where there is none. */
export function pairedSaid({ revision }: Pick<Compared, "revision">): Sentence[] {
  if (revision === undefined || revision.p_better === null) return [];
  const { child, parent, p_better, reviewers } = revision;
  return [
    say`P(${words(child)} is better than ${words(parent)}): ${probability(p_better)}, from the differences of ${count(reviewers, "reviewer")} who scored both.`,
  ];
}

/** What a revision changed, a sentence for each place of its text, and how many more places there are. */
export function textChangeLines({ revision }: Pick<Compared, "revision">, most: number): Sentence[] {
  const changes = revision?.changes ?? [];
  const more = changes.length - most;
  return [
    ...changes.slice(0, most).map(({ section, removed, added }) => {
      const [gone, come] = [removed, added].map((each) => quote(each.join(" ")));
      const where = strong(say`${words(section)}`);
      if (gone === undefined || come === undefined || added.length === 0) return say`${where}: removed ${gone ?? []}`;
      return removed.length === 0 ? say`${where}: added ${come}` : say`${where}: ${gone} became ${come}`;
    }),
    ...(more > 0 ? [say`${count(more, "more change")}`] : []),
  ];
}

/** What the numbers of a comparison by criterion are, with what P is where a pair has one. */
export function differenceSaid(doubt: Comparison["doubt"], isPaired = false): Sentence {
  const p =
    doubt === "one-reviewer" || isPaired
      ? []
      : say`P is the probability that the design named first is the better one. `;
  return say`${p}A difference is the mean over the reviewers who scored both, on the criterion's own scale; ± is the standard deviation between these reviewers.`;
}
export const smallerSaid = (criteria: number): Sentence => say`and ${criteria} criteria with smaller differences`;

/** Which of the compared designs is better and how sure that is, in one sentence. */
export function comparisonVerdict(comparison: Comparison, name: Name = titled): Sentence {
  const { designs, pairs, doubt, told_apart } = comparison;
  if (designs.length < 2) {
    return say`Fewer than two of these designs have scores, so there is no number to compare.`;
  }
  const [pair, ...more] = pairs;
  if (pair === undefined && doubt === "nobody-compares") {
    return say`${strong(say`Nobody compares these designs:`)} no two reviewers' scores set one against another, so there is no order.`;
  }
  if (pair !== undefined && pairs.length < (designs.length * (designs.length - 1)) / 2) {
    return say`${strong(say`Nobody compares all of these designs:`)} no reviewer scored designs of two of these groups: ${together(
      groupsOf(designs, pairs).map((group) => listed(group.map(name), MAX_NAMED)),
      "; ",
    )}.`;
  }
  if (pair === undefined) return say`All criteria have weight zero, so the designs are not ranked.`;
  if (more.length === 0) return say`${pairVerdict(pair, comparison, name)}${reason(pair, comparison)}`;
  // Pairs are in the order of ranks. The designs are not, if other designs of the ranking have no order.
  const first = pair.better;
  const own = pairs.filter(({ better }) => better === first);
  if (doubt === "one-reviewer") {
    return say`${strong(say`One reviewer alone tells these designs apart:`)} it puts ${listed([first, ...own.filter(isEven).map(({ worse }) => worse)].map(name), MAX_NAMED)} first.`;
  }
  const tied = own.filter(({ probability }) => probability < told_apart);
  const last = tied.at(-1);
  if (last !== undefined) {
    const names = [first, ...tied.map(({ worse }) => worse)].map(name);
    const of = tied.length > 1 ? say` that ${design(first)} is better than ${design(last.worse)}` : say``;
    return say`${strong(say`${listed(names, MAX_NAMED)} cannot be told apart`)} (${clause(last, comparison)}${of}).`;
  }
  const nearest = own.reduce((a, b) => (b.probability < a.probability ? b : a), pair);
  return say`${strong(say`${name(first)} is ${betterText(nearest, comparison)} than the other ${own.length}`)} (${clause(nearest, comparison)} against ${design(nearest.worse)}, the nearest)${reason(nearest, comparison)}`;
}

/** Designs that stand in pairs with each other, the others alone. */
function groupsOf(designs: readonly string[], pairs: readonly Pair[]): string[][] {
  const isPaired = (one: string, other: string) =>
    pairs.some(({ better, worse }) => [better, worse].includes(one) && [better, worse].includes(other));
  return [...Map.groupBy(designs, (id) => designs.find((other) => other === id || isPaired(other, id))).values()];
}

/** Whether two designs have one rank: what rounding leaves of one score tells nothing apart. */
const isEven = ({ probability }: Pair): boolean => Math.abs(probability - 0.5) < 1e-6;

/** What a pair is judged by. */
type Bounds = Pick<Comparison, "doubt" | "told_apart">;

/** "A is probably better than B (P = 87 %)", without a full stop where a reason may follow. */
export function pairVerdict(pair: Pair, bounds: Bounds, name: Name): Sentence {
  const [better, worse] = [name(pair.better), name(pair.worse)];
  if (bounds.doubt === "one-reviewer") {
    const puts = isEven(pair) ? say`${better} beside ${worse}` : say`${better} before ${worse}`;
    return say`${strong(say`One reviewer alone tells the designs apart:`)} it puts ${puts}`;
  }
  return pair.probability >= bounds.told_apart
    ? say`${strong(say`${better} is ${betterText(pair, bounds)} than ${worse}`)} (${clause(pair, bounds)})`
    : say`${strong(say`${better} and ${worse} cannot be told apart`)} (${clause(pair, bounds)})`;
}

function betterText({ probability }: Pair, { doubt }: Bounds): "better" | "probably better" {
  return probability >= SURE && doubt === null ? "better" : "probably better";
}

function clause({ probability }: Pair, { doubt, told_apart }: Bounds): Sentence {
  return say`${probabilityClause(probability, doubt === null ? null : told_apart)}`;
}

/** The end of the sentence: why it is no surer, where the number alone would be. */
function reason({ probability }: Pair, { doubt, told_apart }: Bounds): Sentence {
  if (probability < told_apart || doubt === null || doubt === "one-reviewer" || doubt === "nobody-compares")
    return say`.`;
  return say`: no surer, for ${DOUBTS[doubt]}.`;
}

type Sides = NonNullable<Compared["aligned"]>;

/** What two designs decided otherwise or alike on one topic, a line each; then every other decision of each. */
export function decisionLines({ shared, alone }: Sides["decisions"], a: string, b: string): Sentence[] {
  const topic = (aspect: string) => strong(words(aspect, "choice"));
  const chose = (id: string, { choice, rationale }: Design["tradeoffs"][number]) =>
    say`${design(id)} ${quote(choice, "choice")} (${words(rationale, "summary")})`;
  return [
    ...shared.map(({ first, second, alike }) =>
      alike
        ? say`${topic(first.aspect)}: both chose ${quote(first.choice, "choice")}`
        : say`${topic(first.aspect)}: ${chose(a, first)}; ${chose(b, second)}`,
    ),
    ...alone.map(
      ({ design_id, own }) => say`${design(design_id)}, ${topic(own.aspect)}: ${quote(own.choice, "choice")}`,
    ),
  ];
}

/** The risks that both designs see, with how grave each takes them; then the others of each. */
export function riskLines({ shared, alone }: Sides["risks"], a: string, b: string): Sentence[] {
  const side = (id: string, { severity, description }: Risk) =>
    say`${design(id)} (${severity}) ${quote(description, "choice")}`;
  return [
    ...shared.map(({ first, second, alike }) => {
      if (!alike) return say`both: ${side(a, first)}; ${side(b, second)}`;
      const both = say`${design(a)} ${first.severity}, ${design(b)} ${second.severity}`;
      const grave = first.severity === second.severity ? say`${first.severity}` : both;
      return say`both (${grave}): ${quote(first.description, "choice")}`;
    }),
    ...alone.map(({ design_id, own }) => say`${design(design_id)} ${riskText(own)}`),
  ];
}

type Risk = Design["risks"][number];

/** The `most` gravest risks of each of many designs; one that several name in the same words stands once. */
export function gravestRisks(designs: readonly Design[], most: number): Sentence[] {
  const all = designs.flatMap(({ design_id, risks }) =>
    gravestFirst(risks)
      .slice(0, most)
      .map((risk) => ({ design_id, risk })),
  );
  const alike = Map.groupBy(all, ({ risk: { severity, description, mitigation } }) =>
    JSON.stringify([severity, description, mitigation]),
  );
  return [...alike.values()].flatMap(([one, ...others]) => {
    if (!one) return [];
    return [say`${listed([one, ...others].map(({ design_id }) => design(design_id)))} ${riskText(one.risk)}`];
  });
}

function riskText({ severity, description, mitigation }: Risk): Sentence {
  const against = mitigation ? say` (mitigation: ${words(mitigation, "summary")})` : say``;
  return say`(${severity}) ${quote(description, "choice")}${against}`;
}

/** Each requirement that sets the compared designs apart, as most reviewers see it: "R4 “…”: A met, B missed". */
export function requirementLines({ coverage }: Pick<Compared, "coverage">): Sentence[] {
  return coverage.flatMap(({ requirement: { id, text }, cells }) => {
    const stands = cells.map((cell) => {
      if (cell.status === null) return say`not answered`;
      return isDivided(cell) ? say`reviewers disagree` : say`${COVERED[cell.status]}`;
    });
    const differ = new Set(stands.map((each) => each.join(""))).size > 1;
    const each = cells.map(({ design_id }, at) => say`${design(design_id)} ${stands[at] ?? []}`);
    return differ ? [say`${required(id, text)}: ${together(each, ", ")}`] : [];
  });
}

/** Share of a criterion's scale from which two scores of one design are worth a word, and how many are named. */
const NOTABLE = 0.1;
const MAX_DISAGREEMENTS = 5;

/** Where two reviewers lie furthest apart: on what, and each side with its reason. */
export function disagreementLines({ comparison, scores }: Compared): { on: Sentence; sides: Sentence[] }[] {
  const notable = comparison.disagreements.filter(({ range }) => range >= NOTABLE);
  return notable.slice(0, MAX_DISAGREEMENTS).map(({ design_id, criterion, lowest, highest }) => ({
    on: say`${strong(words(criterion, "choice"))} of ${design(design_id)}`,
    sides: [lowest, highest].map(({ reviewer_id, score }) => {
      const cell = scores.find((one) => one.design_id === design_id && one.reviewer_id === reviewer_id);
      const why = cell?.rationales[criterion];
      return say`${reviewer(reviewer_id)} ${scored(score)}${why ? say`: ${quote(why, "summary")}` : say``}`;
    }),
  }));
}
