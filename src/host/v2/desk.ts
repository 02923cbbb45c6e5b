import { DESK, type ReachDesk } from "../reach-desk.ts";
import type { ContextV2 } from "./api.ts";

/** Lets other programs reach the desk of this host. Where it cannot be registered, as beside another copy of the plugin, that one answers. */
export async function registerDesk(rpc: ContextV2["rpc"], desk: ReachDesk): Promise<void> {
  const record = { type: "object", additionalProperties: true };
  await rpc
    ?.register(
      { id: DESK.id, methods: { [DESK.method]: { input: record, output: record } }, events: {} },
      {
        async [DESK.method]({ session, message }) {
          return (await desk.take(message, String(session))) ?? {};
        },
      },
    )
    .catch(() => undefined);
}
