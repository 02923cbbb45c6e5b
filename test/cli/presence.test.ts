import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nobodyHere } from "../../src/host/presence.ts";
import { onTerminal } from "../support/pty.ts";
import { rankedProject } from "../support/ranked-project.ts";

describe("nobodyHere()", () => {
  const at = (env: Record<string, string>, stdin = true, stderr = true) =>
    nobodyHere({ stdin: { isTTY: stdin }, stderr: { isTTY: stderr }, env });

  test("takes one for a person who types at a terminal, and nobody in a pipe", () => {
    expect(at({ TERM: "xterm", CLAUDECODE: "" })).toBeNull();
    expect([at({}, false), at({}, true, false)]).toEqual(Array(2).fill(expect.stringContaining("no terminal is here")));
  });

  test.each([
    "AGENT",
    "AI_AGENT",
    "OPENCODE",
    "OPENCODE_PID",
    "OPENCODE_TERMINAL",
    "CLAUDECODE",
    "CODEX_CI",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "GEMINI_CLI",
    "COPILOT_CLI",
    "CURSOR_AGENT",
    "CLINE_ACTIVE",
  ])("takes nobody for one where %s is set", (name) => {
    expect(at({ [name]: "1" })).toContain(`${name} is set here`);
  });
});

const ranked = rankedProject();
const WORDS = [process.execPath, join(import.meta.dir, "../../src/cli.ts"), "decide"];

test("a line on a terminal decides, and one that an agent's shell gave a terminal of its own does not and says why", async () => {
  const { lab, dir, id } = await ranked.start();
  const words = [...WORDS, id, "A", "It is cheap"];
  const env = { HOME: lab.dir, PATH: process.env.PATH ?? "", TERM: "xterm" };
  for (const name of ["AGENT", "OPENCODE", "OPENCODE_TERMINAL"]) {
    const agents = await onTerminal(words, { cwd: lab.dir, env: { ...env, [name]: "1" }, answers: ["y", "y"] });
    const screen = agents.screen.replaceAll(/\s+/gu, " ");
    expect([agents.code, screen]).toEqual([1, expect.stringContaining(`Not decided: ${name} is set here`)]);
    expect(screen).toContain("type it in a terminal of your own");
    expect(existsSync(join(dir, "decision.json"))).toBe(false);
  }
  const own = await onTerminal(words, { cwd: lab.dir, env, answers: ["y", "y"] });
  expect([own.code, own.screen]).toEqual([0, expect.stringContaining("A")]);
  expect(JSON.parse(readFileSync(join(dir, "decision.json"), "utf8"))).toMatchObject({ door: "command" });
});
