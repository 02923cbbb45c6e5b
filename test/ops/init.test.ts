import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const SCHEMA = ".opencode/design-lab.schema.json";
let lab: Bench;
let outside: string;

beforeEach(async () => {
  lab = await bench();
  await mkdir(join(lab.dir, ".opencode"));
  outside = await realpath(await mkdtemp(join(tmpdir(), "designlab-init-")));
});
afterEach(async () => {
  await lab.dispose();
  await rm(outside, { recursive: true, force: true });
});

describe("init", () => {
  test("writes a configuration and its schema, anew where a schema stands, and asks nobody", async () => {
    await writeFile(join(lab.dir, SCHEMA), "old");
    expect(await lab.call("init")).toContain("Wrote ");
    expect((await readdir(join(lab.dir, ".opencode"))).sort()).toEqual(["design-lab.jsonc", "design-lab.schema.json"]);
    expect(JSON.parse(await readFile(join(lab.dir, SCHEMA), "utf8"))).toHaveProperty("$schema");
    expect(lab.asked).toEqual([]);
  });

  const targets: [string, () => string][] = [
    ["in the project", () => join(lab.dir, "README.md")],
    ["outside", () => join(outside, "notes")],
  ];
  for (const [where, target] of targets) {
    for (const name of ["design-lab.schema.json", "design-lab.jsonc"]) {
      test(`writes nothing where ${name} is a link to a file ${where}`, async () => {
        await writeFile(target(), "the person's own");
        await symlink(target(), join(lab.dir, ".opencode", name));
        const before = await snapshot(lab.dir);
        const reply = await lab.call("init");
        expect(reply).toContain(`${join(lab.dir, ".opencode", name)} is a symbolic link, needed is a plain file`);
        expect(await readFile(target(), "utf8")).toBe("the person's own");
        expect(await snapshot(lab.dir)).toEqual(before);
      });

      test(`makes nothing where ${name} is a link to nothing ${where}`, async () => {
        await symlink(target(), join(lab.dir, ".opencode", name));
        expect(await lab.call("init")).toContain("is a symbolic link, needed is a plain file");
        expect(await readdir(outside)).toEqual([]);
        expect(await readdir(lab.dir)).toEqual([".opencode"]);
      });
    }
  }

  for (const name of ["design-lab.schema.json", "design-lab.jsonc"]) {
    test(`waits for nobody where ${name} is a pipe`, async () => {
      expect(spawnSync("mkfifo", [join(lab.dir, ".opencode", name)]).status).toBe(0);
      const reply = await Promise.race([lab.call("init"), Bun.sleep(20_000).then(() => "waits")]);
      expect(reply).toContain("is a pipe, socket or device, needed is a plain file");
    });
  }

  test("writes nothing where .opencode itself is a link, wherever it leads", async () => {
    await mkdir(join(lab.dir, "src"));
    for (const target of [outside, join(lab.dir, "src"), join(outside, "nowhere")]) {
      await rm(join(lab.dir, ".opencode"), { recursive: true, force: true });
      await symlink(target, join(lab.dir, ".opencode"));
      expect(await lab.call("init")).toContain(`${join(lab.dir, ".opencode")} is a symbolic link, needed is a folder`);
      expect(await readdir(outside)).toEqual([]);
      expect(await readdir(join(lab.dir, "src"))).toEqual([]);
    }
    expect(lab.asked).toEqual([]);
  });

  test("asks before it writes where the host works outside of its project", async () => {
    const elsewhere = await bench({ dir: outside, worktree: lab.dir });
    elsewhere.permits = false;
    expect(await elsewhere.call("init")).toContain("it lies outside the project, and the person did not allow it");
    expect(await readdir(outside)).toEqual([]);
    elsewhere.permits = true;
    expect(await elsewhere.call("init")).toContain("Wrote ");
    expect(elsewhere.asked).toEqual(Array(2).fill(`external_directory: ${join(outside, ".opencode", "*")}`));
  });
});
