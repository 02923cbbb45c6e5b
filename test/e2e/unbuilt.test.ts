import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";
import { unbuilt } from "./support/unbuilt.ts";

const folder = unbuilt();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NEEDED = `The design lab cannot run: ${folder} is not built. Run "npm ci && npm run build" in it, then start OpenCode anew.`;
const options = { plugin: folder, models: [{ id: "alpha/a-1" }], git: false };

describe("a folder that was cloned and never built", () => {
  test("says what is needed through the tool, the typed command and, on OpenCode 1, the error output of opencode run", async () => {
    await using lab = await rehearse(options);
    const called = await lab.call("doctor");
    expect(called.designlab).toEqual([NEEDED]);
    const typed = await lab.say("doctor", { command: "design-lab" });
    const asked = lab.provider.requests.filter(({ kind }) => kind === "host").map(({ body }) => JSON.stringify(body));
    expect(asked.at(-1)).toContain(JSON.stringify(`word for word, and do nothing else: ${NEEDED}`).slice(1, -1));
    expect(typed.text).toContain(NEEDED);
    for (const { stderr, errors } of [called, typed]) {
      expect(errors).toEqual([]);
      expect(stderr).toBe(HOST === 1 ? `designlab: ${NEEDED}\n` : "");
    }
  });
});
