import type { Design } from "../artifacts/design.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import type { Lineage } from "../artifacts/lineage.ts";
import type { namesOf } from "../artifacts/names.ts";
import type { Designer } from "../artifacts/task.ts";
import { designsNamed } from "./cells.ts";
import type { View } from "./view.ts";

/** A text of a round that was made in it, and itself once it is there. */
export type Child = { row: Designer & { lineage: Lineage }; design: Design | null };

type Round = { experiment: Pick<View["experiment"], "task">; artifacts: View["artifacts"] };

/** What was made in a round, in its order: revisions and merges. */
export function childrenOf(round: Round): Child[] {
  return roundTexts(round).filter(({ row }) => row.lineage.is !== "parent");
}

/** All texts of a round, parents too. */
export function roundTexts({ experiment: { task }, artifacts: { designs } }: Round): Child[] {
  return task.designers.flatMap((row) => {
    const { lineage } = row;
    if (lineage === undefined) return [];
    return [{ row: { ...row, lineage }, design: designs.find(({ design_id }) => design_id === row.design_id) ?? null }];
  });
}

/** The texts of a round that are copies, by the design_id of what each is a copy of. */
export function copiesOf(round: Round): ReadonlyMap<string, Child> {
  const copies = roundTexts(round).filter(({ row }) => row.lineage.is === "parent");
  return new Map(copies.map((copy) => [copy.row.lineage.of[0] ?? "", copy]));
}

/** Whether a child says, word for word, what one of the texts does that it was made of. */
export function repeatsParent({ design }: Child, parents: readonly Child[]): boolean {
  if (design === null) return false;
  const own = designSha256(design);
  return parents.some((parent) => parent.design !== null && designSha256(parent.design) === own);
}

/** The revisions of a round that are judged beside their originals, by the ids that both have in it. */
export function revisedIn(round: Round): { parent: string; child: string }[] {
  const copies = copiesOf(round);
  const scored = new Set(round.artifacts.scores.map(({ design_id }) => design_id));
  return childrenOf(round).flatMap((child) => {
    const parents = child.row.lineage.of.flatMap((id) => copies.get(id) ?? []);
    const [parent] = parents;
    const { design_id, lineage } = child.row;
    if (lineage.is !== "revision" || parent === undefined || child.design === null) return [];
    const isJudged = [child, ...parents].every(({ row }) => scored.has(row.design_id));
    return isJudged && !repeatsParent(child, parents) ? [{ parent: parent.row.design_id, child: design_id }] : [];
  });
}

/** The texts of a round that are to be judged: each child that says something else than its parents, and these. */
export function judgedIn(round: Round): ReadonlySet<string> {
  const copies = copiesOf(round);
  return new Set(
    childrenOf(round).flatMap((child) => {
      const parents = child.row.lineage.of.flatMap((id) => copies.get(id) ?? []);
      if (child.design === null || repeatsParent(child, parents)) return [];
      return [child, ...parents].map(({ row }) => row.design_id);
    }),
  );
}

/** The designs that a person judges: all of an experiment, and of a round those that reviewers are asked about. */
export function designsToJudge(view: Round): Design[] {
  const { experiment, artifacts } = view;
  if (experiment.task.round === undefined) return artifacts.designs;
  const judged = judgedIn(view);
  return artifacts.designs.filter(({ design_id }) => judged.has(design_id));
}

/** The rounds of which something may be told: whoever judges an experiment blind learns of none, and of none that waits for a vote. */
export const toldRounds = ({ rounds, withheld }: Pick<View, "rounds" | "withheld">): readonly View[] =>
  withheld === null ? rounds.filter((round) => round.withheld === null) : [];

/** The round that is held back until a person has judged it; null where none is. */
export const heldRound = ({ rounds }: Pick<View, "rounds">): View | null =>
  rounds.find((round) => round.withheld !== null) ?? null;

/** Every design that can be chosen: those of the experiment, and the children of its rounds. */
export function allDesigns({ artifacts: { designs }, rounds }: Pick<View, "artifacts" | "rounds">): Design[] {
  return [...designs, ...rounds.flatMap((round) => childrenOf(round).flatMap(({ design }) => design ?? []))];
}

/** One of them by its id. */
export const designIn = (view: Pick<View, "artifacts" | "rounds">, id: string | null | undefined): Design | undefined =>
  allDesigns(view).find(({ design_id }) => design_id === id);

/** The designs of those ids, models or names, children of rounds too. Throws LabError for a name that names none. */
export function designsMeant(
  view: Pick<View, "experiment" | "artifacts" | "rounds" | "status" | "withheld">,
  given: readonly string[] | undefined,
): Design[] {
  const { experiment, artifacts, status } = view;
  const rounds = toldRounds(view);
  const children = rounds.flatMap((round) => childrenOf(round).map(({ row }) => row));
  const designers = [...experiment.task.designers, ...children];
  return designsNamed({ designers }, allDesigns({ artifacts, rounds }), given, status.failures);
}

/** The round that a child was made in; null for a design that none made. */
export function roundOf(rounds: readonly View[], design_id: string): View | null {
  return rounds.find((round) => childrenOf(round).some(({ row }) => row.design_id === design_id)) ?? null;
}

/** Children of rounds and planted copies are called by their own names beside the designs that they come from. */
export function namedIn({
  experiment: { task },
  artifacts,
  rounds,
  controls,
  withheld,
}: Pick<View, "experiment" | "artifacts" | "rounds" | "controls" | "withheld">): Parameters<typeof namesOf> {
  const told = toldRounds({ rounds, withheld });
  const children = told.flatMap((round) => childrenOf(round).map(({ row }) => row));
  const copies = controls?.experiment.task.designers ?? [];
  const rows = { ...task, designers: [...task.designers, ...children, ...copies] };
  return [rows, withheld ? [] : allDesigns({ artifacts, rounds: told }), artifacts.votes];
}
