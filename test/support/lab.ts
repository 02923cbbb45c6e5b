import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScriptedModel } from "../../rehearsal/scripted-model.ts";
import type { SpokenTo } from "../../src/artifacts/caller.ts";
import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import type { ConfigFile } from "../../src/config/schema.ts";
import { createLab } from "../../src/lab.ts";
import { createPages } from "../../src/live/pages.ts";
import type { HostContext } from "../../src/ops/op.ts";
import type { PayingLab } from "../../src/prompting/lab.ts";
import { NO_HOST } from "../../src/session/host.ts";
import { answerCall } from "../../src/tool.ts";
import { type Answerer, aCaller, type ScriptedHost, scriptedHost } from "./scripted-host.ts";

/** Three designers of which the first is planted as the best, and who review too. */
export const THREE: ScriptedModel[] = [
  { id: "alpha/strong-1", strength: "thorough" },
  { id: "beta/middle-1", strength: "average" },
  { id: "gamma/weak-1", strength: "thin" },
];

export type Bench = {
  dir: string;
  /** The person's home. */
  home: string;
  host: ScriptedHost;
  sessions: LabSessions;
  controller: AbortController;
  /** Fires it: the person types a line while a call is at work. */
  line: AbortController;
  /** What the person was told of calls while they ran. */
  told: string[];
  context: HostContext;
  /** What the person was asked for, and what the person answers. */
  asked: string[];
  permits: boolean;
  /** Whether, or when, the person typed the calls that follow. */
  typed: boolean | Date;
  /** Who reads the replies that follow. */
  voice: SpokenTo;
  lab(overrides?: ConfigFile): Promise<PayingLab>;
  /** Calls the tool as the host would and returns what the model reads. */
  call(op: unknown, args?: unknown): Promise<string>;
  dispose(): Promise<void>;
};

export type BenchOptions = {
  models?: readonly ScriptedModel[];
  answer?: Answerer;
  /** What the person's own file holds. */
  config?: ConfigFile;
  now?: () => Date;
  /** The project's folder, where it is there already; else a new one. */
  dir?: string;
  /** The root of the worktree; the project's folder unless given. */
  worktree?: string;
  /** The SHA-256 of the project's configuration that the command's line allows. */
  allow_config?: string;
  /** The person's home; else one that is not there. */
  home?: string;
  /** Whether there is an OpenCode; false as at a terminal, for a call on what is stored. */
  hosted?: boolean;
};

/** The whole plugin but OpenCode: a real temporary project, the real configuration, store and ops, a scripted host. */
export async function bench({
  models = THREE,
  answer,
  config,
  now = () => new Date(),
  dir: given,
  worktree,
  allow_config,
  home: homeGiven,
  hosted = true,
}: BenchOptions = {}): Promise<Bench> {
  const dir = given ?? (await mkdtemp(join(tmpdir(), "designlab-test-")));
  // Without a file of the person's there is no home, which a test that gives up its rights could not look into.
  const home = homeGiven ?? (config ? await mkdtemp(join(tmpdir(), "designlab-home-")) : join(dir, "no-home"));
  if (config) await writeOwn(home, config);
  const host = scriptedHost(models, answer);
  const sessions: LabSessions = new Map();
  const controller = new AbortController();
  let nonces = 0;
  const labs = createLab({
    host: hosted ? host : NO_HOST,
    sessions,
    bases: new Set(),
    directory: dir,
    worktree: worktree ?? dir,
    home,
    env: {},
    now,
    seed: () => 7,
    nonce: () => `nonce0000${++nonces}`,
  });
  const [line, told]: [AbortController, string[]] = [new AbortController(), []];
  const caller = aCaller({
    sessionID: "ses_parent",
    signal: controller.signal,
    line: line.signal,
    report: (_, said) => void (said && told.push(said.text)),
    ...(allow_config !== undefined && { allow_config }),
  });
  const context: Bench["context"] = {
    lab: (overrides) => labs.labFor(caller, overrides),
    labForReading: () => labs.labForReading(caller),
    configuration: () => labs.configuration(caller),
    projectChange: () => labs.projectChange(caller),
    env: {},
    home,
    versions: async () => [{ what: "Version of OpenCode", state: "ok", found: "2.0.15", remedy: "" }],
    untested: async () => null,
    pages: createPages({ directory: dir, home: join(dir, "no-home"), env: {} }),
    get typed() {
      return result.typed === true ? now() : result.typed || null;
    },
    get voice() {
      return result.voice;
    },
    permit: async ({ permission, pattern, question }) => {
      result.asked.push(`${permission}: ${permission === "external_directory" ? pattern : question}`);
      return result.permits ? { allowed: true } : { allowed: false, why: "the person did not allow it" };
    },
  };
  const result: Bench = {
    asked: [],
    permits: true,
    typed: false,
    voice: "agent",
    dir,
    home,
    host,
    sessions,
    controller,
    line,
    told,
    context,
    lab: async (overrides) => (await labs.labFor(caller, overrides)).paying(),
    call: (op, args) => answerCall({ op, args }, context).then(({ shown }) => shown),
    async dispose() {
      for (const folder of homeGiven ? [dir] : [dir, home]) await rm(folder, { recursive: true, force: true });
    },
  };
  return result;
}

async function writeOwn(home: string, config: ConfigFile): Promise<void> {
  await mkdir(join(home, ".config/opencode"), { recursive: true });
  await writeFile(join(home, ".config/opencode/design-lab.json"), JSON.stringify(config));
}
