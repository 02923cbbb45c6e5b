import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import manifest from "../../package.json";
import { GENERATIONS } from "../../rehearsal/binary.ts";
import { type Job, processesFor } from "../support/processes.ts";

const ROOT = join(import.meta.dir, "../..");
const files = [...new Glob("test/**/*.test.ts").scanSync(ROOT)];
const [daily, hosts] = (["daily", "hosts"] as const).map((wanted) => processesFor(wanted, ROOT, GENERATIONS));
const whole = processesFor(["test/long/", "test/e2e/"], ROOT, GENERATIONS);
/** What is run, a file and a host each. */
const runs = (jobs: readonly Job[] = []): string[] =>
  jobs.flatMap(({ files, host }) => files.map((file) => `${file} ${host ?? ""}`.trim()));

describe("every file of tests", () => {
  test("is run by npm test, by npm run test:hosts or in test/long, and by no two of them on one host", () => {
    const all = [...runs(daily), ...runs(hosts)];
    expect(all.filter((run, at) => all.indexOf(run) !== at)).toEqual([]);
    const run = new Set([...all, ...runs(whole)].map((each) => each.split(" ")[0]));
    expect(files.filter((file) => !run.has(file))).toEqual([]);
    expect(runs(daily).filter((each) => each.startsWith("test/long/"))).toEqual([]);
  });

  test("of no host and no browser is run by npm test", () => {
    const plain = files.filter((file) => !/^test\/(?:long|e2e|browser)\//u.test(file));
    expect(plain.filter((file) => !runs(daily).includes(file))).toEqual([]);
  });

  test("of a host or a browser is run by one of the first two on the newest host", () => {
    const newest = GENERATIONS.at(-1);
    const all = new Set([...runs(daily), ...runs(hosts)]);
    const wanted = files.flatMap((file) =>
      file.startsWith("test/e2e/") ? `${file} ${newest}` : file.startsWith("test/browser/") ? file : [],
    );
    expect(wanted.filter((each) => !all.has(each))).toEqual([]);
  });
});

test("npm run test:crash runs test/long and test/e2e whole, on each host", () => {
  expect(manifest.scripts["test:crash"]).toEndWith("run-all.ts test/long test/e2e");
  const wanted = files.filter((file) => /^test\/(?:long|e2e)\//u.test(file));
  expect(runs(whole).sort()).toEqual(wanted.flatMap((file) => GENERATIONS.map((host) => `${file} ${host}`)).sort());
});

test("CI runs the demo, npm test and npm run test:hosts", async () => {
  const lines = (await Bun.file(join(ROOT, ".ci/run")).text()).split("\n");
  expect(lines.filter((line) => line.startsWith("npm "))).toEqual([
    "npm ci",
    "npm run demo",
    "npm test",
    "npm run test:hosts",
  ]);
});
