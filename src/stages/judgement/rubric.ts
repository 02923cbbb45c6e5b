import type { ProposedCriterion } from "../../artifacts/brief.ts";
import type { Criterion } from "../../artifacts/criterion.ts";
import type { Lab } from "../../prompting/lab.ts";
import { cleanValue, isBlank } from "../../text/clean.ts";
import { lookOf } from "../../text/fold.ts";

/** What designs are judged by, and which of a brief's criteria are among it or are configured already. */
type Rubric = { criteria: Criterion[]; used: string[]; known: string[] };

/** The scale of what a brief proposes. */
const SCALE = { min: 0, max: 10 };

/**
 * The configured criteria, whose weights stay, and behind them those of a brief. Where two would look alike in a table
 * the first counts, so that the configuration wins over the brief.
 */
export function rubricOf(configured: readonly Criterion[], proposed: readonly ProposedCriterion[] = []): Rubric {
  const criteria = cleanValue([...configured]).value;
  const rubric: Rubric = { criteria, used: [], known: [] };
  const looks = new Set(criteria.map(({ name }) => lookOf(name)));
  for (const { name, text, weight } of cleanValue([...proposed]).value) {
    if (isBlank(name) || isBlank(text)) continue;
    const look = lookOf(name);
    if (!looks.has(look)) criteria.push({ name, description: text.replace(/\s+/gu, " ").trim(), ...SCALE, weight });
    rubric[looks.has(look) ? "known" : "used"].push(name);
    looks.add(look);
  }
  return rubric;
}

/** What an approved brief has designs judged by, beside the configured criteria. */
export type Proposing = { criteria?: readonly ProposedCriterion[] };

/** What designs of a new task are judged by. */
export const criteriaOf = ({ config }: Pick<Lab, "config">, { criteria }: Proposing): Criterion[] =>
  rubricOf(config.review.quantitative.criteria, criteria).criteria;
