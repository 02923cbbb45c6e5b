import type { Design } from "../schemas/design.ts";
import type { Flag } from "../schemas/flag.ts";
import { secondsOf } from "../schemas/provenance.ts";
import type { Review } from "../schemas/review.ts";
import type { Score } from "../schemas/score.ts";
import type { Status } from "../schemas/status.ts";
import type { Task } from "../schemas/task.ts";
import { inline, prose } from "../text/markdown.ts";
import { count, dollars, duration, score } from "../text/numbers.ts";
import { flagLines, quoteLines } from "./flags-text.ts";
import { table } from "./table.ts";

export type ExperimentRow = {
  task: Task;
  status: Status;
  winner: string;
};

/** Every experiment in a row, the newest first. */
export function experimentsTable(rows: readonly ExperimentRow[], left: number): string {
  return [
    table(
      ["experiment", "designs", "scores", "winner"],
      rows.map(({ task, status: { designs, scores }, winner }) => [
        task.experiment_id,
        `${designs.there} of ${designs.wanted}`,
        `${scores.there} of ${scores.wanted}`,
        winner,
      ]),
    ),
    ...(left > 0 ? [`and ${left} older ones`] : []),
  ].join("\n\n");
}

/** A design for reading, with its flags first: its own and what reviewers quoted. */
export function designText(design: Design, flags: readonly Flag[] = design.flags): string {
  const {
    title,
    summary,
    assumptions,
    architecture_overview,
    components,
    data_flow,
    tradeoffs,
    risks,
    open_questions,
  } = design;
  return [
    `## ${inline(title)}`,
    `Design ${inline(design.design_id)} by ${inline(design.generating_model)}.`,
    ...flagLines(flags),
    prose(summary),
    ...listed("Assumptions", assumptions),
    "### Architecture",
    prose(architecture_overview),
    "### Components",
    components
      .map(({ name, description, responsibilities, interfaces = [] }) => {
        return `- **${inline(name)}**: ${sentencesOf(description, ["Does", responsibilities], ["Interfaces", interfaces])}`;
      })
      .join("\n"),
    "### Data flow",
    prose(data_flow),
    "### Tradeoffs",
    tradeoffs
      .map(({ aspect, choice, rationale, alternatives }) => {
        return `- **${inline(aspect)}**: ${sentencesOf(choice, ["Why", [rationale]], ["Instead of", alternatives])}`;
      })
      .join("\n") || "None.",
    "### Risks",
    risks
      .map(({ description, severity, mitigation }) => {
        return `- **${severity}**: ${sentencesOf(description, ["Mitigation", mitigation ? [mitigation] : []])}`;
      })
      .join("\n") || "None.",
    ...listed("Open questions", open_questions),
    ...(design.additional_notes ? ["### Notes", prose(design.additional_notes)] : []),
    provenanceText(design.provenance),
  ].join("\n\n");
}

/** Reviews of one design or of all. */
export function reviewsText(reviews: readonly Review[]): string {
  if (reviews.length === 0) return "There is no review.";
  return reviews
    .map(
      ({
        design_id,
        reviewer_model,
        strengths,
        weaknesses,
        missing_considerations,
        risk_assessment,
        overall_impression,
        suggested_improvements,
        flags,
      }) =>
        [
          `### ${inline(design_id)} reviewed by ${inline(reviewer_model)}`,
          `Risk: ${risk_assessment}. ${inline(overall_impression)}`,
          ...quoteLines(flags),
          ...bullets("Strengths", strengths),
          ...bullets("Weaknesses", weaknesses),
          ...bullets("Missing", missing_considerations),
          ...bullets("Improvements", suggested_improvements),
        ].join("\n"),
    )
    .join("\n\n");
}

const MAX_CRITERIA = 8;

/** Scores as a matrix: a row a cell, a column a criterion, and how many criteria are left out. */
export function scoresTable(scores: readonly Score[], criteria: readonly string[]): string {
  if (scores.length === 0) return "There is no score.";
  const shown = criteria.slice(0, MAX_CRITERIA);
  const left = criteria.length - shown.length;
  const matrix = table(
    ["design", "scorer", ...shown, "stated overall"],
    scores.map((cell) => [
      cell.design_id,
      cell.scorer_model,
      ...shown.map((name) => score(cell.scores[name] ?? null)),
      score(cell.overall_score),
    ]),
    ["l", "l", ...shown.map(() => "r" as const), "r"],
  );
  return left > 0 ? `${matrix}\n\nand ${left} more ${left === 1 ? "criterion" : "criteria"} in scores/` : matrix;
}

function provenanceText(provenance: Design["provenance"]): string {
  const { attempts, tokens, cost, violations } = provenance;
  const seconds = secondsOf(provenance);
  const tried = violations.length > 0 ? ` It tried ${count(violations.length, "time")} to look where it must not.` : "";
  return `Written in ${duration(seconds)}, ${count(attempts, "attempt")}, ${count(tokens.input + tokens.output, "token")}, cost ${dollars(cost)}.${tried}`;
}

/** A text and then "Name: a; b." for each list that is not empty, every part ended as a sentence. */
function sentencesOf(text: string, ...lists: readonly (readonly [name: string, items: readonly string[]])[]): string {
  const parts = lists.flatMap(([name, items]) => {
    return items.length > 0 ? [`${name}: ${items.map((item) => inline(item).replace(/[.;]$/u, "")).join("; ")}`] : [];
  });
  return [inline(text), ...parts].map((part) => (/[.!?。]$/u.test(part) ? part : `${part}.`)).join(" ");
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length > 0 ? [`### ${title}`, items.map((item) => `- ${inline(item)}`).join("\n")] : [];
}

function bullets(title: string, items: readonly string[]): string[] {
  return items.length > 0 ? [`${title}:`, ...items.map((item) => `- ${inline(item)}`)] : [];
}
