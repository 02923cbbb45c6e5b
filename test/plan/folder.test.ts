import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_TASK_FILE_BYTES, readFolder } from "../../src/plan/folder.ts";

let root = "";
let dir = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-plan-"));
  dir = join(root, "tasks");
  await mkdir(dir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (name: string, text: string) => writeFile(join(dir, name), text);
const file = (id: string, more = "") => `---\nid: ${id}\nname: Task ${id}\n${more}---\n`;

describe("readFolder()", () => {
  test("reads every task below a folder in the natural order of ids, and counts what is none", async () => {
    await mkdir(join(dir, "deep", "er"), { recursive: true });
    await put("t10.md", file("t10"));
    await put("t2.md", file("t2", "depends_on: [t10]\n"));
    await put("deep/er/x.md", file("deep/x"));
    await put("README.md", "# Tasks\n");
    await put("notes.txt", file("not-one"));
    await put(".hidden.md", file("hidden"));
    const found = await readFolder(dir);
    expect(found.tasks.map(({ id, file: name }) => [id, name])).toEqual([
      ["deep/x", "deep/er/x.md"],
      ["t2", "t2.md"],
      ["t10", "t10.md"],
    ]);
    expect(found).toMatchObject({ dir, twice: [], broken: [], faults: [], left_out: [], others: 1 });
  });

  test("reads what a file says now, though it was read before", async () => {
    await put("a.md", file("a", "status: pending\n"));
    expect((await readFolder(dir)).tasks).toMatchObject([{ status: "pending" }]);
    await put("a.md", file("a", "status: completed\n"));
    expect((await readFolder(dir)).tasks).toMatchObject([{ status: "completed" }]);
    await put("b.md", file("a", "status: completed\n"));
    expect((await readFolder(dir)).twice).toEqual([{ id: "a", files: ["a.md", "b.md"] }]);
  });

  test("names a broken file with its line, and the rest still works", async () => {
    await put("a.md", file("a", "risk: huge\n"));
    await put("b.md", "---\nid: b\nname: [\n---\n");
    await put("c.md", file("c", "depends_on: [b]\n"));
    const { tasks, broken, faults } = await readFolder(dir);
    expect(tasks.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(broken).toMatchObject([{ file: "b.md", line: 4, kind: "yaml" }]);
    expect(faults).toMatchObject([{ file: "a.md", line: 4, field: "risk" }]);
  });

  test("names an id that stands in several files, and reads the first", async () => {
    await put("one.md", file("same", "risk: low\n"));
    await put("two.md", file("same", "risk: high\n"));
    const { tasks, twice } = await readFolder(dir);
    expect(tasks).toMatchObject([{ id: "same", risk: "low" }]);
    expect(twice).toEqual([{ id: "same", files: ["one.md", "two.md"] }]);
  });

  test("follows no link, be it a file, a folder or a way around", async () => {
    await writeFile(join(root, "secret.md"), file("secret"));
    await mkdir(join(root, "outside"));
    await writeFile(join(root, "outside", "x.md"), file("x"));
    await symlink(join(root, "secret.md"), join(dir, "link.md"));
    await symlink(join(root, "outside"), join(dir, "folder"));
    await symlink(dir, join(dir, "around"));
    await put("a.md", file("a"));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks.map(({ id }) => id)).toEqual(["a"]);
    expect(left_out).toEqual(
      ["around", "folder", "link.md"].map((name) => ({ file: name, kind: "not-a-file", found: "a symbolic link" })),
    );
  });

  test("names a file of 10 MB, and reads one just below the bound", async () => {
    await put("big.md", file("big") + "x".repeat(10_000_000));
    await put("fits.md", file("fits") + "x".repeat(MAX_TASK_FILE_BYTES - file("fits").length));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks.map(({ id }) => id)).toEqual(["fits"]);
    expect(left_out).toEqual([
      { file: "big.md", kind: "too-large", bytes: 10_000_000 + file("big").length, most: MAX_TASK_FILE_BYTES },
    ]);
  });

  test("reads 2,000 files and says that there are more", async () => {
    for (let at = 1; at <= 2_001; at++) await put(`t${at}.md`, file(`t${at}`));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks).toHaveLength(2_000);
    expect(left_out).toEqual([{ file: "t2001.md", kind: "more", what: "files", most: 2_000 }]);
  });

  test("reads two million characters of front matter and no more, for a parser takes its time", async () => {
    const long = `x: ${"y".repeat(19_900)}\n`;
    for (let at = 100; at < 202; at++) await put(`t${at}.md`, file(`t${at}`, long));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks).toHaveLength(100);
    expect(left_out).toEqual([{ file: "t200.md", kind: "more", what: "characters", most: 2_000_000 }]);
  });

  test("looks at 20,000 names, whatever they are, and says so", async () => {
    await Promise.all(Array.from({ length: 20_000 }, (_, at) => put(`n${at}.txt`, "")));
    await put("z.md", file("z"));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks).toEqual([]);
    expect(left_out).toEqual([{ file: "z.md", kind: "more", what: "names", most: 20_000 }]);
  });

  test("an id is one however its letters were put together", async () => {
    await put("a.md", file("e\u0301cran"));
    await put("b.md", file("b", "depends_on: [\u00e9cran]\n"));
    await put("c.md", file("\u00e9cran"));
    const { tasks, twice } = await readFolder(dir);
    expect(tasks.map(({ id, depends_on }) => [id, depends_on])).toEqual([
      ["b", ["\u00e9cran"]],
      ["\u00e9cran", []],
    ]);
    expect(twice).toEqual([{ id: "\u00e9cran", files: ["a.md", "c.md"] }]);
  });

  test("goes eight folders deep", async () => {
    const way = "1/2/3/4/5/6/7/8/9";
    await mkdir(join(dir, ...way.split("/")), { recursive: true });
    await put("1/2/3/4/5/6/7/8/in.md", file("in"));
    await put(`${way}/out.md`, file("out"));
    const { tasks, left_out } = await readFolder(dir);
    expect(tasks.map(({ id }) => id)).toEqual(["in"]);
    expect(left_out).toEqual([{ file: way, kind: "more", what: "folders", most: 8 }]);
  });

  test("says what is needed where the folder is none", async () => {
    await expect(readFolder(join(dir, "nowhere"))).rejects.toThrow("there is no such folder");
    await put("a.md", file("a"));
    await expect(readFolder(join(dir, "a.md"))).rejects.toThrow("it is no folder");
  });
});
