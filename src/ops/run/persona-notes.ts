import type { PanelNote } from "../../artifacts/note.ts";
import type { PendingWork } from "../../artifacts/status.ts";
import type { Panel, Task } from "../../artifacts/task.ts";
import type { Lab } from "../../prompting/lab.ts";
import { forecast } from "../../stages/forecast.ts";
import type { Remaining } from "../../stages/stage.ts";
import { running } from "../../stages/stages.ts";

/** Who is played by whom in what is still to be asked, and what each adds to it; nothing of personas that add nothing. */
export async function personaNotes(
  lab: Lab,
  { designers, reviewers, personas = [] }: Panel & Pick<Task, "personas">,
  remaining: Remaining,
): Promise<PanelNote[]> {
  const notes = personas.map(async ({ name, role, description, criteria = [] }): Promise<PanelNote[]> => {
    const seats = (role === "designer" ? designers : reviewers).filter(({ persona }) => persona === name);
    const own = new Set(designers.flatMap(({ design_id, persona }) => (persona === name ? design_id : [])));
    const adds = (work: PendingWork): boolean =>
      own.has(work.design_id) || (work.kind === "cell" && work.reviewer.persona === name);
    const pending = remaining.pending.filter(adds);
    if (seats.length === 0 || pending.length === 0) return [];
    const { sessions, cost, unpriced } = await forecast(lab, running, { ...remaining, topic: null, pending });
    return [
      {
        kind: "persona",
        name,
        role,
        models: [...new Set(seats.map(({ model }) => model))],
        description,
        criteria: role === "reviewer" ? criteria.map((each) => each.name) : [],
        sessions,
        cost: unpriced.length > 0 ? null : cost,
      },
    ];
  });
  return (await Promise.all(notes)).flat();
}
