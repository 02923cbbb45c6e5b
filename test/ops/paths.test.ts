import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const BASE = ".opencode/design-lab";
const MODELS = { design_models: ["alpha/strong-1", "gamma/weak-1"] };
let lab: Bench;
let outside: string;
/** Where the secret lies that this machine seals with: not in the project, whose files are counted here. */
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "designlab-home-"));
  lab = await bench({ home });
  outside = await realpath(await mkdtemp(join(tmpdir(), "designlab-outside-")));
});
afterEach(async () => {
  await lab.dispose();
  for (const folder of [outside, home]) await rm(folder, { recursive: true, force: true });
});

const design = (args: object) => lab.call("generate", { task: "Design a queue", topic: "queue", ...MODELS, ...args });

describe("a topic never leads out of the base folder", () => {
  const topics = [
    "../../escape",
    "..%2f..%2fescape",
    "..\uFF0F..\uFF0Fescape",
    "\u2024\u2024/escape",
    "a\u2215b\u2044c\u29F8d",
    "/etc/passwd",
    "C:\\Windows\\con",
    "con",
    "NUL",
    "aux.txt",
    ".hidden",
    "--help",
    "~/x",
    "a\0b",
    "x".repeat(1000),
    "\u{1F600}".repeat(300),
    "\u6F22".repeat(300),
    "trailing. ",
    "\u202Etopic",
    "$(touch x) `id` ; rm",
  ];
  for (const topic of topics) {
    test(JSON.stringify(topic.slice(0, 30)), async () => {
      expect(await design({ topic })).toContain("2 designs written");
      const dir = await onlyExperiment(lab.dir);
      const name = basename(dir);
      expect(name).toMatch(/^\d{4}-\d\d-\d\d-[\p{L}\p{N}\p{M}-]+$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(await readdir(lab.dir)).toEqual([".opencode"]);
      expect((await readJson<Task>(join(dir, "task.json"))).topic).not.toMatch(/\p{Cc}/u);
    });
  }
});

describe("a model's name never leads out of the experiment", () => {
  const names = [
    "a/../../../x",
    "a/..%2f..%2fx",
    "a/con",
    "a/.hidden",
    "a/--x",
    "a/\uFF0E\uFF0E\uFF0Fx",
    `a/${"y".repeat(150)}`,
    "a/b:free@1",
    "a/x|y*z?",
  ];
  for (const name of names) {
    test(JSON.stringify(name.slice(0, 30)), async () => {
      await lab.dispose();
      lab = await bench({ home, models: [{ id: name }, { id: "gamma/weak-1" }] });
      expect(await design({ design_models: [name, "gamma/weak-1"] })).toContain("2 designs written");
      const files = await snapshot(lab.dir);
      const designs = Object.keys(files).filter((file) => file.includes("/designs/"));
      expect(designs).toHaveLength(4);
      for (const file of Object.keys(files)) expect(file).toStartWith(`${BASE}/`);
      for (const file of designs) expect(basename(file)).toMatch(/^design-[\p{L}\p{N}\p{M}-]{1,140}\.(?:json|md)$/u);
    });
  }
});

describe("output_dir", () => {
  test("inside the project needs nobody's permission", async () => {
    expect(await design({ output_dir: "docs/lab" })).toContain("2 designs written");
    expect(lab.asked).toEqual([]);
    expect(existsSync(join(lab.dir, "docs/lab"))).toBe(true);
  });

  test("outside the project is made when the person allows it, and found again", async () => {
    expect(await design({ output_dir: join(outside, "lab") })).toContain("2 designs written");
    expect(lab.asked).toEqual([`external_directory: ${join(outside, "lab", "*")}`]);
    expect(await lab.call("show")).toContain("-queue");
  });

  const ways: [what: string, output_dir: () => string][] = [
    ["by its absolute path", () => join(outside, "lab")],
    ["by ..", () => `../${basename(outside)}/lab`],
    ["by a link in the project", () => "link-out/lab"],
    ["by a link that leads nowhere", () => "dangling/lab"],
  ];
  for (const [what, output_dir] of ways) {
    test(`outside the project ${what} is not made when the person refuses`, async () => {
      await symlink(outside, join(lab.dir, "link-out"));
      await symlink(join(outside, "nowhere"), join(lab.dir, "dangling"));
      lab.permits = false;
      const reply = await design({ output_dir: output_dir() });
      expect(reply).toContain("it lies outside the project, and the person did not allow it. Nothing was made.");
      expect(lab.asked).toHaveLength(1);
      expect(await readdir(outside)).toEqual([]);
      expect(lab.host.sessions).toEqual([]);
    });
  }

  for (const output_dir of [".", "./", "..", "/", "src/..", ".git/lab", ".GIT/hooks"]) {
    test(`${JSON.stringify(output_dir)} is refused without asking, and nothing is made`, async () => {
      await mkdir(join(lab.dir, ".git"));
      expect(await design({ output_dir })).toContain("Nothing was made.");
      expect(lab.asked).toEqual([]);
      expect(await readdir(lab.dir)).toEqual([".git"]);
      expect(lab.host.sessions).toEqual([]);
    });
  }

  for (const output_dir of ["~ada/lab", "a\0b", "a\nb", `docs/${"x".repeat(300)}`, "x/".repeat(3000)]) {
    test(`${JSON.stringify(output_dir.slice(0, 12))} … is refused with a reason`, async () => {
      const reply = await design({ output_dir });
      expect(reply).toStartWith("**designlab:** ");
      expect(reply).not.toContain("its own fault");
      expect(lab.host.sessions).toEqual([]);
    });
  }

  for (const output_dir of ["..%2f..%2fescape", "\uFF0E\uFF0E\uFF0Fescape", "con", "-rf", ".dot"]) {
    test(`${JSON.stringify(output_dir)} is a plain name in the project`, async () => {
      // Of a hidden one the user who typed it is asked.
      lab.typed = output_dir.startsWith(".");
      expect(await design({ output_dir })).toContain("2 designs written");
      expect((await readdir(lab.dir)).sort()).toEqual([...new Set([".opencode", output_dir])].sort());
    });
  }
});

test("output.base_dir may be a link to a folder outside, where the person allows it", async () => {
  await mkdir(join(lab.dir, ".opencode"));
  await symlink(outside, join(lab.dir, BASE));
  expect(await design({})).toContain("2 designs written");
  expect(lab.asked).toEqual([`external_directory: ${join(outside, "*")}`]);
  const [experiment = ""] = (await readdir(outside)).filter((name) => /^\d{4}-\d\d-\d\d-queue$/u.test(name));
  expect((await readdir(outside)).sort()).toEqual([".lock", experiment, "PROJECT.md"].sort());
});

describe("an experiment or a design", () => {
  const references = [
    "../..",
    "..%2f..",
    "/etc",
    "\0",
    "../../outside",
    "~",
    ".",
    "2026-11-21-queue/../../..",
    "x".repeat(4000),
  ];
  for (const reference of references) {
    test(`named ${JSON.stringify(reference.slice(0, 30))} opens nothing outside the base folder`, async () => {
      await design({});
      await writeFile(join(outside, "task.json"), "SECRET");
      const replies = [
        await lab.call("show", { experiment: reference, what: "task" }),
        await lab.call("show", { design: reference }),
        await lab.call("generate", { experiment: reference }),
        await lab.call("compare", { designs: [reference, "gamma-weak-1"] }),
      ];
      for (const reply of replies) {
        expect(reply).not.toContain("SECRET");
        expect(reply).not.toContain("its own fault");
      }
      expect(await readdir(outside)).toEqual(["task.json"]);
      expect(await readdir(lab.dir)).toEqual([".opencode"]);
    });
  }

  test("whose plan names a path for a design is not opened, and nothing is written", async () => {
    await design({});
    const dir = await onlyExperiment(lab.dir);
    const task = await readJson<Task>(join(dir, "task.json"));
    for (const design_id of ["../../../../escape", "a/b", "..", "a\\b", "", "x".repeat(300), "a:b"]) {
      const designers = [{ design_id, model: "alpha/strong-1" }];
      await writeFile(join(dir, "task.json"), JSON.stringify({ ...task, designers }));
      const before = await snapshot(lab.dir);
      expect(await lab.call("generate", { experiment: dir })).toContain("does not fit its schema");
      expect(await snapshot(lab.dir)).toEqual(before);
    }
  });

  for (const place of ["designs", "results", "ledger.jsonl", ".lock"]) {
    test(`whose ${place} is a link is not written to`, async () => {
      await design({});
      const dir = await onlyExperiment(lab.dir);
      await rm(join(dir, place), { recursive: true, force: true });
      const target = join(outside, place);
      if (place.includes(".")) await writeFile(target, "before");
      else await mkdir(target);
      await symlink(target, join(dir, place));
      const reply = await lab.call("run", { experiment: dir });
      expect(reply).toContain("is a symbolic link");
      if (place.includes(".")) expect(await readFile(target, "utf8")).toBe("before");
      else expect(await readdir(target)).toEqual([]);
    });
  }
});
