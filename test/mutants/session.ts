import type { Mutant } from "./mutant.ts";

const TESTS = ["test/session"];

export const SESSION: readonly Mutant[] = [
  {
    name: "a refusal does not halve the limit",
    file: "src/session/room.ts",
    find: "? Math.floor(limit / 2) : limit;",
    replace: "? limit : limit;",
    tests: TESTS,
  },
  {
    name: "every refusal of a round halves the limit",
    file: "src/session/room.ts",
    find: "const halved = newRound && others",
    replace: "const halved = others",
    tests: TESTS,
  },
  {
    name: "the limit does not grow again",
    file: "src/session/room.ts",
    find: "limit: room.limit + step",
    replace: "limit: room.limit",
    tests: TESTS,
  },
  {
    name: "a model that alone is refused takes room from others",
    file: "src/session/room.ts",
    find: "if (others > 0 && times > MODEL_ALONE)",
    replace: "if (others < 0 && times > MODEL_ALONE)",
    tests: TESTS,
  },
  {
    name: "a server that queues is not noticed",
    file: "src/session/room.ts",
    find: "if (gradient < 1) return",
    replace: "if (gradient < 0) return",
    tests: TESTS,
  },
  {
    name: "a dead provider is asked without a pause",
    file: "src/session/room.ts",
    find: "closed_until: others === 0 ?",
    replace: "closed_until: others < 0 ?",
    tests: TESTS,
  },
  {
    name: "the rest of a dead provider's questions is asked one by one",
    file: "src/session/turns.ts",
    find: "if (dead) place.gaveUp();",
    replace: "",
    tests: TESTS,
  },
  {
    name: "a question that comes back goes to the end of the queue",
    file: "src/session/limits.ts",
    find: "rank: wanted.again?.rank ?? ranks++",
    replace: "rank: ranks++",
    tests: TESTS,
  },
  {
    name: "a place left twice is given back twice",
    file: "src/session/limits.ts",
    find: "if (!held) return;",
    replace: "",
    tests: TESTS,
  },
  {
    name: "what is stopped while it waits takes its turn all the same",
    file: "src/session/limits.ts",
    find: 'signal.addEventListener("abort", stop, { once: true });',
    replace: "",
    tests: TESTS,
  },
  {
    name: "a wait that the provider asks for is not kept",
    file: "src/session/turns.ts",
    find: "not_before = clock.now() + wait;",
    replace: "",
    tests: TESTS,
  },
  {
    name: "a question that the provider never came to is lost",
    file: "src/session/turns.ts",
    find: "seen.starved < MAX_STARVED",
    replace: "seen.starved < 0",
    tests: TESTS,
  },
  {
    name: "a session that was answered something is thrown away for a refusal",
    file: "src/session/child.ts",
    find: "&& !turn.heard",
    replace: "",
    tests: TESTS,
  },
];
