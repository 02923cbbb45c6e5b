import { isObject, type JsonObject } from "../../../rehearsal/json-in-text.ts";
import type { OpencodeServer } from "../../../rehearsal/serve.ts";

/** A call of the tool in a session of a running server. */
export type ServedCall = {
  /** The person's session. */
  session: string;
  /** What the tool answered, when the session's turn has ended; rejects when the server is gone. */
  reply: Promise<string>;
};

/** Opens a session on the server and has its agent call designlab with exactly these arguments. */
export async function callServed(server: OpencodeServer, op: string, args: object = {}): Promise<ServedCall> {
  const { id } = (await server.request("POST", "/session", {})) as { id: string };
  const text = `Call designlab with ${JSON.stringify({ op, args })}`;
  const reply = server
    .request("POST", `/session/${id}/message`, { parts: [{ type: "text", text }] })
    .then(() => server.request("GET", `/session/${id}/message`))
    .then(answerOf);
  // A test that kills the server does not wait for the reply.
  reply.catch(() => undefined);
  return { session: id, reply };
}

function answerOf(messages: unknown): string {
  const parts = (messages as { parts: JsonObject[] }[]).flatMap((message) => message.parts);
  const tool = parts.find((part) => part.type === "tool" && part.tool === "designlab");
  const state = isObject(tool?.state) ? tool.state : {};
  return String(state.output ?? state.error ?? "");
}
