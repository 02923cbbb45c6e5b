import { afterEach, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const NO = { error: { kind: null, message: "no", status: 401, retryable: false } };
const ONE_VENDOR: BenchOptions = {
  models: [
    { id: "alpha/a", strength: "thorough" },
    { id: "alpha/b", strength: "thin" },
    { id: "alpha/c", strength: "average" },
  ],
};
const TWO = ["alpha/strong-1", "gamma/weak-1"];

const RUNS: Record<string, BenchOptions> = {
  plain: {},
  "one vendor": {
    ...ONE_VENDOR,
    config: { design_models: ["alpha/a", "alpha/b"], review_models: ["alpha/a", "alpha/c"] },
  },
  "one vendor with an outsider": {
    ...ONE_VENDOR,
    config: { design_models: ["alpha/a", "alpha/b"], review_models: ["alpha/c", "alpha/b"] },
  },
  "one reviewer": { config: { review_models: ["beta/middle-1"] } },
  "one model for all": { models: [{ id: "alpha/strong-1", strength: "thorough" }] },
  "two designs, own scores left out": { config: { design_models: TWO, ranking: { exclude_self_reviews: true } } },
  "three designs, own scores left out": { config: { ranking: { exclude_self_reviews: true } } },
  "one own score left out": {
    config: {
      design_models: TWO,
      review_models: ["gamma/weak-1", "beta/middle-1"],
      ranking: { exclude_self_reviews: true },
    },
  },
  "a design that fails": {
    answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" ? NO : undefined),
  },
  "all designs but one fail": {
    answer: ({ kind, model }) => (kind === "design" && model !== "gamma/weak-1" ? NO : undefined),
  },
  "a reviewer that fails": {
    answer: ({ kind, model }) => (kind === "evaluation" && model === "gamma/weak-1" ? NO : undefined),
  },
  "no score at all": { answer: ({ kind }) => (kind === "evaluation" ? NO : undefined) },
  "a fallback": {
    models: [
      { id: "alpha/strong-1", strength: "thorough" },
      { id: "gamma/weak-1", strength: "thin" },
      { id: "spare/zephyr-7b" },
    ],
    config: { design_models: TWO, fallback_models: { "gamma/weak-1": ["spare/zephyr-7b", "alpha/strong-1"] } },
    answer: ({ model }) => (model === "gamma/weak-1" ? NO : undefined),
  },
  "samples that fail": {
    config: { design_models: TWO, review: { quantitative: { samples: 2 } } },
    answer: ({ kind }) => (kind === "score" ? NO : undefined),
  },
  "scores alone": { config: { review: { qualitative: { enabled: false } } } },
};

/** Every wording of what may be said in more than one place. */
const CAUSES: Record<string, RegExp> = {
  "one vendor": /of one vendor|from one vendor/g,
  "one reviewer": /One reviewer(?: of \d+)? scored|one reviewer alone|evaluations come from one model/g,
  "own scores left out": /own model's design do not count|own designs are left out/g,
  "only one design":
    /only one design has scores|only [A-Z] “[^”]*” has scores|designs are needed, found|too few designs|wants at least \d+ designs?/gi,
  "too few reviewers": /wants at least \d+ reviewers?|reviewers are needed, found/g,
  "nothing ranked": /Nothing can be ranked|No ranking:|No order:/g,
  "nobody compares": /no reviewer scored two|no reviewer's scores set/g,
  incomplete: /Incomplete:|(?<!Incomplete:\S*.*)fewer than the planned/g,
};

describe("no sentence and no cause stands twice in a run with", () => {
  for (const [name, options] of Object.entries(RUNS)) {
    test(name, async () => {
      lab = await bench(options);
      const reply = await lab.call("run", { task: "Design a queue", topic: "queue" });
      const dir = await onlyExperiment(lab.dir);
      const read = (file: string) => readFile(join(dir, "results", file), "utf8").catch(() => "");
      expectOnce(withoutLast(reply));
      expectOnce(await read("ranking.md"));
      expectOnce(notesOf(await read("report.html")));
    }, 300_000);
  }
});

/** What models wrote of two designs may be the same. */
const OF_A_DESIGN =
  /“|^(?:What it is|Main choice|Against it|Left out|Gravest risk|Its gravest risk|Its main choice|An? [\w-]+(?: \w+)? for the queue|Reviewers miss)\b/;

/** A reply ends with the verdict that it begins with. */
function withoutLast(reply: string): string {
  const parts = reply.split("\n\n");
  const last = parts.at(-1) ?? "";
  return last.startsWith("**") && parts.indexOf(last) < parts.length - 1 ? parts.slice(0, -1).join("\n\n") : reply;
}

/** The verdict's section and how far the numbers can be trusted, as text, a paragraph a line; its top repeats the answer. */
function notesOf(html: string): string {
  const section = (id: string) => new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? "";
  return section("verdict")
    .replace(/<\/(?:p|li|dd|dt|h\d)>/g, "\n")
    .replace(/<[^>]*>/g, "");
}

function expectOnce(text: string): void {
  const lines = text.split("\n").filter((line) => !line.startsWith("|") && /[a-z]{3}/.test(line));
  const sentences = lines
    .flatMap((line) => line.replace(/^- /, "").split(/(?<=\.) (?=[A-Z*])/))
    .filter((each) => each.length > 30);
  const twice = sentences.filter((each, at) => sentences.indexOf(each) !== at && !OF_A_DESIGN.test(each));
  const causes = Object.entries(CAUSES).flatMap(([cause, wordings]) => {
    const found = text.match(wordings) ?? [];
    return found.length > 1 ? [`${cause}: ${found.join(" / ")}`] : [];
  });
  expect({ twice, causes, text }).toEqual({ twice: [], causes: [], text });
}
