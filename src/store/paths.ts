import { join } from "node:path";
import { slug } from "../text/slug.ts";

/** Names and paths of what an experiment keeps beside its artifacts, which store/artifact-kinds.ts names. */
export const paths = {
  lock: (dir: string) => join(dir, ".lock"),
  /** There while a run is asked to stop. */
  stopRequest: (dir: string) => join(dir, ".stop"),
  ledger: (dir: string) => join(dir, "ledger.jsonl"),
  /** A design for reading, beside its JSON. */
  designMarkdown: (dir: string, design_id: string) => join(dir, "designs", `design-${design_id}.md`),
  rankingMarkdown: (dir: string) => join(dir, "results", "ranking.md"),
  report: (dir: string) => join(dir, "results", "report.html"),
};

/** {date}-{topic}: the date is the person's local day, the topic a slug. */
export function experimentName(now: Date, topic: string): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  return `${day}-${slug(topic, "experiment")}`;
}

/**
 * Bytes of a model in a file's name: a review is named for two, most disks take 255 bytes, and what a write adds until
 * its rename takes 41 of them.
 */
const MAX_MODEL_BYTES = 90;

/** The slug of a provider/model, the base of its design_id and reviewer_id. */
export function modelSlug(model: string): string {
  return slug(model.replaceAll("/", " "), "model", MAX_MODEL_BYTES);
}
