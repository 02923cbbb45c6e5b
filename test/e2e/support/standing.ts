import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import { Design } from "../../../src/artifacts/design.ts";
import { Exchange } from "../../../src/artifacts/exchange.ts";
import { Ranking } from "../../../src/artifacts/ranking.ts";
import { Review } from "../../../src/artifacts/review.ts";
import { Score } from "../../../src/artifacts/score.ts";
import { Task } from "../../../src/artifacts/task.ts";

/** What of an experiment is finished on disk: how often each thing was answered and stored. */
export type Standing = {
  /** "design alpha/a", "review delta/r of alpha/a", "score delta/r of alpha/a" (its samples), with how many are there. */
  done: Map<string, number>;
  /** Every artifact's text by relative path. */
  files: Record<string, string>;
  /** Artifacts that are not whole. */
  torn: string[];
};

const KINDS: readonly [RegExp, TSchema][] = [
  [/^task\.json$/, Task],
  [/^designs\/design-[^.]+\.json$/, Design],
  [/^reviews\/review-[^.]+\.json$/, Review],
  [/^scores\/score-[^.]+\.json$/, Score],
  [/^results\/ranking\.json$/, Ranking],
  [/^exchanges\/.+\.json$/, Exchange],
];

/** Folders of the base that hold an experiment, oldest first. */
export async function experimentsIn(base: string): Promise<string[]> {
  const entries = await readdir(base, { recursive: true }).catch(() => []);
  return entries.filter((entry) => basename(entry) === "task.json").map((entry) => join(base, entry, ".."));
}

/** Reads every artifact of an experiment's folder through its schema. */
export async function standingOf(dir: string): Promise<Standing> {
  const standing: Standing = { done: new Map(), files: {}, torn: [] };
  const kept = new Set<string>();
  const answered = new Map<string, string>();
  const count = (name: string, times: number) => standing.done.set(name, times);
  for (const file of (await readdir(dir, { recursive: true })).sort()) {
    const schema = KINDS.find(([path]) => path.test(file))?.[1];
    if (!schema) continue;
    const text = await readFile(join(dir, file), "utf8");
    standing.files[file] = text;
    const value = parsed(text);
    if (!Value.Check(schema, value)) {
      standing.torn.push(`${file}: ${text.slice(0, 200)}`);
      continue;
    }
    if (schema === Exchange) kept.add((value as Exchange).session_id);
    if (schema === Design || schema === Review || schema === Score)
      answered.set((value as Design | Review | Score).provenance.session_id, file);
    if (schema === Design) count(`design ${(value as Design).generating_model}`, 1);
    if (schema === Review) count(`review ${(value as Review).reviewer_model} of ${(value as Review).design_id}`, 1);
    if (schema === Score) {
      const { scorer_model, design_id, samples } = value as Score;
      count(`score ${scorer_model} of ${design_id}`, samples.length);
    }
  }
  // What was answered is kept before anything comes of it.
  for (const [session, file] of answered)
    if (!kept.has(session)) standing.torn.push(`${file}: nothing kept of ${session}`);
  return standing;
}

/** What a request asks for, in the words of `Standing`; `designOf` finds the design that its text is about. */
export function askedFor(request: LoggedRequest, designOf: (text: string) => string): string[] {
  const { kind, model, messages } = request;
  if (kind === "design") return [`design ${model}`];
  if (kind !== "review" && kind !== "score" && kind !== "evaluation") return [];
  const of = `${model} of ${designOf(messages.map(({ content }) => content).join("\n"))}`;
  return kind === "evaluation" ? [`review ${of}`, `score ${of}`] : [`${kind} ${of}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
