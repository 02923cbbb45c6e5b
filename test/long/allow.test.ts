import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../e2e/support/cli.ts";
import { SETUP } from "../e2e/support/cli-setup.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";
import { sitAt } from "../e2e/support/seat.ts";
import { onTerminal } from "../support/pty.ts";

const TEAM = JSON.stringify({ review: { quantitative: { samples: 2 } }, limits: { cell_timeout: 900 } });
const SHA256 = createHash("sha256").update(TEAM).digest("hex");
const FILE = ".opencode/design-lab.json";
const HELD = "nobody allowed it; held back of it: limits.cell_timeout, review.quantitative.samples";
const ALLOWED = "you allowed it, so it holds as written until it changes";

const team = () => rehearse({ ...SETUP, files: { "README.md": "# A project\n", [FILE]: TEAM } });
const pathIn = ({ project }: Pick<Rehearsal, "project">): string => join(project.directory, FILE);

test("a project's configuration is allowed by the person's yes on the screen alone, whoever calls and however a line came, and holds until it changes", async () => {
  await using lab = await team();
  const allow = () => lab.ask("doctor", { allow: true });
  expect(await lab.ask("doctor")).toContain(HELD);
  for (const reply of [await allow(), (await lab.type("allow")).output]) {
    expect(reply).toContain("Not allowed, which would be: ");
    expect(reply).toContain("no terminal of OpenCode");
  }
  const auto = await lab.call("doctor", { allow: true }, { auto: true });
  expect(auto.designlab[0]).toContain("Not allowed, which would be: ");
  {
    using seat = sitAt(lab, false);
    expect(await allow()).toContain("the person said no");
    expect(seat.asked.join(" ")).toContain(`(SHA-256 ${SHA256}) has`);
  }
  expect(await lab.ask("doctor")).toContain(HELD);

  {
    using seat = sitAt(lab);
    expect((await lab.type("allow")).output).toContain("holds as it is written, on this machine, until it changes");
    const asked = seat.asked.join(" ");
    expect(asked).toContain("limits.cell_timeout 900 in place of 600 (held back until now)");
    expect(asked).toContain("review.quantitative.samples 2 in place of 1 (held back until now)");
  }
  expect(await lab.ask("doctor")).toContain(ALLOWED);
  writeFileSync(pathIn(lab), `${TEAM}\n`);
  expect(await lab.ask("doctor")).toContain("it changed since you allowed it; held back of it: limits.cell_timeout");

  // What lies in the folder of its configuration alone is the project's file too.
  mkdirSync(join(lab.project.directory, ".opencode/config"));
  renameSync(pathIn(lab), join(lab.project.directory, ".opencode/config/design-lab.json"));
  expect(await lab.ask("doctor")).toContain(".opencode/config/design-lab.json: nobody allowed it; held back of it");
  expect(lab.labRequests()).toEqual([]);
}, 300_000);

test("a persona of the project plays only once the person allowed its text on the screen, and no more when a letter of it changes", async () => {
  const persona = (text: string) =>
    `---\ndescription: Looks at what is kept\ndesignlab: {role: reviewer}\n---\n${text}\n`;
  const file = ".opencode/design-lab-personas/privacy.md";
  await using lab = await rehearse({ ...SETUP, files: { "README.md": "# A project\n", [file]: persona("You look.") } });
  const asked = { task: "Design a durable queue", topic: "queue", reviewers: ["privacy"], dry_run: true };
  const refused = `${join(lab.project.directory, file)} came with the project, and you did not allow it as it is`;
  expect(await lab.ask("run", asked)).toContain(refused);
  {
    using seat = sitAt(lab);
    expect((await lab.type("allow")).output).toContain("until it changes");
    expect(seat.asked.join(" ")).toContain("privacy");
  }
  expect(await lab.ask("run", asked)).toContain("reviews as **privacy**");
  writeFileSync(join(lab.project.directory, file), persona("You look!"));
  expect(await lab.ask("run", asked)).toContain(refused);
  expect(lab.labRequests()).toEqual([]);
}, 300_000);

test("the command allows it at a person's terminal; without one a line gives its SHA-256 for itself, and an agent's shell cannot", async () => {
  await using lab = await team();
  const { directory, env } = lab.project;
  const typed = (words: string[], host: boolean, more: Record<string, string> = {}) =>
    command({ directory, env }, words, { host, env: more }).printed;

  const nobody = await typed(["allow"], false);
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("no terminal is here to ask at")]);
  for (const host of [false, true]) {
    const given = await typed(["doctor", "--allow-config", SHA256], host);
    expect(given.stdout).toContain("allowed for this call by --allow-config");
    expect((await typed(["doctor"], host)).stdout).toContain(HELD);
  }
  const wrong = await typed(["dry-run", "--allow-config", "0".repeat(64), "Design a durable queue"], true);
  expect(wrong.stderr).toContain(`must be the SHA-256 of the project's configuration (${pathIn(lab)} ${SHA256})`);
  expect(wrong.code).toBe(2);
  const agents = await typed(["doctor", "--allow-config", SHA256], false, { CLAUDECODE: "1" });
  expect([agents.code, agents.stderr]).toEqual([2, expect.stringContaining("CLAUDECODE is set here")]);
  const far = await typed(["doctor", "--allow-config", SHA256, "--server", "http://127.0.0.1:9"], false);
  expect([far.code, far.stderr]).toEqual([2, expect.stringContaining("Cannot take --allow-config")]);

  const words = [Bun.which("node") ?? "node", join(import.meta.dir, "../../cli.js"), "allow"];
  const no = await onTerminal(words, { cwd: directory, env, answers: ["n"] });
  expect([no.code, no.screen]).toEqual([1, expect.stringContaining("Nothing was changed")]);
  const yes = await onTerminal(words, { cwd: directory, env, answers: ["y"] });
  expect([yes.code, yes.screen]).toEqual([0, expect.stringContaining("until it changes")]);
  expect((await typed(["doctor"], true)).stdout).toContain(ALLOWED);
  expect(await lab.ask("doctor")).toContain(ALLOWED);
  expect((await typed(["allow", "no"], false)).code).toBe(0);
  expect(await lab.ask("doctor")).toContain(HELD);
}, 300_000);
