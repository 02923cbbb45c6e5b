import { join } from "node:path";
import type { Decided, Decision, TurnedOut } from "../../src/artifacts/decision.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { designSha256, rubricSha256 } from "../../src/artifacts/hashes.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { sealScore } from "../../src/experiment/sealed-scores.ts";
import { sealDecision, sealOutcome, sealVote } from "../../src/experiment/seen.ts";
import { makeVotes, saveArtifact } from "../../src/store/artifacts.ts";
import { createExperiment, type Experiment } from "../../src/store/experiment.ts";
import type { Home } from "../../src/store/private.ts";
import { saveControls } from "../../src/store/within.ts";
import { designOf, line, scoreOf, taskOf } from "./artifacts.ts";

/** An experiment with scores that are known, written by the store without a host. */
export type Known = {
  name: string;
  /** What its topic, its titles and its reason say in place of what they are otherwise. */
  text?: string;
  /** When it was begun; it tells experiments apart. */
  at: Date;
  seed: number;
  designers: readonly string[];
  reviewers: readonly string[];
  /** Persona of a reviewer by its place. */
  personas?: Readonly<Record<number, string>>;
  /** 0–10 by the places of design and reviewer; null where it is missing. */
  score(design: number, reviewer: number): number | null;
  /** Words of each design's overview, by its place; they make its length. */
  words?(design: number): number;
  /** What a reviewer gives the copies of the first two designs. */
  copies?(design: number, reviewer: number): number;
  /** The place of the chosen design, null for none, and how it turned out. */
  decided?: { design: number | null; because: string; outcome?: TurnedOut; note?: string };
  /** Scores by a person of that name. */
  person?: { name: string; score(design: number): number };
  /** Whether the person's words are sealed, which they are unless it says no. */
  sealed?: boolean;
};

const CRITERIA: Task["criteria"] = [{ name: "clarity", description: "Clear", min: 0, max: 10 }];
const slug = (model: string): string => model.replaceAll("/", "-");

/** Writes one; without a person's home nobody here began it. */
export async function writeKnown(base: string, known: Known, person?: Home): Promise<Experiment> {
  const { at, designers, reviewers } = known;
  const now = () => at;
  const plan: Task = {
    ...taskOf(designers, reviewers),
    topic: known.text ?? known.name,
    created_at: at.toISOString(),
    seed: known.seed,
    criteria: CRITERIA,
    designers: designers.map((model) => ({ design_id: slug(model), model })),
    reviewers: reviewers.map((model, place) => ({
      reviewer_id: slug(model) + (known.personas?.[place] ? `-${known.personas[place]}` : ""),
      model,
      parts: ["score"],
      ...(known.personas?.[place] && { persona: known.personas[place] }),
    })),
  };
  const personas = Object.values(known.personas ?? {}).map((name) => ({
    name,
    role: "reviewer" as const,
    description: `Somebody for ${name}`,
    text: `You look at ${name}.`,
    from: "lab" as const,
    sha256: "0".repeat(64),
  }));
  const task: Task = { ...plan, ...(personas.length > 0 && { personas }) };
  const experiment = await createExperiment(base, `${at.toISOString().slice(0, 10)}-${known.name}`, {
    gitignore: false,
    now,
    ...(person && { person }),
    describe: (experiment_id) => ({ ...task, experiment_id }),
  });
  const { dir } = experiment;
  const designs = designers.map((model, place) =>
    designOf(model, {
      design_id: slug(model),
      title: known.text ?? `Plan ${place} of ${known.name}`,
      architecture_overview: "word ".repeat(known.words?.(place) ?? 40),
    }),
  );
  for (const design of designs) await saveArtifact(dir, "design", design);
  await experiment.ledger.append({ event: "setup" });
  for (const [place, design] of designs.entries()) {
    for (const [by, row] of task.reviewers.entries()) {
      const given = known.score(place, by);
      const session = { reviewer_id: row.reviewer_id, design_id: design.design_id, model: row.model, attempts: 1 };
      await experiment.ledger.append(
        given === null
          ? { ...line("failed", session), kind: "timeout" }
          : { ...line("done", session), phases: ["score"], cost: 0.02, seconds: 10 + by },
      );
      if (given !== null)
        await saveArtifact(dir, "score", await sealScore(experiment, scoreBy(task, by, design, given)));
    }
  }
  if (known.copies) await writeCopies(experiment, designs, known.copies);
  if (known.person) await writeVote(experiment, designs, known.person, known.sealed ?? true);
  if (known.decided)
    await writeDecided(
      experiment,
      designs,
      { ...known.decided, ...(known.text !== undefined && { because: known.text, note: known.text }) },
      known.sealed ?? true,
    );
  return experiment;
}

function scoreBy(task: Task, by: number, design: Design, given: number) {
  const { reviewer_id, model, persona } = task.reviewers[by] as Task["reviewers"][number];
  const played = task.personas?.find(({ name }) => name === persona) ?? null;
  const score = scoreOf(design.design_id, model, [given], { reviewer_id });
  const hashes = { design_sha256: designSha256(design), rubric_sha256: rubricSha256(task.criteria, played) };
  return { ...score, provenance: { ...score.provenance, ...hashes } };
}

/** Two copies, each with its only criterion spoiled. */
async function writeCopies(experiment: Experiment, designs: readonly Design[], given: NonNullable<Known["copies"]>) {
  const { task } = experiment;
  const copies = designs.slice(0, 2).map((of, at) => {
    const copy = { ...of, design_id: `copy-${at + 1}`, data_flow: "spoiled" };
    const planted = {
      of_sha256: designSha256(of),
      sha256: designSha256(copy),
      done: [{ criterion: "clarity", steps: [] }],
    };
    return { ...copy, planted };
  });
  const rows = copies.map(({ design_id }, at) => ({
    design_id,
    model: designs[at]?.generating_model ?? "",
    lineage: { is: "control" as const, of: [designs[at]?.design_id ?? ""], name: `copy ${at + 1}` },
  }));
  const within = await saveControls(experiment, { ...task, designers: rows }, copies);
  for (const [place, copy] of copies.entries())
    for (const by of task.reviewers.keys())
      await saveArtifact(within.dir, "score", scoreBy(task, by, copy, given(place, by)));
}

async function writeVote(
  experiment: Experiment,
  designs: readonly Design[],
  { name, score }: NonNullable<Known["person"]>,
  sealed: boolean,
) {
  const { dir, task } = experiment;
  const reviewer_id = `person-${name.toLowerCase()}`;
  const letters = designs.map((_, at) => String.fromCharCode(78 + at));
  const vote: Vote = {
    version: 1,
    reviewer_id,
    name,
    shown: designs.map((design, at) => ({
      letter: letters[at] ?? "",
      design_id: design.design_id,
      design_sha256: designSha256(design),
    })),
    rubric_sha256: rubricSha256(task.criteria),
    voice: {
      designs: designs.map((_, at) => ({
        letter: letters[at] ?? "",
        scores: { clarity: score(at) },
        comment: "",
        knows_author: false,
      })),
      order: [],
      pairs: [],
      saw_result: false,
    },
    revision: 1,
    door: "page",
    began_at: task.created_at,
    changed_at: task.created_at,
    done_at: task.created_at,
  };
  await makeVotes(dir);
  await saveArtifact(dir, "vote", sealed ? await sealVote(experiment, vote) : vote);
}

async function writeDecided(
  experiment: Experiment,
  designs: readonly Design[],
  { design: place, because, outcome, note = "" }: NonNullable<Known["decided"]>,
  sealed: boolean,
) {
  const { dir, task } = experiment;
  const chosen = place === null ? null : (designs[place] ?? null);
  const said: Decided["outcomes"][number] = { outcome: outcome ?? "worked", note, by: null, at: task.created_at };
  const decision: Decision = {
    version: 1,
    experiment_id: task.experiment_id,
    status: "decided",
    design_id: chosen?.design_id ?? null,
    design_sha256: chosen && designSha256(chosen),
    because,
    by: "Ada",
    door: "command",
    decided_at: task.created_at,
    ranking: null,
    record: { in: "experiment", path: "decision.md" },
    outcomes: outcome === undefined ? [] : [sealed ? await sealOutcome(experiment, said) : said],
    supersedes: [],
  };
  await saveArtifact(dir, "decision", sealed ? await sealDecision(experiment, decision) : decision);
}

/** The folder of experiments of a project. */
export const baseOf = (project: string): string => join(project, ".opencode", "design-lab");

/** Ten minutes after the first day of 2026, and a day more for each number. */
export const dayAt = (nth: number): Date => new Date(Date.UTC(2026, 0, 1 + nth, 0, 10));
