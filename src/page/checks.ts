import { count, list } from "../text/numbers.ts";
import type { Page } from "./page.ts";

/** One thing that could have bent the scores, and what these scores say of it. `notable` ones deserve a look. */
export type Check = { question: string; answer: string; state: "fine" | "notable" | "unknown" };

/** Points of 0–10 from which a reviewer's severity, or a liking for one's own, is worth a word. */
const NOTABLE = 0.75;
/** Rank correlation of score and length from which length is. */
const LONG = 0.7;
const MAX_NAMED = 4;

/** What may have bent the scores, each question with its answer in plain words. */
export function checksOf(page: Page): Check[] {
  return [severity(page), single(page), own(page), vendor(page), length(page), contradictions(page)].flatMap(
    (check) => check ?? [],
  );
}

function severity({ ranking, modelOf }: Page): Check {
  const question = "Is a reviewer much stricter or milder than the others?";
  const named = Object.entries(ranking.bias.severity)
    .filter(([, above]) => Math.abs(above) >= NOTABLE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([id, above]) => `${modelOf(id)} scores ${points(above)} ${above < 0 ? "lower" : "higher"} than the panel`);
  if (named.length === 0) return { question, answer: "No: all use the scale alike.", state: "fine" };
  const taken = ranking.method === "adjusted" ? " This is taken out of the score that ranks." : "";
  return { question, answer: `Yes: ${list(named, MAX_NAMED)}.${taken}`, state: "notable" };
}

function single({ ranking, ranked, modelOf, letterOf }: Page): Check | null {
  const { leave_one_out } = ranking.reliability;
  const question = "Does the first place hang on one reviewer?";
  const [first] = ranked;
  if (leave_one_out === null || !first) return null;
  const { panels, changes } = leave_one_out;
  if (changes.length === 0) {
    return {
      question,
      answer: `No: without any one of the ${panels} reviewers ${first.letter} stays first.`,
      state: "fine",
    };
  }
  const named = changes.map(({ removed, winner }) => {
    const effect = winner === null ? "the first place is shared" : `${letterOf(winner)} is first`;
    return `without ${modelOf(removed)} ${effect}`;
  });
  return { question, answer: `Yes: ${list(named, MAX_NAMED)}.`, state: "notable" };
}

function own({ ranking }: Page): Check {
  const question = "Do models favour their own designs?";
  const { self_preference } = ranking.bias;
  if (self_preference === null) {
    return {
      question,
      answer: "These scores cannot tell: too few of them go to a reviewer's own design.",
      state: "unknown",
    };
  }
  const { beta, standard_error } = self_preference;
  if (Math.abs(beta) < 0.25 || Math.abs(beta) <= (standard_error ?? 0)) {
    return { question, answer: "Nothing in these scores says so.", state: "fine" };
  }
  const chance = standard_error === null || Math.abs(beta) < 2 * standard_error ? "; it may be chance" : "";
  const answer = `They score their own ${points(beta)} ${beta < 0 ? "lower" : "higher"} than others do${chance}.`;
  return { question, answer, state: beta >= NOTABLE ? "notable" : "fine" };
}

function vendor({ ranking }: Page): Check | null {
  const question = "Do reviewers favour models of their own vendor?";
  const { single_vendor, same_vendor } = ranking.bias;
  if (single_vendor !== null) {
    const answer = `All reviewers are models of ${single_vendor}, so nothing can show it; they may share its blind spots.`;
    return { question, answer, state: "notable" };
  }
  const difference = same_vendor?.difference ?? null;
  if (difference === null) return null;
  if (Math.abs(difference) < NOTABLE) return { question, answer: "Nothing in these scores says so.", state: "fine" };
  const answer = `They score them ${points(difference)} ${difference < 0 ? "lower" : "higher"}.`;
  return { question, answer, state: "notable" };
}

function length({ ranking, ranked }: Page): Check | null {
  const question = "Do longer designs score higher?";
  const { length_correlation } = ranking.bias;
  if (length_correlation === null || ranked.length < 4) return null;
  if (Math.abs(length_correlation) < LONG) return { question, answer: "No clear connection.", state: "fine" };
  const [longer, taste] = length_correlation > 0 ? ["Longer", "length"] : ["Shorter", "brevity"];
  const answer = `${longer} ones do (rank correlation ${length_correlation.toFixed(2)}). That is merit, or a taste for ${taste}.`;
  return { question, answer, state: "notable" };
}

function contradictions({ ranking, modelOf, letterOf }: Page): Check {
  const question = "Do overall scores fit the scores by criterion?";
  const found = ranking.bias.overall_contradictions;
  if (found.length === 0) return { question, answer: "Yes, wherever both were given.", state: "fine" };
  const named = found.map(({ design_id, reviewer_id, stated, computed }) => {
    return `${modelOf(reviewer_id)} calls ${letterOf(design_id)} a ${stated.toFixed(1)}, its own criteria make ${computed.toFixed(1)}`;
  });
  return { question, answer: `Not ${count(found.length, "time")}: ${list(named, MAX_NAMED)}.`, state: "notable" };
}

function points(value: number): string {
  const text = String(Number(Math.abs(value).toFixed(1)));
  return `${text} ${text === "1" ? "point" : "points"}`;
}
