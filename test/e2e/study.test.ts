import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { developmentBinary, PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { onTerminal } from "../support/pty.ts";
import { smallStudy } from "../support/studies.ts";
import { command, until } from "./support/cli.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

/** As files of tasks are read, whose last line ends. */
const STUDY = smallStudy({ tasks: smallStudy().tasks.map((each) => ({ ...each, task: `${each.task}\n` })) });
const HASH = bundleHash(STUDY);
const MODELS = STUDY.panels.flatMap(({ models }) => models);

/** What a design of each model calls itself: no name of an author, which reviewers are not told. */
const TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  MODELS.map((model, at) => [model, `Plan ${["north", "south", "east", "west"][at]}`]),
);

/** What a request is for: the same words are a cell that is paid for twice. Titles tell designs apart. */
function cellOf({ model, kind, messages }: Rehearsal["provider"]["requests"][number]): string {
  const said = messages.map(({ content }) => content).join("\n");
  const task = /ferry/iu.test(said) ? "ferry" : "queue";
  return [model, kind, task, /Plan [a-z]+/u.exec(said)?.[0] ?? ""].join(" ");
}

/** The project's host configuration as the person's own: a worker's folders lie in no project. */
function asPersons({ project }: Rehearsal): void {
  const file = "opencode.json";
  writeFileSync(join(project.home, ".config/opencode", file), readFileSync(join(project.directory, file)));
}

/** Ends a process and all that it started at once, as a machine that loses its power. */
function kill(pid: number): void {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/u).map(Number));
  const all = [pid];
  for (const each of all) for (const [child = 0, parent] of rows) if (parent === each) all.push(child);
  for (const each of all) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It is gone.
    }
  }
}

test("a study of two tasks by two panels is worked on by one worker, which is killed, and gone on with by the next: no answer is paid for twice", async () => {
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id, delay: 300 })),
    plugin: null,
    script: ({ kind, model }) =>
      kind === "design"
        ? { text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: TITLES[model] }) }
        : undefined,
  });
  asPersons(lab);
  const { directory, env } = lab.project;
  const file = join(directory, "queue.sqlite");
  const queue = await openQueue(file);
  await queue.add(STUDY, 4);
  const words = ["study", "work", "--queue", file, "--study", HASH, "--yes", "--max-cost", "20", "--at-once", "2"];

  const refused = await command({ directory, env: { ...env, CLAUDECODE: "1" } }, words).printed;
  expect(refused.stderr).toContain("CLAUDECODE is set here");
  const unlimited = await command(
    { directory, env },
    words.filter((word) => !["--max-cost", "20"].includes(word)),
  ).printed;
  expect(unlimited.stderr).toContain("--max-cost");
  expect(lab.labRequests()).toEqual([]);

  const first = command({ directory, env }, words);
  await until(() => lab.labRequests().filter(({ answered_at }) => answered_at !== null).length >= 5);
  const at = Date.now();
  kill(first.pid);
  await first.printed;
  const second = await command({ directory, env }, words).printed;
  expect(second.code).toBe(0);
  expect(await queue.standing(HASH)).toMatchObject({ state: "over", counts: { done: 4, failed: 0 } });
  const asked = Map.groupBy(lab.labRequests(), cellOf);
  // Two designs and four evaluations each.
  expect(asked.size).toBe(24);
  const twice = [...asked.values()].filter((requests) =>
    requests.slice(0, -1).some(({ answered_at }) => answered_at !== null && answered_at < at - 500),
  );
  expect(twice.map(([request]) => request && cellOf(request))).toEqual([]);
  await queue.close();
}, 300_000);

test("a study's file is run once it was said yes to by its hash, lands in the project with its result, and goes on when it is typed again", async () => {
  await using lab = await rehearse({ models: ["alpha/one", "beta/one"].map((id) => ({ id })), plugin: null });
  asPersons(lab);
  const { directory, env } = lab.project;
  writeFileSync(join(directory, "queue.md"), "Design a durable queue\n");
  const models = "[alpha/one, beta/one]";
  writeFileSync(
    join(directory, "study.yaml"),
    `name: small\ntasks: [queue.md]\npanels:\n  near: { design_models: ${models}, review_models: ${models} }\n`,
  );
  const typed = (...words: string[]) => command({ directory, env }, ["study", "run", "study.yaml", ...words]).printed;
  const unsaid = await typed("--yes");
  expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringContaining("--yes says yes to one study alone")]);
  const hash = /--study ([0-9a-f]{64}) --yes/u.exec(unsaid.stderr)?.[1] ?? "";
  expect(lab.labRequests()).toEqual([]);
  const run = await typed("--yes", "--study", hash);
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining("The study is over.")]);
  expect(run.stdout).toContain("1 experiment was put into");
  const kept = join(directory, ".opencode/design-lab/studies", `small-${hash.slice(0, 8)}`);
  expect(readFileSync(join(kept, "study.md"), "utf8")).toContain("near");
  const paid = lab.labRequests().length;
  const again = await typed("--yes", "--study", hash);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("1 of 1 experiments is done")]);
  expect(lab.labRequests()).toHaveLength(paid);
}, 300_000);

test("before a yes is asked for, all that a study says can be read, and a no begins nothing and leaves nothing", async () => {
  await using lab = await rehearse({ models: MODELS.map((id) => ({ id })), plugin: null });
  asPersons(lab);
  const { directory, env } = lab.project;
  const file = join(directory, "queue.sqlite");
  const queue = await openQueue(file);
  await queue.add(STUDY, 4);
  await queue.close();
  const host = ["--opencode", developmentBinary(HOST)];
  const work = [...host, "study", "work", "--queue", file, "--max-cost", "3"];
  const typed = (...more: string[]) =>
    onTerminal([Bun.which("node") ?? "node", join(PACKAGE_ROOT, "cli.js"), ...work, ...more], {
      ...{ cwd: directory, env: { ...env, PATH: `${dirname(Bun.which("node") ?? "")}:${env.PATH}` }, answers: ["n"] },
    });
  const { code, screen } = await typed();
  expect(code).toBe(2);
  expect(screen).toContain("23 characters: “Design a durable queue");
  expect(screen).toContain("Nothing was begun: you did not say yes.");
  const [, folder = ""] = /can be read in (\/\S+designlab-read-\w+):/u.exec(screen.replaceAll(/\s+/gu, " ")) ?? [];
  expect([folder.length > 0, existsSync(folder)]).toEqual([true, false]);
  await typed("--read", "texts");
  expect(readFileSync(join(directory, "texts/tasks/01-queue.md"), "utf8")).toBe("Design a durable queue\n");
  expect(lab.labRequests()).toEqual([]);
}, 300_000);

test("a study that its limit stops says how it goes on, and goes on so under the new one", async () => {
  await using lab = await rehearse({ models: ["alpha/one", "beta/one"].map((id) => ({ id })), plugin: null });
  asPersons(lab);
  const { directory, env } = lab.project;
  for (const name of ["queue", "ferry"]) writeFileSync(join(directory, `${name}.md`), `Design a durable ${name}\n`);
  const models = "[alpha/one, beta/one]";
  const withLimit = (max_cost: number) =>
    writeFileSync(
      join(directory, "study.yaml"),
      `name: small\ntasks: [queue.md, ferry.md]\npanels:\n  near: { design_models: ${models}, review_models: ${models} }\nlimits: { experiment: { max_cost: 1 }, study: { max_cost: ${max_cost} } }\n`,
    );
  const typed = (...words: string[]) => command({ directory, env }, ["study", ...words]).printed;
  withLimit(0.5);
  expect((await typed("run", "study.yaml")).stderr).toContain(
    "Nothing was begun: no experiment fits into what the whole study may take.\nRaise limits.study.max_cost in study.yaml",
  );
  withLimit(1);
  const { stderr } = await typed("run", "study.yaml");
  const [, line = ""] = /^In advance it is said so: opencode-designlab study (.*)$/mu.exec(stderr) ?? [];
  const first = await typed(...line.split(" "));
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("Its limit of $1.00 leaves no room")]);
  expect(first.stdout).toContain("1 of 2 experiments is ranked");
  expect(first.stdout).toContain("`opencode-designlab study go --max-cost USD` has it go on with a higher limit.");
  expect((await typed("go", "--max-cost", "3", "--yes")).code).toBe(0);
  const second = await typed(...line.split(" "));
  expect(second.stderr).toContain("Study small was begun before: 1 of 2 experiments is done");
  expect([second.code, second.stdout]).toEqual([
    0,
    expect.stringContaining("The study is over.** small: 1 experiment done"),
  ]);
  expect(second.stdout).not.toContain("study go");
}, 300_000);

test("a check names the models that this machine does not offer, and prices the panels that it can ask", async () => {
  await using lab = await rehearse({ models: ["alpha/one", "beta/one"].map((id) => ({ id })), plugin: null });
  asPersons(lab);
  const { directory, env } = lab.project;
  writeFileSync(join(directory, "queue.md"), "Design a durable queue\n");
  const models = "[alpha/one, beta/one]";
  const panel = (of: string): string => `{ design_models: ${of}, review_models: ${models} }`;
  writeFileSync(
    join(directory, "none.yaml"),
    `tasks: [queue.md]\npanels:\n  far: ${panel("[omega/six, omega/two]")}\n`,
  );
  const check = (far: string) => {
    writeFileSync(
      join(directory, "study.yaml"),
      `name: small\ntasks: [queue.md]\npanels:\n  near: ${panel(models)}\n  far: ${panel(far)}\n`,
    );
    return command({ directory, env }, ["study", "check", "study.yaml"]).printed;
  };
  const none = await command({ directory, env }, ["study", "run", "none.yaml"]).printed;
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining("this machine can take none of the study's panels"),
  ]);
  const part = await check("[alpha/one, alpha/onne]");
  expect(part.stdout).toContain(
    "No provider here offers alpha/onne (nearest: alpha/one, beta/one): a worker on this machine leaves the panels",
  );
  expect(part.stdout).toMatch(/2 experiments .*, at least \$[\d.]+ to \$[\d.]+ \(not all prices are known\)/u);
  expect(part.stdout).toMatch(/^\| near .* \$[\d.]+–\$[\d.]+ \|$/mu);
  expect(part.stdout).toMatch(/^\| far .* unknown \|$/mu);
  expect(part.stdout).not.toContain("No price could be asked for");
  const fallen = await check(`[alpha/one, beta/one], fallback_models: { beta/one: [alfa/one] }`);
  expect(fallen.stdout).toContain("No provider here offers alfa/one (nearest: ");
  expect(lab.labRequests()).toEqual([]);
}, 300_000);

test("a designer of a study reads in the folder of its experiment alone, whatever lies beside it", async () => {
  const read: string[] = [];
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id })),
    plugin: null,
    script: ({ kind, results }) => {
      if (kind !== "design") return undefined;
      read.push(...results);
      const calls = ["glob", "grep"].map((name) => ({ name, args: { pattern: name === "glob" ? "**/*" : "SECRET" } }));
      return { calls };
    },
  });
  asPersons(lab);
  const { directory, env, home } = lab.project;
  const beside = join(home, ".local/state/opencode-designlab/work/deadbeef/02-other_near_1_1");
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, "design.md"), "SECRET of another experiment");
  const study = smallStudy({ tasks: STUDY.tasks.slice(0, 1), panels: STUDY.panels.slice(0, 1) });
  const file = join(directory, "queue.sqlite");
  const queue = await openQueue(file);
  await queue.add(study, null);
  await queue.close();
  const words = ["study", "work", "--queue", file, "--study", bundleHash(study), "--yes", "--max-cost", "20"];
  expect((await command({ directory, env }, words).printed).code).toBe(0);
  // The folder holds nothing but the configuration, which is closed too: a search is answered and finds nothing.
  expect(read.join("\n")).toContain("No files found");
  expect(read.join("\n")).not.toContain("design-lab.json");
  expect(read.filter((each) => /SECRET of|02-other/u.test(each))).toEqual([]);
}, 300_000);

test("a study is worked on by a server that runs already and shares a key with the worker; another key and a server without the plugin are told apart from one that works", async () => {
  const shared = "the key that server and worker share";
  await using lab = await rehearse({ models: MODELS.map((id) => ({ id })), env: { DESIGNLAB_DESK_KEY: shared } });
  const { directory, env } = lab.project;
  const file = join(directory, "queue.sqlite");
  const queue = await openQueue(file);
  await queue.add(STUDY, null);
  const words = ["study", "work", "--queue", file, "--study", HASH, "--yes", "--max-cost", "20", "--server"];
  const work = (server: Awaited<ReturnType<typeof lab.serve>>, key: string) => {
    const password = /server password (\S+)/.exec(server.output())?.[1] ?? "";
    const own = { ...env, DESIGNLAB_DESK_KEY: key, OPENCODE_SERVER_PASSWORD: password };
    return command({ directory, env: own }, [...words, server.url]).printed;
  };
  // What stands in a project's configuration alone is not there in a study's folders.
  const bare = await lab.serve();
  const without = await work(bare, shared);
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("whose folders lie in no project")]);
  await bare.stop();
  asPersons(lab);
  const server = await lab.serve();
  const other = await work(server, "another key, which the server knows not");
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("knows another DESIGNLAB_DESK_KEY")]);
  expect(lab.labRequests()).toEqual([]);
  const done = await work(server, shared);
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("4 experiments done")]);
  expect(done.stderr).toMatch(/OpenCode [12] at 127\.0\.0\.1:\d+, 2 experiments at a time/u);
  expect(await queue.standing(HASH)).toMatchObject({ state: "over", counts: { done: 4, failed: 0 } });
  expect(lab.labRequests()).toHaveLength(24);
  await queue.close();
}, 300_000);
