import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import { namedModels } from "../../src/config/models.ts";
import { OWN_PERSONAS } from "../../src/config/own-personas.ts";
import { Config, type ConfigFile } from "../../src/config/schema.ts";
import { merge } from "../../src/config/source.ts";
import { createBudget } from "../../src/prompting/budget.ts";
import type { PayingLab } from "../../src/prompting/lab.ts";
import type { Recorder } from "../../src/prompting/ledger-lines.ts";
import { createProgress, type ProgressOf } from "../../src/prompting/progress.ts";
import type { CurrentOutage } from "../../src/session/failure.ts";
import type { SessionRequest, SessionResult, Trace } from "../../src/session/request.ts";
import { available } from "./scripted-host.ts";

/** How a session ends: with a value, with a failure of a kind, or, for a defect, by throwing. */
export type Ending = { value: unknown } | { kind: FailureKind; outage?: CurrentOutage } | Error;

export type AskingLab = {
  lab: PayingLab;
  /** Models whose sessions really began, in that order. */
  begun: string[];
  requests: SessionRequest<TSchema>[];
  lines: Omit<LedgerLine, "at">[];
  record: Recorder;
};

/** What asking needs and no more: sessions that end as `ending` says, one model for each name, no host and no disk. */
export function askingLab(
  ending: (model: string, nth: number) => Ending,
  given: {
    models?: readonly AvailableModel[];
    config?: ConfigFile;
    trace?: Partial<Trace>;
    now?: () => number;
    progress?: ProgressOf;
  } = {},
): AskingLab {
  const { models = ["p/a", "p/b", "p/c"].map((id) => available(id)), now = () => 0 } = given;
  const config = merge(Value.Create(Config), given.config ?? {}) as Config;
  const begun: string[] = [];
  const requests: SessionRequest<TSchema>[] = [];
  const lines: Omit<LedgerLine, "at">[] = [];
  const trace: Trace = {
    session_id: "ses",
    started_at: "2026-01-01T00:00:00.000Z",
    finished_at: "2026-01-01T00:00:02.000Z",
    attempts: 1,
    requests: 1,
    tokens: { ...NO_TOKENS, input: 100, output: 10 },
    cost: 0.5,
    prompt_sha256: "0".repeat(64),
    violations: [],
    removed_from_reads: {},
    ...given.trace,
  };
  const lab = {
    config,
    chosen: namedModels(config),
    personas: OWN_PERSONAS,
    heldPersonas: [],
    worktree: "/project",
    budget: createBudget(config.limits, now),
    available: async () => models,
    signal: new AbortController().signal,
    caller: { sessionID: "parent", messageID: "", callID: "", agent: "", notify: () => undefined },
    progress: given.progress ?? createProgress(() => undefined, now),
    async runSession<S extends TSchema>(request: SessionRequest<S>): Promise<SessionResult<Static<S>>> {
      requests.push(request as unknown as SessionRequest<TSchema>);
      const refused = (await request.admit?.()) ?? null;
      const none = { ...trace, attempts: 0, tokens: NO_TOKENS, cost: 0 };
      if (refused) return { state: "failed", ...refused, trace: none };
      begun.push(request.model.id);
      request.onEvent?.({ type: "started", session_id: "ses" });
      const end = ending(request.model.id, begun.length);
      if (end instanceof Error) throw end;
      if ("kind" in end) return { state: "failed", ...end, message: `${request.model.id} failed`, trace };
      return { state: "ok", value: end.value as Static<S>, dropped: [], lacks: [], trace };
    },
  } as unknown as PayingLab;
  return { lab, begun, requests, lines, record: async (line) => void lines.push(line) };
}
