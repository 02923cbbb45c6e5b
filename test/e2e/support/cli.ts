import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { developmentBinary, PACKAGE_ROOT } from "../../../rehearsal/binary.ts";
import { HOST } from "./hosts.ts";

/** Where the command is typed, and with which environment. */
type Place = { directory: string; env: Readonly<Record<string, string>> };
export type Printed = { code: number | NodeJS.Signals | null; stdout: string; stderr: string };

/** The package whose command is run unless another is given, and Node.js, whatever this process runs in. */
const COMMAND = join(PACKAGE_ROOT, "cli.js");
const NODE = Bun.which("node") ?? "node";

/** Runs opencode-designlab in Node.js, without a terminal, on the host that the process tests on unless another is named. */
export function command(
  { directory, env }: Place,
  words: readonly string[],
  options: {
    file?: string;
    input?: string;
    host?: boolean;
    opencode?: string;
    env?: Readonly<Record<string, string>>;
  } = {},
): { printed: Promise<Printed>; pid: number; kill(signal: NodeJS.Signals): void; errors(): string } {
  const { file = COMMAND, input = "", host = true } = options;
  const named = host ? ["--opencode", options.opencode ?? developmentBinary(HOST)] : [];
  const path = host ? `${dirname(NODE)}:${env.PATH}` : dirname(NODE);
  const child = spawn(NODE, [file, ...named, ...words], {
    cwd: directory,
    env: { ...env, ...options.env, PATH: path, PWD: directory },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const printed = new Promise<Printed>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code: code ?? signal, stdout, stderr }));
  });
  return { printed, pid: child.pid ?? 0, kill: (signal) => child.kill(signal), errors: () => stderr };
}

/** Processes of a host that was started in a folder. */
export function hostsIn(directory: string): string {
  const { stdout } = Bun.spawnSync([
    "sh",
    "-c",
    `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "${directory}" ] && tr '\\0' ' ' < $p/cmdline && echo; done; true`,
  ]);
  return stdout.toString();
}

/** Waits for something that another process does. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 150_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("it did not come to that within 150 s");
    await Bun.sleep(100);
  }
}
