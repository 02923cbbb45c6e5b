import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Asked } from "../../../rehearsal/asked.ts";
import { HOST_MODEL } from "../../../rehearsal/host-agent.ts";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import type { Script, ToolCall } from "../../../rehearsal/reply.ts";
import type { GuardLine, GuardTerms } from "../../../src/artifacts/guard.ts";
import { readTrustedState } from "../../../src/guard/report-trust.ts";
import { dropGuard, type GuardOn, keepGuard, readGuard } from "../../../src/store/guard-switch.ts";
import { readForeignWrites } from "../../../src/store/report-writes.ts";
import { asHost } from "./dialect.ts";
import { HOST } from "./hosts.ts";
import { rehearse } from "./rehearsal.ts";

export const VERIFIER = "checker/one";
/** What in an edit has the verifier write a file of its own, and which. */
export const ROGUE = "rogue";
export const ROGUE_FILE = "src/written-by-the-verifier.ts";
/** A model of whose id a host concludes that it edits by patches. */
export const PATCHER = "host/gpt-5";
export const REPORT = "junit.xml";
const RUNNER = ["test", "--reporter=junit", `--reporter-outfile=${REPORT}`];
export const RUN_TESTS = [process.execPath, ...RUNNER].join(" ");

export const QUEUE = `export function createQueue() {
  const items: string[] = [];
  const unused = 1;
  return {
    push(item: string) {
      items.push(item);
    },
    size: () => items.length,
  };
}
`;
const TESTS = `import { expect, test } from "bun:test";
import { createQueue } from "../src/queue.ts";

test("what is pushed is counted", () => {
  const queue = createQueue();
  queue.push("a");
  expect(queue.size()).toBe(1);
});
`;
/** A test of what the queue does not do yet. */
export const testOf = (what: string): string => `
test("${what} takes one out", () => {
  expect(Object.keys(createQueue())).toContain("${what}");
});
`;
const GREEN = { "src/queue.ts": QUEUE, "test/queue.test.ts": TESTS };
const STATES = {
  green: GREEN,
  red: { ...GREEN, "test/queue.test.ts": TESTS + testOf("pop") },
  blocked: { ...GREEN, "test/queue.test.ts": TESTS + testOf("pop") + testOf("peek") },
};

/** A plugin of somebody else's with a tool that takes a path and a text. */
const OTHER = `export default {
  id: "other",
  async server() {
    return { tool: { other_put: { description: "puts", args: {}, async execute() { return "put it"; } } } };
  },
  async setup({ tool }) {
    await tool?.transform?.((all) => all.add({
      name: "other_put", description: "puts", options: { codemode: false },
      input: { type: "object", additionalProperties: true },
      async execute() { return { content: "put it" }; },
    }));
  },
};
`;

const TERMS: GuardTerms = {
  test_output: [REPORT],
  patterns: ["src/**/*.ts", "test/**/*.ts"],
  model: VERIFIER,
  max_age: 300,
  max_cost: null,
};

/** The same as a short word, for a screen that may lose some of what is typed while it starts. */
const WORD = /DO-(\w+)-NOW/u;
/** What an agent is told: the calls that it makes at once. A host may put words of its own before it. */
const ORDER = /^DO \d+ (\[.*)$/mu;

/**
 * A small project with a runner of its own on one host, whose person's agent makes the calls that it is told.
 * @param verdict What the verifier answers to a diff, and whether it is told that all tests pass.
 */
export async function gatedProject(verdict: (diff: string, green: boolean) => object) {
  const verified: string[] = [];
  const words = new Map<string, readonly ToolCall[]>();
  const script: Script = (asked) => {
    if (asked.model === VERIFIER) {
      const prompt = asked.messages.map(({ content }) => content).join("\n");
      verified.push(prompt);
      const diff = prompt.slice(prompt.lastIndexOf("THE EDIT:"));
      const text = JSON.stringify(verdict(diff, prompt.includes("THE TESTS: all pass")));
      return diff.includes(ROGUE) ? { calls: [write(ROGUE_FILE, "x")], text } : { text };
    }
    const order = orderIn(asked);
    const word = WORD.exec(asked.messages.findLast(({ role }) => role === "user")?.content ?? "")?.[1];
    const calls = words.get(word ?? "") ?? (order === undefined ? undefined : (JSON.parse(order) as ToolCall[]));
    return calls && { calls: [calls], text: "Done." };
  };
  const lab = await rehearse({
    models: [{ id: VERIFIER }, { id: PATCHER }],
    script,
    files: {
      ...GREEN,
      "package.json": "{}",
      ".gitignore": "junit.xml\n",
      // Nothing that comes with a project turns the gate on.
      ".opencode/tdd.json": JSON.stringify({
        testOutputFile: REPORT,
        verifierModel: VERIFIER,
        enforcePatterns: ["**"],
      }),
      ".opencode/plugins/other.js": OTHER,
    },
  });
  const { directory, home, env } = lab.project;
  const place = { directory, home, env };
  const server = await lab.served();
  const at = (path: string): string => join(directory, path);
  let orders = 0;

  async function say(session: string, text: string, model: string): Promise<void> {
    const [providerID = "", id = ""] = model.split("/");
    if (HOST === 1) {
      const parts = [{ type: "text", text }];
      await server.request("POST", `/session/${session}/message`, { model: { providerID, modelID: id }, parts });
      return;
    }
    if (model !== HOST_MODEL)
      await server.request("POST", `/api/session/${session}/model`, { model: { providerID, id } });
    await server.say(session, text);
  }

  return {
    lab,
    server,
    at,
    place,
    /** What the verifier was asked, prompt by prompt. */
    verified,
    /** What a person types so that an agent makes these calls. */
    lineFor(word: string, calls: readonly ToolCall[]): string {
      words.set(word, calls);
      return `DO-${word}-NOW`;
    },
    /** Has the agent of a session make these calls in one turn; what its model read of each, in order. */
    async doing(session: string, calls: readonly ToolCall[], model = HOST_MODEL): Promise<string[]> {
      const order = `DO ${++orders} ${JSON.stringify(calls)}`;
      await say(session, order, model);
      return readAfter(lab.provider.requests, order);
    },
    /** What the model of an agent's agent read of the calls that it was given. */
    delegated: (order: string): string[] => readAfter(lab.provider.requests, order),
    /** Turns the gate on as a person's word does. */
    turnOn: (terms: Partial<GuardTerms> = {}) =>
      keepGuard(place, {
        ...{ terms: { ...TERMS, ...terms }, since: new Date().toISOString(), door: "terminal", task: null },
        ...{ edits_allowed: [], until_green: null },
      }),
    turnOff: () => dropGuard(place),
    switched: (): Promise<GuardOn | null> => readGuard(place),
    /** The state of the tests, as another process reads it. */
    async stateNow() {
      const on = await readGuard(place);
      const asked = {
        directory,
        test_output: [REPORT],
        max_age: TERMS.max_age,
        testAddedAt: null,
        now: () => new Date(),
      };
      return readTrustedState(asked, await readForeignWrites(place, on?.since ?? ""));
    },
    /** Puts the project's files into a state, and has its tests run, which write their report. */
    put(state: keyof typeof STATES): void {
      for (const [path, text] of Object.entries(STATES[state])) {
        mkdirSync(dirname(at(path)), { recursive: true });
        writeFileSync(at(path), text);
      }
      spawnSync(process.execPath, RUNNER, { cwd: directory, env, stdio: "ignore" });
    },
    forget: (path: string) => rmSync(at(path), { force: true }),
    text: (path: string): string => readFileSync(at(path), "utf8"),
    log(): GuardLine[] {
      const text = readFileSync(at(".opencode/design-lab/guard.jsonl"), "utf8");
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    },
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  };
}

function orderIn({ messages }: Pick<Asked, "messages">): string | undefined {
  const said = messages.flatMap(({ role, content }) => (role === "user" ? [ORDER.exec(content)?.[1]] : []));
  return said.findLast((order) => order !== undefined);
}

/** What the model read of the calls that it made after an order. */
function readAfter(requests: readonly LoggedRequest[], order: string): string[] {
  const told = ({ role, content }: { role: string; content: string }): boolean =>
    role === "user" && ORDER.exec(content)?.[0] === order;
  const messages = requests.findLast((request) => request.messages.some(told))?.messages ?? [];
  return messages
    .slice(messages.findLastIndex(told))
    .flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

/** Calls of tools, as the host of this test names them. */
export const write = (filePath: string, content: string): ToolCall =>
  asHost({ name: "write", args: { filePath, content } });
export const edit = (filePath: string, oldString: string, newString: string): ToolCall =>
  asHost({ name: "edit", args: { filePath, oldString, newString, replaceAll: true } });
export const shell = (command: string): ToolCall => asHost({ name: "bash", args: { command, description: "x" } });
export const read = (filePath: string): ToolCall => asHost({ name: "read", args: { filePath } });
export const patch = (...lines: string[]): ToolCall => ({
  name: HOST === 1 ? "apply_patch" : "patch",
  args: { patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") },
});
/** An agent of the agent's own that makes these calls, and what it is told. */
export function delegate(nth: number, calls: readonly ToolCall[]): { call: ToolCall; order: string } {
  const order = `DO ${nth} ${JSON.stringify(calls)}`;
  const args = { description: "delegated", prompt: order, subagent_type: "general" };
  return { call: asHost({ name: "task", args }), order };
}
