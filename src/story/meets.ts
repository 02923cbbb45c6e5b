import type { Met } from "../artifacts/unmet.ts";
import { count, type Figure } from "../text/numbers.ts";
import { listed, type Marked, type Sentence, say } from "./sentence.ts";

/** How many of what was checked a design meets. */
type Share = { met: number; of: number };

/** What the task asks of a design, and a person's own sentences about every design, which no designer was told. */
type Shares = { requirements: Share; assertions: Share };

/** Whether it is the number of an assertion, also with its text behind it. */
const isOwn = (id: string): boolean => id.startsWith("S");

/** What a design meets, of requirements and of assertions: of `all` by number, else of those on which anybody was asked. */
export function sharesOf({ met, partly, missed, silent, open }: Met, asked?: readonly string[]): Shares {
  const all = asked ?? [met, partly, missed, silent, open].flat();
  const share = (fits: (id: string) => boolean): Share => ({
    met: met.filter(fits).length,
    of: all.filter(fits).length,
  });
  return { requirements: share((id) => !isOwn(id)), assertions: share(isOwn) };
}

/** What a design is held to by: its requirements, or where there are none the assertions. */
export function heldTo(found: Met): Share {
  const { requirements, assertions } = sharesOf(found);
  return requirements.of > 0 ? requirements : assertions;
}

const KINDS = [
  { of: "requirements", many: (number: number): Figure => count(number, "requirement") },
  { of: "assertions", many: (number: number): Figure => count(number, "assertion") },
] as const;

/** "1 of 4 requirements": of what a design is held to. */
export function describeMet(found: Met): Sentence {
  const { met, of } = heldTo(found);
  const [requirement, assertion] = KINDS;
  return say`${met} of ${(sharesOf(found).requirements.of > 0 ? requirement : assertion).many(of)}`;
}

/** "3/5", and "3/5, 1/2" with assertions behind. */
export function metInShort(found: Met): string {
  const shares = sharesOf(found);
  return KINDS.flatMap(({ of }) => (shares[of].of > 0 ? `${shares[of].met}/${shares[of].of}` : [])).join(", ");
}

/** "5 requirements and 2 assertions", of their numbers. */
export function askedSaid(ids: readonly string[]): Sentence {
  const own = ids.filter(isOwn).length;
  const counts = { requirements: ids.length - own, assertions: own };
  return listed(KINDS.flatMap(({ of, many }) => (counts[of] > 0 ? [say`${many(counts[of])}`] : [])));
}

/** "3 of 5 requirements and 1 of 2 assertions". */
export function metSaid(found: Met, asked?: readonly string[]): Sentence {
  const shares = sharesOf(found, asked);
  return listed(
    KINDS.flatMap(({ of, many }) => (shares[of].of > 0 ? [say`${shares[of].met} of ${many(shares[of].of)}`] : [])),
  );
}

/** "2", and "2 and 1" where there are assertions too: beside one of which `metSaid` says it whole. */
export function metAlone(found: Met): Sentence {
  const shares = sharesOf(found);
  return listed(KINDS.flatMap(({ of }) => (shares[of].of > 0 ? [say`${shares[of].met}`] : [])));
}

/** A design's name with what it meets. */
type Named = { who: Marked; met: Met };

/** Whether two of them meet as many, of requirements and of assertions. */
export const meetAlike = (a: Met, b: Met): boolean =>
  KINDS.every(({ of }) => sharesOf(a)[of].met === sharesOf(b)[of].met);

/** How many of each kind there is any of are asked for, and which design meets how many of them. */
export function metByEach(
  all: readonly Named[],
  asked?: readonly string[],
): { asked: Figure; each: { who: Marked; met: number }[]; isAlike: boolean }[] {
  return KINDS.flatMap(({ of, many }) => {
    const each = all.map(({ who, met }) => ({ who, ...sharesOf(met, asked)[of] }));
    const most = Math.max(...each.map((share) => share.of));
    return most === 0 ? [] : [{ asked: many(most), each, isAlike: each.every(({ met }) => met === each[0]?.met) }];
  });
}

/** What stands behind the figure of assertions. */
export const ASSERTIONS = "assertions";

/** What the column of `metInShort` counts. */
export function meetsLegend(all: readonly Met[]): Sentence {
  const own = all.some((found) => sharesOf(found).assertions.of > 0);
  const asked = all.some((found) => sharesOf(found).requirements.of > 0);
  const parts = [
    ...(asked || !own ? [say`requirements (R), constraints (C) and non-functional ones (N)`] : []),
    ...(own ? [asked ? say`then assertions (S)` : say`assertions (S)`] : []),
  ];
  return say`Meets: ${parts[0] ?? []}${parts[1] ? say`, ${parts[1]}` : []}, as most reviewers see it.`;
}
