import { type Static, Type } from "@sinclair/typebox";
import type { CoverageCell, CoverageRow, CoverageStatus, Requirement } from "./requirement.ts";

const Ids = Type.Array(Type.String());

/**
 * Requirements that no design meets: each design has an answer, and nobody's answer is that it meets it. Where one says
 * met they disagree; where all that were asked of a design left the answer out, nobody knows.
 */
export function unmet(rows: readonly CoverageRow[]): Requirement[] {
  return rows
    .filter(({ cells }) => cells.length > 0 && cells.every((cell) => cell.of > 0 && votes(cell, ["met"]) === 0))
    .map(({ requirement }) => requirement);
}

/** A requirement on which reviewers disagree, with the designs of which some say that they meet it. */
export type Disputed = { requirement: Requirement; cells: { design_id: string; met: number; of: number }[] };

/**
 * Requirements that some say a design meets and most say of none; of `first`, also what as many say it lacks as not.
 * Without what most say that `first` lacks, for that is said of it.
 */
export function disputed(rows: readonly CoverageRow[], first: string | null): Disputed[] {
  const { missed, silent } = metBy(first ?? "", rows);
  const told = [...missed, ...silent];
  return rows.flatMap(({ requirement, cells }) => {
    if (told.includes(requirement.id)) return [];
    const everywhere = !cells.some(isMet);
    const open = cells.flatMap((cell) => {
      const met = votes(cell, ["met"]);
      const counts = met > 0 && !isMet(cell) && (everywhere || cell.design_id === first);
      return counts ? [{ design_id: cell.design_id, met, of: cell.of }] : [];
    });
    return open.length > 0 ? [{ requirement, cells: open }] : [];
  });
}

/** How one design stands to what reviewers were asked about it, by what most say: the ids of each kind, in the order of the plan. */
export const Met = Type.Object({
  of: Type.Integer({ minimum: 0 }),
  met: Ids,
  partly: Ids,
  missed: Ids,
  /** The design says nothing of it. */
  silent: Ids,
  /** No answer is what most say, or nobody answered. */
  open: Ids,
});
export type Met = Static<typeof Met>;

export function metBy(design_id: string, rows: readonly CoverageRow[]): Met {
  const found: Met = { of: 0, met: [], partly: [], missed: [], silent: [], open: [] };
  for (const { requirement, cells } of rows) {
    const cell = cells.find((each) => each.design_id === design_id);
    if (!cell || cell.of + cell.unanswered.length === 0) continue;
    found.of += 1;
    found[kindOf(cell)].push(requirement.id);
  }
  return found;
}

const KINDS = { met: "met", partly: "partly", missed: "missed", not_addressed: "silent" } as const;

function kindOf(cell: CoverageCell): Exclude<keyof Met, "of"> {
  const [missed, silent] = [votes(cell, ["missed"]), votes(cell, ["not_addressed"])];
  if (cell.status === null) return "open";
  if (!isDivided(cell)) return KINDS[cell.status];
  // Some say that it misses it and some that it says nothing: either way it lacks it.
  return 2 * (missed + silent) > cell.of ? "missed" : "open";
}

/** Whether no answer is that of more than half: then none is what most say. */
export const isDivided = ({ agree, of }: Pick<CoverageCell, "agree" | "of">): boolean => of > 0 && 2 * agree <= of;

/** Whether most say that the design meets it. */
export const isMet = (cell: CoverageCell): boolean => cell.status === "met" && !isDivided(cell);

/** How many gave one of these answers. */
export function votes({ said }: CoverageCell, statuses: readonly CoverageStatus[]): number {
  return said.filter(({ entry }) => statuses.includes(entry.status)).length;
}
