import type { Entrant } from "../artifacts/entrant.ts";
import type { Designer, Panel } from "../artifacts/task.ts";
import { UsageError } from "../errors.ts";
import type { Lab } from "../prompting/lab.ts";
import { saveArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { addDesigners, withTask } from "./panel.ts";

/** A document that a call has join the designs, as it was read. `isDesign`: it is a design's JSON, and nobody arranges it. */
export type Entering = { entrant: Omit<Entrant, "arranger">; isDesign: boolean; text: string };

/** The designers of a plan with one more for each document; `arranger` puts the text of those that are no design into fields. */
export function addEntrants(panel: Panel, entering: readonly Entering[], arranger: string): Designer[] {
  let { designers } = panel;
  for (const { entrant, isDesign } of entering) {
    const model = `document/${nameOf(entrant.file)}`;
    const added = addDesigners({ designers, reviewers: panel.reviewers }, [{ model }]);
    const joined = { ...entrant, ...(!isDesign && { arranger }) };
    designers = added.map((each, at) => (at === added.length - 1 ? { ...each, entrant: joined } : each));
  }
  return [...designers];
}

/** A file's name without its folders and its ending. */
function nameOf(file: string): string {
  const name = file.split(/[/\\]/u).at(-1) ?? file;
  return name.replace(/\.[a-z0-9]{1,10}$/iu, "").slice(0, MAX_NAME) || "document";
}

const MAX_NAME = 100;

/** Keeps the texts of documents that join, before the plan says that they do: a killed run goes on without the files. */
export async function keepEntrants(
  dir: string,
  designers: readonly Designer[],
  entering: readonly Entering[],
): Promise<void> {
  for (const { design_id, entrant } of designers) {
    const joining = entering.find((each) => each.entrant.sha256 === entrant?.sha256);
    if (!joining) continue;
    const { sha256 } = joining.entrant;
    await saveArtifact(dir, "entrant", { version: 1, design_id, sha256, text: joining.text });
  }
}

/** The designers of an experiment that goes on, with one for each document. Throws UsageError for one that is there already. */
export async function withEntrants(
  lab: Lab,
  { designers, reviewers }: Panel,
  entering: readonly Entering[],
): Promise<Designer[]> {
  for (const { entrant } of entering) {
    const twin = designers.find((designer) => designer.entrant?.sha256 === entrant.sha256)?.entrant;
    if (twin) {
      throw new UsageError(
        `Cannot have ${entrant.file} join: a document of the same text, ${twin.file}, joined this experiment already. Nothing was asked.`,
        { advice: "Name a document that is none of its designs yet." },
      );
    }
  }
  return addEntrants({ designers, reviewers }, entering, await arrangerOf(lab, { designers, reviewers }));
}

/** Who names topics, else the first of the plan's models that is offered. */
async function arrangerOf(lab: Lab, { designers, reviewers }: Panel): Promise<string> {
  const offered = new Set((await lab.available()).map(({ id }) => id));
  const planned = designers.filter(({ entrant }) => entrant === undefined);
  const models = [...planned, ...reviewers].map(({ model }) => model);
  const all = [lab.config.topic_generation_model ?? [], ...models].flat();
  return all.find((id) => offered.has(id)) ?? all[0] ?? "";
}

/** The experiment with a designer for each document that joins. */
export async function joinEntrants(
  lab: Lab,
  experiment: Experiment,
  entering: readonly Entering[],
): Promise<Experiment> {
  if (entering.length === 0) return experiment;
  const designers = await withEntrants(lab, experiment.task, entering);
  await keepEntrants(experiment.dir, designers, entering);
  return withTask(experiment, { ...experiment.task, designers });
}
