import { vendorOf } from "../text/vendor.ts";
import type { Config } from "./schema.ts";

type Reviewers = { qualitative: readonly string[]; quantitative: readonly string[] };

/** What weakens the ranking that these designers and reviewers can give, a sentence each. Lists as configured. */
export function panelNotes(config: Config, designers: readonly string[], reviewers: Reviewers): string[] {
  const { qualitative, quantitative } = config.review;
  const kinds = [
    ...(quantitative.enabled ? [reviewers.quantitative] : []),
    ...(qualitative.enabled ? [reviewers.qualitative] : []),
  ];
  const panel = [...new Set(kinds.flat())];
  const scorers = quantitative.enabled ? new Set(reviewers.quantitative).size : 0;
  return [
    ...repeatedDesigners(config),
    ...repeatedReviewers(config),
    ...sameMind(panel),
    ...selfReviews(panel, designers, config.ranking.exclude_self_reviews),
    ...tooFew(config, designers.length, scorers),
  ];
}

function tooFew({ min_designs, min_reviewers }: Config, designs: number, scorers: number): string[] {
  const notes: string[] = [];
  const end = "no ranking, unless the experiment holds more already";
  if (designs < min_designs) notes.push(`min_designs is ${min_designs}, designs to write are ${designs}: ${end}.`);
  if (scorers > 0 && scorers < min_reviewers) {
    notes.push(`min_reviewers is ${min_reviewers}, models that score are ${scorers}: ${end}.`);
  }
  return notes;
}

function repeatedDesigners({ design_models }: Config): string[] {
  return repeated(design_models).map((id) => {
    const times = design_models.filter((other) => other === id).length;
    return `${id} is listed ${times} times in design_models and writes ${times} designs.`;
  });
}

function repeatedReviewers({ review_models, review }: Config): string[] {
  const lists = review_models.length > 0 ? [review_models] : [review.qualitative.models, review.quantitative.models];
  return [...new Set(lists.flatMap(repeated))].map(
    (id) =>
      `${id} is listed more than once as a reviewer and counts once; review.quantitative.samples asks it for several scores.`,
  );
}

function sameMind(panel: readonly string[]): string[] {
  const [first, ...others] = panel;
  if (first === undefined) return [];
  if (others.length === 0) return [`All evaluations come from one model, ${first}: agreement cannot be measured.`];
  const vendors = new Set(panel.map(vendorOf));
  if (vendors.size > 1) return [];
  return [`All ${panel.length} reviewers come from one vendor, ${vendorOf(first)}: their errors may agree.`];
}

function selfReviews(panel: readonly string[], designers: readonly string[], excluded: boolean): string[] {
  const both = panel.filter((id) => designers.includes(id));
  if (both.length === 0) return [];
  const who =
    both.length === panel.length && new Set(designers).size === panel.length
      ? "The reviewers are the designers"
      : `${count(both.length, "reviewer")} of ${panel.length} also ${both.length === 1 ? "designs" : "design"}`;
  const end = excluded ? "scores for a model's own designs are left out" : "each also judges its own designs";
  return [`${who}: ${end}.`];
}

function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((id, index) => list.indexOf(id) !== index))];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
