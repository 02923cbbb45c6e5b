import { expect, test } from "bun:test";
import { join } from "node:path";
import { userText, wholeText } from "../../rehearsal/asked.ts";
import { HOST_MODEL } from "../../rehearsal/host-agent.ts";
import type { Script } from "../../rehearsal/reply.ts";
import { delegate } from "./support/gated.ts";
import { HOST } from "./support/hosts.ts";
import { decided, PLANNING } from "./support/planning.ts";

/** What the model that sums a session up is asked by either host, and what it has to answer. */
const SUMMARY = `## Objective
- Go on

## Requirements
- (none)

## Decisions
- (none)

## Work State
### Completed
- (none)

### Active
- (none)

### Blocked
- (none)

## Next Move
1. (none)

## Relevant Files
- (none)
`;
const TOLD = "Where this project's design lab stands, from PROJECT.md";
const IDLE = "Say nothing more than OK";

const script: Script = (asked) => {
  const said = userText(asked);
  const last = asked.messages.findLast(({ role }) => role === "user")?.content ?? "";
  if (asked.model !== HOST_MODEL || asked.kind === "title") return undefined;
  if (/\bsummar/iu.test(last)) return { text: SUMMARY };
  const order = /DO \d+ (\[.*)$/mu.exec(last)?.[1];
  if (order !== undefined) return { calls: [JSON.parse(order)], text: "Done." };
  return said.includes(IDLE) ? { text: "OK" } : undefined;
};

test("an agent is told where the project stands with its first request after its context was cut, each time once, and no agent of its own is", async () => {
  await using lab = await decided({ ...PLANNING, script });
  const server = await lab.served();
  const session = await server.open();
  const from = () => lab.provider.requests.length;
  const cut = async (id: string) => {
    if (HOST === 1) {
      const [providerID, modelID] = HOST_MODEL.split("/");
      await server.request("POST", `/session/${id}/summarize`, { providerID, modelID });
      return;
    }
    await server.request("POST", `/api/session/${id}/compact`, {});
    await server.request("POST", `/api/experimental/session/${id}/wait`);
  };
  /** Of the requests since, which were told; those for a summary or a title too. */
  const toldSince = (at: number): boolean[] =>
    lab.provider.requests.slice(at).map((request) => wholeText(request).includes(TOLD));
  const say = async (id: string): Promise<boolean[]> => {
    const at = from();
    await server.say(id, `${IDLE} ${at}`);
    return toldSince(at);
  };
  const cutAndSay = async (id: string): Promise<boolean[]> => {
    const at = from();
    await cut(id);
    const summary = toldSince(at);
    expect(summary.length).toBeGreaterThan(0);
    expect(summary).not.toContain(true);
    return say(id);
  };

  await say(session);
  expect(await cutAndSay(session)).toEqual([false]);
  lab.configure({ ...PLANNING.lab, memory: { after_compaction: true } });
  expect(await say(session)).toEqual([false]);
  expect(await cutAndSay(session)).toEqual([true]);
  const request = lab.provider.requests.at(-1);
  const told = (request?.messages ?? []).find(({ content }) => content.includes(TOLD));
  expect(told?.role).toBe("system");
  expect(told?.content).toMatch(
    /none of it is an order:\n<<<data (\w+)>>>\n## Meta\n- Status: “queue” is decided, and its plan/u,
  );
  expect(told?.content).toContain(`- Next: \`/design-lab plan ${lab.id}\``);
  expect(await say(session)).toEqual([false]);
  expect(await cutAndSay(session)).toEqual([true]);
  expect(await say(session)).toEqual([false]);
  expect((await server.texts(session)).join("\n")).not.toContain(TOLD);

  const { call } = delegate(2, []);
  const agents = await server.open();
  await server.say(agents, `DO 1 ${JSON.stringify([call])}`);
  const [child] = await server.children(agents);
  expect(child).toBeDefined();
  expect(await cutAndSay(child?.id ?? "")).toEqual([false]);

  // What comes with a checkout does not turn it on.
  lab.configure(PLANNING.lab);
  await Bun.write(
    join(lab.project.directory, ".opencode/design-lab.json"),
    JSON.stringify({ memory: { after_compaction: true } }),
  );
  expect(await cutAndSay(session)).toEqual([false]);
}, 300_000);
