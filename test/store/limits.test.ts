import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stateFolder } from "../../src/store/private.ts";
import { openSeal, sealUnder } from "../../src/store/seal.ts";

// These tests state limits. If one fails, docs/security.md promises less than the code does.

test("a program that reads the private folder can sign as its user", async () => {
  await withHome(async (place) => {
    const seal = await openSeal(place);
    const { secret } = JSON.parse(readFileSync(join(stateFolder(place), "seal.json"), "utf8"));
    expect(seal.holds({ plan: "other" }, sealUnder(secret).of({ plan: "other" }))).toBe(true);
  });
});

test("a signature stays valid for what it was made for", async () => {
  await withHome(async (place) => {
    const seal = await openSeal(place);
    const first = seal.of({ decision: "A" });
    seal.of({ decision: "B" });
    expect(seal.holds({ decision: "A" }, first)).toBe(true);
  });
});

async function withHome(work: (place: { home: string; env: Record<string, string> }) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "designlab-limits-"));
  try {
    await work({ home, env: { XDG_STATE_HOME: join(home, "state") } });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
