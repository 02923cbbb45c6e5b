import { rateLimited } from "../../../rehearsal/faults.ts";
import type { Reply } from "../../../rehearsal/reply.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";

const MODELS = ["acme/a", "acme/b", "acme/c"];

/** `cap` says, for each request, how many the provider serves at a time just then. */
export async function withCap(cap: () => number): Promise<Rehearsal> {
  const lab = await rehearse({
    models: MODELS.map((id) => ({ id, delay: 2_000 })),
    script: (asked): Reply | undefined => {
      if (!asked.model.startsWith("acme/")) return undefined;
      const open = lab.labRequests().filter(({ answered_at, closed_at }) => answered_at === null && closed_at === null);
      return open.length > cap() ? { ...rateLimited(), delay: 10 } : undefined;
    },
    lab: { design_models: MODELS, review_models: MODELS },
  });
  return lab;
}

/** Three designers, each of which judges all. */
export const run = (lab: Rehearsal) => lab.call("run", { task: "Design a durable task queue", topic: "queue" });
