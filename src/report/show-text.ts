import type { Design } from "../schemas/design.ts";
import type { Flag } from "../schemas/flag.ts";
import { secondsOf } from "../schemas/provenance.ts";
import type { Review } from "../schemas/review.ts";
import type { Score } from "../schemas/score.ts";
import type { Status } from "../schemas/status.ts";
import type { Task } from "../schemas/task.ts";
import { inline, join, type Markdown, md, prose } from "../text/markdown.ts";
import { count, dollars, duration, score } from "../text/numbers.ts";
import { flagLines, quoteLines } from "./flags-text.ts";
import { table } from "./table.ts";

export type ExperimentRow = {
  task: Task;
  status: Status;
  winner: string;
};

/** Every experiment in a row, the newest first. */
export function experimentsTable(rows: readonly ExperimentRow[], left: number): Markdown {
  return join(
    [
      table(
        ["experiment", "designs", "scores", "winner"],
        rows.map(({ task, status: { designs, scores }, winner }) => [
          task.experiment_id,
          `${designs.there} of ${designs.wanted}`,
          `${scores.there} of ${scores.wanted}`,
          winner,
        ]),
      ),
      ...(left > 0 ? [md`and ${left} older ones`] : []),
    ],
    "\n\n",
  );
}

/** A design for reading, with its flags first: its own and what reviewers quoted. */
export function designText(design: Design, flags: readonly Flag[] = design.flags): Markdown {
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
  return join(
    [
      md`## ${inline(title)}`,
      md`Design ${inline(design.design_id)} by ${inline(design.generating_model)}.`,
      ...flagLines(flags),
      prose(summary),
      ...listed("Assumptions", assumptions),
      md`### Architecture`,
      prose(architecture_overview),
      md`### Components`,
      linesOrNone(
        components.map(({ name, description, responsibilities, interfaces = [] }) => {
          return md`- **${inline(name)}**: ${sentencesOf(description, ["Does", responsibilities], ["Interfaces", interfaces])}`;
        }),
      ),
      md`### Data flow`,
      prose(data_flow),
      md`### Tradeoffs`,
      linesOrNone(
        tradeoffs.map(({ aspect, choice, rationale, alternatives }) => {
          return md`- **${inline(aspect)}**: ${sentencesOf(choice, ["Why", [rationale]], ["Instead of", alternatives])}`;
        }),
      ),
      md`### Risks`,
      linesOrNone(
        risks.map(({ description, severity, mitigation }) => {
          return md`- **${severity}**: ${sentencesOf(description, ["Mitigation", mitigation ? [mitigation] : []])}`;
        }),
      ),
      ...listed("Open questions", open_questions),
      ...(design.additional_notes ? [md`### Notes`, prose(design.additional_notes)] : []),
      provenanceText(design.provenance),
    ],
    "\n\n",
  );
}

/** Reviews of one design or of all. */
export function reviewsText(reviews: readonly Review[]): Markdown {
  if (reviews.length === 0) return md`There is no review.`;
  return join(
    reviews.map(
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
        join(
          [
            md`### ${inline(design_id)} reviewed by ${inline(reviewer_model)}`,
            md`Risk: ${risk_assessment}. ${inline(overall_impression)}`,
            ...quoteLines(flags),
            ...bullets("Strengths", strengths),
            ...bullets("Weaknesses", weaknesses),
            ...bullets("Missing", missing_considerations),
            ...bullets("Improvements", suggested_improvements),
          ],
          "\n",
        ),
    ),
    "\n\n",
  );
}

const MAX_CRITERIA = 8;

/** Scores as a matrix: a row a cell, a column a criterion, and how many criteria are left out. */
export function scoresTable(scores: readonly Score[], criteria: readonly string[]): Markdown {
  if (scores.length === 0) return md`There is no score.`;
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
  return left > 0 ? md`${matrix}\n\nand ${left} more ${left === 1 ? "criterion" : "criteria"} in scores/` : matrix;
}

function provenanceText(provenance: Design["provenance"]): Markdown {
  const { attempts, tokens, cost, violations } = provenance;
  const seconds = duration(secondsOf(provenance));
  const tried = violations.length;
  const attempted = tried > 0 ? md` It tried ${count(tried, "time")} to look where it must not.` : md``;
  return md`Written in ${seconds}, ${count(attempts, "attempt")}, ${count(tokens.input + tokens.output, "token")}, cost ${dollars(cost)}.${attempted}`;
}

type Lists = readonly (readonly [
  name: "Does" | "Interfaces" | "Why" | "Instead of" | "Mitigation",
  items: readonly string[],
])[];

/** A text and then "Name: a; b." for each list that is not empty, every part ended as a sentence. */
function sentencesOf(text: string, ...lists: Lists): Markdown {
  const named = lists.filter(([, items]) => items.length > 0);
  const parts = named.map(([name, items]) => {
    const listed = items.map((item) => inline(item.trim().replace(/[.;]$/u, "")));
    return md`${name}: ${join(listed, "; ")}`;
  });
  return join(
    [inline(text), ...parts].map((part) => (/[.!?。]$/u.test(part) ? part : md`${part}.`)),
    " ",
  );
}

function linesOrNone(lines: readonly Markdown[]): Markdown {
  return lines.length > 0 ? join(lines, "\n") : md`None.`;
}

function listed(title: "Assumptions" | "Open questions", items: readonly string[]): Markdown[] {
  return items.length > 0
    ? [
        md`### ${title}`,
        join(
          items.map((item) => md`- ${inline(item)}`),
          "\n",
        ),
      ]
    : [];
}

type ReviewList = "Strengths" | "Weaknesses" | "Missing" | "Improvements";

function bullets(title: ReviewList, items: readonly string[]): Markdown[] {
  return items.length > 0 ? [md`${title}:`, ...items.map((item) => md`- ${inline(item)}`)] : [];
}
