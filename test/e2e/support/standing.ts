import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Message } from "../../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import { Design } from "../../../src/artifacts/design.ts";
import { KeptEntrant } from "../../../src/artifacts/entrant.ts";
import { Exchange } from "../../../src/artifacts/exchange.ts";
import { playedBy } from "../../../src/artifacts/persona.ts";
import { Ranking } from "../../../src/artifacts/ranking.ts";
import { Review } from "../../../src/artifacts/review.ts";
import { Score } from "../../../src/artifacts/score.ts";
import { Task } from "../../../src/artifacts/task.ts";

/** What of an experiment is finished on disk: how often each thing was answered and stored. */
export type Standing = {
  /**
   * "design alpha/a", "design alpha/a as simplest", "design document/rfc", "review delta/r of alpha-a", "score delta/r as
   * cost of alpha-a" (its samples), with how many are there.
   */
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
  [/^entrants\/entrant-[^.]+\.json$/, KeptEntrant],
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
  const plan = parsed(await readFile(join(dir, "task.json"), "utf8").catch(() => "null"));
  const { designers, reviewers } = Value.Check(Task, plan) ? plan : { designers: [], reviewers: [] };
  const designer = ({ design_id, generating_model }: Design): string => {
    const row = designers.find((each) => each.design_id === design_id);
    return playedBy(row?.entrant === undefined ? generating_model : row.model, row?.persona);
  };
  const seat = (id: string, by: string): string =>
    playedBy(by, reviewers.find(({ reviewer_id }) => reviewer_id === id)?.persona);
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
    if (schema === Design) count(`design ${designer(value as Design)}`, 1);
    if (schema === Review) {
      const { reviewer_id, reviewer_model, design_id } = value as Review;
      count(`review ${seat(reviewer_id, reviewer_model)} of ${design_id}`, 1);
    }
    if (schema === Score) {
      const { reviewer_id, scorer_model, design_id, samples } = value as Score;
      count(`score ${seat(reviewer_id, scorer_model)} of ${design_id}`, samples.length);
    }
  }
  // What was answered is kept before anything comes of it.
  for (const [session, file] of answered)
    if (!kept.has(session)) standing.torn.push(`${file}: nothing kept of ${session}`);
  return standing;
}

/** How a request is told apart from another of its model. */
export type Told = {
  /** The design that the text of an evaluation is about. */
  designOf(text: string): string;
  /** What the model of a document that joins is called in the plan; absent where none joins. */
  document?: string;
  /** Texts of the personas that are played, by their names. */
  personas?: Readonly<Record<string, string>>;
};

/** What a request asks for, in the words of `Standing`. */
export function askedFor(request: LoggedRequest, { designOf, document, personas = {} }: Told): string[] {
  const { kind, messages } = request;
  const seat = playedBy(request.model, personaIn(messages, personas));
  if (kind === "arrangement") return [`design ${document}`];
  if (kind === "design") return [`design ${seat}`];
  if (kind !== "review" && kind !== "score" && kind !== "evaluation") return [];
  const of = `${seat} of ${designOf(messages.map(({ content }) => content).join("\n"))}`;
  return kind === "evaluation" ? [`review ${of}`, `score ${of}`] : [`${kind} ${of}`];
}

/** Whom the system prompt has a model be; undefined for nobody. */
export function personaIn(
  messages: readonly Pick<Message, "role" | "content">[],
  personas: Readonly<Record<string, string>>,
): string | undefined {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return Object.keys(personas).find((name) =>
    system.some((content) => content.includes(JSON.stringify(personas[name]))),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
