import type { Tokens } from "./provenance.ts";

/** Apart from its schema, so that a host that loads the plugin need not load what schemas are made of. */
export const NO_TOKENS: Tokens = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };
