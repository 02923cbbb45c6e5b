import { expect, test } from "bun:test";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Glob } from "bun";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { spawnTree } from "../../rehearsal/process-tree.ts";
import { makeProject } from "../../rehearsal/project.ts";
import { startProvider } from "../../rehearsal/provider.ts";
import { onEachHost } from "../e2e/support/hosts.ts";
import { visibleText } from "../support/views.ts";

type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs the demo as npm does, in the environment of a temporary project, so that its folders go with the project. */
function runDemo(args: string[], env: Record<string, string>): Promise<Ended> {
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  const child = spawnTree(
    join(PACKAGE_ROOT, "node_modules", ".bin", "bun"),
    [join(PACKAGE_ROOT, "rehearsal", "demo.ts"), ...args],
    { env },
  );
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ended, code })));
}

onEachHost((generation) => {
  const HOST_ARG = ["--host", String(generation)];

  test("ranks scripted designs of any task and says that they were scripted", async () => {
    const place = makeProject({ provider: { url: "http://127.0.0.1:9" }, models: [], plugin: null });
    try {
      const { code, stdout, stderr } = await runDemo([...HOST_ARG, "Design a chat"], place.env);
      expect([code, stderr.includes("error")]).toEqual([0, false]);
      const lines = stdout.trim().split("\n");
      expect(lines[0]).toContain("The models are scripted");
      expect(stdout).toContain("Task: Design a chat");
      expect(stdout).toContain("A by northwind/arch-1");
      expect(stdout).toContain("were scripted and nothing was sent anywhere");
      const directory = /^The folder: +(.+)$/mu.exec(stdout)?.[1] ?? "";
      expect(existsSync(join(directory, ".opencode", "design-lab"))).toBe(true);
    } finally {
      place.remove();
    }
  }, 300_000);

  test("ranks the realistic designs of its own task, with every quote found", async () => {
    const place = makeProject({ provider: { url: "http://127.0.0.1:9" }, models: [], plugin: null });
    try {
      const { code, stdout } = await runDemo(HOST_ARG, place.env);
      expect(code).toBe(0);
      expect(stdout).toContain("The models are scripted");
      expect(stdout).toMatch(/^\| +1 \| A One ledger of places/mu);
      expect(stdout).toContain("3 designs written, 12 reviews and 12 scores made");
      const directory = /^The folder: +(.+)$/mu.exec(stdout)?.[1] ?? "";
      const [report = ""] = new Glob("**/report.html").scanSync({ cwd: directory, absolute: true, dot: true });
      const text = visibleText(readFileSync(report, "utf8"));
      expect(text).toContain("R6 by design C: reviewers disagree, 2 met and 2 missed");
      expect(text).not.toContain("This is not in the design");
    } finally {
      place.remove();
    }
  }, 300_000);

  test("plays an interview, designs its brief, and leaves a folder in which every line that it names for a terminal works", async () => {
    const place = makeProject({ provider: { url: "http://127.0.0.1:9" }, models: [], plugin: null });
    try {
      const { code, stdout } = await runDemo([...HOST_ARG, "--brief"], place.env);
      expect(code).toBe(0);
      expect(stdout).toContain("The scripted person: approve (You approved it.)");
      expect(stdout).toContain("3 designs written, 12 reviews and 12 scores made");
      expect(stdout).toContain("| 11/12 |");
      const link = /^The report: +(file:\S+)$/mu.exec(stdout)?.[1] ?? "";
      expect(existsSync(fileURLToPath(link))).toBe(true);
      const directory = /^The folder: +(.+)$/mu.exec(stdout)?.[1] ?? "";
      const lines = [...stdout.matchAll(/^ {2}npx (opencode-designlab .+)$/gmu)].map(([, line = ""]) =>
        line.split(" "),
      );
      expect(lines.length).toBeGreaterThan(2);
      for (const [command = "", ...words] of lines) {
        const file = join(directory, "node_modules", ".bin", command);
        const { exitCode, stdout: shown } = Bun.spawnSync(["node", file, ...words], { cwd: directory, env: place.env });
        expect([words, exitCode]).toEqual([words, 0]);
        expect(shown.toString()).toContain("One ledger of places");
      }
    } finally {
      place.remove();
    }
  }, 300_000);

  test("asks the person's own providers with --live, with a task that needs quoting", async () => {
    const provider = await startProvider({ models: [{ id: "a/x-1" }, { id: "b/x-1", strength: "thorough" }] });
    const place = makeProject({ provider, models: ["a/x-1", "b/x-1"], plugin: null });
    try {
      cpSync(join(place.directory, "opencode.json"), join(place.home, ".config", "opencode", "opencode.json"));
      const task = 'Design a "quoted" cache\nwhose \\ lines aren\'t lost';
      const { code, stdout } = await runDemo(
        [...HOST_ARG, "--live", "--design-models", "a/x-1,b/x-1", task],
        place.env,
      );
      expect(code).toBe(0);
      expect(stdout.split("\n")[0]).toContain("your own providers");
      expect(stdout).not.toContain("scripted");
      const designs = provider.requests.filter(({ kind }) => kind === "design");
      expect(designs.map(({ model }) => model).sort()).toEqual(["a/x-1", "b/x-1"]);
      for (const { messages } of designs) expect(messages.at(-1)?.content).toContain(`TASK:\n${task}\n`);
    } finally {
      await provider.stop();
      place.remove();
    }
  }, 300_000);
});
