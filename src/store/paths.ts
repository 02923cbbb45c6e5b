import { join } from "node:path";
import slugify from "@sindresorhus/slugify";

/** The folder in a base in which studies lie, each in one of its own: it is no experiment's. */
export const STUDIES = "studies";

/** Names and paths of what an experiment keeps beside its artifacts, which the stages name. */
export const paths = {
  lock: (dir: string) => join(dir, ".lock"),
  /** There while a run is asked to stop. */
  stopRequest: (dir: string) => join(dir, ".stop"),
  ledger: (dir: string) => join(dir, "ledger.jsonl"),
  /** What was asked of a person, and answered. */
  questions: (dir: string) => join(dir, "questions.jsonl"),
  /** A brief for reading, beside its JSON. */
  briefMarkdown: (dir: string) => join(dir, "brief.md"),
  /** A ballot to hand over, and each design as a text without its author, for one person. */
  ballot: (dir: string, reviewer_id: string) => join(dir, "votes", `ballot-${reviewer_id}.html`),
  blindFolder: (dir: string, reviewer_id: string) => join(dir, "votes", `blind-${reviewer_id}`),
  blind: (dir: string, reviewer_id: string, letter: string) =>
    join(dir, "votes", `blind-${reviewer_id}`, `${letter}.md`),
  /** Files that a person gave as answers. */
  answers: (dir: string) => join(dir, "answers"),
  /** What was sent to each session and what came back; and a page of it for each design, evaluation and step. */
  exchanges: (dir: string) => join(dir, "exchanges"),
  exchangePage: (dir: string, place: string) => join(dir, "exchanges", `${place}.html`),
  /** A design for reading, beside its JSON. */
  designMarkdown: (dir: string, design_id: string) => join(dir, "designs", `design-${design_id}.md`),
  rankingMarkdown: (dir: string) => join(dir, "results", "ranking.md"),
  report: (dir: string) => join(dir, "results", "report.html"),
  /** The plan of the chosen design for reading, beside the report that leads to it. */
  planPage: (dir: string) => join(dir, "results", "plan.html"),
  /** What a list says of it, made of all the others. */
  outline: (dir: string) => join(dir, "results", "outline.json"),
  /** What a history tells of it, made likewise. */
  summary: (dir: string) => join(dir, "summary.json"),
  /** That it was begun on this machine. */
  made: (dir: string) => join(dir, "made.json"),
  /** Of a base, not of an experiment. */
  studies: (base: string) => join(base, STUDIES),
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

const MAX_BYTES = 120;

/**
 * A text as part of a file name: lower-case letters with their marks, digits and single dashes, at most `most` bytes of
 * UTF-8; `fallback` when nothing is left. Where all letters are Latin they are written in ASCII; where one is not, all
 * stay as they are, for a transliteration that drops half of them names nothing. Separators, dots, control characters
 * and their look-alikes become dashes or go. A name that some disk reserves ("con") may come out: it is never the
 * whole of a file's name.
 */
export function slug(text: string, fallback: string, most = MAX_BYTES): string {
  const normal = text.normalize("NFKC").slice(0, 1_000);
  const latin = !/(?!\p{Script=Latin})\p{L}/u.test(normal);
  return truncate(slugify(normal, { decamelize: false, transliterate: latin }), most) || fallback;
}

/**
 * The first of `base`, `base-2`, `base-3`, … that is not taken. `taken` decides which names are one: where they name
 * files it must compare as a disk does that ignores case and normal forms.
 */
export function unique(base: string, taken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; taken(name); number++) name = `${base}-${number}`;
  return name;
}

function truncate(slugged: string, most: number): string {
  let kept = "";
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(slugged)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    kept += segment;
  }
  return kept.replace(/-{1,120}$/u, "");
}
