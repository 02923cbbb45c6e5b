import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "../../src/artifacts/exchange.ts";
import type { AskedCell } from "./cells.ts";

/** Every session of an experiment that OpenCode ran, as a cell. `at`: the version of OpenCode, and the task in words. */
export function cellsIn(experiment: string, at: { host: string; task: string }): AskedCell[] {
  const folder = join(experiment, "exchanges");
  const kept = keptWithout(experiment);
  const exchanges = readdirSync(folder).map((name): Exchange => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const inTime = exchanges.toSorted((a, b) => a.started_at.localeCompare(b.started_at));
  return inTime.map((exchange, index) => {
    const { phases, model, design_id, turns, ended, session_id, started_at, finished_at, tokens } = exchange;
    const judges = phases.includes("review") || phases.includes("score");
    const failed = ended?.state === "failed" ? ended : null;
    const lacks = kept.get(session_id);
    return {
      ...at,
      kind: phases.includes("generate") ? "design" : judges ? "evaluation" : (phases[0] ?? ""),
      model: model.replace(/^local\//u, ""),
      seed: index + 1,
      ...(judges && design_id !== undefined && { of: design_id }),
      prompt_sha256: "",
      prompt_tokens: tokens?.input ?? 0,
      seconds: (Date.parse(finished_at ?? turns.at(-1)?.received_at ?? started_at) - Date.parse(started_at)) / 1000,
      answers: turns.map(({ received, finish }, turn) => ({
        text: received?.text ?? "",
        finish,
        errors: faultsIn(turns[turn + 1]?.sent.text ?? ""),
      })),
      state: ended?.state === "ok" ? "ok" : "failed",
      lacks: lacks === undefined ? [] : [lacks],
      failure:
        ended === null ? { kind: "killed", message: "" } : failed && { kind: failed.kind, message: failed.message },
    };
  });
}

/** What a request for a repair names. */
const faultsIn = (sent: string): string[] => Array.from(sent.matchAll(/^- (.+)$/gmu), ([, fault = ""]) => fault);

/** What answers lack that were kept, by their sessions. */
function keptWithout(experiment: string): Map<string, string> {
  const lines = readFileSync(join(experiment, "ledger.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const events = lines.map((line): { session_id?: string; message?: string } => JSON.parse(line));
  return new Map(
    events.flatMap(({ session_id, message }): [string, string][] =>
      session_id !== undefined && message?.includes("kept without what was not answered")
        ? [[session_id, message]]
        : [],
    ),
  );
}
