import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import type { Note } from "../../artifacts/note.ts";
import type { ProgressWord } from "../../artifacts/progress.ts";
import { type Designer, personaOf, phaseOf } from "../../artifacts/task.ts";
import { scanForInjections } from "../../blind/injection-scan.ts";
import { stringsOf } from "../../experiment/attention.ts";
import type { View } from "../../experiment/view.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { telling } from "../../prompting/ledger-lines.ts";
import { asOneCell, crew } from "../../prompting/settle.ts";
import { pathOf, saveArtifact } from "../../store/artifacts.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { writeDesignPage } from "../files.ts";
import { failureSaid } from "../said.ts";
import { checkDesignTemplate, designerAgent } from "./designer.ts";
import { joinDesign, type WrittenDesign } from "./join.ts";

export type GenerateResult = {
  written: string[];
  kept: string[];
  failures: Failure[];
  notes: Note[];
};

/**
 * Asks every designer of the plan whose design is missing, all at once, takes what joins from its file, and stores each as
 * soon as it exists. `onEnded` is told of each, with null of one that will not come; `author` writes them.
 */
export async function generateDesigns(
  lab: PayingLab,
  { experiment, artifacts }: View,
  onEnded: (made: Design | null, designer: Designer) => void = () => undefined,
  author: Author = byItsRow,
): Promise<GenerateResult> {
  if (lab.config.design.agent_prompt !== null) checkDesignTemplate(lab.config.design.agent_prompt);
  const { designs, problems } = artifacts;
  const kept = designs.map(({ design_id }) => design_id);
  const missing = experiment.task.designers.filter(({ design_id }) => !kept.includes(design_id));
  let finished = 0;
  const designers = crew<Made>(lab.budget.halt);
  const ask = async (designer: Designer): Promise<Made> => {
    const made = await asOneCell(write(lab, experiment, designer, author), (message) =>
      defect(lab, experiment, designer, message),
    );
    const of = `${++finished} of ${missing.length}`;
    const said: ProgressWord =
      made.state === "failed"
        ? failureSaid(`design ${of}`, made.failure.kind, designer.model)
        : { text: `design ${of} ${writtenBy(designer)}`, kind: "news" };
    lab.progress.say(said);
    onEnded(made.state === "ok" ? made.design : null, designer);
    return made;
  };
  for (const designer of missing) designers.add(ask(designer));
  const done = await designers.settled();
  const written = done.flatMap((made) => (made.state === "ok" ? made : []));
  return {
    written: written.map(({ design }) => design.design_id),
    kept,
    failures: done.flatMap((made) => (made.state === "failed" ? made.failure : [])),
    notes: written.flatMap(({ design, kept_as }): Note[] => {
      const path = pathOf(experiment.dir, "design", design);
      const problem = problems.find((each) => each.artifact === "design" && each.path === path);
      return problem && kept_as !== null ? [{ kind: "design-replaced", problem, kept_as }] : [];
    }),
  };
}

const writtenBy = ({ entrant, lineage, model }: Designer): string =>
  entrant === undefined || lineage !== undefined ? `written by ${model}` : `taken from ${entrant.file}`;

type Made = { state: "ok"; design: Design; kept_as: string | null } | { state: "failed"; failure: Failure };

async function defect(lab: PayingLab, { ledger }: Experiment, designer: Designer, message: string): Promise<Made> {
  const { model, design_id } = designer;
  const about = { model, design_id, kind: "defect" as const, message };
  const phase = phaseOf(designer);
  await telling(lab, ledger.append)({ ...about, event: "failed", phases: [phase] });
  return { state: "failed", failure: { ...about, phase } };
}

/** Writes the design of one row of a plan. */
export type Author = (lab: PayingLab, experiment: Experiment, designer: Designer) => Promise<WrittenDesign>;

const byItsRow: Author = (lab, experiment, { entrant, ...designer }) =>
  entrant === undefined
    ? askDesigner(lab, experiment, designer)
    : joinDesign(lab, experiment, { ...designer, entrant });

async function write(lab: PayingLab, experiment: Experiment, designer: Designer, author: Author): Promise<Made> {
  const { dir, task } = experiment;
  const made = await author(lab, experiment, designer);
  if (made.state === "failed") return made;
  const flags = scanForInjections(stringsOf(made.said)).map((found) => ({ source: "scan" as const, ...found }));
  const { provenance, ...written } = made.design;
  const design = { ...written, flags, provenance };
  const kept_as = await saveArtifact(dir, "design", design);
  await writeDesignPage(dir, task, design);
  return { state: "ok", design, kept_as };
}

async function askDesigner(
  lab: PayingLab,
  { dir, task, ledger }: Experiment,
  designer: Designer,
): Promise<WrittenDesign> {
  const { design_id, model } = designer;
  const persona = personaOf(task, designer);
  const { agent_prompt, repository } = lab.config.design;
  const question = {
    input: { ...task, persona: persona?.text, template: agent_prompt, repository: repository ? lab.worktree : null },
    model,
    experiment: dir,
    keep: keeperOf(dir),
    strict: task.strict_isolation,
    phases: ["generate" as const],
    design_id,
    temperature: persona?.temperature,
  };
  const answer = await askInTurn(lab, ledger.append, designerAgent, question, fallbacksOf(lab, model));
  if (answer.state === "failed") {
    const { state, ...how } = answer;
    return { state, failure: { phase: "generate", ...how, model, design_id } };
  }
  const design = {
    version: 1 as const,
    design_id,
    generating_model: answer.model,
    ...(persona && { persona: persona.name }),
    ...answer.value,
    provenance: {
      ...answer.provenance,
      violations: answer.violations,
      removed_from_reads: answer.removed_from_reads,
    },
  };
  return { state: "ok", design, said: answer.raw };
}
