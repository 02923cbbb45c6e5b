import fc from "fast-check";

/**
 * Loaded before the tests of `npm test`: every property then draws the same examples in each run. `bun test FOLDER` by
 * itself draws others each time, and names the seed of one that fails.
 */
fc.configureGlobal({ seed: 2026 });
