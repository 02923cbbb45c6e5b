import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { developmentBinary, PACKAGE_ROOT } from "../../../rehearsal/binary.ts";
import type { OpencodeServer } from "../../../rehearsal/serve.ts";
import { openTerminal, type Terminal } from "../../../rehearsal/terminal.ts";
import { openJournal } from "../../../src/questions/journal.ts";
import { createBegun } from "../../../src/store/begun.ts";
import { HOST } from "../../e2e/support/hosts.ts";
import { type Rehearsal, rehearse } from "../../e2e/support/rehearsal.ts";
import { experimentOf } from "../../e2e/support/shop.ts";
import { agentOf, type Step } from "./agent.ts";

const MODELS = ["alpha/strong-1", "beta/weak-1"];
/** Far below what anything costs, and above what is asked without a word. */
const LAB = { confirm_above: 0.0001, design_models: MODELS, review_models: MODELS };
const BASE = ".opencode/design-lab";
/** Rules that an agent was given, each by an agent of its own, so that no dialog of the host's ever opens. */
export const RULES = [
  "design*",
  "*approve*",
  "designlab_approve*",
  "designlab_approve",
  "?esignlab_*",
  "d*l*b*",
  "**",
  "*: *",
  "designlab_approve: *",
  "*?",
] as const;

/** Documents that no op of the lab may change: rules of agents, a hidden folder's, a person's own. */
export const DOCUMENTS = {
  "AGENTS.md": "# Rules\n\nstatus: accepted\n\n## Status\n\nAccepted\n",
  "README.md": "# Shop\n\n## Status\n\nAccepted\n",
  ".github/copilot-instructions.md": "# Copilot\n\n## Status\n\nAccepted\n",
  ".opencode/agent/wild.md":
    '---\nid: wild\nname: Wild\ndescription: a wild one\nmode: primary\nstatus: pending\npermission:\n  "*": allow\n  "designlab_approve*": allow\n---\nBe wild.\n',
  "docs/adr/0001-use-records.md": "# 1. Use records\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nx\n",
};

/** A plugin of the project's own, in whose tool the agent runs what it wrote, and whose hook allows what it is told to. */
const MINE = `import { existsSync } from "node:fs";
const go = async (...given) => {
  const { default: mine } = await import(\`\${process.cwd()}/agent/plugin.mjs?\${Date.now()}\`);
  return String(await mine(...given).catch((error) => error.stack));
};
export default {
  id: "mine",
  server: async (input) => ({
    tool: { mine_go: { description: "goes", args: {}, execute: (_, context) => go(input, context) } },
    "permission.ask": async (_, output) => {
      if (existsSync(\`\${input.directory}/agent/allow\`)) output.status = "allow";
    },
  }),
  setup: (context) => context.tool?.transform?.((tools) => tools.add({
    name: "mine_go", description: "goes", options: { codemode: false }, input: { type: "object", properties: {} },
    execute: async (_, call) => ({ content: await go(context, call) }),
  })),
};\n`;

const PLAN = {
  id: "approve-0123456789ab",
  type: "show_plan",
  text: "Is the brief right?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue" }],
};

/** The experiments of the project: what each waits for. */
const NAMES = ["ranked", "held", "planned", "asks", "elder"] as const;
type Name = (typeof NAMES)[number];

export type Ground = AsyncDisposable & {
  lab: Rehearsal;
  server: OpencodeServer;
  /** The person's screen on that server, for a way that has one; null where nobody sits there. */
  terminal: Terminal | null;
  /** The person sits down at that screen. */
  sit(): Promise<void>;
  /** Takes the screen away again. */
  leave(): Promise<void>;
  /** Where opencode works, and a folder beside it. */
  directory: string;
  outside: string;
  /** Ids and folders of the experiments. */
  id: Readonly<Record<Name, string>>;
  dir: Readonly<Record<Name, string>>;
  /** What waits for approval in `asks` and in `planned`. */
  approval: { asks: string; planned: string };
  /** The person's private folder. */
  state: string;
  /** Puts everything back as it was at first. */
  restore(): void;
  /** A line that the person types at a terminal of the person's own. */
  person(line: string): string;
};

/** A project of a careless person: an agent that may do everything, and one of everything that waits for a person. */
export async function makeGround(stepsOf: (ground: Ground, name: string) => readonly Step[]): Promise<Ground> {
  const bin = mkdtempSync(join(tmpdir(), "designlab-bin-"));
  symlinkSync(developmentBinary(HOST), join(bin, "opencode"));
  symlinkSync(join(PACKAGE_ROOT, "cli.js"), join(bin, "opencode-designlab"));
  const made: { ground?: Ground } = {};
  const everything = { "*": "allow", external_directory: "ask" };
  const lab = await rehearse({
    models: MODELS.map((id, at) => ({ id, strength: at === 0 ? "thorough" : "thin" })),
    lab: { ...LAB, confirm_above: null },
    files: { ...DOCUMENTS, ".opencode/plugin/mine.ts": MINE },
    env: {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      // As of a server that others drive with --server; what is read of it is no shell's.
      DESIGNLAB_DESK_KEY: "0123456789abcdef0123456789abcdef",
      ...(HOST === 1 && { OPENCODE_SERVER_PASSWORD: "of-the-environment" }),
    },
    config: {
      permission: everything,
      agent: {
        build: { permission: everything },
        all: { mode: "primary", permission: { "*": "allow" } },
        ...Object.fromEntries(
          RULES.map((rule, at) => [`rule${at}`, { mode: "primary", permission: { [rule]: "allow" } }]),
        ),
      },
    },
    script: agentOf((name) => (made.ground ? stepsOf(made.ground, name) : [])),
  });
  const { directory, home, root, env } = lab.project;
  const outside = join(root, "outside");
  const base = join(directory, BASE);
  const state = join(home, ".local/state/opencode/design-lab");
  mkdirSync(outside);
  writeFileSync(join(outside, "notes.md"), "# Notes\n\n## Status\n\nAccepted\n");
  const { DESIGNLAB_DESK_KEY: _, ...personal } = env;
  const person = (line: string): string => {
    const { stdout } = spawnSync("script", ["-qec", `opencode-designlab ${line}`, "/dev/null"], {
      cwd: directory,
      env: { ...personal, PWD: directory },
      encoding: "utf8",
      input: "",
    });
    return stdout;
  };

  const server = await lab.served();
  await lab.ask("run", { task: "A queue of mails", topic: "ranked" });
  await lab.ask("run", { task: "A queue of mails", topic: "planned" });
  await lab.ask("run", { task: "A queue of mails", topic: "held", judge: true });
  const begin = async (topic: string) => {
    const { dir } = await createBegun(base, `2026-11-23-${topic}`, {
      gitignore: true,
      now: () => new Date(),
      describe: (experiment_id) => ({
        version: 1,
        experiment_id,
        topic,
        idea: "Something that queues",
        from: [],
        created_at: new Date().toISOString(),
      }),
    });
    await openJournal(dir, () => new Date()).ask([PLAN], "command");
    return dir;
  };
  const dir = {
    ranked: experimentOf(directory, "ranked"),
    planned: experimentOf(directory, "planned"),
    held: experimentOf(directory, "held"),
    asks: await begin("asks"),
    elder: await begin("elder"),
  };
  const id = Object.fromEntries(NAMES.map((name) => [name, basename(dir[name])])) as Record<Name, string>;
  const said = [
    person(`approve ${id.elder}`),
    person(`answer ${id.elder} ${PLAN.id} "reject: not yet"`),
    person(`judge ${id.planned} --as Ada`),
    person(`judge ${id.planned} "N>O" --as Ada --unseen`),
    person(`decide ${id.planned} A "We can run it" --where experiment`),
    await lab.ask("plan", { experiment: id.planned, wait: 0 }),
  ];
  const planned = /approve-[0-9a-f]{12}/u.exec(said.at(-1) ?? "")?.[0];
  if (planned === undefined) throw new Error(`No plan waits for approval: ${said.join("\n")}`);
  mkdirSync(join(directory, "agent"));
  copyFileSync(join(import.meta.dirname, "agent-tools.mjs"), join(directory, "agent/tools.mjs"));
  writeFileSync(join(directory, "agent/host.json"), JSON.stringify({ generation: HOST, url: server.url, directory }));
  if (HOST === 2) {
    // As the host's background service keeps it, which is how a screen of that generation runs.
    writeFileSync(join(home, ".config/opencode/service.json"), JSON.stringify({ password: server.password }));
  }
  lab.configure(LAB);
  const kept = mkdtempSync(join(tmpdir(), "designlab-kept-"));
  const folders = [
    [directory, join(kept, "project")],
    [outside, join(kept, "outside")],
    [join(home, ".config/opencode"), join(kept, "config")],
  ] as const;
  for (const [from, to] of folders) cpSync(from, to, { recursive: true, verbatimSymlinks: true });

  const ground: Ground = {
    lab,
    server,
    terminal: null,
    async sit() {
      const words = HOST === 1 ? ["attach", server.url] : ["--server", server.url];
      const { password } = server;
      const project = { ...lab.project, env: { ...env, ...(HOST === 2 && { OPENCODE_PASSWORD: password }) } };
      ground.terminal = openTerminal({ project, columns: 120, rows: 40, words });
      await ground.terminal.waitFor((screen) => screen.includes("Ask anything"));
    },
    async leave() {
      await ground.terminal?.[Symbol.asyncDispose]();
      ground.terminal = null;
    },
    directory,
    outside,
    id,
    dir,
    approval: { asks: PLAN.id, planned },
    state,
    person,
    restore() {
      for (const [to, from] of folders) mirror(from, to);
      for (const name of existsSync(state) ? readdirSync(state) : [])
        if (/-(?:places|guard|guard-over|config)\.json$/u.test(name)) rmSync(join(state, name));
    },
    async [Symbol.asyncDispose]() {
      await ground.leave();
      await lab[Symbol.asyncDispose]();
      rmSync(bin, { recursive: true, force: true });
      rmSync(kept, { recursive: true, force: true });
    },
  };
  made.ground = ground;
  return ground;
}

/** Makes a folder equal to another and touches nothing that is equal already: a host may watch it. */
function mirror(from: string, to: string): void {
  const has = (folder: string) =>
    new Map(existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).map((each) => [each.name, each]) : []);
  const [wanted, found] = [has(from), has(to)];
  mkdirSync(to, { recursive: true });
  for (const [name, each] of found) {
    const other = wanted.get(name);
    if (other?.isDirectory() !== each.isDirectory() || other.isSymbolicLink() !== each.isSymbolicLink())
      rmSync(join(to, name), { recursive: true, force: true });
  }
  for (const [name, each] of wanted) {
    const [source, target] = [join(from, name), join(to, name)];
    if (each.isDirectory()) mirror(source, target);
    else if (!each.isFile() || !existsSync(target) || !readFileSync(source).equals(readFileSync(target)))
      cpSync(source, target, { verbatimSymlinks: true, force: true });
  }
}
