import type { LedgerLine } from "../../../src/artifacts/ledger-line.ts";
import { parseLedger } from "../../../src/store/ledger.ts";
import { onlyExperiment, snapshot } from "../../support/disk.ts";
import type { Rehearsal } from "./rehearsal.ts";

export const GOOD = ["good/a", "fine/a"];
export const TASK = { task: "Design a durable task queue", topic: "queue" };

export type Played = { reply: string; log: string; lines: LedgerLine[]; dir: string };

/** One whole run of opencode run, which is the only one: its reply, its ledger, and what the terminal said. */
export async function play(lab: Rehearsal, task: object = TASK): Promise<Played> {
  const { designlab, stderr } = await lab.call("run", task);
  const dir = await onlyExperiment(lab.project.directory);
  return { reply: designlab[0] ?? "", log: stderr, lines: await ledgerOf(dir), dir };
}

export const ledgerOf = async (dir: string): Promise<LedgerLine[]> =>
  parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "");
/** In seconds. */
export const at = ({ at: time }: LedgerLine): number => Date.parse(time) / 1_000;
export const took = (lines: readonly LedgerLine[]): number =>
  at(lines.at(-1) as LedgerLine) - at(lines[0] as LedgerLine);
export const endsOf = (lines: readonly LedgerLine[], id: string): LedgerLine[] =>
  lines.filter(({ model, event }) => model === id && event === "failed");
