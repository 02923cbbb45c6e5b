import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import manifest from "../../package.json";
import { GENERATIONS } from "../../rehearsal/binary.ts";
import { exitCodeOf } from "../support/flakes.ts";
import { findPostgres, noPostgres } from "../support/postgres.ts";
import { BEFORE_RELEASE, type Job, LATER, processesFor } from "../support/processes.ts";

const ROOT = join(import.meta.dir, "../..");
const files = [...new Glob("test/**/*.test.ts").scanSync(ROOT)];
const [daily, rest] = (["daily", "rest"] as const).map((wanted) => processesFor(wanted, ROOT, GENERATIONS));
const whole = processesFor(["test/long", "test/e2e", "test/browser"], ROOT, GENERATIONS);
/** What is run, a file and a host each. */
const runs = (jobs: readonly Job[] = []): string[] =>
  jobs.flatMap(({ files, host }) => files.map((file) => `${file} ${host ?? ""}`.trim()));

describe("every file of tests", () => {
  test("is run by npm test, npm run test:rest or npm run test:crash, and by no two of the first on one host", () => {
    const all = [...runs(daily), ...runs(rest)];
    expect(all.filter((run, at) => all.indexOf(run) !== at)).toEqual([]);
    const run = new Set([...all, ...runs(whole)].map((each) => each.split(" ")[0]));
    expect(files.filter((file) => !run.has(file))).toEqual([]);
    expect(all.filter((each) => each.startsWith("test/long/"))).toEqual([]);
  });

  test("that needs no host and no browser is run by npm test, or after it because another stands for it there", () => {
    const plain = files.filter((file) => !/^test\/(?:long|e2e|browser)\//u.test(file));
    const run = [...runs(daily), ...runs(rest)];
    expect(plain.filter((file) => !run.includes(file))).toEqual([]);
    for (const [file, other] of Object.entries(LATER)) {
      expect(runs(rest)).toContain(file);
      expect(runs(daily)).toContain(other);
    }
  });

  test("that needs one runs in CI on the newest host, or before a release because another stands for it there", () => {
    const newest = GENERATIONS.at(-1);
    const all = new Set([...runs(daily), ...runs(rest)]);
    const wanted = files.flatMap((file) =>
      file.startsWith("test/e2e/") ? `${file} ${newest}` : file.startsWith("test/browser/") ? file : [],
    );
    const missing = wanted.filter((each) => !all.has(each)).map((each) => each.split(" ")[0]);
    expect(missing.sort()).toEqual(Object.keys(BEFORE_RELEASE).sort());
    const names = new Set([...all].map((each) => each.split(" ")[0]));
    for (const other of Object.values(BEFORE_RELEASE)) expect(names).toContain(other);
  });
});

test("npm run test:crash runs test/long and test/e2e whole, on each host, and test/browser", () => {
  expect(manifest.scripts["test:crash"]).toEndWith("run-all.ts test/long test/e2e test/browser");
  const wanted = files.filter((file) => /^test\/(?:long|e2e|browser)\//u.test(file));
  const each = (file: string) =>
    file.startsWith("test/browser/") ? [file] : GENERATIONS.map((host) => `${file} ${host}`);
  expect(runs(whole).sort()).toEqual(wanted.flatMap(each).sort());
});

test("CI runs the demo, npm test and npm run test:rest", async () => {
  const lines = (await Bun.file(join(ROOT, ".ci/run")).text()).split("\n");
  expect(lines.filter((line) => line.startsWith("npm "))).toEqual([
    "npm ci",
    "npm run demo",
    "npm test",
    "npm run test:rest",
  ]);
});

describe("a whole run", () => {
  test("passes with one flake and fails with two, with a failure, or without any test", () => {
    expect(exitCodeOf({ failing: 0, flakes: 0, passed: 5 })).toBe(0);
    expect(exitCodeOf({ failing: 0, flakes: 1, passed: 5 })).toBe(0);
    expect(exitCodeOf({ failing: 0, flakes: 2, passed: 5 })).toBe(1);
    expect(exitCodeOf({ failing: 1, flakes: 0, passed: 5 })).toBe(1);
    expect(exitCodeOf({ failing: 0, flakes: 0, passed: 0 })).toBe(1);
  });

  test("finds a Postgres server only if its folder holds initdb, the newest first", () => {
    const homes = mkdtempSync(join(tmpdir(), "designlab-postgres-homes-"));
    try {
      for (const version of ["9", "15", "16"]) mkdirSync(join(homes, version, "bin"), { recursive: true });
      expect(findPostgres(homes)).toBeNull();
      for (const version of ["9", "15"]) writeFileSync(join(homes, version, "bin", "initdb"), "");
      expect(findPostgres(homes)).toBe(join(homes, "15", "bin"));
      expect(findPostgres(join(homes, "none"))).toBeNull();
    } finally {
      rmSync(homes, { recursive: true, force: true });
    }
  });

  test.if(Boolean(process.env.CI))("has a Postgres server in CI, so that its tests are not left out there", () => {
    expect(noPostgres).toBeNull();
  });
});
