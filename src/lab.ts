import { randomBytes, randomInt } from "node:crypto";
import { resolve } from "node:path";
import type { Allowed, Caller } from "./artifacts/caller.ts";
import type { LabSessions } from "./artifacts/lab-session.ts";
import type { Places } from "./config/files.ts";
import {
  type LoadRequest,
  type LoadResult,
  loadConfig,
  ownBase,
  projectChange,
  readableConfig,
} from "./config/load.ts";
import { anchorOf, type FilesRead, readingOnce } from "./config/reading.ts";
import type { Config } from "./config/schema.ts";
import { valueSource } from "./config/source.ts";
import type { Overrides } from "./ops/op.ts";
import { createBudget } from "./prompting/budget.ts";
import type { Lab } from "./prompting/lab.ts";
import { createProgress } from "./prompting/progress.ts";
import { type Host, NO_HOST } from "./session/host.ts";
import { createLimits } from "./session/limits.ts";
import { createRunner } from "./session/runner.ts";
import { readAllowance } from "./store/allowance.ts";
import { basesUpward } from "./store/bases.ts";
import { DEFAULT_BASE } from "./text/hidden-part.ts";
import { pathInside } from "./text/path-inside.ts";

/** Sessions at a time until a call's configuration says otherwise. */
const DEFAULT_PARALLEL = 64;

/** What the labs of one project stand on. What only tests replace has a default. */
export type LabOptions = {
  host: Host;
  /** Lab sessions by id, which the hooks read. */
  sessions: LabSessions;
  /** Every folder that holds experiments; grows with what calls name, and the hooks close it to lab sessions. */
  bases: Set<string>;
  /** Folder that the host works in, and the root of the project's worktree. */
  directory: string;
  worktree: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The plugin's own options, the last source of configuration before a call's args. */
  options?: unknown;
  now?: () => Date;
  /** An integer in [0, 2^32). */
  seed?: () => number;
  /** 8 or more letters and digits. */
  nonce?: () => string;
};

type Configured = { configured: Config; read: FilesRead };

/** Makes the lab of each call: configuration read afresh, one host, one queue and one registry of sessions for all. */
export function createLab(given: LabOptions) {
  const { host, sessions, bases, directory, worktree, home, env, options } = given;
  const { now = () => new Date(), seed = () => randomInt(2 ** 32), nonce = randomNonce } = given;
  const limits = createLimits(DEFAULT_PARALLEL, null);
  const runSession = createRunner({ host, sessions, limits, now });

  const places: Places = { directory, worktree, home, env };
  /** What is read for a call, with what the person allowed of the project's files. */
  const requestOf = async ({ allow_config }: Caller): Promise<LoadRequest & { read: FilesRead }> => {
    const read = readingOnce(places);
    const kept = await readAllowance({ home, env }, anchorOf(places, read));
    return { ...places, options, read, allowed: { kept, said: allow_config ?? null } };
  };
  const allowed: Allowed = new Map();
  const baseOf = ({ output: { base_dir } }: Config): string => resolve(directory, base_dir);

  /** @param given.configured The configuration without the call's args: its base folder remembers other ones. */
  async function make(caller: Caller, loaded: LoadResult, { configured, read }: Configured): Promise<Lab> {
    const { config, chosen, held, project, rubric, personas, heldPersonas, personaNotes } = loaded;
    const base = baseOf(config);
    const known = await basesUpward(directory, worktree, [configured.output.base_dir, DEFAULT_BASE]);
    // A folder that holds the project would close all of it; no op makes experiments there.
    for (const folder of [base, ...known]) if (!pathInside(folder, worktree)) bases.add(folder);
    const progress = createProgress(caller.report, () => now().getTime(), caller.at);
    const stopping = new AbortController();
    const asking: typeof runSession = (asked) => {
      limits.resize(config.limits.max_parallel, config.limits.max_parallel_per_provider);
      return runSession(asked);
    };
    let models: ReturnType<typeof host.models> | null = null;
    const lab: Lab = {
      config,
      ...{ chosen, held, project, rubric, personas, heldPersonas, personaNotes },
      ownFile: loaded.own,
      base,
      homeBase: baseOf(configured),
      bases,
      ownBase: ownBase(places, read),
      allowed,
      person: { home, env },
      directory,
      worktree,
      paying: () => ({ ...lab, runSession: asking }),
      budget: createBudget(config.limits, () => now().getTime()),
      hosted: host !== NO_HOST,
      available: () => {
        models ??= host.models();
        return models;
      },
      caller,
      signal: AbortSignal.any([caller.signal, stopping.signal]),
      stop: () => stopping.abort(),
      renewMemory: async (ended) => (await import("./ops/memory/renew.ts")).renewProjectPage(lab, ended),
      now,
      seed,
      nonce,
      progress,
    };
    return lab;
  }

  return {
    /** Reads the configuration with `overrides` on top and makes the lab of one call. Throws LabError. */
    async labFor(caller: Caller, overrides: Overrides = {}): Promise<Lab> {
      const request = await requestOf(caller);
      return make(caller, loadConfig({ ...request, args: valueSource("the args of this call", overrides) }), {
        configured: loadConfig(request).config,
        read: request.read,
      });
    },
    /** The lab of a call that spends nothing: a mistake in the configuration leaves out its source. */
    async labForReading(caller: Caller): Promise<Lab> {
      const request = await requestOf(caller);
      const loaded = readableConfig(request);
      return make(caller, loaded, { configured: loaded.config, read: request.read });
    },
    /** The configuration as far as it can be read, its sources, and what is wrong with it. Never throws. */
    configuration: async (caller: Caller) => readableConfig(await requestOf(caller)),
    /** The project's files and what they change once they are allowed. Throws LabError. */
    projectChange: async (caller: Caller) => projectChange(await requestOf(caller)),
  };
}

const randomNonce = (): string => randomBytes(12).toString("hex");
