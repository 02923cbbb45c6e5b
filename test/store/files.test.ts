import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import {
  jsonOf,
  keepAside,
  refuseLinked,
  renameOver,
  sweepTemporary,
  writeDerived,
  writeJson,
  writePlain,
  writeText,
} from "../../src/store/files.ts";
import { readJson } from "../../src/store/read.ts";

const Note = Type.Object({ version: Type.Literal(1), text: Type.String() });
const FILES = JSON.stringify(join(import.meta.dir, "../../src/store/files.ts"));

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-files-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Runs code in a process of its own, with a limit of the shell, and returns what it printed. */
async function inProcess(code: string, limit = ""): Promise<string> {
  const script = join(dir, "..", `script-${crypto.randomUUID()}.ts`);
  await writeFile(script, code);
  const command = `${limit} exec "$0" "$1"`;
  const child = spawn("sh", ["-c", command, process.execPath, script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += text;
  });
  await once(child, "close");
  await rm(script);
  return printed;
}

/** Code that writes one artifact and prints what came of it; root may write anywhere, so root does it as "nobody". */
const writing = (path: string, value: string) =>
  `import { Type } from ${JSON.stringify(import.meta.resolve("@sinclair/typebox"))};
  import { writeJson } from ${FILES};
  process.on("SIGXFSZ", () => {});
  if (process.getuid() === 0) process.seteuid(65_534);
  await writeJson(${JSON.stringify(path)}, Type.Any(), ${value}).then(
    () => console.log("written"),
    (error) => console.log(error.message + " | " + error.advice),
  );`;

describe("writeJson()", () => {
  test("writes any text whole: what is read back is what was written", async () => {
    const path = join(dir, "a", "note.json");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 2_000 }), async (text) => {
        await writeJson(path, Note, { version: 1, text });
        const read = await readJson(path, Note);
        expect(read).toEqual({ state: "ok", value: { version: 1, text: text.toWellFormed() } });
        expect(await readdir(join(dir, "a"))).toEqual(["note.json"]);
      }),
      { numRuns: 50 },
    );
  });

  test("a reader that looks while it is being replaced sees the old or the new whole", async () => {
    const path = join(dir, "note.json");
    const texts = ["a", "b"].map((letter) => letter.repeat(500_000));
    await writeJson(path, Note, { version: 1, text: texts[0] ?? "" });
    let writing = true;
    const writer = (async () => {
      for (let round = 1; round <= 10; round++) {
        await writeJson(path, Note, { version: 1, text: texts[round % 2] ?? "" });
      }
      writing = false;
    })();
    while (writing) {
      const read = await readJson(path, Note);
      expect(read.state === "ok" && texts.includes(read.value.text)).toBe(true);
    }
    await writer;
  });

  test("a write that the disk does not take leaves what was there and names path", async () => {
    const path = join(dir, "note.json");
    await writeJson(path, Note, { version: 1, text: "old" });
    await chmod(dir, 0o777);
    // No file may grow past 8 blocks of 512 bytes: the nearest to a full disk that needs no privileges.
    const printed = await inProcess(writing(path, `{ version: 1, text: "x".repeat(100_000) }`), "ulimit -f 8;");
    expect(printed).toStartWith(`Cannot write ${path}: `);
    expect(await readJson(path, Note)).toMatchObject({ state: "ok", value: { text: "old" } });
    expect(await readdir(dir)).toEqual(["note.json"]);
  });

  test("a folder that cannot be written to is named with its remedy", async () => {
    const folder = join(dir, "locked");
    await mkdir(folder);
    await chmod(dir, 0o755);
    await chmod(folder, 0o555);
    const path = join(folder, "note.json");
    const printed = await inProcess(writing(path, "{ version: 1 }"));
    expect(printed).toStartWith(`Cannot write ${path}: EACCES`);
    expect(printed).toContain("mend its permissions, or set output.base_dir to another folder");
  });

  test("a file in the place of a folder is named with its remedy", async () => {
    await writeFile(join(dir, "designs"), "");
    const wrong = writeJson(join(dir, "designs", "note.json"), Note, { version: 1, text: "" });
    await expect(wrong).rejects.toThrow(`Cannot write ${join(dir, "designs", "note.json")}`);
  });

  test("refuses a value that does not fit its schema, and writes nothing", async () => {
    await expect(writeJson(join(dir, "note.json"), Note, { version: 1 } as never)).rejects.toThrow("text");
    expect(await readdir(dir)).toEqual([]);
  });
});

test("sweepTemporary() removes what killed writes left, and nothing else", async () => {
  await mkdir(join(dir, "designs"));
  const kept = [
    "task.json",
    "ledger.jsonl",
    "designs/design-a.json",
    "designs/design-a.superseded-1.json",
    "notes.1",
    "notes.tmp",
  ];
  const uuid = "0b6fb4a8-5c0e-4c0f-9f0c-2f1a7a9d4e11";
  for (const file of [...kept, `task.json.${uuid}.tmp`, `designs/design-a.json.${uuid}.tmp`])
    await writeFile(join(dir, file), "");
  await sweepTemporary(dir);
  const left = await readdir(dir, { recursive: true, withFileTypes: true });
  expect(
    left
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  ).toEqual(kept.map((file) => join(dir, file)).sort());
});

test("writePlain() and writeDerived() write over a plain file, and through no link", async () => {
  await mkdir(join(dir, "real"));
  await symlink(join(dir, "real"), join(dir, "link"));
  for (const write of [writePlain, writeDerived]) {
    const path = join(dir, "real", "a.txt");
    await write(dir, path, "one");
    await write(dir, path, "two");
    expect(await readFile(path, "utf8")).toBe("two");
    await expect(write(dir, join(dir, "link", "a.txt"), "x")).rejects.toThrow("is a symbolic link, needed is a folder");
    await expect(write(dir, join(dir, "real"), "x")).rejects.toThrow("is a folder, needed is a plain file");
    await expect(write(dir, join(path, "b"), "x")).rejects.toThrow("is a file, needed is a folder");
    expect(await readdir(join(dir, "real"))).toEqual(["a.txt"]);
    await rm(path);
  }
  await expect(writeDerived(dir, join(dir, "none", "a.txt"), "x")).rejects.toThrow("ENOENT");
  await refuseLinked(dir, join(dir, "none", "deeper", "a.txt"));
});

test("writeText() makes the folder of a file and none above it, and says how to mend what it cannot write", async () => {
  await writeText(join(dir, "made", "a.txt"), "x");
  const refusal = (path: string) => writeText(path, "x").catch((error: unknown) => error);
  expect(await refusal(join(dir, "gone", "deeper", "a.txt"))).toMatchObject({
    message: expect.stringContaining("Cannot write"),
    advice: expect.stringContaining("folder is gone"),
  });
  expect(await refusal(join(dir, "x".repeat(300)))).toMatchObject({ advice: expect.stringContaining("too long") });
  expect(await refusal(join(dir, "made", "a.txt", "b"))).toMatchObject({
    advice: expect.stringContaining("A file stands where a folder is needed"),
  });
});

test("keepAside() copies beside under the next number, and nothing where nothing stands", async () => {
  const path = join(dir, "a.json");
  expect(await keepAside(path)).toBeNull();
  for (const [at, text] of ["one", "two"].entries()) {
    await writeFile(path, text);
    const kept = join(dir, `a.superseded-${at + 1}.json`);
    expect(await keepAside(path)).toBe(kept);
    expect(await readFile(kept, "utf8")).toBe(text);
  }
  expect(await readFile(path, "utf8")).toBe("two");
});

test("jsonOf() is indented by two and ends with a line, and refuses what does not fit", () => {
  expect(jsonOf("a", Note, { version: 1, text: "x" })).toBe('{\n  "version": 1,\n  "text": "x"\n}\n');
  expect(() => jsonOf("a.json", Note, { version: 1 } as never)).toThrow("a.json: text");
});

const refusal = (code: string) => Object.assign(new Error(`${code}: operation not permitted, rename`), { code });

/** A disk on which the file is open elsewhere for so many tries; `waited` is how long was paused in all. */
function disk(platform: NodeJS.Platform, code: string, refused: number) {
  const seen = { tries: 0, waited: 0, renamed: [] as string[] };
  const system = {
    platform,
    async rename(from: string, to: string) {
      if (++seen.tries <= refused) throw refusal(code);
      seen.renamed.push(from, to);
    },
    async pause(ms: number) {
      seen.waited += ms;
    },
  };
  return { seen, system };
}

describe("renameOver()", () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    test(`tries again on Windows while ${code} says that somebody has the file open`, async () => {
      const { seen, system } = disk("win32", code, 3);
      await renameOver("a.tmp", "a", system);
      expect(seen).toMatchObject({ tries: 4, renamed: ["a.tmp", "a"] });
    });
  }

  test("gives up after some seconds, with what the system said", async () => {
    const { seen, system } = disk("win32", "EPERM", Number.POSITIVE_INFINITY);
    await expect(renameOver("a.tmp", "a", system)).rejects.toMatchObject({ code: "EPERM" });
    expect(seen.waited).toBeGreaterThan(2_000);
    expect(seen.waited).toBeLessThan(6_000);
    expect(seen.tries).toBeLessThan(50);
  });

  test("tries once where an open file is no hindrance, and for whatever else is wrong", async () => {
    for (const [platform, code] of [
      ["linux", "EPERM"],
      ["darwin", "EACCES"],
      ["win32", "ENOENT"],
      ["win32", "ENOSPC"],
    ] as const) {
      const { seen, system } = disk(platform, code, 1);
      await expect(renameOver("a.tmp", "a", system)).rejects.toMatchObject({ code });
      expect(seen).toMatchObject({ tries: 1, waited: 0 });
    }
  });
});
