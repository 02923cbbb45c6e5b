import type { Mutant } from "./mutant.ts";

const GUARD = ["test/live/guard.test.ts"];
const SERVER = ["test/live/server.test.ts"];
const STATE = ["test/live/state.test.ts"];
const STAGES = ["test/live/stages.test.ts"];

export const LIVE: readonly Mutant[] = [
  {
    name: "a name that resolves to 127.0.0.1 is let in",
    file: "src/live/guard.ts",
    find: "  if (headers.host !== host) return null;\n",
    replace: "",
    tests: GUARD,
  },
  {
    name: "another origin is let in",
    file: "src/live/guard.ts",
    find: "if (origin !== undefined && origin !==",
    replace: "if (false && origin !==",
    tests: GUARD,
  },
  {
    name: "a change needs no Origin",
    file: "src/live/guard.ts",
    find: '  if (method === "POST" && origin === undefined) return null;\n',
    replace: "",
    tests: GUARD,
  },
  {
    name: "another site is let in as long as it names no Origin",
    file: "src/live/guard.ts",
    find: 'if (site !== undefined && site !== "same-origin" && site !== "none") return null;',
    replace: "",
    tests: GUARD,
  },
  {
    name: "the beginning of the token is enough",
    file: "src/live/guard.ts",
    find: "return a.length === b.length && timingSafeEqual(a, b);",
    replace: "return timingSafeEqual(a, b.subarray(0, a.length));",
    tests: GUARD,
  },
  {
    name: "the server listens to the whole network",
    file: "src/live/server.ts",
    find: 'host: "127.0.0.1" }',
    replace: 'host: "0.0.0.0" }',
    tests: SERVER,
  },
  {
    name: "the server never stops",
    file: "src/live/server.ts",
    find: "    else close();\n",
    replace: "",
    tests: SERVER,
  },
  {
    name: "the server stops while something runs",
    file: "src/live/server.ts",
    find: "if ((await entries(options)).some(({ running }) => running)) lastNeeded = Date.now();\n      else close();",
    replace: "close();",
    tests: SERVER,
  },
  {
    name: "a link in the place of a report is followed",
    file: "src/live/server.ts",
    find: "await readRegular(paths.report(experiment.dir), experiment.dir)",
    replace: '{ state: "ok" as const, value: await Bun.file(paths.report(experiment.dir)).text() }',
    tests: SERVER,
  },
  {
    name: "a report may run scripts",
    file: "src/live/responses.ts",
    find: "\"sandbox; default-src 'none';",
    replace: "\"default-src 'none';",
    tests: SERVER,
  },
  {
    name: "the page shows what it saw first for ever",
    file: "src/live/follow.ts",
    find: "if (now === seen) return;",
    replace: "if (seen !== '') return;",
    tests: SERVER,
  },
  {
    name: "scores of a design that failed are waited for",
    file: "src/live/state.ts",
    find: "if (missing && isGone(designs[at])) return NOTHING;",
    replace: "",
    tests: STATE,
  },
  {
    name: "the adjusted score is shown where the mean ranks",
    file: "src/live/state.ts",
    find: 'method === "adjusted" ? adjusted_score : average_score',
    replace: "adjusted_score ?? average_score",
    tests: STATE,
  },
  {
    name: "a chance is shown where one reviewer alone decides",
    file: "src/live/state.ts",
    find: "p_best: compared ? p_best : null",
    replace: "p_best",
    tests: STATE,
  },
  {
    name: "what a killed process began is still being asked",
    file: "src/live/stages.ts",
    find: '      if (!running) return { ...nothing, stage: "interrupted" };\n',
    replace: "",
    tests: STAGES,
  },
  {
    name: "what an earlier call began is still being asked",
    file: "src/live/stages.ts",
    find: "if (!own.includes(last))",
    replace: "if (false)",
    tests: STAGES,
  },
  {
    name: "who stopped a run is said to have failed it",
    file: "src/live/stages.ts",
    find: 'if (last.kind === "aborted")',
    replace: 'if (last.kind === "auth")',
    tests: STAGES,
  },
  {
    name: "a request to stop that nobody heeded stops the next run",
    file: "src/store/stop-request.ts",
    find: "const cleared = await forget(path);",
    replace: "const cleared = true;",
    tests: ["test/ops/stop.test.ts"],
  },
  {
    name: "a run is never asked to stop",
    file: "src/experiment/open.ts",
    find: "await watchForStop(dir, lab.stop)",
    replace: "await watchForStop(dir, () => undefined)",
    tests: ["test/ops/stop.test.ts"],
  },
  {
    name: "nobody is ever at work",
    file: "src/store/file-lock.ts",
    find: 'return (error as { code?: unknown }).code === "SQLITE_BUSY";',
    replace: "return false;",
    tests: ["test/store/file-lock.test.ts"],
  },
];
