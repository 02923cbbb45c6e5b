import type { Flag } from "./design.ts";
import type { Entrant } from "./entrant.ts";
import type { PersonaRole } from "./persona.ts";
import type { PresetName } from "./preset.ts";
import type { Problem } from "./problem.ts";
import type { FlaggedTopScore } from "./ranking.ts";
import type { RankingNote } from "./ranking-note.ts";
import type { Requirement } from "./requirement.ts";

/** What there is too little of for planted copies, and how many there are of it. */
export type ControlsLack = { of: "designs" | "reviewers" | "criteria" | "texts"; found: number };

/** What a person should know of the models that were chosen, before anything is asked. */
export type PanelNote =
  /** Nobody named these, and the host brought them by itself: where the person set up no provider. */
  | { kind: "hosts-own"; models: readonly string[] }
  | { kind: "models-chosen"; models: readonly string[] }
  /** One model is all there is: it writes so many designs, and reviews them where no reviewers are named. */
  | { kind: "one-model"; model: string; designs: number; reviews: boolean }
  /** A preset that finds so many models alone: so many designs, and reviewers of each, null where nobody reviews. */
  | { kind: "preset-short"; preset: PresetName; models: number; designs: number; reviewers: number | null }
  /** Models that a preset asks beside those that are listed or were chosen to design. */
  | { kind: "preset-added"; preset: PresetName; models: readonly string[] }
  | { kind: "repeated-designer"; model: string; times: number }
  | { kind: "repeated-reviewer"; model: string }
  /** Who is played by whom, what its reviewers score beside the others, and what it adds; the price null where unknown. */
  | {
      kind: "persona";
      name: string;
      role: PersonaRole;
      models: readonly string[];
      description: string;
      criteria: readonly string[];
      sessions: number;
      cost: number | null;
    }
  /** Lists of reviewers of a kind, by their paths, that `review_models` takes the place of. */
  | { kind: "review-models-count"; models: readonly string[]; unused: readonly string[] }
  | { kind: "one-reviewer"; model: string }
  /** So many reviewers judge every design, and the others where it can still change the choice. */
  | { kind: "thrifty"; first: number; further: number }
  /** Thrifty evaluation was asked for and spares nothing: there are too few designs or reviewers that score. */
  | { kind: "thrifty-idle"; designs: number; reviewers: number }
  /** What planted copies add, or would add where they were not asked for; the price null where unknown. */
  | { kind: "controls"; asked: boolean; sessions: number; cost: number | null }
  /** Planted copies were asked for, and cannot be made: there is too little of this. Of texts, those that code could spoil. */
  | { kind: "controls-idle"; lack: ControlsLack }
  | Extract<RankingNote, { kind: "single-vendor" | "self-reviews-excluded" }>
  /**
   * Every reviewer also designs; `model` is one of the person's own that designs nothing, null when there is none.
   * `price` is in US dollars for a million tokens, null when unknown.
   */
  | { kind: "outsider-missing"; model: string | null; price: { input: number; output: number } | null }
  /** They count; `all`: the reviewers are exactly the designers. */
  | { kind: "self-reviews"; reviewers: number; of: number; all: boolean }
  | { kind: "below-min-designs"; min: number; designs: number }
  | { kind: "below-min-reviewers"; min: number; reviewers: number };

/** Documents that a call has join the designs: whose text goes to whom puts it into fields, and to the reviewers. */
export type Joins = { kind: "joins"; files: readonly Entrant[]; reviewers: readonly string[] };

/** A setting that bounds what is spent, which a checkout's configuration wanted laxer than it may be. Values as text. */
export type BoundNote = {
  kind: "bound-held";
  /** The file, or the name of what is no file, that wanted it. */
  source: string;
  /** The setting's path. */
  setting: string;
  wanted: string;
  holds: string;
  /** Where what holds stands; null for the default. */
  of: string | null;
  /** Of a file of the project, which a person may allow: whether it was allowed and says something else by now. */
  standing?: "new" | "changed";
};

/** What a person should know of the work of one call, beside its numbers. Sentences are made of it in story/call-notes.ts. */
export type Note =
  | PanelNote
  | RankingNote
  | BoundNote
  | Joins
  | { kind: "ledger-unwritten"; reason: string }
  /** A design file that could not be used; the new design stands in its place, the old file at `kept_as`. */
  | { kind: "design-replaced"; problem: Problem; kept_as: string }
  /** A file that cannot be used. */
  | { kind: "problem"; problem: Problem }
  /** A provider took fewer sessions at a time than there were: so many at the least. */
  | { kind: "slow-provider"; provider: string; sessions: number }
  /** What a model found stated in a task of prose, in the task's words. */
  | { kind: "requirements-read"; model: string; requirements: Requirement[] }
  /** Criteria of an approved brief by their names: those that count beside the configured, and those that are configured already. */
  | { kind: "brief-criteria"; used: readonly string[]; known: readonly string[] }
  /** Criteria and sentences that a file gives, which the source `by` names. */
  | { kind: "rubric-file"; file: string; by: string; criteria: readonly string[]; assertions: number }
  /** Assertions that speak to whoever judges, by their numbers: they are asked as data, and shown. */
  | { kind: "assertion-speaks"; assertions: readonly Requirement[] }
  /** Criteria that do so, of the configuration or of a brief. */
  | { kind: "criterion-speaks"; criteria: readonly { name: string; text: string }[] }
  /** What a model held to be stated in a task and is not: left out. */
  | { kind: "requirements-invented"; model: string; sentences: string[] }
  /** The brief that the task was made from says something else today. */
  | { kind: "brief-changed"; experiment_id: string }
  /** A round of better designs is not at its end. */
  | { kind: "round-open"; experiment_id: string; number: number }
  | { kind: "no-scoring" }
  | { kind: "too-few-designs" }
  /** A reviewer failed, and its fallback was not asked, for its own answer counts already. */
  | { kind: "fallback-on-panel"; model: string; fallback: string };

/** What a person should look at before trusting an experiment. Nothing of it disqualifies a design. */
export type Attention = {
  designs: readonly { design_id: string; flags: readonly Flag[]; violations: number }[];
  reviewers: readonly { reviewer_id: string; violations: number }[];
  top_scores: readonly FlaggedTopScore[];
  /** Names left in a prompt that was to be blind. */
  identified: readonly { design_id: string; names: readonly string[] }[];
};

/** One thing that doctor looked at. `remedy`: what to do, empty where nothing is wrong. */
export type Check = { what: string; state: "ok" | "warning" | "problem"; found: string; remedy: string };
