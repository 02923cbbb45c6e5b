import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { userText } from "../../rehearsal/asked.ts";
import * as faults from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { OpencodeServer } from "../../rehearsal/serve.ts";
import { contractClaims } from "../support/contract-claims.ts";
import { CONTRACT_MODELS, CONTRACT_SYSTEM, CONTRACT_TITLE, type Observed } from "../support/host-contract.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const plugin = mkdtempSync(join(tmpdir(), "designlab-contract-"));
let lab: Rehearsal;
let server: OpencodeServer;
let session: string;
let observed: Observed;

beforeAll(async () => {
  await Bun.build({
    entrypoints: [join(import.meta.dir, "support/contract-plugin.ts")],
    target: "bun",
    outdir: plugin,
    naming: "index.js",
  });
  const answers: Record<string, Reply> = {
    [CONTRACT_MODELS.unauthorized]: faults.unauthorized,
    [CONTRACT_MODELS.missing]: faults.modelNotFound,
    [CONTRACT_MODELS.cut]: { text: "cut", finish: "length" },
    [CONTRACT_MODELS.filtered]: faults.filtered,
    [CONTRACT_MODELS.silent]: { connection: "silent" as const },
  };
  lab = await rehearse({
    plugin,
    models: Object.values(CONTRACT_MODELS).map((id) => ({ id })),
    files: { "README.md": "# Shop\n", "AGENTS.md": "HOUSE-RULE: answer in verse.\n" },
    script: (asked) => {
      if (asked.kind === "host") return undefined;
      return answers[asked.model] ?? { text: `Answer to: ${userText(asked).split("\n").at(-1)}` };
    },
  });
  server = await lab.serve();
  session = await server.open("the person's session");
  await server.say(session, 'Call {"op": "contract"}');
  const [call] = await server.tools(session);
  observed = JSON.parse(call?.output ?? "null");
}, 300_000);
afterAll(async () => {
  await lab?.[Symbol.asyncDispose]();
  rmSync(plugin, { recursive: true, force: true });
});

contractClaims(() => observed);

test("shows a session as a child of the person's, under its title", async () => {
  const child = (await server.sessions()).find(({ id }) => id === observed.sessions[0]);
  // The list of one host holds no children.
  if (child) expect(child).toEqual({ id: observed.sessions[0] ?? "", title: CONTRACT_TITLE, parent: session });
  const made = await server.session(observed.sessions[0] ?? "");
  expect(made).toEqual({ id: observed.sessions[0] ?? "", title: CONTRACT_TITLE, parent: session });
});

test("sends the lab's system prompt, sampling and tools alone", () => {
  const sent = lab.provider.requests.filter(({ model }) => model === CONTRACT_MODELS.good);
  expect(sent).toHaveLength(2);
  for (const { messages, temperature, max_tokens, tools, body } of sent) {
    const systems = messages.filter(({ role }) => role === "system").map(({ content }) => content);
    expect([systems, temperature, max_tokens, tools]).toEqual([[CONTRACT_SYSTEM], 0.3, 1_234, []]);
    expect(JSON.stringify(body)).not.toContain("HOUSE-RULE");
  }
});

test("closes the connection of a prompt that was aborted", () => {
  const silent = lab.provider.requests.find(({ model }) => model === CONTRACT_MODELS.silent);
  expect(silent?.closed_at).toBeNumber();
});
