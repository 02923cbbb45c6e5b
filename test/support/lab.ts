import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ScriptedModel } from "../../rehearsal/scripted-model.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { ConfigFile } from "../../src/config/schema.ts";
import type { OpContext } from "../../src/ops/op.ts";
import { createBudget } from "../../src/phases/budget.ts";
import type { Lab } from "../../src/phases/lab.ts";
import type { LabSessions } from "../../src/schemas/lab-session.ts";
import { createLimits } from "../../src/session/limits.ts";
import { createRunner } from "../../src/session/runner.ts";
import { callTool } from "../../src/tool.ts";
import { type Answerer, type ScriptedHost, scriptedHost } from "./scripted-host.ts";

/** Three designers of which the first is planted as the best, and who review too. */
export const THREE: ScriptedModel[] = [
  { id: "alpha/strong-1", strength: "thorough" },
  { id: "beta/middle-1", strength: "average" },
  { id: "gamma/weak-1", strength: "thin" },
];

export type Bench = {
  dir: string;
  host: ScriptedHost;
  sessions: LabSessions;
  controller: AbortController;
  context: OpContext;
  /** What the person was asked for, and what the person answers. */
  asked: string[];
  permits: boolean;
  lab(overrides?: ConfigFile): Promise<Lab>;
  /** Calls the tool as the host would and returns what the model reads. */
  call(op: unknown, args?: unknown): Promise<string>;
  dispose(): Promise<void>;
};

export type BenchOptions = {
  models?: readonly ScriptedModel[];
  answer?: Answerer;
  config?: ConfigFile;
  now?: () => Date;
};

/** The whole plugin but OpenCode: a real temporary project, the real configuration, store and ops, a scripted host. */
export async function bench({
  models = THREE,
  answer,
  config,
  now = () => new Date(),
}: BenchOptions = {}): Promise<Bench> {
  const dir = await mkdtemp(join(tmpdir(), "designlab-test-"));
  const host = scriptedHost(models, answer);
  const sessions: LabSessions = new Map();
  const controller = new AbortController();
  const limits = createLimits(8, 4);
  const runSession = createRunner({ host, sessions, limits, now });
  let nonces = 0;
  const read = (args?: ConfigFile) =>
    loadConfig({ directory: dir, worktree: dir, home: join(dir, "no-home"), env: {}, options: config, args });
  const lab = async (overrides: ConfigFile = {}): Promise<Lab> => {
    const { config: resolved } = read(overrides);
    limits.resize(resolved.limits.max_parallel, resolved.limits.max_parallel_per_provider);
    return {
      config: resolved,
      base: resolve(dir, resolved.output.base_dir),
      homeBase: resolve(dir, read().config.output.base_dir),
      directory: dir,
      worktree: dir,
      runSession,
      budget: createBudget(resolved.limits, () => now().getTime()),
      available: () => host.models(),
      parentID: "ses_parent",
      signal: controller.signal,
      now,
      seed: () => 7,
      nonce: () => `nonce0000${++nonces}`,
      notify: () => undefined,
    };
  };
  const context: OpContext = {
    lab: (overrides) => lab(overrides as ConfigFile),
    sources: () => read().sources,
    permit: async (permission, pattern) => {
      result.asked.push(`${permission}: ${pattern}`);
      return result.permits;
    },
  };
  const result: Bench = {
    asked: [],
    permits: true,
    dir,
    host,
    sessions,
    controller,
    context,
    lab,
    call: (op, args) => callTool({ op, args }, context),
    dispose: () => rm(dir, { recursive: true, force: true }),
  };
  return result;
}
