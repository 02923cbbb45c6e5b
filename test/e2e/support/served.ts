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
  const session = await server.open();
  const reply = server
    .say(session, `Call designlab with ${JSON.stringify({ op, args })}`)
    .then(() => server.tools(session))
    .then((tools) => tools.find(({ tool }) => tool === "designlab")?.output ?? "");
  // A test that kills the server does not wait for the reply.
  reply.catch(() => undefined);
  return { session, reply };
}
