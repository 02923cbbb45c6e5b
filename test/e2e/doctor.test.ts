import { expect, test } from "bun:test";
import { refusal, unauthorized } from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import { CONFIRM_MODELS, CONFIRM_SETUP } from "./support/confirm-setup.ts";
import { rehearse } from "./support/rehearsal.ts";

test("doctor ask sends each model one question, by the provider's own log, whatever the model answers", async () => {
  let answer: Reply | undefined;
  await using lab = await rehearse({
    ...CONFIRM_SETUP,
    lab: { ...CONFIRM_SETUP.lab, confirm_above: null },
    script: ({ kind }) => (kind === "host" || kind === "title" ? undefined : answer),
  });
  const ways: [Reply | undefined, string][] = [
    [undefined, "- ok · Answer of alpha/strong-1: answered"],
    [refusal, "- look · Answer of alpha/strong-1: answered, and not in the form that it was asked for"],
    [unauthorized, "- **wrong** · Answer of alpha/strong-1: auth: "],
  ];
  for (const [said, found] of ways) {
    answer = said;
    const before = lab.labRequests().length;
    expect(await lab.ask("doctor", { ask: true })).toContain(found);
    const since = lab.labRequests().slice(before);
    expect(since.map(({ model }) => model).sort()).toEqual(CONFIRM_MODELS);
  }
});
