import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonIn } from "../../src/cli/study/ask-prices.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";

const cli = builtCommand();
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "designlab-check-")));
  mkdirSync(join(root, "home"));
  mkdirSync(join(root, "tasks"));
  for (let at = 0; at < 30; at++) writeFileSync(join(root, "tasks", `${100 + at}.md`), `# Task ${at}\n`);
  writeFileSync(join(root, "mail.yaml"), STUDY);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const STUDY = `tasks: [tasks/*.md]
panels:
  wide: {design_models: [a/one, b/two, b/three], review_models: [a/one, c/four]}
  narrow: {design_models: [a/one, b/two]}
repeats: 2
limits: {study: {max_cost: 20}}
`;
/** The command as a process, where no host is to be found. */
const run = (...words: string[]) => {
  const env = { ...ENGINE, HOME: join(root, "home"), PATH: join(root, "no-bin") };
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, cli.file, "study", ...words], {
    cwd: root,
    env,
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
};

test("study check says what a file comes to, in words and as JSON, and leaves nothing behind", () => {
  const before = readdirSync(root).sort();
  const said = run("check", "mail.yaml");
  expect(said.stderr).toBe("");
  expect(said.exitCode).toBe(0);
  expect(said.stdout).toStartWith("Study **mail**: no model was asked, no experiment begun.\n");
  expect(said.stdout).toContain("\n- and 10 more: `--json` has all\n");
  expect(said.stdout).toContain(
    "120 experiments (30 tasks × 2 panels × 2), about 1,000 sessions, price unknown, some 3 hours on one machine with 2 at a time.",
  );
  expect(said.stdout).toContain("No price could be asked for: there is no opencode on the PATH");
  expect(said.stdout).not.toContain("Task 29");
  const json = JSON.parse(run("check", "mail.yaml", "--json").stdout);
  expect(json).toMatchObject({
    op: "study",
    outcome: "answered",
    exit: 0,
    forecast: { experiments: 120, price: null },
  });
  expect(json.study.tasks).toHaveLength(30);
  expect(said.stdout).toContain(json.study.hash);
  expect(readdirSync(root).sort()).toEqual(before);
  writeFileSync(join(root, "tasks/100.md"), "# Another\n");
  expect(JSON.parse(run("check", "mail.yaml", "--json").stdout).study.hash).not.toBe(json.study.hash);
});

test("study check of what cannot be meant is a clear error of code 2", () => {
  const of = (...words: string[]) => {
    const { exitCode, stderr, stdout } = run("check", ...words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    return stderr;
  };
  expect(of()).toContain("It is typed: opencode-designlab study check FILE");
  expect(of("a.yaml", "b.yaml")).toContain("It is typed: opencode-designlab study check FILE");
  expect(of("mail.yaml", "--quick")).toContain("Unknown option '--quick'");
  expect(of("none.yaml")).toContain("there is no such file");
  symlinkSync("/etc/passwd", join(root, "tasks/link.md"));
  expect(of("mail.yaml")).toContain("it must lie in the study's folder or the project, found a link to /etc/passwd");
  writeFileSync(join(root, "mail.yaml"), STUDY.replace("repeats: 2", "repeat: 2"));
  expect(of("mail.yaml")).toContain(
    'repeat must be a known field, found "repeat"; nearest: repeats (line 5, column 1)',
  );
});

test("why no price could be asked for is said in a line without marks and without the beginning of a list", () => {
  expect(reasonIn("Cannot use 9 of the configured models:\n- a/one\n")).toBe("Cannot use 9 of the configured models");
  expect(reasonIn("OpenCode answers, but nobody takes the call: it is old.")).toBe(
    "OpenCode answers, but nobody takes the call: it is old.",
  );
});
