import type { OpencodeServer } from "../../../rehearsal/serve.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { callServed } from "./served.ts";

export type Moment = (server: OpencodeServer, session: string) => boolean | Promise<boolean>;

/** A host of its own makes a call, and is killed at the moment. Throws where the call ends before. */
export async function life(lab: Rehearsal, moment: Moment, op: string, args: object): Promise<void> {
  const server = await lab.serve();
  const { reply, session } = await callServed(server, op, args);
  let ended: string | null = null;
  reply.then(
    (text) => {
      ended = text;
    },
    () => undefined,
  );
  // What is between two writes lasts for milliseconds.
  while (!(await moment(server, session))) {
    if (ended !== null) throw new Error(`It ended before the moment: ${ended}`);
    await Bun.sleep(5);
  }
  await server.kill9();
}
