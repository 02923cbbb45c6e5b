import { documentName } from "../../artifacts/entrant.ts";
import { UsageError } from "../../errors.ts";
import { designsNamed } from "../../experiment/cells.ts";
import { createView, type View } from "../../experiment/view.ts";
import { names, type StartArgs } from "../args.ts";
import { refuseWithheld } from "../refusals.ts";

/**
 * The ids of designs that a call has written anew; null where it names none. Throws LabError for a name that names none,
 * and for a document, which nobody writes.
 */
export function designsAnew(view: View, { again }: Pick<StartArgs, "again">): string[] | null {
  const given = names(again) ?? [];
  if (given.length === 0) return null;
  refuseWithheld(view, "designs written anew in", "Not written");
  const { experiment, artifacts, status } = view;
  const ids = designsNamed(experiment.task, artifacts.designs, given, status.failures).map((each) => each.design_id);
  const { entrant } = experiment.task.designers.find((each) => each.entrant && ids.includes(each.design_id)) ?? {};
  if (entrant !== undefined) {
    throw new UsageError(`Cannot write ${documentName(entrant)} anew: nobody of the lab wrote it. Nothing was asked.`, {
      advice: "Change the file and have it join again, with --join (join): it is a design beside this one then.",
    });
  }
  return ids;
}

/** The experiment as if these designs were not there yet. */
export function withoutDesigns(view: View, ids: readonly string[]): View {
  const designs = view.artifacts.designs.filter(({ design_id }) => !ids.includes(design_id));
  return createView({ ...view, artifacts: { ...view.artifacts, designs } });
}
