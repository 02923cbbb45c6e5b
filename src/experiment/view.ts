import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { Status } from "../artifacts/status.ts";
import { type Artifacts, loadArtifact, loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { statusOf } from "./status.ts";

/** An experiment as its files stand: read once, and looked at by whoever needs it. */
export type View = {
  experiment: Experiment;
  artifacts: Artifacts;
  ledger: readonly LedgerLine[];
  status: Status;
};

/** Reads all artifacts and the ledger. */
export async function viewOf(experiment: Experiment): Promise<View> {
  const artifacts = await loadArtifacts(experiment);
  const ledger = await experiment.ledger.read();
  return { experiment, artifacts, ledger, status: statusOf(experiment.task, artifacts, ledger) };
}

/** The stored ranking; null when there is none, or, with a problem said, when it cannot be read. */
export async function storedRanking({ dir }: Experiment): Promise<{ ranking: Ranking | null; problems: Problem[] }> {
  const read = await loadArtifact(dir, "ranking");
  return {
    ranking: read.state === "ok" ? read.value : null,
    problems: read.state === "unusable" ? [read.problem] : [],
  };
}
