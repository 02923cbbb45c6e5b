import { afterEach, expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench | undefined;
afterEach(() => lab?.dispose());

/** Writes the project's configuration, which every call reads anew. */
async function configure(dir: string, enabled: boolean): Promise<void> {
  await mkdir(join(dir, ".opencode"), { recursive: true });
  const text = JSON.stringify({ hooks: { design_isolation: { enabled } } });
  await writeFile(join(dir, ".opencode", "design-lab.json"), text);
}

for (const isolated of [true, false]) {
  test(`a session that began ${isolated ? "" : "not "}isolated stays so, whatever is configured and called meanwhile`, async () => {
    const seen: unknown[] = [];
    const made = await bench({
      answer: async (_, { role, sessionID }) => {
        if (role !== "designer") return undefined;
        await configure(made.dir, !isolated);
        await made.call("show");
        seen.push(made.sessions.get(sessionID)?.isolated);
        return undefined;
      },
    });
    lab = made;
    await configure(made.dir, isolated);
    await made.call("generate", { task: "Design a cache", topic: "cache", design_models: ["alpha/strong-1"] });
    expect(seen).toEqual([isolated]);
    const ended = [...made.sessions.values()].filter(({ role }) => role === "designer");
    expect(ended.map((session) => session.isolated)).toEqual([isolated]);
  });
}
