import type { RankingNumbers } from "../../src/stats/panel.ts";

/** Of a ranking what its sentences may claim, read off its numbers alone and by no code that makes sentences. */
export type Facts = {
  winner: string | null;
  opinions: number;
  confidence: string;
  /** Best first. */
  ranked: readonly { id: string; rank: number; p: number }[];
  /** The designs of rank 1. */
  first: readonly string[];
  /** Those that cannot be told apart from the first, the first among them. */
  tied: readonly string[];
  /** The probability that a design is the best, as it may stand beside this ranking's confidence; null where none may. */
  chance: (id: string) => string | null;
};

type Numbers = Pick<RankingNumbers, "summary" | "designs">;

export function factsOf({ summary, designs }: Numbers): Facts {
  const ranked = designs.flatMap(({ design_id: id, rank, p_best }) =>
    rank === null ? [] : [{ id, rank, p: p_best ?? Number.NaN }],
  );
  const [top] = ranked;
  const group = summary.tie_groups.find((ids) => ids.includes(top?.id ?? "")) ?? (top ? [top.id] : []);
  const capped = summary.confidence !== "high" && ranked.some(({ p }) => p > 0.95);
  return {
    winner: summary.winner,
    opinions: summary.opinions,
    confidence: summary.confidence,
    ranked,
    first: ranked.flatMap(({ id, rank }) => (rank === 1 ? [id] : [])),
    tied: summary.winner === null ? group : [summary.winner],
    chance: (id) => {
      const p = ranked.find((each) => each.id === id)?.p;
      if (p === undefined || summary.opinions === 1 || ranked.length < 2) return null;
      return percent(p, capped ? summary.told_apart : null);
    },
  };
}

/** What a probability may be printed as: never past its ranking's bound where that is capped, nor past 95 %. */
export function percent(p: number, cap: number | null): string {
  if (cap !== null && p > cap) return `over ${Math.round(100 * cap)} %`;
  if (cap !== null && p < 1 - cap) return `under ${Math.round(100 - 100 * cap)} %`;
  if (p > 0.95) return "over 95 %";
  if (p < 0.05) return "under 5 %";
  const rounded = Math.round(100 * p);
  return `${[80, 85, 90, 95].includes(rounded) && p < rounded / 100 ? rounded - 1 : rounded} %`;
}

/** "a, b and c" as ids, sorted. */
export const idsIn = (list = "") => list.split(/, | and /u).toSorted();
export const isSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join();
const alone = ({ first }: Facts, id = "") => first.length === 1 && first[0] === id;

type Reading = [sentence: RegExp, holds: (said: readonly (string | undefined)[], facts: Facts) => boolean];

const BE = "(?:would be|is)";
const P = "((?:over |under )?\\d+ %)";

/** Each clause on one ranking's first place, and what must be so where it is said. */
const STANDS: readonly Reading[] = [
  [/^there BE no order$/, (_, { ranked }) => ranked.length === 0],
  [
    /^no reviewer (?:would tell|tells) (.+) apart$/,
    ([list], { opinions, first }) => opinions === 0 && isSame(idsIn(list), first),
  ],
  [/^(\S+) alone BE judged$/, ([id], { ranked }) => ranked.length === 1 && ranked[0]?.id === id],
  [
    /^one reviewer alone (?:would tell|tells) the designs apart(?: \(\S+\))?, and puts? (.+) first$/,
    ([list], { opinions, first, winner }) => opinions === 1 && winner === null && isSame(idsIn(list), first),
  ],
  [
    /^(\S+) BE the winner \(chance to be best P\)$/,
    ([id = "", p], { winner, chance }) => winner === id && chance(id) === p,
  ],
  [
    /^there BE no winner; (\S+) BE ahead(?: \(chance to be best P\))?$/,
    ([id = "", p], facts) => noWinner(facts) && alone(facts, id) && leads(facts, id) && isChance(facts, id, p),
  ],
  [
    /^there BE no winner but a tie of (.+?)(?:, with (\S+) first(?: \(chance to be best P\))?)?$/,
    ([list, id, p], facts) =>
      noWinner(facts) &&
      isSame(idsIn(list), facts.tied) &&
      (id === undefined ? facts.first.length > 1 : alone(facts, id) && isChance(facts, id, p)),
  ],
];

const noWinner = ({ winner, opinions, ranked }: Facts) => winner === null && opinions > 1 && ranked.length > 1;
/** Whether a first that is called ahead is so by its chance, or can be told from all others. */
const leads = ({ ranked, tied }: Facts, id: string) =>
  (ranked.find((one) => one.id === id)?.p ?? 0) >= 0.7 || tied.length < 2;
/** A number stands there only where it may, is the design's, and no other design has a higher one. */
const isChance = ({ chance, ranked }: Facts, id: string, said: string | undefined) => {
  const own = ranked.find((one) => one.id === id)?.p ?? 0;
  return said === undefined
    ? ranked.some(({ p }) => p > own)
    : chance(id) === said && ranked.every(({ p }) => p <= own);
};

/** Why a clause on one ranking cannot be so; null where it can. */
export function againstClause(clause: string, facts: Facts): string | null {
  for (const [pattern, holds] of STANDS) {
    const found = new RegExp(pattern.source.replaceAll("BE", BE).replaceAll("P\\)", `${P}\\)`), "u").exec(clause);
    if (found) return holds(found.slice(1), facts) ? null : `not so: ${clause}`;
  }
  return `nobody can read: ${clause}`;
}

/** Why a sentence of what people changed cannot be so of the ranking without them and the one with them; null where it can. */
export function againstChanged(said: string, before: Facts, now: Facts): string | null {
  const both = /^Without (\S+) (.+)\. With \1 (.+)\.$/u.exec(said);
  if (both) {
    const [, , would = "", is = ""] = both;
    if (!would.includes(" would ") || / would /u.test(is)) return `not in its mood: ${said}`;
    return (
      againstClause(would, before) ??
      againstClause(is, now) ??
      (tells(before) === tells(now) ? `the same: ${said}` : null)
    );
  }
  const turned = new RegExp(
    `^Without (\\S+) (\\S+) would stand before (\\S+)(?: \\(chance to be best ${P} against ${P}\\))?; with \\1 \\3 does\\. Both ways (it is a tie|there is no winner)\\.$`,
    "u",
  ).exec(said);
  if (turned) {
    const [, , one = "", other = "", p, q, how] = turned;
    const rank = ({ ranked }: Facts, id: string) => ranked.find((each) => each.id === id)?.rank ?? 99;
    const isTie = (facts: Facts) => !leads(facts, facts.first[0] ?? "");
    const numbered =
      p === undefined
        ? !isChance(before, one, before.chance(one) ?? "")
        : isChance(before, one, p) && before.chance(other) === q;
    const holds =
      alone(before, one) &&
      alone(now, other) &&
      rank(before, one) < rank(before, other) &&
      rank(before, other) < 99 &&
      rank(now, other) < rank(now, one) &&
      noWinner(before) &&
      noWinner(now) &&
      numbered &&
      (how === "it is a tie") === (isTie(before) && isTie(now));
    return holds ? null : `not so: ${said}`;
  }
  const alike = /^Without \S+ (.+)\.$/u.exec(said)?.[1];
  if (alike === undefined) return `nobody can read: ${said}`;
  if (tells(before) !== tells(now)) return `not the same: ${said}`;
  const PAIR = `(?: \\(chance to be best ${P} (both ways|instead of ${P})\\))`;
  const numbers = new RegExp(PAIR, "u").exec(alike);
  const [first = ""] = now.first;
  const [was, is] = [before.chance(first), now.chance(first)];
  if (numbers) {
    const [, p, how, q = p] = numbers;
    if (p !== was || q !== is || (how === "both ways") !== (was === is)) return `other numbers: ${said}`;
  } else if (/ %/u.test(alike)) return `nobody can read: ${said}`;
  const sure = /(high|medium|low) confidence instead of (high|medium|low)/u.exec(alike);
  if (sure && (sure[1] !== before.confidence || sure[2] !== now.confidence)) return `other confidence: ${said}`;
  if (!sure && before.winner !== null && before.confidence !== now.confidence)
    return `confidence is kept back: ${said}`;
  // Without what is said of both ways at once it is a clause on either ranking.
  const clause = alike
    .replace(/, with \w+ confidence instead of \w+$/u, "")
    .replace(/ \(chance [^)]*\)$/u, "")
    .replace(/ either|(?<=apart|ahead|winner|judged) too/gu, "")
    .replace("the same tie", "no winner but a tie");
  for (const facts of [before, now]) {
    const p = facts.chance(first);
    const shown = p === null || facts.ranked.some(({ p }) => p > (facts.ranked[0]?.p ?? 0)) ? "" : p;
    const whole = !shown
      ? clause
      : / (?:first|ahead|the winner)$/u.test(clause)
        ? `${clause} (chance to be best ${shown})`
        : clause;
    const against = againstClause(whole, facts);
    if (against) return against;
  }
  return null;
}

/** All that must agree for two rankings to say the same of the first place. */
function tells(facts: Facts): string {
  const { winner, opinions, ranked, first, tied } = facts;
  const kind = opinions > 1 ? (winner ?? (leads(facts, first[0] ?? "") ? "ahead" : "tie")) : `${opinions} opinions`;
  const order = ranked.length === 0 ? "none" : ranked.length === 1 ? "one" : kind;
  return JSON.stringify([order, first.toSorted(), order === "tie" || opinions === 0 ? tied.toSorted() : []]);
}
