import type { PersonaRole } from "../artifacts/persona.ts";
import { isSameSeat, type Seated } from "../artifacts/task.ts";
import type { ModelChoice } from "./models.ts";
import { type Personas, personaNamed } from "./personas.ts";
import type { Config, PanelSeat } from "./schema.ts";

export const seatedOf = (seat: PanelSeat): Seated =>
  typeof seat === "string" ? { model: seat } : { model: seat.model, persona: seat.as };

export const modelsOf = (seats: readonly PanelSeat[]): string[] => seats.map((seat) => seatedOf(seat).model);

/** The seats of designers that were chosen by their models: those of the list, in its order, then the others as they are. */
export function designSeats(models: readonly string[], listed: readonly PanelSeat[]): Seated[] {
  const left = listed.map(seatedOf);
  return models.map((model) => {
    const at = left.findIndex((seat) => seat.model === model);
    return at < 0 ? { model } : (left.splice(at, 1)[0] as Seated);
  });
}

/** The seats of reviewers that were chosen by their models: all that the list has of each, or the model by itself. */
export function reviewSeats(models: readonly string[], listed: readonly PanelSeat[]): Seated[] {
  return models.flatMap((model) => {
    const own = listed.map(seatedOf).filter((seat) => seat.model === model);
    const once = own.filter((seat, at) => own.findIndex((other) => isSameSeat(other, seat)) === at);
    return once.length > 0 ? once : [{ model }];
  });
}

/** Who may play a persona: what its file names, where the person's own lists or the panel have it. */
export type Casting = { name: string; model: string | null; models: readonly string[] };

/**
 * The seats of personas that somebody named without a model: the first that its file names and that may be asked, else
 * the models of the panel in turn, so that the personas of one call are played by several.
 */
export function castSeats(
  personas: readonly Casting[],
  panel: readonly string[],
  allowed: readonly string[],
): Seated[] {
  const mayPlay = new Set([...panel, ...allowed]);
  const turns = [...new Set(panel)];
  return personas.map(({ name, model, models }, at) => {
    const wished = [model, ...models].find((each) => each !== null && mayPlay.has(each));
    return { model: wished ?? turns[at % turns.length] ?? "", persona: name };
  });
}

/** Where one model designs several times by itself, each take as another of these personas as long as there are any. */
export function takesApart(seats: readonly Seated[], personas: readonly string[]): Seated[] {
  const taken = new Map<string, string[]>();
  for (const { model, persona } of seats) if (persona) taken.set(model, [...(taken.get(model) ?? []), persona]);
  return seats.map((seat) => {
    const takes = seats.filter((other) => other.model === seat.model && other.persona === undefined).length;
    if (seat.persona !== undefined || takes < 2) return seat;
    const played = taken.get(seat.model) ?? [];
    const next = personas.find((name) => !played.includes(name));
    if (next === undefined) return seat;
    taken.set(seat.model, [...played, next]);
    return { ...seat, persona: next };
  });
}

/** Who sits where: the chosen models as the personas that the lists have of them, and the personas that are named alone. */
export function seatsOf(
  lab: Personas & { config: Config; chosen: readonly string[] },
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
const takesOf = (personas: Personas["personas"]): string[] =>
  personas.filter(({ from, role }) => from === "lab" && role === "designer").map(({ name }) => name);
