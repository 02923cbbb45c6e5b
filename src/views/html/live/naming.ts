import type { LiveReply } from "../../../story/live-reply.ts";
import { type DrawNames, NO_NAMING } from "../said.tsx";
import { experimentHref } from "./connection.ts";

/** Draws experiments as links to their pages, as far as they are found there. */
export const namingExperiments = (keys: LiveReply["keys"]): DrawNames => ({
  ...NO_NAMING,
  experiment: (id) => (Object.hasOwn(keys, id) ? experimentHref(keys[id] ?? "") : null),
});
