import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { developmentBinary, type Generation } from "../../../rehearsal/binary.ts";
import { makeProject, type Project } from "../../../rehearsal/project.ts";
import { command } from "../../e2e/support/cli.ts";

/** A machine that takes part in a study: a person's home of its own, and one generation of the host. */
export type Machine = {
  project: Project;
  /** Types a line of the command there. */
  type(words: readonly string[]): ReturnType<typeof command>;
};

/** Makes a machine whose person has these models, and nothing else of the lab. */
export function machineWith(generation: Generation, url: string, models: readonly string[]): Machine {
  const project = makeProject({ generation, provider: { url }, models, plugin: null });
  // A worker's folders lie in no project: what the host knows is the person's own.
  const file = "opencode.json";
  writeFileSync(join(project.home, ".config/opencode", file), readFileSync(join(project.directory, file)));
  return {
    project,
    type: (words) => command(project, words, { opencode: developmentBinary(generation) }),
  };
}

type Process = { pid: number; parent: number; line: string };

/** A process and all that it started, down to the last. */
export function familyOf(pid: number): Process[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 1e8 });
  const rows = stdout.split("\n").flatMap((row): Process[] => {
    const [, own, parent, line = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(row) ?? [];
    return own === undefined ? [] : [{ pid: Number(own), parent: Number(parent), line }];
  });
  const all = rows.filter((row) => row.pid === pid);
  for (const each of all) for (const row of rows) if (row.parent === each.pid) all.push(row);
  return all;
}

/** The process in which a worker works: on an older Node.js what was typed goes on in a runtime that has SQLite. */
export function workerIn(family: readonly Process[]): Process {
  const worker = family.findLast(({ line }) => / study work /u.test(line));
  if (worker === undefined) throw new Error("no worker is there");
  return worker;
}

/** Sends all of these a signal, those that are gone aside. */
export function signalAll(processes: readonly Pick<Process, "pid">[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone.
    }
  }
}

/** Whether a process is there. */
export function isThere({ pid }: Pick<Process, "pid">): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
