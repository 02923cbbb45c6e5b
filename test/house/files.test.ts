import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** Modules that reach files, however they are named. */
const MODULES = /^(?:node:)?fs(?:\/promises)?$|^bun:sqlite$|^bun$/u;
/** What opens nothing and changes nothing: it asks what stands at a path. */
const LOOKS = new Set(
  "access constants existsSync lstat lstatSync readdir readlink realpath stat statSync statfs".split(" "),
);

/**
 * Every file of the source that opens, makes or removes files, and with what. What a base folder holds is read by
 * store/read.ts alone and written by store/files.ts alone: a checkout may have put a link, a pipe or a device there.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "src/store/record-folder.ts": ["rm"],
  // A task that gave way to its parts, whose text plan.json keeps.
  "src/store/task-folder.ts": ["rm"],
  // A task's file, which the person names on the command line; it has a bound of its own.
  "src/cli/options.ts": ["createReadStream"],
  // A folder of its own in the system's, for panels whose price is asked, and for what a study says while its person reads
  // it; gone with the answer.
  "src/cli/study/ask-prices.ts": ["mkdtemp", "rm"],
  "src/cli/study/reading.ts": ["mkdtemp", "rm"],
  // Run by whoever develops the plugin, never by it.
  "src/cli/write-page.ts": ["readFileSync", "writeFileSync"],
  // The configuration, with a bound and a check of its own: store is closed to it.
  "src/config/files.ts": ["closeSync", "fstatSync", "openSync", "readSync", "readdirSync", "realpathSync"],
  // Run by whoever develops the plugin, never by it.
  "src/config/write-schema.ts": ["writeFileSync"],
  // Whether what is called opencode is a program.
  "src/host/drive/serve.ts": ["accessSync"],
  // Compares a pattern with a path; it is never asked to look at the disk.
  "src/isolation/pattern.ts": ["Bun.Glob"],
  // A file of the plugin's own package.
  "src/live/assets.ts": ["Bun.build", "readFile"],
  "src/store/private.ts": ["chmod", "link", "mkdir", "open", "readFile", "rm"],
  // What leads a browser to the page, in a folder that is the person's alone.
  "src/live/show-page.ts": ["rm"],
  // The code of a page, in the same folder.
  "src/store/screen-codes.ts": ["rm"],
  // Removes a page of an experiment that is worked on.
  "src/stages/files.ts": ["rm"],
  // Appends, and follows no link.
  "src/store/ledger.ts": ["open"],
  // A study's folder in a base, and what is filled in there until it is whole and has a name in the base.
  "src/store/whole-folder.ts": ["mkdir", "rename", "rm", "rmdir"],
  // Makes folders of its own.
  "src/store/experiment.ts": ["mkdir", "rmdir"],
  // A record of a decision, or a task, goes into a folder of the project, under a name that nothing has.
  "src/store/files.ts": ["copyFile", "mkdir", "open", "rename", "rm", "writeFile"],
  // The folder of votes, in an experiment's own.
  "src/store/artifacts.ts": ["mkdir"],
  // New files of a person's, under names of our own, in a folder that is looked at first; no link is followed.
  "src/store/given.ts": ["mkdir", "open", "rm"],
  // A request to stop, which it removes.
  "src/store/lock.ts": ["rm"],
  // The memory's two files go into a folder that the person named, under names that nothing has there, and leave the other.
  "src/store/memory-folder.ts": ["mkdir", "rm"],
  "src/store/read.ts": ["open"],
  // The lock, where nothing stands or an empty file, and a study's queue, through whichever SQLite there is.
  "src/store/sqlite.ts": ["*"],
  // Tries out whether a folder has room, with a new file under a random name, and removes it.
  "src/store/bases.ts": ["open", "rm"],
  // A new folder under a name that nothing has, and what a killed export left beside it.
  "src/store/export-folder.ts": ["mkdir", "rename", "rm"],
  "src/store/housekeeping.ts": ["cp", "mkdir", "rename", "rm"],
  // A word that is asked for, in the person's private folder.
  "src/store/within.ts": ["mkdir"],
  "src/store/words.ts": ["rm"],
  // Folders of a worker's own, made anew for each experiment: what others stored is written below them, under names that
  // lead nowhere else.
  "src/study/work-folder.ts": ["mkdir", "mkdtemp", "rm", "writeFile"],
};

/** What a module's code may open, make or remove files with: names that it imports, "*" for all of a module. */
function reachesOf(code: string, loader: "ts" | "tsx" = "ts"): string[] {
  const found = new Set<string>();
  const isModule = (node: unknown): boolean =>
    MODULES.test(String((node as { value?: unknown } | null | undefined)?.value ?? ""));
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const at = node as { type?: string; source?: unknown; object?: { name?: string }; property?: { name?: string } } & {
      specifiers?: { type: string; imported?: { name: string } }[];
      callee?: { name?: string };
      arguments?: unknown[];
    };
    const isImport = at.type === "ImportDeclaration" || at.type?.startsWith("Export");
    if (isImport && isModule(at.source)) {
      for (const each of at.specifiers ?? []) found.add(each.imported?.name ?? "*");
      if (at.type !== "ImportDeclaration") found.add("*");
    }
    if (at.type === "ImportExpression" && isModule(at.source)) found.add("*");
    if (at.type === "CallExpression" && at.callee?.name === "require" && isModule(at.arguments?.[0])) found.add("*");
    if (at.type === "MemberExpression" && at.object?.name === "Bun") found.add(`Bun.${at.property?.name}`);
    for (const inner of Object.values(node)) visit(inner);
  };
  const script = new Bun.Transpiler({ loader }).transformSync(code);
  visit(parse(script, { ecmaVersion: "latest", sourceType: "module" }));
  return [...found].filter((name) => !LOOKS.has(name)).sort();
}

describe("what reaches files", () => {
  const ways: [string, string][] = [
    ['import { readFile as look } from "node:fs/promises"; look("x");', "readFile"],
    ['import { createReadStream } from "fs"; createReadStream("x");', "createReadStream"],
    ['import * as fs from "node:fs"; fs.readFileSync("x");', "*"],
    ['import fs from "node:fs"; fs.writeFileSync("x", "");', "*"],
    ['const { open } = await import("node:fs/promises"); open("x");', "*"],
    ['const fs = require("fs"); fs.openSync("x");', "*"],
    ['export { readFile } from "node:fs/promises";', "*"],
    ['Bun.file("x").text();', "Bun.file"],
    ['await Bun.write("x", "");', "Bun.write"],
    ['import { file } from "bun"; file("x");', "file"],
  ];
  for (const [code, name] of ways) test(`is found in ${code}`, () => expect(reachesOf(code)).toEqual([name]));

  test("does so in the files that are known to, and in no other of the source", () => {
    const found = [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].sort().flatMap((file) => {
      const reaches = reachesOf(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x") ? "tsx" : "ts");
      return reaches.length > 0 ? [[file, reaches] as const] : [];
    });
    expect(Object.fromEntries(found)).toEqual(ALLOWED as Record<string, string[]>);
  });
});

test("where the home is the system says, for not every one has a HOME", () => {
  const asking = [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].filter((file) => {
    return /\benv\??\.(?:HOME|USERPROFILE|HOMEPATH)\b/u.test(readFileSync(join(ROOT, file), "utf8"));
  });
  expect(asking).toEqual([]);
});
