import { join } from "node:path";
import { slug } from "../text/slug.ts";

/** Names and paths of an experiment's files; the only place that knows them. */
export const paths = {
  task: (dir: string) => join(dir, "task.json"),
  lock: (dir: string) => join(dir, ".lock"),
  ledger: (dir: string) => join(dir, "ledger.jsonl"),
  designs: (dir: string) => join(dir, "designs"),
  reviews: (dir: string) => join(dir, "reviews"),
  scores: (dir: string) => join(dir, "scores"),
  results: (dir: string) => join(dir, "results"),
  design: (dir: string, designId: string) => join(dir, "designs", `design-${designId}.json`),
  review: (dir: string, designId: string, reviewerId: string) =>
    join(dir, "reviews", `review-${designId}-${reviewerId}.json`),
  score: (dir: string, designId: string, reviewerId: string) =>
    join(dir, "scores", `score-${designId}-${reviewerId}.json`),
  ranking: (dir: string) => join(dir, "results", "ranking.json"),
  rankingMarkdown: (dir: string) => join(dir, "results", "ranking.md"),
};

/** {date}-{topic}: the date is the person's local day, the topic a slug. */
export function experimentName(now: Date, topic: string): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  return `${day}-${slug(topic, "experiment")}`;
}

/** The slug of a provider/model, the base of its design_id and reviewer_id. */
export function modelSlug(model: string): string {
  return slug(model.replaceAll("/", " "), "model");
}
