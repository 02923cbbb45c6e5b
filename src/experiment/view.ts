import type { LedgerLine } from "../schemas/ledger-line.ts";
import { Ranking } from "../schemas/ranking.ts";
import type { Status } from "../schemas/status.ts";
import { type Artifacts, loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { readArtifact } from "../store/files.ts";
import { paths } from "../store/paths.ts";
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
export async function storedRanking({ dir }: Experiment): Promise<{ ranking: Ranking | null; problems: string[] }> {
  const read = await readArtifact(paths.ranking(dir), Ranking);
  return {
    ranking: read.state === "ok" ? read.value : null,
    problems: read.state === "unusable" ? [read.message] : [],
  };
}
