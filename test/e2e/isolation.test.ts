import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asked } from "../../rehearsal/asked.ts";
import type { RunResult } from "../../rehearsal/opencode.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { clean } from "../../src/text/clean.ts";
import { readJson } from "../support/disk.ts";
import { toolOf } from "./support/dialect.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { attempts, FILTERED, LOOPS, markerOf, REFUSED } from "./support/rogue.ts";
import { HONEST, ROUTES } from "./support/routes.ts";
import { experimentOf as experimentIn, FILES, groundOf, MCP } from "./support/shop.ts";
import { calls, config, JUDGE, LOOPER, QUIET, ROGUE, ROGUES, STAGES, STRICT, strictCalls } from "./support/stages.ts";

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
}, 300_000);
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
    // A reply calls a design by its letter.
    const attempts = `tried ${REFUSED.length} times to look where it must not`;
    const [said = "nothing"] = new RegExp(`The designer of [AB] ${attempts}`).exec(callOf("shop, the rogue")) ?? [];
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
  test("opens what lies in the project, and no other tool, nothing outside and no instructions beside a file", () => {
    const answers = answersTo(requestsOf(ROGUE, "open"));
    expect(answers[0]).toContain("MARKER-OLDER");
    const tool = toolOf("bash");
    expect(answers[1]?.startsWith(`Refused: ${tool}`) || refusedByHost(tool, answers[1] ?? "")).toBe(true);
    expect(answers[2]).toContain("ignore hidden letters");
    expect(answers[3]).toContain("MARKER-ENV");
    const sent = JSON.stringify(requestsOf(ROGUE, "open").map(({ body }) => body));
    expect(sent.match(/MARKER-OUTSIDE|MARKER-HOME|[A-Z]+-RULE|system-update/g)).toBeNull();
  });
});

test("an output_dir outside the project is not made without the host's permission, and the session goes on", () => {
  expect(callOf("outside")).toContain("it lies outside the project, and ");
  expect(callOf("outside")).toMatch(/has nobody to ask/);
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
    expect(reply).toContain("**Incomplete:** there is no design by ");
    expect(reply).toContain("**looked where it must not**");
    expect(reply).toContain("Confidence:");
    const designs = readdirSync(join(experimentOf("strict"), "designs")).filter((name) => name.endsWith(".json"));
    expect(designs.sort()).toEqual(["design-alpha-rogue-1.json", "design-beta-quiet-1.json"]);
  });
});

/** The second generation refuses by itself what it does not offer; the lab only takes note of it. */
function refusedByHost(tool: string, answer: string): boolean {
  return HOST === 2 && /not available for this request|No tool named/.test(answer) && answer.includes(tool);
}

/** The person's agent and every designer, as this test wants them. */
function script(asked: Asked): Reply | undefined {
  if (asked.kind === "host")
    return { calls: JSON.stringify(asked.messages).includes("rogues") ? strictCalls() : calls(asked, lab.project) };
  if (asked.kind !== "design") return undefined;
  if (asked.model === QUIET) return { text: (text) => text.replace('"summary": "', `"summary": "${markerOf(asked)} `) };
  if (asked.model === ROGUE) return { calls: attempts(asked, groundOf(lab.project, "")) };
  if (asked.model === LOOPER) return { calls: LOOPS };
  const route = STRICT[ROGUES.indexOf(asked.model)];
  return route && { calls: [{ name: route.tool, args: route.args(groundOf(lab.project, "../../")) }] };
}

const experimentOf = (topic: string): string => experimentIn(lab.project.directory, topic);

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
