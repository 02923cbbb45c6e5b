import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide } = rankedProject();
const homes: string[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
});

/** A ranked project of a person with a home folder, in which a document and a task lie. */
async function project() {
  const home = await mkdtemp(join(tmpdir(), "designlab-tilde-"));
  homes.push(home);
  mkdirSync(join(home, "tasks"));
  writeFileSync(join(home, "tasks/a.md"), "---\nid: a\nname: A task at home\n---\n");
  writeFileSync(join(home, "notes.md"), "Orders come in bursts.");
  const { lab } = await start({ home });
  return { lab, home };
}

test("a path that begins with ~ means the person's home, whichever option takes it, and makes no folder called so", async () => {
  const { lab, home } = await project();
  for (const where of ["~", "~/adr"]) {
    const folder = join(home, where.slice(1));
    const outside = `Cannot keep the record in ${folder}: it lies outside the project. Nothing was written.`;
    expect(await decide({ design: "A", where })).toContain(outside);
    expect(await lab.call("decide", { where })).toContain(outside);
  }
  expect(await lab.call("plan", { where: "~/x", dry_run: true })).toContain(
    `Cannot keep the tasks in ${join(home, "x")}`,
  );
  expect(await lab.call("tasks", { dir: "~/tasks" })).toContain("A task at home");
  expect(await lab.call("tasks", { dir: "~" })).toContain("A task at home");
  expect(lab.asked).toEqual([`external_directory: ${join(home, "tasks/*")}`, `external_directory: ${join(home, "*")}`]);
  expect(await lab.call("brief", { idea: "A queue", from: ["~/notes.md"], dry_run: true })).not.toContain(
    "found nothing",
  );
  expect(await lab.call("brief", { idea: "A queue", from: ["~"], dry_run: true })).toContain("found a folder");
  expect(await lab.call("judge", { from: "~/none.json" })).toContain(`found nothing at ${join(home, "none.json")}`);
  expect(await lab.call("run", { task: "A shop", output_dir: "~/lab", dry_run: true })).not.toContain(
    "no folder's name",
  );
  expect(lab.asked.at(-1)).toBe(`external_directory: ${join(home, "lab/*")}`);
  expect(existsSync(join(lab.dir, "~"))).toBeFalse();
});

test("a home of somebody else's is refused with the path that was meant, whichever option takes it", async () => {
  const { lab } = await project();
  const calls = [
    ["decide", { design: "A", where: "~ada/adr" }],
    ["plan", { where: "~ada/adr" }],
    ["tasks", { dir: "~ada/adr" }],
    ["brief", { idea: "A queue", from: ["~ada/adr"], dry_run: true }],
    ["brief", { idea: "A queue", output_dir: "~ada/adr", dry_run: true }],
    ["judge", { from: "~ada/adr" }],
    ["run", { task: "A shop", output_dir: "~ada/adr", dry_run: true }],
  ] as const;
  for (const [op, args] of calls) {
    const said = await lab.call(op, { ...args });
    expect([op, said]).toEqual([op, expect.stringContaining('"~ada/adr": "~ada" is no folder here')]);
    expect(said).toContain("./~ada/adr");
  }
  expect(existsSync(join(lab.dir, "~ada"))).toBeFalse();
});
