import type { PanelNote } from "../artifacts/note.ts";
import type { PersonaRole } from "../artifacts/persona.ts";
import type { Panel, Seated, Task } from "../artifacts/task.ts";
import { chooseModels, type ModelChoice } from "../config/models.ts";
import { personaNamed } from "../config/personas.ts";
import { castSeats, designSeats, reviewSeats, takesApart } from "../config/seats.ts";
import { addEntrants, type Entering } from "../experiment/entrants.ts";
import { addDesigners, addReviewers, withPersonas } from "../experiment/panel.ts";
import type { Lab } from "../prompting/lab.ts";
import { checkDesignTemplate } from "./designs/designer.ts";
import { thriftNotes } from "./judgement/look.ts";

/** What is to be set up. `thrifty`: later reviewers are asked only where they can still change the choice. */
export type NewPanel = Panel & Pick<Task, "personas"> & { topic: string; thrifty: boolean; notes: PanelNote[] };

/** Who designs and who judges, before anything is spent. Throws LabError for a model that cannot be asked. */
export async function choosePanel(lab: Lab, entering: readonly Entering[] = []): Promise<NewPanel> {
  const { config } = lab;
  if (config.design.agent_prompt !== null) checkDesignTemplate(config.design.agent_prompt);
  const models = chooseModels(config, await lab.available(), lab.chosen);
  const { qualitative, quantitative } = config.review;
  const seats = seatsOf(lab, models);
  const asked = addDesigners({ designers: [], reviewers: [] }, seats.designers);
  const designers = addEntrants({ designers: asked, reviewers: [] }, entering, models.topic);
  const reviewed = addReviewers({ designers, reviewers: [] }, qualitative.enabled ? seats.qualitative : [], "review");
  const scoring = quantitative.enabled ? seats.quantitative : [];
  const reviewers = addReviewers({ designers, reviewers: reviewed }, scoring, "score");
  const played = withPersonas(lab, withPersonas(lab, {}, designers, "designer"), reviewers, "reviewer");
  const thrifty = config.review.thrifty ?? models.thrifty;
  const notes = [...models.notes, ...thriftNotes({ designers, reviewers, thrifty })];
  return { designers, reviewers, ...played, topic: models.topic, thrifty, notes };
}

/** Who sits where: the chosen models as the personas that the lists have of them, and the personas that are named alone. */
function seatsOf(
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
