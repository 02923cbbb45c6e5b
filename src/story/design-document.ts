import type { Criterion } from "../artifacts/criterion.ts";
import type { Decided } from "../artifacts/decision.ts";
import { authorOf, type Design } from "../artifacts/design.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import { isDocument } from "../artifacts/model.ts";
import { COVERAGE_STATUSES, type CoverageCell, type Requirement, requirementsOf } from "../artifacts/requirement.ts";
import { allDesigns, type Child, childrenOf, designIn } from "../experiment/rounds.ts";
import type { View } from "../experiment/view.ts";
import { dayOf } from "../store/record-names.ts";
import { authorForOthers, type DecisionRecord, personasOf, RECORD, viewJudging } from "./decision-record.ts";
import { madeOf } from "./round-words.ts";
import { originLines, pointAnswered } from "./rounds.ts";
import { copied, listed, model, quote, reviewer, type Sentence, say, titled, words } from "./sentence.ts";
import { COVERED } from "./why.ts";

/** What stands beside the record of a decision: the chosen design whole, and what it was held against. */
export type DesignDocument = {
  design: Design;
  /** The task as it was given. */
  task: string;
  requirements: { requirement: Requirement; said: Sentence[] }[];
  /** The other designs, with all that was said of each. */
  rejected: {
    design_id: string;
    is: Sentence | null;
    summary: string;
    came: Sentence[];
    good: Sentence[];
    bad: Sentence[];
  }[];
  /** Of a design that a round made: what it was made of, what was done about each point of reviewers, where parts come from. */
  made: Sentence[];
  answers: Sentence[];
  added: Sentence[];
  origins: Sentence[];
  /** Why it was chosen, in the person's own words; empty where nobody said. */
  because: string;
  sure: Sentence[];
  /** Each criterion by its name, its weight and its question. */
  scored: Sentence[];
  dissent: Sentence[];
  confirmation: Sentence[];
  reverses: Sentence[];
  strengths: Sentence[];
  weaknesses: Sentence[];
  origin: Sentence[];
};

/** What a document of a design calls its parts. */
export const CHOSEN_DESIGN = {
  record: "The decision for this design: ",
  task: "The task",
  design: "The design",
  requirements: "Requirements",
  scored: "What designs were scored by",
  because: "Why it was chosen",
  strengths: "What speaks for it",
  weaknesses: "What speaks against it",
  dissent: "Who sees it otherwise",
  confirmation: "What has to be shown",
  reverses: "What would reverse it",
  rejected: "What was rejected, and why",
  made: "What it was made of",
  answers: "What its designer did about what reviewers said of the design before",
  added: "What it adds though no requirement asks for it",
  origins: "Where its parts come from",
  origin: "Where this comes from",
  alone: "No other design was there to choose.",
  unjudged: "Nobody answered whether the design meets it.",
  unsaid: "Nothing was said against it that is kept; another was chosen.",
} as const;

/** @param record What the record of the same decision says. */
export function designDocument(
  view: View,
  design: Design,
  decided: Omit<Decided, "record" | "design_document">,
  record: DecisionRecord,
): DesignDocument {
  const { task } = view.experiment;
  const judged = viewJudging(view, design.design_id);
  const { coverage } = judged;
  const summaries = new Map(allDesigns(view).map(({ design_id, summary }) => [design_id, summary]));
  const children = view.rounds.flatMap((round) => childrenOf(round));
  const child = children.find(({ row }) => row.design_id === design.design_id);
  const others = record.options.filter(({ design_id }) => design_id !== design.design_id);
  return {
    design,
    task: task.task,
    requirements: requirementsOf(task).map((requirement) => {
      const row = coverage.find((each) => each.requirement.id === requirement.id);
      return { requirement, said: answersSaid(row?.cells.find(({ design_id }) => design_id === design.design_id)) };
    }),
    rejected: others.map(({ design_id, is, came, good, bad }) => ({
      ...{ design_id, is, came, good, bad },
      summary: summaries.get(design_id) ?? "",
    })),
    made: child ? madeFrom(view, child) : [],
    answers: (design.answers ?? []).map(pointAnswered),
    added: (design.added_scope ?? []).map((each) => say`${words(each, "all")}`),
    origins: child ? originLines({ child, parents: parentsOf(view, child) }) : [],
    because: decided.because,
    sure: record.sure,
    scored: !isScored(judged)
      ? []
      : [
          ...task.criteria.map(criterionOf),
          ...(task.personas ?? []).flatMap(({ name, criteria = [] }) =>
            criteria.map((each) => say`${criterionOf(each)} (scored as ${words(name)} alone)`),
          ),
        ],
    dissent: record.dissent,
    confirmation: record.confirmation,
    reverses: record.reverses,
    strengths: record.consequences.good,
    weaknesses: (record.options.find(({ design_id }) => design_id === design.design_id)?.bad ?? []).map(
      (each) => say`${RECORD.bad}${each}`,
    ),
    origin: originOf(judged, design, decided),
  };
}

/** The designs that one of a round was made of, by what they are called there. */
const parentsOf = ({ names }: View, { row: { lineage } }: Child): { of: string; name: string }[] =>
  lineage.of.map((of) => ({ of, name: names.designs.get(of) ?? of }));

function madeFrom(view: View, child: Child): Sentence[] {
  const { lineage } = child.row;
  const called = { is: lineage.is === "merge" ? ("merge" as const) : ("revision" as const) };
  const of = parentsOf(view, child).map(({ name }) => name);
  return [
    say`${words(lineage.name)} is ${madeOf({ ...called, of })}, made after ${of.length === 1 ? say`its reviews` : say`their reviews`}`,
    ...lineage.of.map((id) => say`${titled(id)}, ${writtenBy(view, id)}`),
  ];
}

function writtenBy(view: View, id: string): Sentence {
  const parent = designIn(view, id);
  return parent === undefined
    ? say`which is not there any more`
    : say`written by ${model(authorForOthers(authorOf(parent)))}`;
}

/** Who says that a requirement is met, met in part or missed, with the sentence that shows it. */
function answersSaid(cell: CoverageCell | undefined): Sentence[] {
  if (cell === undefined) return [];
  const answers = COVERAGE_STATUSES.flatMap((status) =>
    cell.said
      .filter(({ entry }) => entry.status === status)
      .map(({ reviewer_id, entry }) => {
        const shown = entry.quote_found ? say`: ${quote(entry.quote, "all")}` : [];
        return say`${COVERED[status]}, says ${reviewer(reviewer_id)}${shown}`;
      }),
  );
  return [...answers, ...cell.unanswered.map((id) => say`not answered by ${reviewer(id)}`)];
}

const isScored = ({ artifacts: { scores }, people }: View): boolean =>
  scores.length > 0 || people.some((each) => each.scores.length > 0);

const criterionOf = ({ name, min, max, weight = 1, description }: Criterion): Sentence =>
  say`${words(name)}, ${min} to ${max}, weight ${weight}: ${words(description, "all")}`;

function originOf(
  { experiment: { task }, artifacts, people }: View,
  design: Design,
  { by, decided_at }: Omit<Decided, "record" | "design_document">,
): Sentence[] {
  const models = [...artifacts.reviews, ...artifacts.scores].map(({ reviewer_id }) => reviewer_id);
  const judges = [...new Set([...models, ...people.map(({ reviewer_id }) => reviewer_id)])];
  const judged = judges.length > 0 ? [say`Judged by ${listed(judges.map((id) => reviewer(id)))}.`] : [];
  return [
    say`Decided on ${words(dayOf(new Date(decided_at)))}${by === null ? [] : say` by ${words(by, "all")}`}.`,
    say`The design ${isDocument(design.generating_model) ? "is that of" : "was written by"} ${model(authorForOthers(authorOf(design)))}, its text has the SHA-256 ${copied(designSha256(design))}.`,
    ...judged,
    ...personasOf(task),
    say`Put together, without a model, from what is stored of the experiment ${copied(task.experiment_id)} of opencode-designlab, in which designs for one task are written and judged blind before a person decides.`,
  ];
}
