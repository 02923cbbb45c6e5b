import type { PersonaRole } from "../artifacts/persona.ts";
import type { Seated } from "../artifacts/task.ts";
import type { ModelChoice } from "../config/models.ts";
import { personaNamed } from "../config/personas.ts";
import { castSeats, designSeats, reviewSeats, takesApart } from "../config/seats.ts";
import type { Lab } from "../prompting/lab.ts";

/** Who sits where: the chosen models as the personas that the lists have of them, and the personas that are named alone. */
export function seatsOf(
  lab: Pick<Lab, "config" | "chosen" | "personas" | "heldPersonas">,
  { designers, qualitative, quantitative }: ModelChoice,
): Record<"designers" | "qualitative" | "quantitative", Seated[]> {
  const { config, chosen, personas } = lab;
  const cast = (names: readonly string[], role: PersonaRole, panel: readonly string[]): Seated[] =>
    castSeats(
      names.map((name) => personaNamed(lab, name, role)),
      panel,
      chosen,
    );
  const own = [...new Set([...quantitative, ...qualitative])];
  const judging = cast(config.reviewers, "reviewer", own);
  const seated = (models: readonly string[]): Seated[] => [...reviewSeats(models, config.review_models), ...judging];
  const designing = [...designSeats(designers, config.design_models), ...cast(config.designers, "designer", designers)];
  return {
    designers: takesApart(designing, takesOf(personas)),
    qualitative: seated(qualitative),
    quantitative: seated(quantitative),
  };
}

/** What each further take of a model is: the designers that come with the lab. */
const takesOf = (personas: Lab["personas"]): string[] =>
  personas.filter(({ from, role }) => from === "lab" && role === "designer").map(({ name }) => name);
