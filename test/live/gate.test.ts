import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { followGate } from "../../src/ops/guard/status.ts";
import type { LiveGate } from "../../src/story/live-gate.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { enter } from "../support/enter.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
let home: string;
let server: LiveServer | null = null;
afterEach(async () => {
  server?.close();
  server = null;
  await lab.dispose();
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<void> {
  home = await mkdtemp(join(tmpdir(), "designlab-home-"));
  lab = await bench({ home });
  await mkdir(join(lab.dir, "src"));
  await writeFile(join(lab.dir, "package.json"), JSON.stringify({ scripts: { test: "bun test" } }));
}

describe("the page of the gate", () => {
  test("says what the status says, with its counts, to whoever has the keys and to nobody else", async () => {
    await start();
    const made = await lab.lab();
    server = await startLiveServer({
      bases: async () => [made.base],
      ranking: () => ({ method: "adjusted", exclude_self_reviews: false, person_weight: 1.5 }),
      now: () => new Date(),
      kept: join(home, "kept.json"),
      gate: followGate(made),
    });
    const { page, cookie } = await enter(server.invite().address);
    const told = async (): Promise<LiveGate | null> =>
      (await fetch(new URL("gate", page), { headers: { cookie } })).json() as Promise<LiveGate | null>;
    expect(await told()).toBeNull();
    lab.typed = true;
    await lab.call("guard", { do: "on" });
    const line = {
      ...{ version: 1, event: "edit", at: new Date().toISOString(), session_id: "s", call_id: "c", tool: "edit" },
      ...{ files: ["src/a.ts"], edit_sha256: "a", state: "green", failing: 0, decision: "refused", by: "model" },
      ...{ edit_type: "implementation", reason: "<b>No test</b>", model: "a/b", seconds: 1, cost: 0.01, task: null },
    };
    await writeFile(join(made.base, "guard.jsonl"), `${JSON.stringify(line)}\n`);
    const seen = await told();
    const all = [...(seen?.stands ?? []), ...(seen?.did ?? []), ...(seen?.last ?? [])];
    const said = all.map((each) => unmarked(each, String)).join("\n");
    expect(said).toContain("The gate is on since ");
    expect(said).toContain("Tests: no result is there yet.");
    expect(said).toContain("It stood before 1 edit: 1 held back (1 by the model), 0 let through.");
    expect(said).toContain("Held back by the model, tests green: src/a.ts, “<b>No test</b>”");
    expect((await fetch(new URL("gate", page))).status).toBe(403);
    await lab.call("guard", { do: "off" });
    const off = await told();
    expect(unmarked(off?.stands[0] ?? [], String)).toBe("The gate is off. No edit waits for a test.");
    await rm(join(made.base, "guard.jsonl"));
    await mkdir(join(made.base, "guard.jsonl"));
    // What cannot be read is told by the op, and breaks no page.
    expect(await told()).toBeNull();
  });
});
