import { expect, test } from "bun:test";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { sitAt } from "./support/seat.ts";
import { APPROVE, approvalState, approvalWaits, ONE_MODEL } from "./support/waiting-approval.ts";

/**
 * What the tool told the person's agent, by its first request with a result after so many: with --attach a slow host prints
 * only what happens after its own line listens.
 */
async function toldSince({ provider }: Rehearsal, before: number): Promise<string[]> {
  const { messages } = await provider.waitFor(
    ({ index, kind, messages }) => index >= before && kind === "host" && messages.some(({ role }) => role === "tool"),
  );
  return messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

test.skipIf(HOST !== 1)(
  "under opencode run of OpenCode 1 nothing is approved and nobody is asked, whatever stands before or after the word",
  async () => {
    await using lab = await rehearse({ models: ONE_MODEL });
    const dir = await approvalWaits(lab);
    // Somebody sits at another terminal of the project, and would say yes.
    using seat = sitAt(lab);
    const { url } = await lab.served();
    const line = { command: "design-lab" };
    for (const options of [
      { auto: true, before: ["--print-logs", "--log-level", "INFO"] },
      { ...line, auto: true },
      { attach: url, auto: true },
    ]) {
      const before = lab.provider.requests.length;
      await lab.say("command" in options ? "approve latest" : APPROVE, options);
      const refused = expect.stringContaining("Not approved: opencode run has nobody to ask");
      expect([options, await toldSince(lab, before)]).toEqual([options, [refused]]);
    }
    expect(seat.asked).toEqual([]);
    expect(await approvalState(lab, dir)).toBe("open");
  },
  300_000,
);

test.skipIf(HOST !== 2)(
  "opencode run --auto of OpenCode 2 approves nothing where nobody sits at a terminal",
  async () => {
    await using lab = await rehearse({ models: ONE_MODEL });
    const dir = await approvalWaits(lab);
    for (const message of [APPROVE, "/design-lab approve latest"]) {
      const { designlab } = await lab.say(message, { auto: true });
      expect(designlab[0]).toContain("Not approved: no terminal of OpenCode");
    }
    expect(await approvalState(lab, dir)).toBe("open");
  },
  300_000,
);
