import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpContext } from "../../src/ops/op.ts";
import { readEntering } from "../../src/ops/run/entering.ts";
import type { Lab } from "../../src/prompting/lab.ts";

async function refusal(...names: string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "designlab-entering-"));
  try {
    const lab = { directory, worktree: directory } as Lab;
    const context = { home: directory } as OpContext;
    const error = await readEntering(lab, context, { join: names }).catch((thrown: unknown) => thrown);
    return (error as Error).message;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test("a document that cannot join is named as it was written, and one of a long name by how it begins", async () => {
  expect(await refusal("docs/none.md")).toStartWith('Cannot have "docs/none.md" join as a design: ');
  const long = `docs/${"of-a-name-".repeat(20)}.md`;
  expect(await refusal(long)).toStartWith(
    `Cannot have ${JSON.stringify(`${long.slice(0, 97)}...`)} join as a design: `,
  );
});

test("more documents than may join are refused by how many they are, before any is read", async () => {
  expect(await refusal(...Array.from({ length: 11 }, (_, at) => `${at}.md`))).toBe(
    'Cannot have "11 documents" join as a design: at most 10 join in one call. Nothing was asked.',
  );
});
