import type { Comparison } from "../../src/artifacts/comparison.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { type Facts, factsOf, idsIn, isSame, percent } from "./contradictions.ts";

/** One way to read a sentence: what it says, and whether the numbers of the ranking allow it. */
type Reader = readonly [pattern: string, holds: (said: readonly string[], about: About) => boolean];

/** A ranking as its sentences are held against it. */
export type About = {
  ranking: Ranking;
  facts: Facts;
  /** The designs that a comparison is of; null where a sentence is of the whole ranking. */
  compared: Comparison | null;
};

export const about = (ranking: Ranking, compared: Comparison | null = null): About => {
  return { ranking, facts: factsOf(ranking), compared };
};

/** What stands for a part of a pattern: a design, a reviewer, several, a number, a probability. */
const PARTS: Readonly<Record<string, string>> = {
  D: "(d\\d)",
  R: "((?:r|person-)\\w+)",
  LIST: "(.+?)",
  F: "(under 0\\.1|-?\\d+(?:\\.\\d+)?)",
  N: "(\\d+)",
  P: "((?:over |under )?\\d+ %)",
  Q: "(P (?:= |over |under )\\d+ %)",
  PTS: "(under 0\\.1|\\d+(?:\\.\\d)?) points?",
};

const pattern = (text: string): RegExp =>
  new RegExp(`^${text.replace(/\{(\w+)\}/gu, (_, part: string) => PARTS[part] ?? "?")}$`, "u");

/** Probability that one design is better than another. */
function pairOf({ ranking }: About, one: string, other: string): number | null {
  for (const { better, worse, probability } of ranking.pairwise) {
    if (better === one && worse === other) return probability;
    if (better === other && worse === one) return 1 - probability;
  }
  return null;
}

/** The bound past which no pair of a ranking may be said to be surer; null where it is sure enough. */
function capOf({ ranking: { summary, pairwise } }: About): number | null {
  const few = summary.opinions < 3 || summary.scored_designs < 3;
  const held = summary.doubt === "close-designs" || (few && pairwise.some(({ probability }) => probability > 0.95));
  return held ? summary.told_apart : null;
}

function isPair(said: string, of: About, one: string, other: string): boolean {
  const p = pairOf(of, one, other);
  const text = p === null ? "" : percent(p, capOf(of));
  return p !== null && of.facts.opinions !== 1 && said === (/^\d/u.test(text) ? `P = ${text}` : `P ${text}`);
}

const rankOf = ({ facts }: About, id: string): number => facts.ranked.find((one) => one.id === id)?.rank ?? 99;
const isBefore = (of: About, one: string, other: string): boolean => rankOf(of, one) < rankOf(of, other);

/** "better" only of what is sure, "probably better" only of what can be told apart, and never against the order. */
function isBetter(how: string, said: string, of: About, one: string, other: string): boolean {
  const p = pairOf(of, one, other) ?? 0;
  const { verdict, told_apart } = of.ranking.summary;
  if (verdict.kind === "nobody-compares") {
    // There is no order of all, but a group that common reviewers scored has one of its own.
    const together = verdict.groups?.some((ids) => ids.includes(one) && ids.includes(other));
    const past = percent(p, told_apart);
    return (
      together === true && p >= told_apart && how !== "" && said === (/^\d/u.test(past) ? `P = ${past}` : `P ${past}`)
    );
  }
  const sure = p >= 0.95 && capOf(of) === null;
  const told = p >= of.ranking.summary.told_apart - 1e-9;
  return isBefore(of, one, other) && told && sure === (how === "") && isPair(said, of, one, other);
}

const isNear = (said: string, value: number): boolean =>
  said.startsWith("under") ? value < 0.05 : Math.abs(Number(said) - value) <= (said.includes(".") ? 0.051 : 0.501);
/** Points with one decimal at most, and a number where it is one. */
const isPoints = (said: string, value: number): boolean =>
  said.startsWith("under") ? value < 0.05 : Math.abs(Number(said) - value) <= 0.0501 && Number(said) > 0;

function scoreOf({ ranking }: About, id: string): number | null {
  const found = ranking.designs.find(({ design_id }) => design_id === id);
  const score = (ranking.method === "mean" ? found?.average_score : found?.adjusted_score) ?? null;
  return found?.rank == null || score === null ? null : Math.min(10, Math.max(0, score));
}
const isScore = (said: string, of: About, id: string): boolean => {
  const score = scoreOf(of, id);
  return score !== null && Math.abs(Number(said) - score) <= 0.0051 && Number(said) <= 10;
};

/** Whether a list that may end in "and 2 more" names some of these and counts all. */
function isList(list: string, ids: readonly string[]): boolean {
  const more = / and (\d+) more$/u.exec(list);
  const named = idsIn(more ? list.slice(0, more.index) : list);
  return named.every((id) => ids.includes(id)) && named.length + Number(more?.[1] ?? 0) === ids.length;
}

const leads = ({ facts }: About, id: string): boolean => isSame(facts.first, [id]);
const open = ({ facts }: About): boolean => facts.winner === null && facts.opinions > 1 && facts.ranked.length > 1;
const capped = ({ facts }: About): boolean => facts.confidence !== "high" && facts.ranked.some(({ p }) => p > 0.95);
const pOf = ({ facts }: About, id: string): number => facts.ranked.find((one) => one.id === id)?.p ?? -1;
const others = ({ facts }: About, id: string) => facts.ranked.filter((one) => one.id !== id);
const isAhead = (of: About, id: string): boolean =>
  open(of) && leads(of, id) && others(of, id).every(({ p }) => p <= pOf(of, id));
const isTie = (of: About): boolean => of.facts.winner === null && of.facts.opinions !== 1 && of.facts.ranked.length > 1;

/** Only who set designs apart may be the one whose opinion it is: a score and no other reviewer of the panel with two that differ. */
const mayBeAlone = ({ bias, people }: Ranking, who: string): boolean =>
  (who in bias.severity || (people?.counted.some(({ reviewer_id }) => reviewer_id === who) ?? false)) &&
  !bias.odd_reviewers.some(({ reviewer_id, oddity }) => reviewer_id === who && oddity === "constant");

const NONE: Reader["1"] = (_, { facts }) => facts.ranked.length === 0;
const HIGH: Reader["1"] = (_, { facts }) => facts.winner !== null && facts.confidence === "high";

/** Every sentence of reply, report and comparison that names a probability, a rank, an order or a number of a ranking. */
const READERS: readonly Reader[] = [
  // Which design.
  [
    "{D} is (probably )?better than the other (?:design|{N} designs)(?: \\(probability {P}\\))?\\.",
    ([id = "", how, n, p], of) => {
      const sure = pOf(of, id) > 0.95;
      return (
        of.facts.winner === id &&
        Number(n || 1) === of.facts.ranked.length - 1 &&
        (how === "") === (sure && of.facts.confidence === "high") &&
        (p === "" ? capped(of) : !capped(of) && p === percent(pOf(of, id), null))
      );
    },
  ],
  [
    "No winner: {D} is (ahead, but not surely|slightly ahead): the best of all with a probability of {P}, {D} with {P}\\.",
    ([id = "", how, p, next = "", q], of) => {
      const most = Math.max(...others(of, id).map((one) => one.p));
      return (
        isAhead(of, id) &&
        p === of.facts.chance(id) &&
        pOf(of, next) === most &&
        q === of.facts.chance(next) &&
        (how === "slightly ahead") === pOf(of, id) < 2 * most
      );
    },
  ],
  [
    "No winner: one reviewer alone tells the designs apart(?: \\({R}\\))?; it puts {LIST} first\\.",
    ([who = "", list = ""], { facts, ranking }) =>
      facts.opinions === 1 && isList(list, facts.first) && mayBeAlone(ranking, who),
  ],
  ["No winner: the scores cannot tell {LIST} apart\\.", ([list = ""], of) => isTie(of) && isList(list, of.facts.tied)],
  [
    "No winner: only {D} has scores, so there is nothing to compare it with\\.",
    ([id], { facts }) => facts.ranked.length === 1 && facts.first[0] === id,
  ],
  ["No (?:order|ranking): .+\\.", NONE],
  ["{D}", ([id], { facts }) => facts.winner === id],
  ["a tie of {N}", ([n], of) => isTie(of) && Number(n) === of.facts.tied.length],
  ["none, {D} ahead", ([id = ""], of) => isAhead(of, id)],
  ["none", (_, { facts }) => facts.winner === null && (facts.opinions < 2 || facts.ranked.length < 2)],
  ["winner \\((high|medium)\\): {D}", ([level, id], { facts }) => facts.winner === id && facts.confidence === level],
  [
    "no winner(?: \\(low\\))?",
    (_, { facts }) => facts.winner === null && (facts.opinions < 2 || facts.ranked.length < 2),
  ],
  ["no winner \\(low\\): {D} ahead", ([id = ""], of) => isAhead(of, id)],
  ["no winner \\(low\\): a tie of {N}", ([n], of) => isTie(of) && Number(n) === of.facts.tied.length],
  [
    "Winner, (high|medium) confidence: {D}",
    ([level, id], { facts }) => facts.winner === id && facts.confidence === level,
  ],
  ["No winner, low confidence: ahead is {D}", ([id = ""], of) => isAhead(of, id)],
  ["No winner, low confidence: a tie of {LIST}", ([list = ""], of) => isTie(of) && isList(list, of.facts.tied)],
  [
    "No winner, one reviewer alone puts first {LIST}",
    ([list = ""], { facts }) => facts.opinions === 1 && isList(list, facts.first),
  ],
  [
    "No winner, only one design has scores: {D}",
    ([id], { facts }) => facts.ranked.length === 1 && facts.first[0] === id,
  ],
  ["No winner: (?:no reviewer.+|there is no score|the weights of all criteria are zero)", NONE],
  // How sure.
  ["Very probably it is the best of those judged\\. .+", HIGH],
  [
    "Probably it is the best of those judged\\. .+",
    (_, { facts }) => facts.winner !== null && facts.confidence === "medium",
  ],
  [
    "Take the order as a hint: .+",
    (_, { facts }) => facts.winner === null && facts.ranked.some(({ rank }) => rank > 1),
  ],
  ["only two reviewers tell the designs apart", (_, of) => capped(of) && of.facts.opinions === 2],
  ["with two designs all rests on one difference", (_, of) => capped(of) && of.facts.ranked.length === 2],
  [
    "even two designs of nearly one quality would now and then score as far apart as these",
    (_, of) => capped(of) && of.ranking.summary.doubt === "close-designs",
  ],
  [
    "It scores {F} of 10; the next, {D}, {F}\\.",
    ([own = "", next = "", other = ""], of) => {
      const [first, second] = of.facts.ranked;
      return (
        second?.id === next &&
        isScore(own, of, first?.id ?? "") &&
        isScore(other, of, next) &&
        Number(own) >= Number(other)
      );
    },
  ],
  [
    "Choose by what they do differently, not by their scores \\({F} to {F} of 10\\)\\.",
    ([low = "", high = ""], of) => {
      const tied = of.facts.ranked.filter(({ id }) => of.facts.tied.includes(id));
      return (
        isTie(of) &&
        Number(low) < Number(high) &&
        isScore(low, of, tied.at(-1)?.id ?? "") &&
        isScore(high, of, tied[0]?.id ?? "")
      );
    },
  ],
  [
    "Choose by what they do differently: (all|both) score (about )?{F} of 10\\.",
    ([all, near, at = ""], of) => {
      const scores = of.facts.tied.map((id) => scoreOf(of, id) ?? -1);
      const apart = Math.max(...scores) - Math.min(...scores);
      return (
        isTie(of) &&
        (all === "all") === scores.length > 2 &&
        scores.every((each) => Math.abs(each - Number(at)) < 0.11) &&
        (near !== "" || apart < 0.011)
      );
    },
  ],
  [
    "Ranked {N} of {N}, (?:adjusted|mean) score {F}(?:, P\\(best\\) {P})?\\.",
    ([rank, n, score = "", p], of) => {
      const { design } = of as About & { design?: string };
      const id = design ?? "";
      return (
        Number(rank) === rankOf(of, id) &&
        Number(n) === of.facts.ranked.length &&
        isScore(score, of, id) &&
        (p === "" ? of.facts.chance(id) === null || of.facts.opinions < 2 : p === of.facts.chance(id))
      );
    },
  ],
  ["Not ranked: .+", NONE],
  // Which can be told apart; of a comparison, which of its designs.
  [
    "{D} is (probably )?better than {D} \\({Q}\\)(?:\\.|: no surer, for .+\\.)",
    ([one = "", how = "", other = "", p = ""], of) => isBetter(how, p, of, one, other),
  ],
  [
    "{D} is (probably )?better than the other {N} \\({Q} against {D}, the nearest\\)(?:\\.|: no surer, for .+\\.)",
    ([one = "", how = "", n, p = "", nearest = ""], of) => {
      const rest = (of.compared?.designs ?? []).filter((id) => id !== one);
      const least = Math.min(...rest.map((id) => pairOf(of, one, id) ?? 1));
      return Number(n) === rest.length && pairOf(of, one, nearest) === least && isBetter(how, p, of, one, nearest);
    },
  ],
  [
    "{LIST} cannot be told apart \\({Q}(?: that {D} is better than {D})?\\)\\.",
    ([list = "", p = "", one, other], of) => {
      const named = list.replace(/ and \d+ more$/u, "").split(/, | and /u);
      const [first = "", last = ""] = one && other ? [one, other] : named;
      const within = (pairOf(of, first, last) ?? 1) < of.ranking.summary.told_apart;
      return within && !isBefore(of, last, first) && isPair(p, of, first, last);
    },
  ],
  [
    "One reviewer alone tells the designs apart: it puts {D} (before|beside) {D}\\.",
    ([one = "", how, other = ""], of) =>
      of.facts.opinions === 1 && (how === "before" ? isBefore(of, one, other) : rankOf(of, one) === rankOf(of, other)),
  ],
  [
    "One reviewer alone tells these designs apart: it puts {LIST} first\\.",
    ([list = ""], of) => {
      const ids = of.compared?.designs ?? [];
      const first = Math.min(...ids.map((id) => rankOf(of, id)));
      return (
        of.facts.opinions === 1 &&
        isList(
          list,
          ids.filter((id) => rankOf(of, id) === first),
        )
      );
    },
  ],
  ["Fewer than two of these designs have scores, .+", (_, { compared }) => (compared?.designs.length ?? 9) < 2],
  ["Nobody compares (?:all of )?these designs: .+", NONE],
  [
    "{D} ranks below {D} and may more easily be the best \\({P} against {P}\\), for less is known of it\\.",
    ([below = "", above = "", p, q], of) =>
      isBefore(of, above, below) &&
      pOf(of, below) > pOf(of, above) &&
      p === of.facts.chance(below) &&
      q === of.facts.chance(above),
  ],
  // What the scores show of themselves.
  [
    "Reviewers differ by ±{PTS} on a design \\(a standard deviation\\), once severity is taken out\\.",
    ([at = ""], { ranking, facts }) => facts.opinions > 0 && isPoints(at, ranking.reliability.residual_deviation ?? -1),
  ],
  [
    "Reviewers differ by less than ±0\\.1 points on a design .+",
    (_, { ranking, facts }) => facts.opinions > 0 && (ranking.reliability.residual_deviation ?? 1) < 0.05,
  ],
  [
    "The reviewers (hardly agree|agree fairly well) on the order: reliability (below 0|{F}) of 1 .+",
    ([how, said = ""], { ranking }) => {
      const value = ranking.reliability.icc_3_k ?? 9;
      return (
        value < 0.8 &&
        (how === "hardly agree") === value < 0.667 &&
        (said === "below 0" ? value < 0 : Math.abs(Number(said) - value) < 0.0051)
      );
    },
  ],
  [
    "The first place rests on single reviewers: {LIST}\\.",
    ([list = ""], { ranking, facts }) => {
      const said = [...list.matchAll(/removing reviewer (\S+) (?:puts (\S+) first|leaves the first place shared)/gu)];
      const changes = ranking.reliability.leave_one_out?.changes ?? [];
      return (
        facts.winner !== null &&
        said.length > 0 &&
        said.every(([, removed, winner = null]) =>
          changes.some((each) => each.removed === removed && each.winner === winner && winner !== facts.winner),
        )
      );
    },
  ],
  [
    "The criteria move together \\(mean correlation {F}\\): .+",
    ([at], { ranking }) =>
      isNear(at ?? "", ranking.bias.criteria_correlation ?? 0) && (ranking.bias.criteria_correlation ?? 0) > 0.9,
  ],
  [
    "No criterion decides alone: {D} stays first whatever the weight of any one of them\\.",
    ([id], { ranking, facts }) => facts.winner === id && ranking.robustness === null,
  ],
  [
    "No criterion decides alone: it takes more than 10 times the weight of \\w+ to change the first place\\.",
    (_, { ranking, facts }) => facts.winner !== null && (ranking.robustness?.factor ?? 0) > 10,
  ],
  [
    "(?:More than|Raising|Lowering|Multiplying|Giving|Leaving) .+ puts {D} first(?:, which ranks {N} now)?\\.",
    ([id = "", rank = ""], of) =>
      of.facts.winner !== null &&
      of.ranking.robustness?.new_winner === id &&
      !leads(of, id) &&
      (rank === "" ? rankOf(of, id) < 3 : Number(rank) === rankOf(of, id)),
  ],
  [
    "Reviewer {R} scores {PTS} (above|below) the panel\\.",
    ([id = "", by = "", way], { ranking }) =>
      isPoints(by, (ranking.bias.severity[id] ?? 0) * (way === "above" ? 1 : -1)),
  ],
  [
    "Reviewer {R} scores {PTS} below {R}\\.",
    ([low = "", by = "", high = ""], { ranking }) =>
      isPoints(by, (ranking.bias.severity[high] ?? 0) - (ranking.bias.severity[low] ?? 0)),
  ],
  [
    "None is 0\\.75 points off the mean(?:, but {LIST} do(?:es)? not use the scale as the others do)?\\.",
    ([list = ""], { ranking }) => {
      const all = Object.entries(ranking.bias.severity);
      const odd = [...new Set(ranking.bias.odd_reviewers.map(({ reviewer_id }) => reviewer_id))];
      const near = all.length === 2 || all.every(([, off]) => Math.abs(off) < 0.75);
      return near && (list === "" || (isList(list, odd) && odd.length < all.length));
    },
  ],
  [
    "Models score their own designs(, and people those whose authors they know,)? {PTS} (higher|lower) than others do \\(standard error {F}\\)\\.",
    ([people, by = "", way, error = ""], { ranking }) => {
      const { beta = 0, standard_error = 0, beyond_chance = false, people: known } = ranking.bias.self_preference ?? {};
      return (
        beyond_chance &&
        (people !== "") === (known !== undefined && known > 0) &&
        isPoints(by, beta * (way === "higher" ? 1 : -1)) &&
        (error.startsWith("under") || Number(error) > 0) &&
        isNear(error, standard_error ?? 0)
      );
    },
  ],
  ["By less than 0\\.1 points\\.", (_, { ranking }) => Math.abs(ranking.bias.self_preference?.beta ?? 1) < 0.05],
  [
    "(Longer|Shorter) designs score higher \\(rank correlation {F}\\): .+",
    ([how, at = ""], { ranking }) =>
      Math.abs(Number(at) - (ranking.bias.length_correlation ?? 9)) < 0.0051 && (how === "Longer") === Number(at) > 0,
  ],
  [
    "{D} is longer than {D}: a taste of {PTS} for each doubling of the length would explain the lead\\.",
    ([one, other, by = ""], { ranking, facts }) =>
      facts.ranked[0]?.id === one &&
      facts.ranked[1]?.id === other &&
      isPoints(by, ranking.bias.length_break_even ?? -1) &&
      Number(by) <= 3,
  ],
  [
    "Reviewer {R} calls {D} an? {F} overall, but its own criteria make {F}\\.",
    ([reviewer, id, stated = "", computed = ""], { ranking }) =>
      ranking.bias.overall_contradictions.some(
        (each) =>
          each.reviewer_id === reviewer &&
          each.design_id === id &&
          isNear(stated, each.stated) &&
          isNear(computed, each.computed),
      ),
  ],
  [
    "{N} more overall scores contradict their criteria\\.",
    ([n], { ranking }) => Number(n) > 0 && Number(n) < ranking.bias.overall_contradictions.length,
  ],
  // What people said.
  [
    "People put {D}(?: on (\\w+))? {PTS} (above|below) where the models do\\.",
    ([id, criterion, by = "", way], { ranking }) => {
      const { designs = [], criteria = [] } = ranking.people?.parted ?? {};
      const from = criterion ? criteria.filter((each) => each.criterion === criterion) : designs;
      const found = from.find(({ design_id }) => design_id === id);
      return found !== undefined && isPoints(by, found.difference * (way === "above" ? 1 : -1));
    },
  ],
];

const read = READERS.map(([text, holds]) => ({ found: pattern(text), holds }));

/** What of a sentence makes it one that must be read: a probability, a number, or a word of order. */
const CLAIMS = / %|\d|\b(?:first|before|ahead|winner|better|best|tie|order|rank|last|above|below|higher|lower)\b/u;

/** Why a sentence cannot be so; null where it can, or claims nothing of the ranking's numbers. */
export function againstSentence(said: string, of: About & { design?: string }): string | null {
  for (const { found, holds } of read) {
    const parts = found.exec(said)?.slice(1);
    if (parts)
      return holds(
        parts.map((part = "") => part),
        of,
      )
        ? null
        : `not so: ${said}`;
  }
  return CLAIMS.test(said) && !SAYS_NOTHING.includes(said) ? `nobody can read: ${said}` : null;
}

/** Sentences that claim nothing of a number, in words of order. */
const SAYS_NOTHING: readonly string[] = [];
