import type { ExitKind } from "../artifacts/exit.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { copiesMissing } from "../experiment/controls.ts";
import { allDesigns, toldRounds } from "../experiment/rounds.ts";
import type { View } from "../experiment/view.ts";
import { paths } from "../store/paths.ts";
import type { Facts } from "./op.ts";

/** What a program is told of an experiment: where it lies, what is there and missing, and its ranking as stored. */
export function factsOf(view: View, ranking: Ranking | null): Facts {
  const { experiment, artifacts, names, status, spent, decided, withheld } = view;
  const told = allDesigns({ artifacts, rounds: toldRounds(view) });
  const better = told.filter((design) => !artifacts.designs.includes(design));
  const { task, dir } = experiment;
  return {
    experiment: task.experiment_id,
    topic: task.topic,
    directory: dir,
    report: ranking && paths.report(dir),
    designs: artifacts.designs.map(({ design_id, generating_model: model, title }) => {
      if (withheld) return { letter: names.designs.get(design_id) };
      return { letter: names.designs.get(design_id), design_id, model, title };
    }),
    // Designs that rounds made.
    ...(better.length > 0 && {
      better: better.map(({ design_id, generating_model: model, title }) => {
        return { letter: names.designs.get(design_id), design_id, model, title };
      }),
    }),
    withheld: withheld !== null,
    missing: status.pending.length + copiesMissing(view),
    failures: status.failures,
    spent,
    ranking,
    decision: decided?.decision ?? null,
    decision_seen: decided?.seen.decision ?? false,
  };
}

/** What a call that ranks came to. */
export function exitOf(ranking: Ranking | null): ExitKind {
  if (ranking === null) return "unranked";
  return ranking.summary.winner === null ? "no-winner" : "winner";
}
