import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { command, hostsIn, until } from "./support/cli.ts";
import { RUN, SETUP } from "./support/cli-setup.ts";
import { HOST } from "./support/hosts.ts";
import { packed } from "./support/packed.ts";
import { rehearse } from "./support/rehearsal.ts";

test("without an opencode a run begins nothing and says what is needed, and what is stored can be read", async () => {
  const directory = mkdtempSync(join(tmpdir(), "designlab-no-host-"));
  try {
    const place = { directory, env: { HOME: directory } };
    const run = await command(place, [...RUN, "--yes"], { host: false }).printed;
    expect(run.stderr).toStartWith(
      "Cannot run: it asks models through OpenCode, and there is no opencode on the PATH.\nInstall it (",
    );
    expect([run.stdout, run.code]).toEqual(["", 1]);
    const show = await command(place, ["show"], { host: false }).printed;
    expect([show.stderr, show.code]).toEqual(["", 0]);
    expect(readdirSync(directory)).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 120_000);

test("from the published package, in a folder that configures no plugin: doctor, init, a run, what is read of it, and a Ctrl-C that keeps what is finished and leaves nothing running", async () => {
  using pack = packed();
  const slow = { on: false };
  const file = join(pack.plugin, "cli.js");
  await using lab = await rehearse({
    ...SETUP,
    plugin: null,
    script: ({ kind, model }) =>
      slow.on && kind === "design" && model === "gamma/weak-1" ? { delay: 600_000 } : undefined,
  });
  const { directory, env } = lab.project;
  const typed = (words: string[], host = true) => command({ directory, env }, words, { file, host }).printed;

  const doctor = await typed(["doctor"]);
  expect(doctor.stdout).toContain("**All is well");
  expect(doctor.code).toBe(0);
  const run = await typed([...RUN, "--yes"]);
  expect(run.stdout).toContain("” is better than the other 2 designs**");
  expect(run.stdout).toContain("`opencode-designlab show 2");
  expect(run.stdout).not.toContain("`/design-lab");
  expect(run.code).toBe(0);
  // What a log keeps: how much, then each answer on a line of its own, and nothing that only a screen shows.
  expect(run.stderr.split("\n").filter((line) => /^design \d of 3 written by /u.test(line))).toHaveLength(3);
  expect(run.stderr.split("\n").filter((line) => /^evaluation \d of 9: [ABC] by /u.test(line))).toHaveLength(9);
  expect(run.stderr).not.toContain("\u001B");
  // Every session was the plugin's own: nobody but the lab's agents asked a model.
  expect(
    lab
      .labRequests()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([...Array(3).fill("design"), ...Array(9).fill("evaluation")]);

  const dir = await onlyExperiment(directory);
  const show = await typed(["show", "--json"], false);
  expect(JSON.parse(show.stdout)).toMatchObject({ op: "show", exit: 0, experiments: [{ topic: "queue" }] });
  const rank = await typed(["rank"], false);
  expect(rank.code).toBe(0);
  expect(rank.stdout).toContain("nothing was written: this Node.js has no SQLite");
  const ranked = await typed(["rank", "--json"]);
  expect(JSON.parse(ranked.stdout)).toMatchObject({ outcome: "winner", ranking: { version: 1 } });
  expect(ranked.stdout).not.toContain("nothing was written");
  const report = await typed(["report", "--json"], false);
  expect(JSON.parse(report.stdout).report).toBe(join(dir, "results", "report.html"));
  const compare = await typed(["compare", "A", "B"], false);
  expect(compare.stdout).toContain("| rank");
  const ballot = await typed(["judge", "latest", "--ballot"], false);
  expect(ballot.stdout).toContain("**A ballot:**");
  expect(readFileSync(join(dir, "votes/ballot-anybody.html"), "utf8")).toContain('<script type="module">');
  const init = await typed(["init"], false);
  expect(init.code).toBe(0);
  expect(existsSync(join(directory, ".opencode", "design-lab.jsonc"))).toBe(true);
  expect(hostsIn(directory)).toBe("");

  slow.on = true;
  const begun = command({ directory, env }, ["run", "--yes", "--topic", "stopped", "Design a queue"], { file });
  await until(() => begun.errors().includes("design 2 of 3 written"));
  begun.kill("SIGINT");
  const stopped = await begun.printed;
  expect(stopped.stderr).toContain("opencode-designlab resume 2");
  expect(stopped.code).toBe(130);
  expect(hostsIn(directory)).toBe("");
}, 300_000);

test("what no model is asked for has its exit code, on a server that runs already", async () => {
  await using lab = await rehearse({
    ...SETUP,
    lab: { ...SETUP.lab, confirm_above: 0.001 },
    env: { DESIGNLAB_DESK_KEY: "the key that server and command share" },
  });
  const server = await lab.serve();
  const { directory, env } = lab.project;
  const password = /server password (\S+)/.exec(server.output())?.[1] ?? "";
  const typed = async (words: string[], input = "") => {
    const place = ["--server", server.url, "--dir", directory];
    const options = { host: false, input, env: { OPENCODE_SERVER_PASSWORD: password } };
    return command({ directory: "/", env }, [...place, ...words], options).printed;
  };

  const dear = await typed(RUN);
  expect(dear.stderr).toMatch(/Not started: .*: more than \$0\.001/su);
  expect(dear.stderr).toContain("`--yes`");
  expect(dear.code).toBe(1);
  expect(lab.labRequests()).toEqual([]);

  const full = await typed([...RUN, "--yes", "--max-cost", "0.0001", "--json"]);
  expect(JSON.parse(full.stdout)).toMatchObject({ outcome: "unranked", ranking: null });
  expect(full.code).toBe(1);
  expect(lab.labRequests()).toEqual([]);

  const piped = await typed(["dry-run", "--task-file", "-"], "Design a durable queue,\nfor jobs.");
  expect(piped.stdout).toContain("**Dry run:** no model was called.");
  expect(piped.code).toBe(0);
  const unknown = await typed(["run", "--yes", "--design-models", "alpha/strong-1,alpha/strnog-1", "Design a queue"]);
  expect(unknown.stderr).toContain("alpha/strnog-1");
  expect(unknown.code).toBe(2);
  expect((await typed(["run"])).code).toBe(2);
  expect((await typed(["shwo"])).code).toBe(2);

  const config = join(lab.project.home, ".config/opencode/design-lab.json");
  const kept = readFileSync(config, "utf8");
  writeFileSync(config, '{"design_modles": []}');
  const broken = await typed(["run", "Design a queue"]);
  expect(broken.stderr).toContain("design_modles");
  expect(broken.code).toBe(2);
  expect((await typed(["doctor"])).code).toBe(1);
  writeFileSync(config, kept);

  if (HOST === 2) {
    const wrong = await command({ directory, env }, ["--server", server.url, "doctor"], { host: false }).printed;
    expect(wrong.stderr).toContain("another password");
    expect(wrong.code).toBe(1);
  }
}, 300_000);
