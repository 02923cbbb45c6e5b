import type { Panel, Seated, Task } from "../../artifacts/task.ts";
import { personaNamed } from "../../config/personas.ts";
import { castSeats, seatedOf } from "../../config/seats.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { Remaining } from "../../stages/stage.ts";
import { names, type StartArgs, seats } from "../args.ts";

/** What reviewers score, all and each by their persona. */
export const scoredBy = ({ criteria, personas }: Task): Pick<Remaining, "criteria" | "personas"> => ({
  criteria,
  ...(personas && { personas }),
});

/** Who is to design beside those of a plan that is there. */
export function designersNamed(lab: Lab, { designers }: Pick<Panel, "designers">, given: StartArgs): Seated[] {
  const personas = (names(given.designers) ?? []).map((name) => personaNamed(lab, name, "designer"));
  const models = designers.filter(({ entrant }) => entrant === undefined).map(({ model }) => model);
  return [...seats(given.design_models).map(seatedOf), ...castSeats(personas, models, lab.chosen)];
}
