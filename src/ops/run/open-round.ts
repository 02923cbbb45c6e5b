import type { Note } from "../../artifacts/note.ts";
import type { View } from "../../experiment/view.ts";
import { STAGES } from "../../stages/stages.ts";

/** The round of better designs that is not at its end, which a run does not go on with; nothing where none is. */
export function openRound(view: View): Extract<Note, { kind: "round-open" }>[] {
  const { experiment_id, round } = view.rounds.at(-1)?.experiment.task ?? {};
  if (experiment_id === undefined || round === undefined || STAGES.refine.state(view) !== "stopped") return [];
  return [{ kind: "round-open", experiment_id, number: round.number }];
}
