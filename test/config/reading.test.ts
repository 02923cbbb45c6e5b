import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import * as fs from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { closedPersonas } from "../../src/config/personas.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
let opened: ReturnType<typeof spyOn<typeof fs, "openSync">>;
beforeEach(async () => {
  lab = await bench({ config: { review: { criteria_file: "criteria.yaml" } } });
  opened = spyOn(fs, "openSync");
});
afterEach(async () => {
  opened.mockRestore();
  await lab.dispose();
});

const FRONT = "description: a\ndesignlab: {role: reviewer}\n";
const put = async (file: string, text: string): Promise<string> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};
const own = (path: string): string => join(lab.home, ".config/opencode", path);
const theirs = (path: string): string => join(lab.dir, ".opencode", path);
/** How often each of the files was opened. */
const times = (files: readonly string[]): number[] =>
  files.map((file) => opened.mock.calls.filter(([path]) => path === file).length);

const written = () =>
  Promise.all([
    put(own("design-lab-personas/privacy.md"), `---\n${FRONT}---\nYou look.\n`),
    put(theirs("design-lab-personas/people.md"), `---\n${FRONT}---\nYou look.\n`),
    put(theirs("design-lab.json"), "{}"),
    put(join(lab.dir, "criteria.yaml"), "criteria: [{name: privacy, description: How little?, min: 0, max: 5}]\n"),
  ]);

test("a call reads each file of the configuration and of a persona once, and the next call reads it again", async () => {
  const files = [...(await written()), own("design-lab.json")];
  const run = () => lab.call("run", { task: "Design a queue", topic: "queue", dry_run: true });
  expect(await run()).toContain("privacy");
  expect(times(files)).toEqual([1, 1, 1, 1, 1]);
  await writeFile(files[3] ?? "", "criteria: [{name: thrift, description: How little?, min: 0, max: 5}]\n");
  expect(await run()).not.toContain("privacy");
  expect(times(files)).toEqual([2, 2, 2, 2, 2]);
});

test("what is closed to sessions is told by names: of files of personas none is opened, of a skill its beginning alone", async () => {
  const [, people = ""] = await written();
  const skill = (name: string, more: string) =>
    put(theirs(`skill/s/agents/${name}/SKILL.md`), `---\nname: ${name}\ndescription: a\n${more}---\nYou look.\n`);
  const marked = await skill("people2", "metadata: {designlab-role: reviewer}\n");
  const plain = await skill("plain", "");
  const dotfile = await put(join(lab.dir, "dotfiles/mine.md"), "broken");
  await symlink(dotfile, own("design-lab-personas/mine.md"));
  const closed = closedPersonas({ directory: lab.dir, worktree: lab.dir, home: lab.home, env: {} });
  expect(times([people, own("design-lab-personas/privacy.md"), dotfile, marked, plain])).toEqual([0, 0, 0, 1, 1]);
  expect(closed).toEqual(expect.arrayContaining([dirname(people), dirname(marked), fs.realpathSync(dotfile)]));
  expect(closed).not.toContain(dirname(plain));
  expect(await readFile(dotfile, "utf8")).toBe("broken");
});
