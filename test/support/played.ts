import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Bench, type BenchOptions, bench } from "./lab.ts";

/** What lies in a folder: by relative path, with who may read and write it. */
export type Files = readonly { path: string; bytes: Buffer; mode: number }[];
type Played = { reply: string; project: Files; home: Files; then: Pick<Bench["host"], "sessions" | "prompts"> & Said };
type Said = Pick<Bench, "asked" | "told">;

/** By what was asked for; in memory, since nothing tells a process of tests that it ends. */
const played = new Map<string, Promise<Played>>();

export type Beginning = {
  op?: "run" | "generate";
  args: object;
  /** Tells apart what a function among the options makes of the same call: what a scripted model answers. */
  key?: string;
  /** What happens to the bench before its first call, the played one too. */
  ready?: (lab: Bench) => void;
};

/**
 * A bench whose first call was made already, with its reply: it is played once in a process, and each that asks for the
 * same gets a copy of the folders that it left, and of what the host and the person were asked. For tests of what comes
 * after a run; those of the run itself play their own.
 */
export async function benchAfter(
  { op = "run", args, key = "", ready = () => undefined }: Beginning,
  options: BenchOptions = {},
): Promise<{ lab: Bench; reply: string }> {
  if (options.answer && key === "") throw new Error("A key is needed beside scripted answers, found none");
  if (options.dir ?? options.home ?? options.worktree) throw new Error("What is played lies in folders of its own");
  const name = JSON.stringify([op, args, key, options, String(ready)]);
  const first = played.get(name) ?? play(op, args, ready, options);
  played.set(name, first);
  const { reply, project, home, then } = await first;
  const lab = await bench(options);
  layDown(project, lab.dir);
  if (lab.home !== join(lab.dir, "no-home")) layDown(home, lab.home);
  lab.host.sessions.push(...then.sessions);
  lab.host.prompts.push(...then.prompts);
  lab.asked.push(...then.asked);
  lab.told.push(...then.told);
  ready(lab);
  return { lab, reply };
}

async function play(op: string, args: object, ready: (lab: Bench) => void, options: BenchOptions): Promise<Played> {
  const lab = await bench(options);
  try {
    ready(lab);
    const reply = await lab.call(op, args);
    const { host, asked, told } = lab;
    const then = { sessions: [...host.sessions], prompts: [...host.prompts], asked: [...asked], told: [...told] };
    return { reply, project: filesIn(lab.dir), home: filesIn(lab.home), then };
  } finally {
    await lab.dispose();
  }
}

/** Every file below a folder; none where there is no such folder. */
export function filesIn(folder: string): Files {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: relative(folder, path), bytes: readFileSync(path), mode: statSync(path).mode };
    });
}

/** Writes them below another folder. */
export function layDown(files: Files, folder: string): void {
  for (const { path, bytes, mode } of files) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes, { mode });
  }
}
