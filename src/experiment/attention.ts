import { confirmed, DesignBody, type Flag } from "../artifacts/design.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Attention } from "../artifacts/note.ts";
import { pick } from "../artifacts/pick.ts";
import type { FlaggedTopScore } from "../artifacts/ranking.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Task } from "../artifacts/task.ts";
import { isSameSentence, quoteFinder } from "../blind/quotes.ts";
import { flaggedTopScores } from "../stats/bias.ts";

/**
 * What a person should look at before trusting an experiment: designs that address their reviewers, sessions that
 * tried to look where they must not, prompts that were not blind, scores that look as if a design had asked for them.
 */
export function attentionOf(
  task: Task,
  artifacts: Artifacts,
  ledger: readonly LedgerLine[],
  flags: readonly DesignFlags[] = flagsOf(artifacts),
): Attention {
  const { designs, reviews, scores } = artifacts;
  const stored = new Map(designs.map(({ design_id, provenance }) => [design_id, provenance.violations.length]));
  const tried = (design_id: string): number => {
    const written = ledger.filter((line) => isViolation(line) && line.design_id === design_id && !line.reviewer_id);
    return Math.max(written.length, stored.get(design_id) ?? 0);
  };
  const reviewers = new Map<string, number>();
  for (const line of ledger) {
    if (!isViolation(line) || !line.reviewer_id) continue;
    reviewers.set(line.reviewer_id, (reviewers.get(line.reviewer_id) ?? 0) + 1);
  }
  return {
    designs: task.designers.map(({ design_id }) => ({
      design_id,
      flags: flags.find((one) => one.design_id === design_id)?.flags ?? [],
      violations: tried(design_id),
    })),
    reviewers: [...reviewers].map(([reviewer_id, violations]) => ({ reviewer_id, violations })),
    top_scores: topScoresOf(task, scores, flags),
    identified: designs.flatMap(({ design_id }) => {
      const found = [...reviews, ...scores]
        .filter((cell) => cell.design_id === design_id)
        .flatMap(({ provenance }) => provenance.identity_scan);
      return found.length > 0 ? [{ design_id, names: [...new Set(found)] }] : [];
    }),
  };
}

/** Scores that look as if a flagged design had asked for them. */
export function topScoresOf(
  { criteria }: Task,
  scores: Artifacts["scores"],
  flags: readonly DesignFlags[],
): FlaggedTopScore[] {
  const flagged = flags.filter((one) => confirmed(one.flags).length > 0).map(({ design_id }) => design_id);
  return flaggedTopScores(
    scores.map(({ samples, ...score }) => score),
    criteria,
    new Set(flagged),
  );
}

export type DesignFlags = { design_id: string; flags: Flag[] };

/**
 * Each design's flags from every source, each sentence once for each that found it. A sentence that neither the scan
 * found nor a second model quotes is marked as said alone: any reviewer can quote any sentence of an honest design.
 */
export function flagsOf({
  designs,
  reviews,
  scores,
}: Pick<Artifacts, "designs" | "reviews" | "scores">): DesignFlags[] {
  const cells = [
    ...reviews.map(({ reviewer_model: model, ...cell }) => ({ ...cell, model })),
    ...scores.map(({ scorer_model: model, ...cell }) => ({ ...cell, model })),
  ];
  return designs.map((design) => {
    const { design_id } = design;
    const found = design.flags.slice(0, MAX_FLAGS);
    const quoted = cells
      .filter((cell) => cell.design_id === design_id)
      .flatMap(({ reviewer_id, model, flags }) =>
        flags.slice(0, MAX_FLAGS).map((flag) => ({ model, flag: { ...flag, reviewer_id } })),
      );
    const judged = quoted.map(({ model, flag }): Flag => {
      const others = [...found, ...quoted.filter((other) => other.model !== model).map((other) => other.flag)];
      return others.some(({ quote }) => isSameSentence(quote, flag.quote)) ? flag : { ...flag, alone: true };
    });
    const once = new Map([...found, ...judged].map((flag) => [JSON.stringify(flag), flag]));
    return { design_id, flags: [...once.values()] };
  });
}

/** Flags of one artifact that are looked at; more say nothing new. */
const MAX_FLAGS = 50;
/** Quotes of one reviewer that are looked for in a design. */
const MAX_QUOTES = 20;
const MAX_QUOTE = 300;

/** Those of a reviewer's quotes that really stand in the design, cut to what is worth showing. */
export function quotesIn(design: DesignBody, shown: string, quotes: readonly string[]): Flag[] {
  const finders = [shown, stringsOf(pick(design, DesignBody.properties))].map(quoteFinder);
  return quotes
    .slice(0, MAX_QUOTES)
    .filter((quote) => finders.some((stands) => stands(quote)))
    .map((quote) => ({ source: "reviewer", quote: quote.slice(0, MAX_QUOTE).replace(/\p{Surrogate}$/u, "") }));
}

/** Every text inside a value on lines of its own, as a person would read it rather than as JSON spells it. */
export function stringsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(stringsOf).filter(Boolean).join("\n");
}

function isViolation({ event }: LedgerLine): boolean {
  return event === "violation";
}
