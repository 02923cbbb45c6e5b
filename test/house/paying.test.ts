import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const SRC = join(import.meta.dir, "../../src");

/** Files whose text fits. */
function filesWith(pattern: RegExp): string[] {
  const files = [...new Glob("**/*.{ts,tsx}").scanSync(SRC)];
  return files.filter((file) => pattern.test(readFileSync(join(SRC, file), "utf8"))).sort();
}

// The types refuse to ask a model with a lab that confirm() did not hand out; these keep the way to one narrow.
// An edit cannot wait for a dialog, so the gate's verifier is paid by what a person agreed to when turning the gate on:
// one model, one role, one price, sealed on this machine.
test("only ops/person/confirm.ts makes a lab that may ask models, after it has asked the person about the price, and the gate's own", () => {
  expect(filesWith(/\.paying\b/)).toEqual(["ops/person/confirm.ts", "stages/work/verifier-lab.ts"]);
  expect(filesWith(/\bverifierLab\(/)).toEqual(["stages/work/gate.ts", "stages/work/verifier-lab.ts"]);
  expect(filesWith(/\bas (?:unknown as )?PayingLab\b/)).toEqual([]);
});

test("sessions are run by prompting/ask.ts alone", () => {
  expect(filesWith(/\.runSession\b/)).toEqual(["prompting/ask.ts"]);
  expect(filesWith(/\bcreateRunner\(/)).toEqual(["lab.ts", "session/runner.ts"]);
});
