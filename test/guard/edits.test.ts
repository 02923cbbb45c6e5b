import { describe, expect, test } from "bun:test";
import { createPatch } from "diff";
import { editsOf, editsOfPatches } from "../../src/guard/edits.ts";

const directory = "/home/p";
const FILES: Readonly<Record<string, string>> = {
  "/home/p/src/a.ts": "one\ntwo\nthree\n",
  "/home/p/src/w.ts": "one\r\ntwo\r\n",
  "/home/p/bin.dat": "a\0b",
  "/home/p/big.txt": "x".repeat(5 * 1024 * 1024),
};
const read = async (path: string): Promise<string | null> => {
  if (path.includes("locked")) throw new Error("EACCES");
  return FILES[path] ?? null;
};
const of = (tool: string, args: unknown) => editsOf(tool, args, { directory, read });
const a = (after: string | null) => [{ path: "src/a.ts", before: "one\ntwo\nthree\n", after, part: false }];

describe("write and edit of both hosts", () => {
  test("a written file has its old and its new text", async () => {
    expect(await of("write", { filePath: "/home/p/src/a.ts", content: "x" })).toEqual(a("x"));
    expect(await of("write", { path: "src/../src/a.ts", content: "x" })).toEqual(a("x"));
    expect(await of("write", { path: "src/new.ts", content: "x" })).toEqual([
      { path: "src/new.ts", before: null, after: "x", part: false },
    ]);
  });
  test("what lies outside of the project has its absolute path", async () => {
    expect((await of("write", { path: "../q/a.ts", content: "x" }))?.[0]?.path).toBe("/home/q/a.ts");
    expect((await of("write", { path: "/home/p2/a.ts", content: "x" }))?.[0]?.path).toBe("/home/p2/a.ts");
  });
  test("an edit replaces what it names, once or everywhere", async () => {
    expect(await of("edit", { filePath: "src/a.ts", oldString: "two", newString: "2" })).toEqual(a("one\n2\nthree\n"));
    const all = { path: "src/a.ts", oldString: "e", newString: "$&", replaceAll: true };
    expect(await of("edit", all)).toEqual(a("on$&\ntwo\nthr$&$&\n"));
    expect(await of("edit", { path: "src/a.ts", oldString: "", newString: "all" })).toEqual(a("all"));
    const windows = await of("edit", { path: "src/w.ts", oldString: "one\ntwo", newString: "1\n2" });
    expect(windows?.[0]).toMatchObject({ after: "1\r\n2\r\n", part: false });
  });
  test("an edit that is not found exactly, or at several places, is a part", async () => {
    const part = [{ path: "src/a.ts", before: "  two", after: "2", part: true }];
    expect(await of("edit", { path: "src/a.ts", oldString: "  two", newString: "2" })).toEqual(part);
    expect((await of("edit", { path: "src/a.ts", oldString: "e", newString: "E" }))?.[0]?.part).toBe(true);
  });
  test("a file that is too large, binary or locked is looked at in part", async () => {
    for (const path of ["big.txt", "bin.dat", "locked.ts"]) {
      expect(await of("write", { path, content: "x" })).toEqual([{ path, before: "", after: "x", part: true }]);
      const edit = await of("edit", { path, oldString: "a", newString: "b" });
      expect(edit).toEqual([{ path, before: "a", after: "b", part: true }]);
    }
  });
});

describe("other tools", () => {
  test("one that takes a path and a text counts, whatever it is called", async () => {
    const part = { path: "src/a.ts", part: true };
    expect(await of("fs_write_file", { file_path: "src/a.ts", contents: "x" })).toMatchObject([
      { ...part, after: "x" },
    ]);
    const edits = [
      { oldText: "one", newText: "1" },
      { oldText: "two", newText: "2" },
    ];
    expect(await of("fs_edit_file", { path: "src/a.ts", edits })).toEqual([
      { path: "src/a.ts", before: "one\ntwo", after: "1\n2", part: true },
    ]);
    const inserted = await of("str_replace_based_edit_tool", { command: "insert", path: "src/b.ts", insert_text: "x" });
    expect(inserted).toEqual([{ path: "src/b.ts", before: null, after: "x", part: true }]);
  });
  test("one that names no text, or no path, changes no file", async () => {
    expect(await of("read", { filePath: "src/a.ts" })).toBeNull();
    expect(await of("grep", { pattern: "a", path: "src", include: "*.ts" })).toBeNull();
    expect(await of("bash", { command: "echo x > a", workdir: "src", description: "d" })).toBeNull();
    expect(await of("task", { prompt: "write a file", description: "d" })).toBeNull();
    expect(await of("write", "text")).toBeNull();
    expect(await of("write", null)).toBeNull();
  });
});

describe("a patch", () => {
  const patch = (...lines: string[]) => ({ patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });
  test("adds, changes, moves and deletes files", async () => {
    const edits = await of(
      "apply_patch",
      patch(
        "*** Add File: n.ts",
        "+a",
        "+b",
        "*** Update File: src/a.ts",
        "*** Move to: src/c.ts",
        "@@ one",
        " two",
        "-three",
        "+3",
        "*** Delete File: src/w.ts",
      ),
    );
    expect(edits).toEqual([
      { path: "n.ts", before: null, after: "a\nb\n", part: false },
      { path: "src/a.ts", before: "one\ntwo\nthree\n", after: null, part: false },
      { path: "src/c.ts", before: null, after: "one\ntwo\n3\n", part: false },
      { path: "src/w.ts", before: "one\r\ntwo\r\n", after: null, part: false },
    ]);
  });
  test("of several hunks is put in one after the other, found as loosely as hosts do", async () => {
    const edits = await of(
      "patch",
      patch("*** Update File: src/a.ts", "@@", "-  one", "+1", "@@", " two", "+2.5", "*** End of File"),
    );
    expect(edits).toEqual(a("1\ntwo\n2.5\nthree\n"));
    const windows = await of("patch", patch("*** Update File: src/w.ts", "-two", "+2"));
    expect(windows?.[0]?.after).toBe("one\r\n2\r\n");
  });
  test("that is found nowhere is a part, never an error", async () => {
    expect(await of("patch", patch("*** Update File: src/a.ts", "@@", "-nine", "+9"))).toEqual([
      { path: "src/a.ts", before: "nine", after: "9", part: true },
    ]);
    expect(await of("patch", patch("*** Update File: src/none.ts", "@@", "-nine", "+9"))).toHaveLength(1);
    expect(await of("patch", { patchText: "nothing" })).toEqual([]);
  });
});

describe("unified diffs of a host", () => {
  const [before = ""] = [FILES["/home/p/src/a.ts"]];
  test("are put into the file", async () => {
    const patch = createPatch("src/a.ts", before, "one\n2\nthree\n");
    expect(await editsOfPatches([{ file: "src/a.ts", patch, status: "modified" }], { directory, read })).toEqual(
      a("one\n2\nthree\n"),
    );
    const added = createPatch("n.ts", "", "x\n");
    expect(await editsOfPatches([{ file: "n.ts", patch: added, status: "added" }], { directory, read })).toEqual([
      { path: "n.ts", before: null, after: "x\n", part: false },
    ]);
    const gone = createPatch("src/a.ts", before, "");
    expect(await editsOfPatches([{ file: "src/a.ts", patch: gone, status: "deleted" }], { directory, read })).toEqual(
      a(null),
    );
  });
  test("that do not fit, or are none, are a part", async () => {
    const patch = createPatch("src/a.ts", "four\nfive\n", "four\n5\n");
    expect(await editsOfPatches([{ file: "src/a.ts", patch, status: "modified" }], { directory, read })).toEqual([
      { path: "src/a.ts", before: "four\nfive", after: "four\n5", part: true },
    ]);
    const none = await editsOfPatches([{ file: "src/a.ts", patch: "@@ broken\n+x", status: "modified" }], {
      directory,
      read,
    });
    expect(none).toMatchObject([{ path: "src/a.ts", part: true }]);
  });
});
