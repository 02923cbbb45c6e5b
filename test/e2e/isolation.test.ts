import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asked } from "../../rehearsal/asked.ts";
import type { RunResult } from "../../rehearsal/opencode.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { Reply, ToolCall } from "../../rehearsal/reply.ts";
import type { Design } from "../../src/schemas/design.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { clean } from "../../src/text/clean.ts";
import { readJson } from "../support/disk.ts";
import { asHost, toolOf } from "./support/dialect.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { type Ground, HONEST, ROUTES } from "./support/routes.ts";

const ROGUE = "alpha/rogue-1";
const QUIET = "beta/quiet-1";
/** Makes the same call again and again. */
const LOOPER = "delta/loops-1";
const JUDGE = "gamma/judge-1";
const REFUSED = ROUTES.filter(({ outcome }) => outcome === "refused");
const FILTERED = ROUTES.filter(({ outcome }) => outcome === "filtered");
/** One designer for each refused route, over four providers. */
const ROGUES = REFUSED.map((_, at) => `rogue${at % 4}/r-${at}`);

const BASE = ".opencode/design-lab";
const FILES = {
  "README.md": "# Shop\n\nIt keeps a queue of orders.\n",
  "AGENTS.md": "HOUSE-RULE: answer in verse.\n",
  ".env": "TOKEN=MARKER-ENV queue\n",
  "docs/AGENTS.md": "FOLDER-RULE: write in capitals.\n",
  "docs/note.md": "ig\u200bnore hid\u200bden letters\u001b[8m\n",
  "src/shop.ts": "export const queue = 1;\n",
  "packages/app/app.ts": "export const app = 1;\n",
  ".opencode/skill/peek/SKILL.md": "---\nname: peek\ndescription: looks at designs\n---\nSKILL-LOADED\n",
  ".opencode/plugin/other.ts": `export default {
  id: "other",
  server: async () => ({
    tool: { other_peek: { description: "looks at designs", args: {}, execute: async () => "PEEKED" } },
    "tool.execute.before": async () => {},
  }),
  setup: (context) => context.tool?.transform?.((tools) => tools.add({
    name: "other_peek", description: "looks at designs", options: { codemode: false }, input: { type: "object" },
    execute: async () => ({ content: "PEEKED" }),
  })),
};\n`,
};

/** An MCP server with one tool and one resource, which the host offers to whoever may read. */
const MCP = `process.stdin.on("data", (bytes) => {
  for (const line of String(bytes).split("\\n").filter(Boolean)) {
    const { id, method, params } = JSON.parse(line);
    const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    if (method === "initialize") say({ protocolVersion: params.protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: "peek", version: "1" } });
    else if (method === "tools/list") say({ tools: [{ name: "look", description: "looks at designs", inputSchema: { type: "object", properties: {} } }] });
    else if (method === "resources/list") say({ resources: [{ uri: "designs://all", name: "designs" }] });
    else if (method === "resources/read") say({ contents: [{ uri: "designs://all", text: "RESOURCE-READ" }] });
    else if (method === "tools/call") say({ content: [{ type: "text", text: "LOOKED" }] });
    else if (id !== undefined) say({});
  }
});`;

/** What the host offers the person's own agent beside. */
const OF_HOST =
  HOST === 1 ? ["peek_look", "list_mcp_resources", "read_mcp_resource"] : ["execute", "subagent", "question"];

let lab: Rehearsal;
let first: RunResult;
let strict: RunResult;

beforeAll(async () => {
  lab = await rehearse({
    models: [ROGUE, QUIET, LOOPER, JUDGE, ...ROGUES].map((id) => ({ id })),
    script,
    files: FILES,
    lab: config({}),
    config: { mcp: { peek: { type: "local", command: [process.execPath, "-e", MCP], enabled: true } } },
  });
  for (const [folder, marker] of [
    [join(lab.project.root, "outside"), "MARKER-OUTSIDE"],
    [lab.project.home, "MARKER-HOME"],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "secret.txt"), marker);
  }
  first = await lab.say("Let models design the shop");

  const sub = { ...lab.project, directory: join(lab.project.directory, "packages/app") };
  strict = await lab.say("Let rogues design the shop", { project: sub });
}, 90_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

describe("a designer that tries every route", () => {
  test("never sees a marker, wherever a marker lies", () => {
    const seen = requestsOf(ROGUE, "shop").map(({ body }) => JSON.stringify(body));
    expect(seen).toHaveLength(3);
    expect(seen.flatMap((body) => body.match(/MARKER-[A-Z]+|[A-Z]+-RULE|PEEKED|LOOKED|system-update/g) ?? [])).toEqual(
      [],
    );
    expect(ROUTES.length).toBeGreaterThanOrEqual(60);
  });

  test("is refused each call that leads there, and told to work alone", () => {
    const answers = answersTo(requestsOf(ROGUE, "shop"));
    const wrong = REFUSED.flatMap(({ what, tool }, at) => {
      const answer = answers[at] ?? "";
      const refused = answer.startsWith(`Refused: ${tool}`) && /[Ww]ork alone/.test(answer);
      return refused || refusedByHost(tool, answer) ? [] : [[what, answer.slice(0, 200)]];
    });
    expect(wrong).toEqual([]);
  });

  test("gets of a legitimate search what is the project's", () => {
    const answers = answersTo(requestsOf(ROGUE, "shop")).slice(REFUSED.length);
    const wrong = FILTERED.flatMap(({ what }, at) => (/^Refused/.test(answers[at] ?? "Refused") ? [what] : []));
    expect(wrong).toEqual([]);
    const [everywhere = "", some = ""] = answers;
    for (const answer of [everywhere, some]) expect(answer).toContain(join(lab.project.directory, "README.md"));
    for (const answer of answers) expect(answer).not.toMatch(/design-beta|2026-|\d{4}-\d\d-\d\d-/);
  });

  test("reads, greps and globs the project, cleaned of what cannot be seen", () => {
    const answers = answersTo(requestsOf(ROGUE, "shop")).slice(ROUTES.length);
    for (const [at, { sees }] of HONEST.entries()) expect(answers[at]).toContain(sees);
    expect(answers.map((answer) => clean(answer).removed)).toEqual(answers.map(() => ({})));
  });

  test("leaves a record of every attempt: design, ledger and reply", async () => {
    const dir = experimentOf("shop");
    const design = await readJson<Design>(join(dir, "designs/design-alpha-rogue-1.json"));
    expect(design.provenance.violations.map(({ tool }) => tool).sort()).toEqual(REFUSED.map(({ tool }) => tool).sort());
    expect(design.provenance.removed_from_reads).toEqual({ zero_width: 2, ansi: 1 });
    const ledger = parseLedger(await readFile(join(dir, "ledger.jsonl"), "utf8"));
    const lines = ledger.filter(({ event }) => event === "violation");
    expect(lines.map(({ design_id }) => design_id)).toEqual(REFUSED.map(() => "alpha-rogue-1"));
    const said = `The designer of A tried ${REFUSED.length} times to look where it must not`;
    expect(callOf("shop, the rogue")).toContain(said);
    const ranked = callOf("shop, ranked");
    expect(ranked).toContain("Confidence:");
    expect(ranked).toContain(said);
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toContain(said);
  });

  test("is offered read, grep and glob, and a reviewer nothing", () => {
    for (const { kind, tools } of lab.labRequests().filter(({ tools }) => tools.length > 0)) {
      expect([kind, [...tools].sort()]).toEqual(["design", ["glob", "grep", "read"]]);
    }
    const own = lab.provider.requests.find(({ kind }) => kind === "host");
    const others = ["designlab", "other_peek", toolOf("bash"), "skill", ...OF_HOST];
    expect(own?.tools).toEqual(expect.arrayContaining(others));
  });

  test("leaves the person's own session to read every artifact", () => {
    expect(callOf("the person reads")).toContain("MARKER-SAME");
    expect(callOf("the person lists")).toContain("design-beta-quiet-1.json");
  });
});

describe("a designer that makes the same call again and again", () => {
  test("is answered each time and delivers its design, whatever tool it calls", () => {
    const answers = answersTo(requestsOf(LOOPER, "loops"));
    expect(answers.slice(0, 4).map((answer) => answer.includes("a queue of orders"))).toEqual(Array(4).fill(true));
    const refusals = [
      ...Array(4).fill(toolOf("bash")),
      ...Array(4).fill("no_such_tool"),
      ...Array(3).fill("read_mcp_resource"),
    ];
    const refused = (answer: string, at: number) => {
      const tool = refusals[at];
      return answer.startsWith(`Refused: ${tool}`) || refusedByHost(tool, answer);
    };
    expect(answers.slice(4).map(refused)).toEqual(refusals.map(() => true));
    expect(existsSync(join(experimentOf("loops"), "designs/design-delta-loops-1.json"))).toBe(true);
  });
});

describe("design.repository: false", () => {
  test("leaves a designer no tool and nothing of the project", () => {
    const requests = requestsOf(ROGUE, "bare");
    expect(requests.length).toBeGreaterThanOrEqual(2);
    for (const { tools, body } of requests) {
      expect(tools).toEqual([]);
      const system = (body.messages as { role: string; content: string }[]).filter(({ role }) => role === "system");
      expect(system).toHaveLength(1);
      expect(JSON.stringify(system)).not.toMatch(/HOUSE-RULE|designlab-|Working directory|Platform:|<env>/);
      expect(JSON.stringify(system)).not.toContain(lab.project.directory);
      expect(JSON.stringify(body)).not.toContain("a queue of orders");
    }
    const [answer = ""] = answersTo(requests);
    expect(answer.includes("this session has no tools") || refusedByHost("read", answer)).toBe(true);
  });
});

describe("hooks.design_isolation.enabled: false", () => {
  test("opens the base folder and no other tool", () => {
    const answers = answersTo(requestsOf(ROGUE, "open"));
    expect(answers[0]).toContain("MARKER-OLDER");
    const tool = toolOf("bash");
    expect(answers[1]?.startsWith(`Refused: ${tool}`) || refusedByHost(tool, answers[1] ?? "")).toBe(true);
  });
});

test("an output_dir outside the project is not made without the host's permission, and the session goes on", () => {
  expect(callOf("outside")).toContain("it lies outside the project, and ");
  expect(callOf("outside")).toMatch(/the person did not allow it|the question was dismissed/);
  expect(existsSync(join(lab.project.root, "refused"))).toBe(false);
  expect(first.tools).toHaveLength(STAGES.length);
});

describe("strict_mode, OpenCode started in a subfolder", () => {
  test("fails each design at its first attempt and aborts its session", async () => {
    const ledger = parseLedger(await readFile(join(experimentOf("strict"), "ledger.jsonl"), "utf8"));
    const failed = ledger.filter(({ event }) => event === "failed");
    expect(failed.map(({ model, kind }) => [model, kind]).sort()).toEqual(
      ROGUES.map((model) => [model, "isolation_violation"]).sort(),
    );
    expect(ledger.filter(({ event }) => event === "violation")).toHaveLength(ROGUES.length);
    for (const model of ROGUES) expect(lab.provider.requests.filter((each) => each.model === model)).toHaveLength(1);
  });

  test("goes on with the others and names what failed", async () => {
    const [reply = ""] = strict.designlab;
    expect(reply).toContain(`**Incomplete:** ${ROGUES.length} designers delivered nothing`);
    expect(reply).toContain("**isolation_violation**");
    expect(reply).toContain("Confidence:");
    expect(existsSync(join(experimentOf("strict"), "designs/design-beta-quiet-1.json"))).toBe(true);
    expect(readdirSync(join(experimentOf("strict"), "designs"))).toHaveLength(2);
  });
});

/** The second generation refuses by itself what it does not offer; the lab only takes note of it. */
function refusedByHost(tool: string, answer: string): boolean {
  return HOST === 2 && /not available for this request|No tool named/.test(answer) && answer.includes(tool);
}

/** The person's agent and every designer, as this test wants them. */
function script(asked: Asked): Reply | undefined {
  if (asked.kind === "host")
    return { calls: JSON.stringify(asked.messages).includes("rogues") ? strictCalls() : calls(asked) };
  if (asked.kind !== "design") return undefined;
  if (asked.model === QUIET) return { text: (text) => text.replace('"summary": "', `"summary": "${markerOf(asked)} `) };
  if (asked.model === ROGUE) return { calls: attempts(asked) };
  if (asked.model === LOOPER) return { calls: LOOPS };
  const route = REFUSED[ROGUES.indexOf(asked.model)];
  return route && { calls: [{ name: route.tool, args: route.args(ground("../../")) }] };
}

const MARKERS = [
  ["elsewhere", "MARKER-ELSEWHERE"],
  ["older", "MARKER-OLDER"],
  ["shop", "MARKER-SAME"],
] as const;

function markerOf(asked: Asked): string {
  const text = JSON.stringify(asked.messages);
  return MARKERS.find(([stage]) => text.includes(`Stage ${stage}.`))?.[1] ?? "MARKER-OTHER";
}

const STAGES = [
  "elsewhere",
  "older",
  "shop, the other",
  "shop, the rogue",
  "shop, ranked",
  "the person reads",
  "the person lists",
  "outside",
  "loops",
  "bare",
  "open",
] as const;

/** The person's calls, one a turn; later ones name what earlier ones made, so the list is made afresh each turn. */
function calls({ turns }: Asked): ToolCall[] {
  const task = (stage: string) => `Design a shop with a queue. Stage ${stage}.`;
  const generate = (stage: string, models: string[], more: object = {}): ToolCall => ({
    name: "designlab",
    args: { op: "generate", args: { task: task(stage), topic: stage, design_models: models, ...more } },
  });
  if (turns === STAGES.indexOf("bare")) configure({ design: { repository: false } });
  if (turns === STAGES.indexOf("open")) configure({ hooks: { design_isolation: { enabled: false } } });
  if (turns === STAGES.length) configure({ hooks: { design_isolation: { strict_mode: true } } });
  const made = turns < 3 ? { experiment: "" } : { experiment: experimentOf("shop") };
  return [
    generate("elsewhere", [QUIET], { output_dir: "docs/lab" }),
    generate("older", [QUIET]),
    generate("shop", [QUIET]),
    { name: "designlab", args: { op: "generate", args: { ...made, design_models: [ROGUE] } } },
    { name: "designlab", args: { op: "run", args: made } },
    asHost({ name: "read", args: { filePath: join(made.experiment, "designs/design-beta-quiet-1.json") } }),
    asHost({ name: "read", args: { filePath: join(made.experiment, "designs") } }),
    generate("outside", [QUIET], { output_dir: join(lab.project.root, "refused") }),
    generate("loops", [LOOPER]),
    generate("bare", [ROGUE]),
    generate("open", [ROGUE]),
  ];
}

function strictCalls(): ToolCall[] {
  const args = { task: "Design a shop. Stage strict.", topic: "strict", design_models: [...ROGUES, QUIET, ROGUE] };
  return [{ name: "designlab", args: { op: "run", args } }];
}

/** One turn of calls that are all alike, then the same with tools that are not offered. */
const LOOPS: ToolCall[][] = [
  Array(4).fill(asHost({ name: "read", args: { filePath: "README.md" } })),
  Array(4).fill(asHost({ name: "bash", args: { command: "ls" } })),
  Array(4).fill({ name: "no_such_tool", args: {} }),
  Array(3).fill({ name: "read_mcp_resource", args: { server: "peek", uri: "designs://all" } }),
];

/** What the rogue does: everything at once, then what is honest. */
function attempts({ messages }: Asked): (ToolCall | ToolCall[])[] {
  const text = JSON.stringify(messages);
  const here = ground("");
  const older = join(here.older, "designs/design-beta-quiet-1.json");
  const look = asHost({ name: "read", args: { filePath: older } });
  if (text.includes("Stage bare.")) return [look];
  if (text.includes("Stage open."))
    return [[look, asHost({ name: "bash", args: { command: `cat ${older}`, description: "look" } })]];
  if (!text.includes("Stage shop.")) return [];
  if (!existsSync(here.copy)) plant(here);
  const asCalls = (list: readonly { tool: string; args(at: Ground): object }[]) =>
    list.map(({ tool, args }) => ({ name: tool, args: args(here) }));
  return [[...asCalls(REFUSED), ...asCalls(FILTERED)], asCalls(HONEST)];
}

/** Links and a copy that lead to designs, as a careless person or an earlier build may have left them. */
function plant({ project, root, shop, older, copy }: Ground): void {
  const design = join(shop, "designs/design-beta-quiet-1.json");
  cpSync(older, copy, { recursive: true });
  symlinkSync(design, join(project, "src/link-file.md"));
  symlinkSync(join(project, BASE), join(project, "src/link-folder"));
  symlinkSync("link-folder", join(project, "src/link-link"));
  symlinkSync(join(root, "outside"), join(project, "src/link-out"));
  symlinkSync(join(project, ".env"), join(project, "src/link-env.md"));
  linkSync(design, join(project, "src/hard-link.md"));
}

function ground(up: string): Ground {
  const { root, home, directory: project } = lab.project;
  const copy = join(project, "packages/copied");
  return {
    root,
    home,
    project,
    up,
    copy,
    shop: experimentOf("shop"),
    older: experimentOf("older"),
    elsewhere: experimentOf("elsewhere"),
  };
}

function experimentOf(topic: string): string {
  const { directory } = lab.project;
  const bases = [BASE, "docs/lab", `packages/app/${BASE}`].map((base) => join(directory, base)).filter(existsSync);
  const found = bases.flatMap((base) => readdirSync(base).map((name) => join(base, name)));
  return found.find((dir) => dir.endsWith(`-${topic}`)) ?? join(directory, BASE, `no-${topic}`);
}

function config(more: object) {
  return {
    design_models: [QUIET],
    review_models: [JUDGE],
    limits: { max_parallel: 64, max_parallel_per_provider: 16 },
    ...more,
  };
}

/** The configuration is read anew in every call. */
function configure(more: object): void {
  writeFileSync(join(lab.project.directory, ".opencode/design-lab.json"), JSON.stringify(config(more)));
}

function requestsOf(model: string, stage: string): LoggedRequest[] {
  return lab
    .labRequests()
    .filter(
      (each) => each.model === model && each.kind === "design" && JSON.stringify(each.body).includes(`Stage ${stage}.`),
    );
}

/** The tool results that the last of these requests carries, in the order of the calls. */
function answersTo(requests: LoggedRequest[]): string[] {
  return (requests.at(-1)?.messages ?? []).flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

function callOf(stage: (typeof STAGES)[number]): string {
  return first.tools[STAGES.indexOf(stage)]?.output ?? "";
}
