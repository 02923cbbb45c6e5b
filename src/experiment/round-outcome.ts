import { designSha256 } from "../artifacts/hashes.ts";
import type { ChildCame } from "../artifacts/lineage.ts";
import { type Met, metBy } from "../artifacts/unmet.ts";
import { agreeingModels } from "../stats/agreeing.ts";
import { judgeMerge, type MergeVerdict } from "../stats/merge.ts";
import type { RankingInput, RankingNumbers } from "../stats/panel.ts";
import { rankDesigns } from "../stats/ranking.ts";
import { compareRevisions, type RevisionVerdict } from "../stats/revisions.ts";
import type { Person } from "./people.ts";
import { rankingInput } from "./ranking-input.ts";
import { allDesigns, type Child, childrenOf, copiesOf, repeatsParent, toldRounds } from "./rounds.ts";
import type { View } from "./view.ts";

/** Why nothing is said of a child beside its parents. */
export type Unsaid = "not-written" | "not-judged" | "unchanged";

/** A text of a round that was judged beside the child, by its id in the round and in the experiment. */
type Beside = { id: string; of: string; name: string; met: Met };

/** What a round came to for one child. `numbers` is null where `unsaid` says why. */
export type ChildOutcome = {
  child: Child;
  name: string;
  parents: Beside[];
  met: Met;
  unsaid: Unsaid | null;
} & ({ is: "revision"; numbers: RevisionVerdict | null } | { is: "merge"; numbers: MergeVerdict | null });

/** What a round came to, by what is stored today. */
export type RoundOutcome = {
  number: number;
  children: ChildOutcome[];
  /** All texts of the round as one ranking; null where nothing of it is scored. */
  ranking: RankingNumbers | null;
  /** Names of parents whose text is another today than the one that was judged. */
  changed: string[];
  /** Who of people judged it; null where nobody judged it or its experiment. */
  people: RoundPerson[] | null;
};

/** A person who judged a round: `order` by what its texts are called, the best first, and how many have scores or were held against another. */
export type RoundPerson = Pick<Person, "name" | "counts"> & { order: string[][]; scores: number; pairs: number };

/** What a round of an experiment came to. `options` are those of the ranking. */
export function roundOutcome(view: View, round: View, options: Omit<RankingInput["options"], "draws">): RoundOutcome {
  const today = new Map(allDesigns(view).map((design) => [design.design_id, designSha256(design)]));
  const input = rankingInput(round, options);
  const scored = new Set(input.scores.map(({ design_id }) => design_id));
  const copies = copiesOf(round);
  const parentsOf = ({ row }: Child): Beside[] =>
    row.lineage.of.flatMap((id) => {
      const copy = copies.get(id);
      if (copy === undefined) return [];
      const { design_id, lineage } = copy.row;
      return [{ id: design_id, of: id, name: lineage.name, met: metBy(design_id, round.coverage) }];
    });
  const children = childrenOf(round);
  const pairs = input.revisions ?? [];
  const revisions = pairs.length > 0 ? compareRevisions(input, pairs) : [];

  function unsaidOf(child: Child, parents: readonly Beside[]): Unsaid | null {
    if (child.design === null) return "not-written";
    const texts = parents.flatMap(({ of }) => copies.get(of) ?? []);
    if (repeatsParent(child, texts)) return "unchanged";
    return scored.has(child.row.design_id) && parents.every(({ id }) => scored.has(id)) ? null : "not-judged";
  }

  return {
    number: round.experiment.task.round?.number ?? 0,
    children: children.map((child): ChildOutcome => {
      const { design_id, lineage } = child.row;
      const parents = parentsOf(child);
      const unsaid = unsaidOf(child, parents);
      const said = { child, name: lineage.name, parents, met: metBy(design_id, round.coverage), unsaid };
      if (lineage.is !== "merge")
        return { ...said, is: "revision", numbers: revisions.find((each) => each.child === design_id) ?? null };
      const merge = { merge: design_id, parents: parents.map(({ id }) => id) };
      return { ...said, is: "merge", numbers: unsaid === null ? judgeMerge(input, merge) : null };
    }),
    ranking: scored.size > 0 ? rankDesigns(input) : null,
    changed: [...copies].flatMap(([of, { row, design }]) =>
      design !== null && today.get(of) === designSha256(design) ? [] : [row.lineage.name],
    ),
    people: view.people.length + round.people.length > 0 ? round.people.map((person) => judgedBy(person, round)) : null,
  };
}

function judgedBy({ name, counts, order, scores, pairs }: Person, { names }: View): RoundPerson {
  const called = order.map((group) => group.map((id) => names.designs.get(id) ?? id));
  return { name, counts, order: called, scores: scores.length, pairs: pairs.length };
}

/** What came of a child, in a word. */
export function cameOf(child: ChildOutcome): ChildCame {
  if (child.unsaid !== null) return child.unsaid;
  const result = child.is === "revision" ? child.numbers?.verdict : child.numbers?.result;
  return result ?? "no verdict";
}

/** What rounds made, each by its name with what it was made of and what came of it. */
export function madeIn(outcomes: readonly RoundOutcome[]): Made[] {
  return outcomes.flatMap(({ children }) =>
    children.map((each) => ({
      design_id: each.child.row.design_id,
      name: each.name,
      is: each.is,
      of: each.parents.map(({ name }) => name),
      came: cameOf(each),
    })),
  );
}
/** One of them. */
export type Made = { design_id: string; name: string; is: ChildOutcome["is"]; of: string[]; came: ChildCame };

/** What its rounds came to, in their order; none of what is held back. */
export function outcomesOf(view: View, options: Omit<RankingInput["options"], "draws">): RoundOutcome[] {
  return toldRounds(view).map((round) => roundOutcome(view, round, options));
}

/** The children that were better than what they were made of, by design_id: what a further round goes on with. */
export function improved({ children }: RoundOutcome): string[] {
  const better = children.filter((each) => ["better", "wins"].includes(cameOf(each)));
  return better.map(({ child }) => child.row.design_id);
}

/**
 * What a design has become over the rounds: the newest of its revisions that was better, and whether that `rests`, for the
 * last round that revised it did not beat it.
 */
export function newest(outcomes: readonly RoundOutcome[], design_id: string): { design_id: string; rests: boolean } {
  let now = { design_id, rests: false };
  for (const { children } of outcomes) {
    const own = children.find((each) => each.is === "revision" && each.parents[0]?.of === now.design_id);
    if (own === undefined || own.unsaid === "not-written" || own.unsaid === "not-judged") continue;
    const isBetter = cameOf(own) === "better";
    now = isBetter ? { design_id: own.child.row.design_id, rests: false } : { ...now, rests: true };
  }
  return now;
}

/** The design that a ranking proposes: its winner, or the newest revision of it that was better. Null where it has none. */
export const proposedBy = (
  ranking: { summary: { winner: string | null } } | null,
  outcomes: readonly RoundOutcome[],
) => (ranking?.summary.winner == null ? null : newest(outcomes, ranking.summary.winner).design_id);

/** Models that judged the experiment, the one first that agrees best with the others. */
export const mergersOf = (view: View, options: Omit<RankingInput["options"], "draws">): string[] =>
  agreeingModels(rankingInput(view, options));
