import { FAILURE_WORDS, type Failure, isOfDesign } from "../artifacts/failure.ts";
import { calledOf } from "../artifacts/names.ts";
import type { ScoreSample } from "../artifacts/score.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import {
  isAsked,
  isPlanned,
  PARTS,
  type Panel,
  type Part,
  partsFor,
  type Reviewer,
  reviewerNames,
  type Task,
} from "../artifacts/task.ts";
import { UsageError } from "../errors.ts";
import { clean } from "../text/clean.ts";
import { nearest } from "../text/nearest.ts";
import { type Held, heldOf } from "./answers.ts";

/** One reviewer and one design, with the parts that are to be asked. */
export type Cell = {
  design_id: string;
  reviewer: Reviewer;
  parts: Part[];
  /** Samples of the score that are there and stay. */
  samples: readonly ScoreSample[];
};

type CellFilter = {
  parts: readonly Part[];
  /** Only these reviewers, as ids or models, and these designs, as ids or models; all when absent. */
  reviewers?: readonly string[] | undefined;
  designs?: readonly string[] | undefined;
  /** Also what is stored already. */
  force?: boolean | undefined;
};

/** Every planned reviewer with each design it is to judge, also designs that are not there; design by design. */
export function plannedCells({ designers, reviewers }: Panel): { design_id: string; reviewer: Reviewer }[] {
  return designers.flatMap(({ design_id }) =>
    reviewers
      .filter((reviewer) => partsFor(reviewer, design_id).length > 0)
      .map((reviewer) => ({ design_id, reviewer })),
  );
}

type Place = { design_id: string; reviewer_id: string };

/** Tells the parts of a cell that need not be asked for: those that a thrifty plan's look spares, if it has had one. */
export function sparing(
  { thrifty }: Pick<Task, "thrifty">,
  { look }: Pick<Artifacts, "look">,
): (at: Place, part: Part) => boolean {
  const keyOf = ({ design_id, reviewer_id }: Place): string => JSON.stringify([design_id, reviewer_id]);
  const spared = new Map((thrifty === true && look ? look.spared : []).map((cell) => [keyOf(cell), cell.parts]));
  return (at, part) => spared.get(keyOf(at))?.includes(part) === true;
}

/** A cell without what is spared of it; null where nothing is left to ask. */
export function unspared(isSpared: ReturnType<typeof sparing>, cell: Cell): Cell | null {
  const at = { design_id: cell.design_id, reviewer_id: cell.reviewer.reviewer_id };
  const parts = cell.parts.filter((part) => !isSpared(at, part));
  return parts.length > 0 ? { ...cell, parts } : null;
}

/** The parts of a cell that its reviewer is asked for and that are not there. */
export function missingParts(held: Held, design_id: string, reviewer: Reviewer): Part[] {
  const wanted = partsFor(reviewer, design_id);
  return PARTS.filter((part) => wanted.includes(part) && !held.has(part, design_id, reviewer));
}

/**
 * Sessions that it takes to make the parts of a cell: one asks for all of them, each further sample of the score has its
 * own; none for a reviewer that no session asks.
 */
export function sessionsFor({ reviewer, parts, samples }: Omit<Cell, "design_id">, score_samples: number): number {
  if (!isAsked(reviewer)) return 0;
  return Math.max(1, parts.includes("score") ? score_samples - samples.length : 1);
}

/** The cells with a design that have something to be asked: what is missing or stale, or everything named with force. */
export function cellsToAsk(task: Task, artifacts: Artifacts, filter: CellFilter): Cell[] {
  const held = heldOf(task, artifacts);
  const reviewers = matching(task.reviewers.filter(isPlanned), filter.reviewers, "reviewer", reviewerNames).filter(
    isAsked,
  );
  return designsNamed(task, artifacts.designs, filter.designs).flatMap(({ design_id }) =>
    reviewers.flatMap((reviewer) => {
      const again = filter.force === true;
      const open = again ? partsFor(reviewer, design_id) : missingParts(held, design_id, reviewer);
      const parts = filter.parts.filter((part) => open.includes(part));
      const samples = again ? [] : held.samplesOf(design_id, reviewer);
      return parts.length > 0 ? [{ design_id, reviewer, parts, samples }] : [];
    }),
  );
}

/**
 * The designs of those ids, models or letters, as the plan gives letters in letters of any size; all when none are
 * given. Throws LabError for a name that names none, with what there is; `failures` tell why a design is not.
 */
export function designsNamed<T extends NamedDesign>(
  plan: Pick<Panel, "designers">,
  designs: readonly T[],
  given: readonly string[] | undefined,
  failures: readonly Failure[] = [],
): T[] {
  if (given === undefined || given.length === 0) return [...designs];
  const letters = new Map(plan.designers.map((each, position) => [each.design_id, calledOf(each, position)]));
  const known = plan.designers.flatMap(({ design_id, model }) => [design_id, model, letters.get(design_id) ?? ""]);
  known.push(...designs.flatMap(({ design_id, generating_model }) => [design_id, generating_model]));
  const names = given.map((each) => {
    const name = clean(each).text.trim();
    // As it stands before in other letters: names of two models may differ in nothing else.
    return known.find((own) => own === name) ?? known.find((own) => own.toLowerCase() === name.toLowerCase()) ?? name;
  });
  const isCalled = (name: string, design_id: string, model: string): boolean =>
    [design_id, model, letters.get(design_id)].includes(name);
  /** A model's name means what it designed at first. */
  const isMeant = (name: string, { design_id, generating_model, parents }: T): boolean =>
    isCalled(name, design_id, parents === undefined ? generating_model : design_id);
  const unknown = names.find((name) => !designs.some((design) => isMeant(name, design)));
  if (unknown === undefined) return designs.filter((design) => names.some((name) => isMeant(name, design)));
  const missing = missingDesigns(plan, designs, failures);
  const failed = missing.find(({ design_id, model }) => isCalled(unknown, design_id, model));
  // No titles: a letter leads to an author, and until the user has voted no title does.
  const there = designs.slice(0, MAX_NAMED).map(({ design_id }) => letters.get(design_id));
  const more = designs.length > MAX_NAMED ? [`${designs.length - MAX_NAMED} more`] : [];
  const have = `there are: ${[...there, ...more].join(", ") || "none"}.`;
  throw new UsageError(
    failed
      ? `${failed.letter} by ${failed.model} was never written${failed.kind ? `: ${FAILURE_WORDS[failed.kind]}` : ""}; ${have}`
      : `This experiment has no design "${unknown.slice(0, 100)}"; ${have}`,
  );
}

type NamedDesign = { design_id: string; generating_model: string; parents?: readonly string[] };

/** Designs that an error lists. */
const MAX_NAMED = 12;

/** Items that one of `names` names; every item when there are no names. Throws LabError for a name that names none. */
export function matching<T>(
  items: readonly T[],
  names: readonly string[] | undefined,
  what: string,
  namesOf: (item: T) => readonly string[],
): T[] {
  if (names === undefined || names.length === 0) return [...items];
  const known = [...new Set(items.flatMap(namesOf))];
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const have =
      near.length > 0 ? `the nearest: ${near.join(", ")}` : `there are: ${known.slice(0, 6).join(", ") || "none"}`;
    throw new UsageError(`This experiment has no ${what} "${name.slice(0, 100)}"; ${have}.`);
  }
  return items.filter((item) => namesOf(item).some((name) => names.includes(name)));
}

/** Designs of the plan that are not there: letter, model, and how asking for it ended where it failed. */
export function missingDesigns(
  { designers }: Pick<Panel, "designers">,
  designs: readonly { design_id: string }[],
  failures: readonly Failure[],
): { design_id: string; letter: string; model: string; kind: Failure["kind"] | null }[] {
  return designers.flatMap((designer, position) => {
    const { design_id, model } = designer;
    if (designs.some((design) => design.design_id === design_id)) return [];
    const failed = failures.find(({ phase, design_id: of }) => isOfDesign([phase]) && of === design_id);
    return [{ design_id, letter: calledOf(designer, position), model, kind: failed?.kind ?? null }];
  });
}
