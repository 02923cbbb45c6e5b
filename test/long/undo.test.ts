import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { userText } from "../../rehearsal/asked.ts";
import { HOST_MODEL } from "../../rehearsal/host-agent.ts";
import type { JsonObject } from "../../rehearsal/json-in-text.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { OpencodeServer } from "../../rehearsal/serve.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";

const RUN = { op: "run", args: { task: "Design a queue", topic: "queue" } };

/** The second generation takes snapshots whatever a plugin says. */
describe.if(HOST === 1)("a person's undo", () => {
  test("brings back what the session that called the lab changed in the same turn; the lab's own sessions took no snapshot", async () => {
    await using lab = await withSnapshots({ both: { calls: [[write("changed"), { name: "designlab", args: RUN }]] } });
    const server = await lab.serve();
    const session = await server.open();
    await server.say(session, "both");
    expect(await note(lab)).toBe("changed");
    const children = (await server.request("GET", `/session/${session}/children`)) as { id: string }[];
    expect(children).toHaveLength(6);
    for (const { id } of children) expect(await snapshotsOf(server, id)).toEqual([]);
    expect(await snapshotsOf(server, session)).not.toEqual([]);
    await undo(server, session);
    expect(await note(lab)).toBe("as it was");
  });

  test("brings back what another session changed while the lab was at work", async () => {
    await using lab = await withSnapshots({
      both: { calls: [{ name: "designlab", args: RUN }] },
      write: { calls: [write("other")] },
    });
    const server = await lab.serve();
    const [calling, other] = [await server.open(), await server.open()];
    const run = server.say(calling, "both");
    await lab.provider.waitFor(({ kind }) => kind === "design");
    await server.say(other, "write");
    expect(await note(lab)).toBe("other");
    await run;
    await undo(server, other);
    expect(await note(lab)).toBe("as it was");
  });
});

const write = (content: string) => ({ name: "write", args: { filePath: "note.txt", content } });
const note = (lab: Rehearsal): Promise<string> => readFile(join(lab.project.directory, "note.txt"), "utf8");

/** A repository whose host takes snapshots; the person's agent answers a message that is a key of `replies` so. */
function withSnapshots(replies: Record<string, Reply>): Promise<Rehearsal> {
  return rehearse({
    models: ["alpha/a", "beta/b"].map((id) => ({ id, delay: 1_500 })),
    script: (asked) =>
      asked.model === HOST_MODEL && asked.kind === "host" ? replies[userText(asked).trim()] : undefined,
    files: { "note.txt": "as it was" },
    config: { snapshot: true },
    lab: { design_models: ["alpha/a", "beta/b"], review_models: ["alpha/a", "beta/b"] },
  });
}

type Message = { info: JsonObject; parts: JsonObject[] };

async function snapshotsOf(server: OpencodeServer, session: string): Promise<unknown[]> {
  const messages = (await server.request("GET", `/session/${session}/message`)) as Message[];
  return messages.flatMap(({ parts }) => parts.flatMap(({ snapshot }) => (snapshot === undefined ? [] : [snapshot])));
}

/** Takes back the session's first message and all that came of it. */
async function undo(server: OpencodeServer, session: string): Promise<void> {
  const [first] = (await server.request("GET", `/session/${session}/message`)) as Message[];
  await server.request("POST", `/session/${session}/revert`, { messageID: first?.info.id });
}
