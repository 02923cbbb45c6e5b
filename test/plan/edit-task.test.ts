import { describe, expect, test } from "bun:test";
import { withField } from "../../src/plan/edit-task.ts";
import { FIELDS, readTask } from "../../src/plan/task-file.ts";
import { FULL } from "./samples.ts";

const FILE = `---
# kept: the first line
id: a   # and this
name: 'A task'
status: pending # by hand
depends_on:
    - b      # why b
    # a comment of its own
    - "c"
tags: [x,   y]
risk:
strange_key: {kept: [as, it, is]}
---
Body  with trailing blanks  

status: pending
`;

/** The lines that differ, as "- old" and "+ new"; both texts have as many lines but for those put in or taken out. */
function changed(before: string, after: string): string[] {
  const [was, is] = [before.split("\n"), after.split("\n")];
  const gone = was.filter((line) => !is.includes(line)).map((line) => `- ${line}`);
  return [...gone, ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`)];
}

describe("withField()", () => {
  test("changes the status and no other byte, the comment behind it neither", () => {
    const after = withField(FILE, "status", "in-progress");
    expect(after).toBe(FILE.replace("status: pending # by hand", "status: in-progress # by hand"));
  });

  test("keeps CRLF, a Byte Order Mark and a file without an end of line", () => {
    const text = "\uFEFF---\r\nid: a\r\nname: A\r\nstatus: pending\r\n---\r\nbody\r\nlast";
    expect(withField(text, "status", "completed")).toBe(text.replace("pending", "completed"));
    const bare = "---\nid: a\nname: A\n---";
    expect(withField(bare, "status", "failed")).toBe("---\nid: a\nname: A\nstatus: failed\n---");
    expect(withField(text.replace("status: pending\r\n", ""), "status", "failed")).toBe(
      text.replace("pending", "failed"),
    );
  });

  test("fills a field that stands empty, and replaces one in quotes", () => {
    expect(changed(FILE, withField(FILE, "risk", "high"))).toEqual(["- risk:", "+ risk: high"]);
    expect(changed(FILE, withField(FILE, "name", "B: #1"))).toEqual(["- name: 'A task'", '+ name: "B: #1"']);
    expect(withField("---\nid: a\nname: A\nrisk: # todo\n---\n", "risk", "low")).toContain("risk: low # todo\n");
  });

  test("adds and takes lines of a list; those that stay keep their comments", () => {
    expect(changed(FILE, withField(FILE, "depends_on", ["b", "c", "d"]))).toEqual(["+     - d"]);
    expect(changed(FILE, withField(FILE, "depends_on", ["c"]))).toEqual(["-     - b      # why b"]);
    expect(changed(FILE, withField(FILE, "depends_on", ["c", "x: y"]))).toEqual([
      "-     - b      # why b",
      '+     - "x: y"',
    ]);
    const none = withField(FILE, "depends_on", []);
    expect(readTask("a", none)).toMatchObject({ task: { depends_on: [], status: "pending" } });
    expect(none).toContain("# a comment of its own");
  });

  test("replaces a list in brackets, also one of several lines", () => {
    expect(changed(FILE, withField(FILE, "tags", ["x", "z, 1"]))).toEqual(["- tags: [x,   y]", '+ tags: [x, "z, 1"]']);
    const long = "---\nid: a\nname: A\ntags: [\n  x,\n  y,\n]\nrisk: low\n---\n";
    expect(withField(long, "tags", ["z"])).toBe("---\nid: a\nname: A\ntags: [z]\nrisk: low\n---\n");
  });

  test("writes under the spelling that stands", () => {
    const text = "---\nid: a\nname: A\ndependsOn: [b]\n---\n";
    expect(withField(text, "depends_on", ["c"])).toBe("---\nid: a\nname: A\ndependsOn: [c]\n---\n");
  });

  test("writes back every field of the published format byte for byte where nothing changed", () => {
    for (const text of [FULL, FULL.replaceAll("\n", "\r\n"), FULL.replace("depends_on", "dependsOn"), FILE]) {
      const found = readTask("a", text);
      if (found.state !== "task") throw new Error("no task");
      for (const field of FIELDS) {
        const value = found.task[field];
        if (value !== null && (typeof value === "string" || value.length > 0)) {
          expect([field, withField(text, field, value)]).toEqual([field, text]);
        }
      }
    }
  });

  test("is undone by writing the old value: every field, byte for byte", () => {
    for (const [field, value, old] of [
      ["status", "failed", "pending"],
      ["tags", ["q"], ["x", "y"]],
    ] as const) {
      const back = withField(withField(FILE, field, value), field, old);
      expect(readTask("a", back)).toEqual(readTask("a", FILE));
    }
    expect(withField(FILE, "status", "pending")).toBe(FILE);
    expect(withField(FILE, "depends_on", ["b", "c"])).toBe(FILE);
  });

  test("mends a file that was none for want of that field", () => {
    expect(withField("---\nid: a\n---\n", "name", "A")).toBe("---\nid: a\nname: A\n---\n");
    expect(withField("---\nid: a\nname: A\nstatus: done\n---\n", "status", "completed")).toContain(
      "status: completed\n",
    );
  });

  test("refuses what it could not write without changing something else", () => {
    const refused: [string, string][] = [
      ["no front matter", "its front matter cannot be read"],
      ["---\nid: a\nname: !x b\n---\n", "its front matter cannot be read"],
      ["---\n{id: a, name: A}\n---\n", "only a person can change"],
    ];
    for (const [text, why] of refused) expect(() => withField(text, "status", "failed")).toThrow(why);
    expect(withField("---\n{id: a, name: A, status: pending}\n---\n", "status", "failed")).toBe(
      "---\n{id: a, name: A, status: failed}\n---\n",
    );
  });
});
