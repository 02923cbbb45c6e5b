import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const alive = new Set<ChildProcess>();

// A group of its own hears nothing of a Ctrl-C in the terminal, so whatever ends this process has to end them all.
process.on("exit", killAll);
for (const [signal, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
  ["SIGHUP", 1],
] as const) {
  process.on(signal, () => {
    killAll();
    if (process.listenerCount(signal) === 1) process.exit(128 + number);
  });
}

/** Spawns a process as the leader of its own group, so that its children can be found and ended with it. */
export function spawnTree(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
  alive.add(child);
  child.once("close", () => alive.delete(child));
  child.once("error", () => alive.delete(child));
  guard(child);
  return child;
}

/** Ends a process with all its descendants, those in groups of their own too. */
export function killTree(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  for (const each of [...descendants(pid), -pid, pid]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended already.
    }
  }
}

/** Asks a process tree to end and makes sure of it after `grace` milliseconds; resolves when it is gone. */
export async function endTree(child: ChildProcess, grace = 2_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
    return killTree(child, "SIGKILL");
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  killTree(child, "SIGTERM");
  const timer = setTimeout(() => killTree(child, "SIGKILL"), grace);
  await gone;
  clearTimeout(timer);
  killTree(child, "SIGKILL");
}

/** Ends the group soon after this process when that was killed, or is a test runner that fires no exit event. */
function guard({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform === "win32") return;
  const watch = 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill -0 "$1" || kill -9 "-$2"';
  const args = ["-c", `exec 2>/dev/null; ${watch}`, "guard", String(process.pid), String(pid)];
  spawn("sh", args, { detached: true, stdio: "ignore" }).unref();
}

function killAll(): void {
  for (const child of alive) killTree(child, "SIGKILL");
}

function descendants(root: number): number[] {
  const parents = parentOf();
  const found: number[] = [];
  for (let generation = [root]; generation.length > 0; ) {
    generation = parents.filter(([, parent]) => generation.includes(parent)).map(([pid]) => pid);
    found.push(...generation);
  }
  return found;
}

/** All processes with their parents: from /proc where there is one, else from ps. */
function parentOf(): [pid: number, parent: number][] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const parent = parentInStat(name);
        return parent === null ? [] : [[Number(name), parent] as [number, number]];
      });
  } catch {
    const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).stdout ?? "";
    return [...listed.matchAll(/^\s*(\d+)\s+(\d+)/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
  }
}

function parentInStat(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}
