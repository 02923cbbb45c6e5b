import { expect, test } from "bun:test";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basesOf } from "../../src/experiment/open.ts";

test("basesOf() has this call's folder first, then the home's and what it remembers, each that is let in", async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), "designlab-open-")));
  await writeFile(join(home, "bases.json"), JSON.stringify({ version: 1, bases: ["/base", "/other", "/shut"] }));
  const asked: string[] = [];
  const bases = (base: string, ...shut: string[]) => {
    asked.length = 0;
    return basesOf({ base, homeBase: home }, async (folder) => {
      asked.push(folder);
      return !shut.includes(folder);
    });
  };
  expect(await bases("/base", "/shut")).toEqual(["/base", home, "/other"]);
  // Nobody is asked twice about one folder.
  expect(asked).toEqual(["/base", home, "/other", "/shut"]);
  expect(await bases(home)).toEqual([home, "/base", "/other", "/shut"]);
  expect(asked).toEqual([home, "/base", "/other", "/shut"]);
  expect(await bases("/base", "/base")).toEqual([home, "/other", "/shut"]);
  // A list counts only where its own folder is let in.
  expect(await bases("/base", home)).toEqual(["/base"]);
  expect(await bases(home, home)).toEqual([]);
  await rm(home, { recursive: true });
});
