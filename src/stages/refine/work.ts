import type { Failure } from "../../artifacts/failure.ts";
import { designSha256 } from "../../artifacts/hashes.ts";
import type { Note } from "../../artifacts/note.ts";
import { PARTS } from "../../artifacts/task.ts";
import { cellsToAsk } from "../../experiment/cells.ts";
import { roundTexts } from "../../experiment/rounds.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import type { Experiment } from "../../store/experiment.ts";
import { generateDesigns } from "../designs/generate.ts";
import { evaluate } from "../judgement/evaluate.ts";
import { childAuthor } from "./author.ts";

export type RoundWork = { view: View; failures: Failure[]; notes: Note[] };

/**
 * Asks for what is missing of a round: first its children, then, of each that differs from what it was made of, the
 * evaluations of it and of its parents. `view` is the experiment's, without the round where it is new.
 */
export async function workOnRound(lab: PayingLab, view: View, round: Experiment): Promise<RoundWork> {
  const before = await viewOf(round);
  const made = await generateDesigns(lab, before, undefined, await childAuthor(lab, view, before));
  const written = await viewOf(round);
  const cells = cellsToAsk(round.task, written.artifacts, { parts: PARTS }).filter(({ design_id }) =>
    judgedIn(written).has(design_id),
  );
  const stopped = lab.signal.aborted || lab.budget.stopped() !== null;
  const evaluated = stopped || cells.length === 0 ? null : await evaluate(lab, written, cells);
  return {
    view: await viewOf(evaluated?.experiment ?? round),
    failures: [...made.failures, ...(evaluated?.failures ?? [])],
    notes: [...made.notes, ...(evaluated?.notes ?? [])],
  };
}

/** The texts of a round that are to be judged: each child that says something else than its parents, and these. */
export function judgedIn(round: View): ReadonlySet<string> {
  const texts = roundTexts(round);
  const copies = new Map(
    texts.flatMap(({ row: { lineage, design_id } }) =>
      lineage.is === "parent" ? [[lineage.of[0] ?? "", design_id] as const] : [],
    ),
  );
  const hashes = new Map(
    texts.flatMap(({ row, design }) => (design ? [[row.design_id, designSha256(design)] as const] : [])),
  );
  return new Set(
    texts.flatMap(({ row: { design_id, lineage } }) => {
      const own = hashes.get(design_id);
      if (lineage.is === "parent" || own === undefined) return [];
      const parents = lineage.of.flatMap((id) => copies.get(id) ?? []);
      return parents.some((id) => hashes.get(id) === own) ? [] : [design_id, ...parents];
    }),
  );
}

/** What of a round is missing that can be asked for: children that are not there, and evaluations of what is judged. */
export function missingOf(round: View): View["status"]["pending"] {
  const judged = judgedIn(round);
  return round.status.pending.filter((work) => work.kind === "design" || judged.has(work.design_id));
}
