import { count, list, oneDecimal, points } from "../../text/numbers.ts";
import type { Page } from "./page.ts";

/**
 * One thing that could have bent the scores, and what these scores say of it. `notable` ones deserve a look. Where the
 * answer is that nothing shows, `unseen` is what would not have shown, in points of 0–10.
 */
export type Check = {
  question: string;
  answer: string;
  state: "fine" | "notable" | "unknown";
  unseen?: number | undefined;
};

/** Points of 0–10 from which a reviewer's severity is worth a word. */
const NOTABLE = 0.75;
const MAX_NAMED = 4;

/** What may have bent the scores, each question with its answer in plain words. */
export function checksOf(page: Page): Check[] {
  return [
    apart(page),
    severity(page),
    single(page),
    own(page),
    vendor(page),
    length(page),
    contradictions(page),
  ].flatMap((check) => check ?? []);
}

function apart({ ranking }: Page): Check | null {
  const deviation = ranking.reliability.residual_deviation;
  if (deviation === null) return null;
  const answer = `By about ${points(deviation)} of 10, once each reviewer's own severity is taken out.`;
  return { question: "How far do reviewers of one design lie apart?", answer, state: "fine" };
}

function severity({ ranking, modelOf }: Page): Check | null {
  const question = "Is a reviewer much stricter or milder than the others?";
  const all = Object.entries(ranking.bias.severity).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  if (all.length < 2) return null;
  const named = all
    .filter(([, above]) => Math.abs(above) >= NOTABLE)
    .map(
      ([id, above]) =>
        `${modelOf(id)} scores ${points(Math.abs(above))} ${above < 0 ? "lower" : "higher"} than the mean`,
    );
  if (named.length === 0) {
    const odd = oddReviewers(ranking).map(modelOf);
    const none = `None is ${NOTABLE} points off the mean`;
    if (odd.length === 0) {
      return { question, answer: `${none}.`, state: "fine", unseen: ranking.bias.severity_unseen };
    }
    const uses = odd.length === 1 ? "does" : "do";
    const answer = `${none}, but ${list(odd, MAX_NAMED)} ${uses} not use the scale as the others do.`;
    return { question, answer, state: "notable" };
  }
  const taken = ranking.method === "adjusted" ? " This is taken out of the score that ranks." : "";
  return { question, answer: `Yes: ${list(named, MAX_NAMED)}.${taken}`, state: "notable" };
}

/** Reviewers whose scores are constant, narrow or against all others'. */
function oddReviewers({ bias }: Page["ranking"]): string[] {
  return [...new Set(bias.odd_reviewers.map(({ reviewer_id }) => reviewer_id))];
}

/** Only where it does: that it does not is hardly ever untrue. */
function single({ ranking, modelOf, letterOf }: Page): Check | null {
  const { leave_one_out } = ranking.reliability;
  const question = "Does the first place hang on one reviewer?";
  // Where no design leads alone, there is no first place that could hang on anybody.
  if (leave_one_out === null || ranking.summary.winner === null || leave_one_out.changes.length === 0) return null;
  const named = leave_one_out.changes.map(({ removed, winner }) => {
    const effect = winner === null ? "no design leads alone" : `${letterOf(winner)} is first`;
    return `without ${modelOf(removed)} ${effect}`;
  });
  return { question, answer: `Yes: ${list(named, MAX_NAMED)}.`, state: "notable" };
}

const SILENT = "Nothing in these scores says so beyond chance.";

function own({ ranking }: Page): Check {
  const question = "Do models favour their own designs?";
  const { self_preference } = ranking.bias;
  if (self_preference === null) {
    const answer = "These scores cannot tell: too few of them go to a reviewer's own design.";
    return { question, answer, state: "unknown" };
  }
  const { beta, beyond_chance } = self_preference;
  if (!beyond_chance) return { question, answer: SILENT, state: "fine", unseen: self_preference.unseen };
  const answer = `They score their own ${points(Math.abs(beta))} ${beta < 0 ? "lower" : "higher"} than others do.`;
  return { question, answer, state: "notable" };
}

function vendor({ ranking }: Page): Check | null {
  const question = "Do reviewers favour models of their own vendor?";
  const { single_vendor, same_vendor } = ranking.bias;
  if (single_vendor !== null) {
    const answer = `All reviewers are models of ${single_vendor}, so nothing can show it; they may share its blind spots.`;
    return { question, answer, state: "notable" };
  }
  const difference = same_vendor?.difference ?? null;
  if (same_vendor === null || difference === null) return null;
  if (!same_vendor.beyond_chance) {
    return { question, answer: SILENT, state: "fine", unseen: same_vendor.unseen };
  }
  const answer = `They score them ${points(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"}.`;
  return { question, answer, state: "notable" };
}

function length({ ranking, letterOf }: Page): Check | null {
  const question = "Do longer designs score higher?";
  const { length_correlation, length_beyond_chance, length_break_even } = ranking.bias;
  const [first, second] = ranking.designs.map(({ design_id }) => letterOf(design_id));
  const taste =
    length_break_even === undefined
      ? ""
      : ` ${first} is longer than ${second}: a taste of ${points(length_break_even)} for each doubling of the length would explain the lead.`;
  if (length_correlation === null && taste === "") return null;
  if (length_correlation === null || length_beyond_chance === undefined) {
    return { question, answer: `Fewer than five designs cannot tell.${taste}`, state: "unknown" };
  }
  if (!length_beyond_chance) return { question, answer: `Not beyond chance.${taste}`, state: "fine" };
  const [longer, liked] = length_correlation > 0 ? ["Longer", "length"] : ["Shorter", "brevity"];
  const answer = `${longer} ones do (rank correlation ${length_correlation.toFixed(2)}): merit, or a taste for ${liked}.${taste}`;
  return { question, answer, state: "notable" };
}

function contradictions({ ranking, modelOf, letterOf }: Page): Check {
  const question = "Do overall scores fit the scores by criterion?";
  const found = ranking.bias.overall_contradictions;
  if (found.length === 0) return { question, answer: "Yes, wherever both were given.", state: "fine" };
  const named = found.map(({ design_id, reviewer_id, stated, computed }) => {
    return `${modelOf(reviewer_id)} calls ${letterOf(design_id)} a ${oneDecimal(stated)}, its own criteria make ${oneDecimal(computed)}`;
  });
  return { question, answer: `Not ${count(found.length, "time")}: ${list(named, MAX_NAMED)}.`, state: "notable" };
}
