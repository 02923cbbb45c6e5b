import { edit, testOf } from "./gated.ts";

/** Where the queue can do more. */
export const SIZE = "    size: () => items.length,\n";
/** What the queue does not do yet. */
export const feature = (name: string) => edit("src/queue.ts", SIZE, `${SIZE}    ${name}: () => items.pop(),\n`);
const END = "  expect(queue.size()).toBe(1);\n});\n";
/** A test of what the queue does not do yet, behind the others. */
export const addTest = (name: string) => edit("test/queue.test.ts", END, END + testOf(name));

/** As a verifier that knows its work. */
export function verdict(diff: string, green: boolean): object {
  const adds = /^\+.*(?:pop|peek|drain)/mu.test(diff);
  const tests = /^\+\s*test\(/mu.test(diff);
  if (tests && green) return { edit_type: "test", decision: "allow", reason: "It is one test." };
  if (tests) return { edit_type: "test", decision: "refuse", reason: "Two tests fail already; mend one first." };
  if (/^\+.*(?:mend)/mu.test(diff)) return { edit_type: "implementation", decision: "allow", reason: "It mends pop." };
  if (adds)
    return {
      edit_type: "implementation",
      decision: "refuse",
      reason: "The queue gives things back for the first time.",
    };
  return { edit_type: "refactoring", decision: "allow", reason: "It does what it did." };
}

/** What a refusal says of the queue. */
export const HELD = "did not let this edit of src/queue.ts through; nothing was changed.";
/** What a host says of an edit that it made. */
export const ALLOWED = /^(?:Edit applied successfully|Edited |Wrote file|Created file|Success)/u;
