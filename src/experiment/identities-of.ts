import type { Design } from "../artifacts/design.ts";
import { type AvailableModel, isDocument } from "../artifacts/model.ts";
import { checkedOf } from "../artifacts/requirement.ts";
import type { Task } from "../artifacts/task.ts";
import { namesOfDocument } from "../blind/documents.ts";
import type { Identities } from "../blind/identities.ts";
import type { Config } from "../config/schema.ts";
import { modelsOf } from "../config/seats.ts";
import { judgedTask } from "../prompting/agent.ts";

/**
 * Who may have written what a reviewer reads: every model of the plan and of the configuration, their fallbacks, and
 * whoever really wrote a design. Made once for all cells, for its patterns are compiled once.
 */
export function identitiesOf(
  task: Task,
  designs: readonly Design[],
  { design_models, review_models, fallback_models }: Config,
  available: readonly AvailableModel[],
): Identities {
  const entrants = task.designers.flatMap(({ entrant }) => entrant ?? []);
  const asked = task.designers.filter(({ entrant }) => entrant === undefined);
  const planned = [...asked, ...task.reviewers].map(({ model }) => model);
  const wrote = designs.map(({ generating_model }) => generating_model).filter((name) => !isDocument(name));
  const models = new Set([...planned, ...wrote, ...modelsOf([...design_models, ...review_models])]);
  for (const model of [...models]) for (const other of fallback_models[model] ?? []) models.add(other);
  const names = available.filter(({ id }) => models.has(id)).flatMap((model) => model.names);
  names.push(...entrants.flatMap(namesOfDocument));
  const identifiers = [...new Set(entrants.flatMap((entrant) => entrant.identifiers ?? []))];
  return { models: [...models], names: [...new Set(names)], identifiers, exempt: judgedTask(task, checkedOf(task)) };
}
