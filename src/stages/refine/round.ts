import type { Design } from "../../artifacts/design.ts";
import type { Lineage } from "../../artifacts/lineage.ts";
import { requirementsOf } from "../../artifacts/requirement.ts";
import { type Designer, isPlanned, type Seated, seatOf, type Task } from "../../artifacts/task.ts";
import { allDesigns } from "../../experiment/rounds.ts";
import { shuffled } from "../../experiment/shuffled.ts";
import type { View } from "../../experiment/view.ts";

/** A text that a round is to hold: a copy of a design, or a child that a seat is to write. */
export type RoundText =
  | { is: "parent"; design: Design }
  | { is: "revision" | "merge"; of: readonly string[]; seat: Seated };

/** A round as it is to be made: its plan, and the texts that it begins with. */
export type PlannedRound = { task: Task & { round: { number: number } }; texts: Design[] };

/**
 * The next round of an experiment. Its texts have new ids in an order drawn from the seed, so that neither id nor order
 * tells which is which; its reviewers are those of the plan, each asked about all of them. Nothing is written.
 */
export function planRound(view: View, entries: readonly RoundText[]): PlannedRound {
  const { experiment, rounds } = view;
  const { thrifty: _, ...task } = experiment.task;
  const number = Math.max(0, ...rounds.map((round) => round.experiment.task.round?.number ?? 0)) + 1;
  const seed = (task.seed + number) % 2 ** 32;
  const ids = new Set(allDesigns(view).map(({ design_id }) => design_id));
  // A C2 that is a design would be read as a constraint.
  const called = new Set([...view.names.designs.values(), ...requirementsOf(task).map(({ id }) => id)]);
  const designers: Designer[] = [];
  const texts: Design[] = [];
  for (const [at, entry] of shuffled(entries, seed, `round ${number}`).entries()) {
    const design_id = free(ids, (more) => `r${number}-${at + 1}${"x".repeat(more)}`);
    const row = entry.is === "parent" ? copyOf(view, entry.design) : childOf(view, entry, called);
    designers.push({ design_id, ...row });
    if (entry.is === "parent") texts.push({ ...entry.design, design_id });
  }
  const reviewers = task.reviewers.filter(isPlanned).map(({ designs: __, ...reviewer }) => reviewer);
  return { task: { ...task, seed, designers, reviewers, round: { number } }, texts };
}

type Row = Omit<Designer, "design_id"> & { lineage: Lineage };

function copyOf(view: View, { design_id, generating_model, persona }: Design): Row {
  const row = rowIn(view, design_id) ?? { model: generating_model, ...(persona !== undefined && { persona }) };
  return { ...beside(row), lineage: { is: "parent", of: [design_id], name: nameOf(view, design_id) } };
}

function childOf(view: View, { is, of, seat }: Exclude<RoundText, { is: "parent" }>, called: Set<string>): Row {
  const [first = ""] = of;
  const name =
    is === "merge"
      ? free(called, (more) => `M${more + 1}`)
      : free(called, (more) => nameAfter(nameOf(view, first), more + 1));
  const { entrant } = (is === "revision" && rowIn(view, first)) || {};
  return { ...seatOf(seat), ...(entrant && { entrant }), lineage: { is, of: [...of], name } };
}

/** Whose document a text goes back to is masked in it wherever it is judged. */
const beside = ({ entrant, ...seat }: Pick<Designer, "model" | "persona" | "entrant">) => ({
  ...seatOf(seat),
  ...(entrant && { entrant }),
});

/** The row of a design, or of a child of a round before. */
export function rowIn({ experiment: { task }, rounds }: View, design_id: string): Designer | undefined {
  const all = [task, ...rounds.map((round) => round.experiment.task)].flatMap(({ designers }) => designers);
  return all.find((row) => row.design_id === design_id);
}

const nameOf = ({ names }: View, design_id: string): string => names.designs.get(design_id) ?? design_id;

/** "B" becomes "B2", "B2" becomes "B3"; each further of them one more. */
function nameAfter(name: string, more: number): string {
  const [, stem = name, digits = ""] = /^(\D*)(\d*)$/u.exec(name) ?? [];
  return `${stem}${Number(digits || "1") + more}`;
}

/** The first name that is not taken, which it is from then on. */
function free(taken: Set<string>, nameFor: (more: number) => string): string {
  let more = 0;
  while (taken.has(nameFor(more))) more++;
  taken.add(nameFor(more));
  return nameFor(more);
}
