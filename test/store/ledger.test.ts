import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { openLedger, parseLedger } from "../../src/store/ledger.ts";

const now = () => new Date("2026-11-21T10:00:00Z");

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-ledger-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const path = () => join(dir, "ledger.jsonl");

describe("openLedger()", () => {
  test("keeps lines of parallel work whole and in the order in which they were appended", async () => {
    const ledger = openLedger(dir, now);
    const messages = Array.from({ length: 50 }, (_, at) => `${at} ${"x".repeat(at * 40)}`);
    await Promise.all(messages.map((message) => ledger.append({ event: "started", message })));
    expect((await ledger.read()).map(({ message }) => message)).toEqual(messages);
    expect(ledger.problem()).toBeNull();
  });

  test("reads a file that a crash tore at any byte up to the tear, and appends after it", async () => {
    const whole = openLedger(dir, now);
    for (const message of ["one", "zwei", "三"]) await whole.append({ event: "done", message });
    const bytes = await readFile(path());
    const property = fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (at) => {
      await writeFile(path(), bytes.subarray(0, at));
      const left = bytes.subarray(0, at).toString().split("\n").slice(0, -1).length;
      const ledger = openLedger(dir, now);
      const before = (await ledger.read()).length;
      expect(before - left).toBeOneOf([0, 1]);
      await ledger.append({ event: "resumed" });
      expect((await ledger.read()).length).toBe(before + 1);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("reads lines that something on Windows has ended in its own way, and appends after them", async () => {
    const ledger = openLedger(dir, now);
    for (const message of ["one", "two"]) await ledger.append({ event: "done", message });
    await writeFile(path(), (await readFile(path(), "utf8")).replaceAll("\n", "\r\n"));
    const again = openLedger(dir, now);
    await again.append({ event: "done", message: "three" });
    expect((await again.read()).map(({ message }) => message)).toEqual(["one", "two", "three"]);
  });

  test("a folder that disappears costs the lines and nothing else, and is named", async () => {
    const ledger = openLedger(join(dir, "experiment"), now);
    await ledger.append({ event: "started" });
    expect(ledger.problem()).toContain(`${join(dir, "experiment", "ledger.jsonl")} could not be written: ENOENT`);
    await mkdir(join(dir, "experiment"));
    await ledger.append({ event: "done" });
    expect((await ledger.read()).map(({ event }) => event)).toEqual(["done"]);
  });

  test("a ledger that cannot be read is named", async () => {
    await mkdir(path());
    const error = await openLedger(dir, now)
      .read()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ problems: [{ kind: "not-a-file", path: path(), found: "a folder" }] });
  });
});

test("parseLedger() passes over lines of a later version and of nobody", async () => {
  await openLedger(dir, now).append({ event: "setup" });
  await appendFile(path(), '{"at":"2030","event":"teleported"}\nnull\n\n[]\n');
  expect(parseLedger(await readFile(path(), "utf8")).map(({ event }) => event)).toEqual(["setup"]);
});

test("parseLedger() passes over amounts that nobody counted and lines that are too long", async () => {
  const line = { at: "2026-11-21T10:00:00Z", event: "done" };
  const odd = [
    { seconds: 1e308 },
    { seconds: -5 },
    { cost: 1e308 },
    { cost: -1 },
    { attempts: 1e300 },
    { at: "yesterday <img src=x>" },
    { message: "x".repeat(100_000) },
  ];
  const text = [line, ...odd.map((change) => ({ ...line, ...change }))].map((each) => JSON.stringify(each)).join("\n");
  expect(parseLedger(text)).toEqual([line as never]);
});

test("a line whose message is too long is cut and read back, for what it says of the session counts", async () => {
  const ledger = openLedger(dir, now);
  await ledger.append({ event: "failed", kind: "provider_error", message: "x".repeat(500_000), attempts: 2 });
  const [line] = await ledger.read();
  expect(line).toMatchObject({ event: "failed", attempts: 2 });
  expect(line?.message?.length).toBeLessThan(10_000);
});
