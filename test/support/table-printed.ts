import { createDocument } from "@mixmark-io/domino";
import { Value } from "@sinclair/typebox/value";
import { writeDesign } from "../../rehearsal/author.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import type { Provenance } from "../../src/artifacts/provenance.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { Config } from "../../src/config/schema.ts";
import { rankingInput } from "../../src/experiment/ranking-input.ts";
import { createView } from "../../src/experiment/view.ts";
import { workReply } from "../../src/ops/run/reply.ts";
import { reportDataOf } from "../../src/stages/files.ts";
import { compareDesigns } from "../../src/stats/compare.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { alignedOf } from "../../src/story/comparison-of.ts";
import { say } from "../../src/story/sentence.ts";
import { storyOf } from "../../src/story/story-of.ts";
import { reportHtml } from "../../src/views/html/report.tsx";
import { comparisonReply } from "../../src/views/markdown/compare.ts";
import { rankingPage } from "../../src/views/markdown/ranking-page.ts";

/** A table of scores as a person reads it everywhere: d0 is A, d1 is B. */
export type Printed = {
  ranking: Ranking;
  reply: string;
  page: string;
  /** Of the designs named, or the two that rank first. */
  compare(ids?: readonly string[]): string;
  /** The text of report.html. */
  report(): Promise<string>;
  /** Reply, page and comparisons of all pairs and of all designs. */
  all: string;
};

const AT = "2026-11-20T09:00:00.000Z";
const SHA = "0".repeat(64);
const BODY = writeDesign("vendor/model", "thin", "Design a queue.");
const SPENT = { sessions: 0, prompts: 0, tokens: 0, uncounted: 0, cost: 0, unpriced: [] };

/** What every view prints of these scores; designs differ in the length of their text, as the input has it. */
export function tablePrinted(input: RankingInput): Printed {
  const task: Task = {
    version: 1,
    experiment_id: "2026-11-20-table",
    topic: "table",
    topic_source: "model",
    task: "Design a queue.",
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
    created_at: AT,
    seed: 7,
    designers: input.designs.map(({ design_id, generating_model: model }) => ({ design_id, model })),
    reviewers: input.reviewers.map(({ reviewer_id, model }) => ({ reviewer_id, model, parts: ["score"] })),
    criteria: input.criteria.map((criterion) => ({ ...criterion })),
    score_samples: 1,
    strict_isolation: false,
  };
  const designs = input.designs.map(({ design_id, generating_model }): Design => {
    const of = {
      title: `Title of ${design_id}`,
      summary: `What ${design_id} is.`,
      components: [],
      component_connections: [],
    };
    return {
      version: 1,
      design_id,
      generating_model,
      ...BODY,
      ...of,
      flags: [],
      provenance: { ...PROVENANCE, violations: [], removed_from_reads: {} },
    };
  });
  const scores = input.scores.map(
    ({ design_id, reviewer_id, scorer_model, scores: given, overall_score = 5 }): Score => ({
      version: 1,
      design_id,
      reviewer_id,
      scorer_model,
      scores: { ...given },
      rationales: {},
      justification: "",
      overall_score,
      flags: [],
      samples: [{ scores: { ...given }, overall_score, session_id: "s" }],
      provenance: {
        ...PROVENANCE,
        design_sha256: SHA,
        masked: [],
        identity_scan: [],
        forged_markers: [],
        rubric_sha256: SHA,
      },
    }),
  );
  const ledger = { append: async () => {}, problem: () => null, read: async () => [] };
  const artifacts = { designs, reviews: [], scores, votes: [], stale: [], problems: [] };
  const view = createView({ experiment: { dir: "", task, ledger }, artifacts, ledger: [] });
  const lengths = new Map(input.designs.map(({ design_id, length }) => [design_id, length]));
  const found = rankingInput(view, input.options);
  const given = {
    ...found,
    designs: found.designs.map((design) => ({ ...design, length: lengths.get(design.design_id) ?? 0 })),
  };
  const numbers = rankDesigns(given);
  const ranking: Ranking = {
    version: 1,
    experiment_id: task.experiment_id,
    topic: task.topic,
    timestamp: AT,
    ...numbers,
    designs: numbers.designs.map((design) => ({ ...design, flags: [], violations: 0 })),
    flagged_top_scores: [],
    failures: [],
  };
  const story = storyOf(view, ranking);
  const { attention, names } = view;
  const reply = workReply(
    {
      topic: "table",
      dir: "/dir",
      designs,
      did: say`Ranked.`,
      spent: SPENT,
      seconds: 0,
      stopped: null,
      failures: [],
      notes: [],
      attention,
      decision: null,
      names,
      next: [],
    },
    story,
  );
  const compare = (ids = ranking.designs.slice(0, 2).map(({ design_id }) => design_id)): string => {
    const chosen = ids.flatMap((id) => designs.find(({ design_id }) => design_id === id) ?? []);
    return comparisonReply({
      id: task.experiment_id,
      topic: task.topic,
      designs: chosen,
      comparison: compareDesigns(given, ids, numbers),
      scores,
      coverage: [],
      names,
      aligned: alignedOf(chosen),
    });
  };
  const page = rankingPage(story, task, attention);
  const ids = ranking.designs.map(({ design_id }) => design_id);
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => compare([one, other])));
  return {
    ranking,
    reply,
    page,
    compare,
    report: async () =>
      visible(await reportHtml(reportDataOf({ view, story, attention, config: Value.Create(Config) }))),
    all: [reply, page, ...pairs, ...(ids.length > 2 ? [compare(ids)] : [])].join("\n"),
  };
}

const PROVENANCE: Provenance = {
  session_id: "s",
  started_at: AT,
  finished_at: AT,
  attempts: 1,
  requests: 1,
  tokens: NO_TOKENS,
  cost: 0,
  prompt_sha256: SHA,
  dropped_keys: [],
  removed_characters: {},
};

/** What is read of a page, a block a line. */
function visible(html: string): string {
  const { body } = createDocument(
    html.replace(/<style>.*?<\/style>/gsu, "").replace(/<\/(?:p|li|h\d|dd|dt|tr)>/gu, "$&\n"),
  );
  return (body.textContent ?? "").replace(/[\u00a0\u2060]+/gu, " ");
}
