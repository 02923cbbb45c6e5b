/**
 * Variables that agents set in the shells which they start. Of OpenCode they were measured, on 1.18.33 and 2.0.15; the
 * terminal inside OpenCode 2's own app may set its one too.
 */
const OF_AGENTS = [
  // OpenCode 1, Goose, Amp, Pi: https://github.com/agentsmd/agents.md/issues/136
  "AGENT",
  // Named for any agent by https://github.com/vercel/vercel/tree/main/packages/detect-agent
  "AI_AGENT",
  // OpenCode 1
  "OPENCODE",
  "OPENCODE_PID",
  // OpenCode 2
  "OPENCODE_TERMINAL",
  // Claude Code: https://code.claude.com/docs/en/env-vars
  "CLAUDECODE",
  // Codex, with and without its sandbox: https://github.com/openai/codex/tree/main/codex-rs/core
  "CODEX_CI",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  // Gemini CLI: https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/shell.md
  "GEMINI_CLI",
  // Copilot's command line
  "COPILOT_CLI",
  // Cursor: https://github.com/vercel/vercel/blob/main/packages/detect-agent/src/index.ts, as the next two
  "CURSOR_AGENT",
  "AUGMENT_AGENT",
  "ANTIGRAVITY_AGENT",
  // Cline: https://github.com/cline/cline/discussions/5366
  "CLINE_ACTIVE",
  // Goose: https://github.com/block/goose/tree/main/crates/goose-mcp
  "GOOSE_TERMINAL",
] as const;

/** The parts of a process that say whether a person sits at it. */
export type Seat = {
  stdin: { isTTY?: boolean };
  stderr: { isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * Why nobody can be taken for a person here, the end of a sentence; null where one types at a terminal. It is against
 * accidents: whoever takes the variable away and plays a terminal is not told from a person.
 */
export function nobodyHere({ stdin, stderr, env }: Seat): string | null {
  const there = stdin.isTTY && stderr.isTTY;
  return agentsShell(env) ?? (there ? null : "it was not allowed, and no terminal is here to ask at");
}

/** The same of the environment alone: null where no agent's shell is told by it, as in CI. */
export function agentsShell(env: Seat["env"]): string | null {
  const agent = OF_AGENTS.find((name) => (env[name] ?? "") !== "");
  return agent === undefined
    ? null
    : `${agent} is set here, as in the shell of an agent: type it in a terminal of your own`;
}
