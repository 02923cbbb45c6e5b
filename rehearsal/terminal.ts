import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { developmentBinary } from "./binary.ts";
import type { Place } from "./opencode.ts";

export type TerminalOptions = {
  project: Place;
  columns: number;
  rows: number;
  /** Words after the host's name; none on the first generation, `--standalone` on the second, unless given. */
  words?: readonly string[];
};

/** OpenCode in a terminal of a fixed size, as a person sees it. */
export type Terminal = AsyncDisposable & {
  /** What stands on the screen now, line by line, without colours and without blanks at the ends. */
  screen(): string;
  /** By which tmux knows it. */
  socket: string;
  /** Types a text as it stands. */
  type(text: string): void;
  /** Presses keys by tmux's names: "Enter", "Escape", "C-x". */
  press(...keys: string[]): void;
  /** The first screen that fits; throws with the last one after `ms` milliseconds (280,000). */
  waitFor(fits: (screen: string) => boolean, ms?: number): Promise<string>;
};

/** True where there is a tmux to play the terminal. */
export const hasTerminal = (): boolean => spawnSync("tmux", ["-V"], { stdio: "ignore" }).status === 0;

let terminals = 0;

/** How the second generation is told what the first keeps in a file. */
const STILL = { OPENCODE_CLI_CONFIG_CONTENT: JSON.stringify({ animations: false }) };

/**
 * Starts the host's own screen in a tmux of its own, which ends with it. Nothing moves on it by itself: a picture drawn
 * anew thirty times a second takes more of the processor than all else that a host does.
 */
export function openTerminal({
  project,
  columns,
  rows,
  words = project.generation === 2 ? ["--standalone"] : [],
}: TerminalOptions): Terminal {
  const socket = `designlab-${process.pid}-${++terminals}`;
  const tmux = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      cwd: project.directory,
      env: { ...project.env, ...STILL, PWD: project.directory, TERM: "xterm-256color", COLORTERM: "truecolor" },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`);
    return stdout;
  };
  const state = join(project.env.XDG_STATE_HOME ?? "", "opencode");
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, "kv.json"), JSON.stringify({ animations_enabled: false }));
  const command = [developmentBinary(project.generation), ...words];
  tmux("new-session", "-d", "-s", "host", "-x", String(columns), "-y", String(rows), ...command);
  const screen = (): string =>
    tmux("capture-pane", "-p", "-t", "host")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");
  return {
    screen,
    socket,
    type: (text) => void tmux("send-keys", "-t", "host", "-l", text),
    press: (...keys) => void tmux("send-keys", "-t", "host", ...keys),
    async waitFor(fits, ms = 280_000) {
      let last = "";
      for (let patience = ms / 100; patience > 0; patience--) {
        last = screen();
        if (fits(last)) return last;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`No screen that fits came within ${ms} ms; the last was:\n${last}`);
    },
    async [Symbol.asyncDispose]() {
      spawnSync("tmux", ["-L", socket, "kill-server"], { stdio: "ignore" });
    },
  };
}
