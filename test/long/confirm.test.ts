import { expect, test } from "bun:test";
import { CONFIRM_SETUP, QUEUE } from "../e2e/support/confirm-setup.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";

test.skipIf(HOST !== 1)(
  "a rule under permission allows or denies a price in advance, by the bare name too",
  async () => {
    const nobody = "Not started: opencode run has nobody to ask";
    for (const [config, asked] of [
      [{ agent: { build: { permission: { "*": "allow" } } } }, nobody],
      [{ permission: { "*": "allow", designlab_cost: "deny" } }, "Not started: a rule under permission"],
      [{ permission: { "*": "deny", designlab: "allow", designlab_cost: "allow" } }, null],
    ] as const) {
      await using lab = await rehearse({ ...CONFIRM_SETUP, config });
      const reply = (await lab.call("run", QUEUE)).designlab[0] ?? "";
      if (asked !== null) expect(reply).toContain(asked);
      expect(lab.labRequests()).toHaveLength(asked === null ? 6 : 0);
    }
  },
);
