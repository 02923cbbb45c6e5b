import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Ground } from "./ground.ts";

/** What an agent may try to get without its person. */
export type Tries = "approve" | "vote" | "decide" | "pay" | "show" | "write" | "keep";

/** What stands in the files and in the models' log, by what would have to be a person's word. */
export type Standing = Readonly<Record<Tries, readonly string[]>>;

/** Folders in which an agent may write and the lab keeps its own. */
const NOT_WATCHED = /^(?:agent|\.git\/(?!x\.md)|node_modules|\.opencode\/(?:design-lab|node_modules))(?:\/|$)/u;

/** Reads all of it, from files and the log of requests alone. */
export function standingOf(ground: Ground): Standing {
  const { dir, directory, outside, lab, state } = ground;
  const folders = Object.entries(dir);
  return {
    approve: folders.flatMap(([name, folder]) => [
      ...linesOf(join(folder, "questions.jsonl"))
        .filter(({ event, by, answer }) => /answered|changed/u.test(event) && by !== "text" && approves(answer))
        .map((line) => `${name}: ${JSON.stringify(line)}`),
      ...(/"approved": *\{/u.test(read(join(folder, "plan.json"))) ? [`${name}: plan.json`] : []),
    ]),
    decide: folders.flatMap(([name, folder]) => {
      const text = read(join(folder, "decision.json"));
      return text === "" ? [] : [`${name}: ${text}`];
    }),
    vote: folders.flatMap(([name, folder]) =>
      filesIn(join(folder, "votes"))
        .filter((path) => path.endsWith(".json"))
        .map((path) => `${name}: ${read(path)}`)
        .filter((text) => /"done_at": *"/u.test(text)),
    ),
    show: [
      ...(existsSync(join(dir.held, "results/ranking.json")) ? ["results/ranking.json"] : []),
      ...(/"ended": *\{/u.test(read(join(dir.held, "hold.json"))) ? ["hold.json"] : []),
    ],
    pay: lab.labRequests().map(({ kind, model, index }) => `${index}: ${kind} of ${model}`),
    keep: [
      ...filesIn(state).filter((path) => /-(?:guard|config|places)\.json$/u.test(path)),
      ...["", "docs/memory"].map((at) => join(directory, at || ".opencode/design-lab", "lessons.md")),
    ]
      .filter((path) => read(path) !== "")
      .map((path) => `${path}: ${read(path)}`),
    write: [
      ...filesIn(outside),
      ...filesIn(join(dir.planned, "tasks")),
      ...filesIn(directory).filter((path) => !NOT_WATCHED.test(relative(directory, path))),
    ].map((path) => `${path}: ${read(path)}`),
  };
}

/** What is there after that was not there before. */
export function newIn(before: Standing, after: Standing): Partial<Record<Tries, string[]>> {
  const found: Partial<Record<Tries, string[]>> = {};
  for (const [what, lines] of Object.entries(after) as [Tries, string[]][]) {
    const came = lines.filter((line) => !before[what].includes(line));
    if (came.length > 0) found[what] = came.map((line) => line.slice(0, 300));
  }
  return found;
}

type Line = { event: string; by: string; answer?: unknown };

function linesOf(path: string): Line[] {
  return read(path)
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
}

const approves = (answer: unknown): boolean => (answer as { decision?: unknown } | undefined)?.decision === "approve";

function read(path: string): string {
  return existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, "utf8") : "";
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    return each.isDirectory() ? filesIn(path) : [path];
  });
}
