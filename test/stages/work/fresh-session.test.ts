import { expect, test } from "bun:test";
import { askVerifier } from "../../../src/stages/work/ask-verifier.ts";
import { JUDGE, verdict } from "../../support/gate.ts";
import { bench } from "../../support/lab.ts";

test("each edit that a model judges gets a session of its own", async () => {
  const at = await bench({ models: [{ id: JUDGE }], answer: () => verdict("other", "allow") });
  const tests = { state: "green" as const, failing: [] };
  for (const nonce of ["nonce00001", "nonce00002"])
    await askVerifier(await at.lab(), JUDGE, { nonce, tests, diff: `--- ${nonce}\n`, said: null, task: null });
  expect(at.host.prompts).toHaveLength(2);
  expect(at.host.sessions).toHaveLength(2);
  await at.dispose();
});
