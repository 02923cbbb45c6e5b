import type { DesignBody } from "../../artifacts/design.ts";
import { letterOf } from "../../artifacts/names.ts";
import { type Designer, personaOf, phaseOf } from "../../artifacts/task.ts";
import type { Identities } from "../../blind/identities.ts";
import { identitiesOf } from "../../experiment/identities-of.ts";
import { allDesigns, copiesOf, designIn, roundTexts } from "../../experiment/rounds.ts";
import type { View } from "../../experiment/view.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { parentLost } from "../../story/refine.ts";
import type { Author } from "../designs/generate.ts";
import type { WrittenDesign } from "../designs/join.ts";
import { feedbackOf } from "./feedback.ts";
import { type Merged, type MergerInput, type Merging, mergerAgent, originsOf } from "./merger.ts";
import { answersOf, type Revised, type ReviserInput, reviserAgent } from "./reviser.ts";

/** What the writer of a child is given, by what it is. */
export type ChildInput =
  | { agent: "reviser"; input: ReviserInput; parents: string[] }
  | { agent: "merger"; input: MergerInput; parents: string[] };

type Row = Pick<Designer, "persona" | "lineage">;

/**
 * What the writer of a row's text is given of the designs that it is made of and of what reviewers said of each where it
 * was judged last; null where one of them is not there any more.
 */
export function childInput(
  lab: Pick<Lab, "config" | "worktree">,
  view: View,
  identities: Identities,
  { lineage, ...row }: Row,
  nonce: string,
  copies: ReturnType<typeof copiesOf> = new Map(),
): ChildInput | null {
  if (lineage === undefined) return null;
  const { of: parents, is } = lineage;
  const sources = parents.flatMap((id, at): Merging[] => {
    const design = copies.get(id)?.design ?? designIn(view, id);
    if (design === undefined) return [];
    const judged = judgedLast(view, id);
    const prefix = is === "merge" ? `P${letterOf(at)}` : "P";
    return [{ design_id: id, design, told: feedbackOf(judged.view, judged.design_id, identities, prefix) }];
  });
  const [first] = sources;
  if (first === undefined || sources.length < parents.length) return null;
  const { task } = view.experiment;
  const { repository } = lab.config.design;
  const persona = personaOf(task, row)?.text;
  const working = { ...task, persona, repository: repository ? lab.worktree : null, nonce };
  if (is === "merge") return { agent: "merger", input: { ...working, sources }, parents };
  return { agent: "reviser", input: { ...working, design: first.design, told: first.told }, parents };
}

/** Where a design was judged last: in the newest round that holds it with a review, else where it was written. */
function judgedLast(view: View, id: string): { view: View; design_id: string } {
  for (const round of view.rounds.toReversed()) {
    const text = roundTexts(round).find(
      ({ row: { design_id, lineage } }) => design_id === id || (lineage.is === "parent" && lineage.of[0] === id),
    );
    const design_id = text?.row.design_id;
    if (design_id !== undefined && round.artifacts.reviews.some((review) => review.design_id === design_id))
      return { view: round, design_id };
  }
  return { view, design_id: id };
}

/** Has the children of a round written, each by its row; a copy that was lost is made again. */
export async function childAuthor(lab: PayingLab, view: View, begun: View): Promise<Author> {
  const identities = identitiesOf(view.experiment.task, allDesigns(view), lab.config, await lab.available());
  const copies = copiesOf(begun);
  return async (_lab, round, designer) => {
    const { lineage } = designer;
    if (lineage?.is === "parent") return copyParent(view, round, designer);
    const child = childInput(lab, view, identities, designer, lab.nonce(), copies);
    if (child === null) return failLost(round, designer);
    return askChild(lab, round, designer, child);
  };
}

async function copyParent(view: View, round: Experiment, designer: Designer): Promise<WrittenDesign> {
  const id = designer.lineage?.of[0];
  const design = designIn(view, id);
  if (design === undefined) return failLost(round, designer);
  const { flags: _, ...written } = design;
  return { state: "ok", design: { ...written, design_id: designer.design_id }, said: design };
}

async function failLost({ ledger }: Experiment, designer: Designer): Promise<WrittenDesign> {
  const { model, design_id } = designer;
  const about = { model, design_id, kind: "defect" as const, message: parentLost };
  const phase = phaseOf(designer);
  await ledger.append({ ...about, event: "failed", phases: [phase] });
  return { state: "failed", failure: { ...about, phase } };
}

async function askChild(
  lab: PayingLab,
  { dir, task, ledger }: Experiment,
  designer: Designer,
  child: ChildInput,
): Promise<WrittenDesign> {
  const { design_id, model } = designer;
  const persona = personaOf(task, designer);
  const phase = phaseOf(designer);
  const question = {
    model,
    experiment: dir,
    keep: keeperOf(dir),
    strict: task.strict_isolation,
    phases: [phase],
    design_id,
    temperature: persona?.temperature,
  };
  const others = fallbacksOf(lab, model);
  const answer =
    child.agent === "merger"
      ? await askInTurn(lab, ledger.append, mergerAgent, { ...question, input: child.input }, others)
      : await askInTurn(lab, ledger.append, reviserAgent, { ...question, input: child.input }, others);
  if (answer.state === "failed") {
    const { state, ...how } = answer;
    return { state, failure: { phase, ...how, model, design_id } };
  }
  const { value, raw, violations, removed_from_reads, provenance } = answer;
  const made = {
    version: 1 as const,
    design_id,
    generating_model: answer.model,
    ...(persona && { persona: persona.name }),
    parents: child.parents,
    ...toldBeside(child, value),
    ...(value.design as DesignBody),
    provenance: { ...provenance, violations, removed_from_reads },
  };
  return { state: "ok", design: made, said: raw };
}

/** What stands beside the text of a child and never in it. */
function toldBeside(child: ChildInput, value: Revised | Merged) {
  if (child.agent === "merger")
    return { origins: originsOf(value.design, child.input.sources, (value as Merged).origins) };
  const { answers, added_scope = [] } = value as Partial<Revised>;
  return { answers: answersOf(child.input.told, answers), added_scope };
}
