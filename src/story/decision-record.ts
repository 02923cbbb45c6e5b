import type { Decided } from "../artifacts/decision.ts";
import { type Design, gravestFirst } from "../artifacts/design.ts";
import { isDocument } from "../artifacts/model.ts";
import type { Point } from "../artifacts/points.ts";
import { placed, type Ranking } from "../artifacts/ranking.ts";
import { type CoverageCell, isAssertion, type Requirement, requirementsOf } from "../artifacts/requirement.ts";
import type { Task } from "../artifacts/task.ts";
import { isDivided } from "../artifacts/unmet.ts";
import { controlsOutcome } from "../experiment/controls.ts";
import { ancestorsOf } from "../experiment/decision.ts";
import type { Person } from "../experiment/people.ts";
import { outcomesOf, type RoundOutcome } from "../experiment/round-outcome.ts";
import { allDesigns, designIn, roundOf } from "../experiment/rounds.ts";
import { type SinceRanked, sinceRanked } from "../experiment/since-ranked.ts";
import type { View } from "../experiment/view.ts";
import { dayOf } from "../store/record-names.ts";
import { count } from "../text/numbers.ts";
import { pathForOthers } from "../text/path-inside.ts";
import { firstSentence } from "../text/truncate.ts";
import { unseenCopies } from "./controls.ts";
import { isMadeOfFirst, turnedOut } from "./decision.ts";
import { dissentOf } from "./dissent.ts";
import { personasTold } from "./personas-ranked.ts";
import { childSaid } from "./refine.ts";
import { childIs } from "./rounds.ts";
import {
  copied,
  design,
  listed,
  model,
  quote,
  required,
  type Sentence,
  say,
  titled,
  together,
  words,
} from "./sentence.ts";
import { changedSinceRanked } from "./since-ranked.ts";
import { weightTurned } from "./trust.ts";
import { UNSEEN } from "./unseen.ts";
import { confidenceSaid, told } from "./verdict.ts";
import { COVERED } from "./why.ts";

/** What a record of a decision says, from what is stored alone: each list with the gravest first. */
export type DecisionRecord = {
  context: Sentence[];
  drivers: Sentence[];
  /** Chosen first, then as they rank. */
  options: RecordOption[];
  chosen: Sentence;
  /** In the person's own words; empty where nobody said why. */
  because: string;
  /** What the ranking said, how sure that is, and that the choice is another where it is. */
  sure: Sentence[];
  dissent: Sentence[];
  consequences: { good: Sentence[]; bad: Sentence[] };
  confirmation: Sentence[];
  reverses: Sentence[];
  more: Sentence[];
};

/** `is`: what it was made of where a round made it, which stands wherever it is named first. */
type RecordOption = {
  design_id: string;
  is: Sentence | null;
  /** What came of it in its round; empty of any other. */
  came: Sentence[];
  what: Sentence;
  good: Sentence[];
  bad: Sentence[];
};

/** What a record calls its parts where the project's records do not say it. */
export const RECORD = {
  madr: {
    context: "Context and Problem Statement",
    drivers: "Decision Drivers",
    options: "Considered Options",
    outcome: "Decision Outcome",
    consequences: "Consequences",
    confirmation: "Confirmation",
    pros: "Pros and Cons of the Options",
    more: "More Information",
    links: "Links",
  },
  plain: { status: "Status", context: "Context", outcome: "Decision", consequences: "Consequences" },
  /** What stands before a list that has no heading of its own. */
  lead: { drivers: "What it had to meet:", options: "What was considered:" },
  chosen: { option: "Chosen option: ", plain: "We build ", because: "because " },
  unreasoned: "for which no reason was given",
  reasonIn: "for a reason that stands in ",
  moreReason: "and more that stands in ",
  task: "The task stands in ",
  moreTask: "The whole task stands in ",
  moreSure: "All that the ranking said stands in ",
  /** Where a design is chosen its document holds all; else only files of the experiment do. */
  kept: "the files of the experiment",
  otherwise: "Who sees it otherwise, by their own word:",
  reverses: "What would reverse it:",
  document: "The chosen design in full, with what was rejected and why: ",
  brief: "The brief that was designed from: ",
  good: "Good, because ",
  bad: "Bad, because ",
  none: "none of the designs",
  unnamed: "None is named.",
  elsewhere: "a decision that is kept outside this repository",
  supersedes: "Supersedes ",
  /** Who decided, where a project's records say it and no name is known. */
  unknown: "not named",
  /** Who judged as "you". */
  owner: "the owner of the experiment",
  ranking: "The ranking",
  report: "The report",
  keys: { status: "Status", date: "Date", by: "Deciders" },
} as const;
/** What an assertion is beside requirements. */
export const ASSERTED = say`asked of each design and told to no designer`;

/** How much of a list is left out of two pages. */
export const notListed = (more: number): Sentence => say`and ${more} more`;

/**
 * @param ranking The stored one; null where nothing was ranked.
 * @param earlier What was decided before; null for nothing.
 */
export function decisionRecord(
  view: View,
  ranking: Ranking | null,
  decided: Decided,
  earlier: Decided | null,
): DecisionRecord {
  const { task } = view.experiment;
  const chosen = designIn(view, decided.design_id) ?? null;
  const judged = viewJudging(view, decided.design_id);
  const outcomes = outcomesOf(view, ranking ?? USUAL);
  const since = ranking && sinceRanked(view, ranking);
  const sound = since === null ? ranking : null;
  const options = inOrder(view, sound, chosen).map((each) =>
    optionOf(viewJudging(view, each.design_id), each, outcomes),
  );
  const made = options.find(({ design_id, is }) => design_id === chosen?.design_id && is !== null);
  return {
    context: [
      say`${quote(task.task, "message")}`,
      judgedBy(view),
      ...personasOf(task),
      ...roundsTried(outcomes, chosen),
      ...(earlier ? cameOfEarlier(earlier) : []),
    ],
    drivers: drivers(judged, chosen),
    options,
    chosen: chosen ? say`${titled(chosen.design_id)}${made?.is ? say`, ${made.is}` : []}` : say`none of these designs`,
    because: decided.because,
    sure: [
      ...(since ? [outdatedThen(since)] : howSure(view, sound)),
      ...allTheSame(decided, ancestorsOf(allDesigns(view), decided.design_id)),
      ...(chosen ? cameOfChild(outcomes, chosen.design_id) : []),
    ],
    dissent: chosen ? dissentOf(judged, ranking, chosen) : [],
    consequences: {
      // The chosen design stands first.
      good: chosen ? (options[0]?.good ?? []).map((each) => say`${RECORD.good}${each}`) : [],
      bad: chosen ? consequences(chosen) : [say`Nothing of this is built; the task stays open.`],
    },
    confirmation: chosen ? confirmation(requirementsOf(task), chosen) : [],
    reverses: reverses(view, sound, chosen),
    more: [writtenFrom(task.experiment_id)],
  };
}

/** By which a record is known again, whatever else of it a person edits: a project holds records that said so before. */
export const writtenFrom = (id: string): Sentence =>
  say`Written from what is stored of the experiment ${copied(id)}; no model wrote it.`;

function judgedBy({ artifacts: { designs, reviews, scores }, people }: View): Sentence {
  const judging = new Set([...reviews, ...scores].map(({ reviewer_id }) => reviewer_id)).size;
  const one = designs.length === 1;
  const written = cameToBe(designs);
  // Of a text that is another today nobody judged it.
  const said = people.filter((each) => [each.scores, each.order, each.pairs, each.comments].some((own) => own.length));
  const [blind, late, unseen] = (["counted", "beside", "unseen"] as const).map((how) =>
    said.filter(({ counts }) => counts === how),
  ) as [Person[], Person[], Person[]];
  const persons = (all: readonly Person[]): Sentence[] =>
    all.length > 0 ? [say`${count(all.length, "human judge")}`] : [];
  const all = [...(judging > 0 ? [say`${count(judging, "reviewer")}`] : []), ...persons(blind)];
  const knew = blind.filter(({ known }) => known.length > 0).length;
  const knowing = knew === 0 ? [] : say`, ${knew === 1 ? "one" : knew} of whom knew an author`;
  const seen = [
    ...persons(late).map((each) => say`${each} after a result was seen`),
    ...persons(unseen).map((each) => say`${each} ${UNSEEN}`),
  ];
  const judged = [
    ...(all.length > 0 ? [say`${listed(all)} judged ${one ? "it" : "them"} blind${knowing}`] : []),
    ...seen,
  ];
  if (judged.length === 0) return say`${written}; nobody judged ${one ? "it" : "them"}.`;
  return all.length === 0
    ? say`${written}; judged by ${listed(judged)}.`
    : say`${written}; ${together(judged, ", and ")}.`;
}

/** Who wrote a design, for whoever has the project alone: folders of a document outside of it are a machine's. */
export function authorForOthers(name: string): string {
  const [, file, by = ""] = isDocument(name) ? (/^(.*) (\(a document.*)$/su.exec(name) ?? []) : [];
  return file === undefined ? name : `${pathForOthers(file)} ${by}`;
}

/** How designs came to be: written for the task, or there already as documents. */
export function cameToBe(designs: readonly Design[]): Sentence {
  const there = designs.flatMap(({ design_id, generating_model: name }) =>
    isDocument(name) ? [say`${design(design_id)} in ${words(authorForOthers(name), "all")}`] : [],
  );
  const made = designs.length - there.length;
  const were = (of: number): Sentence => (of === 1 ? say`was` : say`were`);
  const further = made === 0 ? say`${count(there.length, "design")}` : say`${there.length} more`;
  return together(
    [
      ...(made === 0 && there.length > 0
        ? []
        : [say`${count(made, "design")} ${were(made)} written for it${made === 1 ? [] : say`, each alone`}`]),
      ...(there.length === 0 ? [] : [say`${further} ${were(there.length)} there already, ${listed(there)}`]),
    ],
    "; ",
  );
}

/** How the decision before turned out, where somebody said so: it is why there is another. */
function cameOfEarlier({ design_id, decided_at, outcomes }: Decided): Sentence[] {
  const last = outcomes.at(-1);
  if (last === undefined) return [];
  const was = design_id === null ? say`none of them` : say`${titled(design_id)}`;
  return [say`The decision before, of ${words(dayOf(new Date(decided_at)))}, was for ${was}. ${turnedOut(last)}`];
}

/** As whom some of them designed or judged, so that each is known where it is named. */
export function personasOf({ personas = [], designers, reviewers }: Task): Sentence[] {
  return personas.flatMap(({ name, role, description }) => {
    const isDesigner = role === "designer";
    const seats = (isDesigner ? designers : reviewers).filter(({ persona }) => persona === name).length;
    const who = isDesigner ? say`${count(seats, "designer")} wrote` : say`${count(seats, "reviewer")} judged`;
    return seats === 0 ? [] : [say`${who} as ${words(name)}: ${quote(description, "all")}.`];
  });
}

/** Every requirement with how the chosen design stands to it, what it lacks first and constraints before all else. */
function drivers({ experiment: { task }, coverage }: View, chosen: Design | null): Sentence[] {
  const cellOf = (id: string): CoverageCell | undefined =>
    coverage
      .find(({ requirement }) => requirement.id === id)
      ?.cells.find(({ design_id }) => design_id === chosen?.design_id);
  const gravity = ({ id, kind }: Requirement): number => {
    const status = cellOf(id)?.status ?? null;
    const lacks = status === "missed" ? 4 : status === "not_addressed" ? 3 : status === "partly" ? 2 : 0;
    return 2 * lacks + (kind === "constraint" ? 1 : 0);
  };
  return requirementsOf(task)
    .toSorted((a, b) => gravity(b) - gravity(a))
    .map((each) => {
      const { id, text } = each;
      const cell = chosen === null ? undefined : cellOf(id);
      const named = say`${required(id, text)}${isAssertion(each) ? say`, ${ASSERTED}` : []}`;
      if (cell === undefined || cell.of === 0) return named;
      if (cell.status === null || isDivided(cell)) return say`${named}: reviewers disagree`;
      return say`${named}: ${COVERED[cell.status]}, say ${cell.agree} of ${count(cell.of, "reviewer")}`;
    });
}

/** How scores of a round are counted where nothing is ranked. */
const USUAL = { method: "adjusted", exclude_self_reviews: false } as const;

/** The view in which a design was judged: of one that a round made, that round's. */
export const viewJudging = (view: View, design_id: string | null): View =>
  (design_id === null ? null : roundOf(view.rounds, design_id)) ?? view;

/** What came of a design of a round beside what it was made of; nothing of any other. */
function cameOfChild(outcomes: readonly RoundOutcome[], design_id: string): Sentence[] {
  return outcomes.flatMap((outcome) =>
    outcome.children.filter(({ child }) => child.row.design_id === design_id).map((child) => childSaid(child, outcome)),
  );
}

/** That designs were revised or merged afterwards, and what came of each that was not chosen. */
function roundsTried(outcomes: readonly RoundOutcome[], chosen: Design | null): Sentence[] {
  const all = outcomes.flatMap(({ children }) => children);
  const there = all.filter(({ child }) => child.design !== null);
  const named = there.map((child) => say`${words(child.name)}, ${childIs(child)}`);
  const left = all.flatMap(({ child: { row } }) =>
    row.design_id === chosen?.design_id ? [] : cameOfChild(outcomes, row.design_id),
  );
  const one = there.length === 1;
  return [
    ...(there.length === 0
      ? []
      : [
          say`After these reviews ${count(there.length, "further design")} ${one ? say`was` : say`were`} made: ${together(named, "; ")}. ${one ? say`It` : say`Each`} was to be judged anew, blind, beside what it was made of.`,
        ]),
    ...left,
  ];
}

/** The chosen design, then the others as they rank, those that are not ranked last. */
function inOrder(view: View, ranking: Ranking | null, chosen: Design | null): Design[] {
  const designs = allDesigns(view);
  const ranked = ranking?.designs.map(({ design_id }) => design_id) ?? [];
  const place = ({ design_id }: Design): number => {
    if (design_id === chosen?.design_id) return -1;
    const at = ranked.indexOf(design_id);
    return at < 0 ? ranked.length : at;
  };
  return designs.toSorted((a, b) => place(a) - place(b));
}

function optionOf(
  { artifacts, points }: View,
  { design_id, summary }: Design,
  outcomes: readonly RoundOutcome[],
): RecordOption {
  const made = outcomes.flatMap(({ children }) => children).find(({ child }) => child.row.design_id === design_id);
  const of = artifacts.reviews.filter((review) => review.design_id === design_id).length;
  const own = points.find((each) => each.design_id === design_id);
  const said = (all: readonly Point[] | undefined): Sentence[] =>
    (all ?? [])
      .toSorted((a, b) => b.reviewers.length - a.reviewers.length)
      .map(({ text, reviewers }) => say`${quote(text)} (said by ${reviewers.length} of ${count(of, "reviewer")})`);
  return {
    design_id,
    is: made === undefined ? null : childIs(made),
    came: cameOfChild(outcomes, design_id),
    what: say`${words(firstSentence(summary), "all")}`,
    good: said(own?.strengths),
    bad: [...said(own?.weaknesses), ...said(own?.missing).map((each) => say`it leaves out ${each}`)],
  };
}

function howSure(view: View, ranking: Ranking | null): Sentence[] {
  if (ranking === null) return [say`Nothing was ranked when this was decided.`];
  const verdict = told(ranking);
  const { turned, rests } = personasTold(ranking);
  return [
    ...(turned ? [turned] : []),
    say`The ranking said: ${verdict.answer}`,
    ...(verdict.confidence === null ? [] : [confidenceSaid(verdict)]),
    ...(rests ? [rests] : []),
    ...(verdict.sure ? [verdict.sure] : []),
    ...unseenCopies({ controls: controlsOutcome(view, ranking), ranking }),
  ];
}

function outdatedThen(since: SinceRanked): Sentence {
  return say`The ranking that was there was not of what was decided on: ${changedSinceRanked(since)}. What it said is not repeated.`;
}

/** That another was chosen than the ranking had first, behind what the ranking said. */
function allTheSame(
  { design_id, ranking }: Pick<Decided, "design_id" | "ranking">,
  made_of: readonly string[],
): Sentence[] {
  if (ranking === null || !ranking.differs) return [];
  if (design_id === null) return [say`None was chosen all the same.`];
  return isMadeOfFirst(ranking.verdict, made_of)
    ? [say`${design(design_id)} was made after that ranking.`]
    : [say`${design(design_id)} was chosen all the same.`];
}

/** The design's own risks with what it does about them, the gravest first. */
function consequences({ risks }: Design): Sentence[] {
  if (risks.length === 0) return [say`The design names no risk of its own.`];
  return gravestFirst(risks).map(({ description, severity, mitigation }) => {
    const against = mitigation ? say` What is done about it: ${quote(mitigation)}.` : say` Nothing is said against it.`;
    return say`Bad, because of a ${severity} risk: ${quote(description)}.${against}`;
  });
}

/**
 * What has to be shown, for nothing of it is: what can be measured, requirements with a number first, those on how well it
 * works, then the graver risks.
 */
function confirmation(requirements: readonly Requirement[], { risks }: Design): Sentence[] {
  const hasNumber = ({ text }: Requirement): boolean => /\p{N}/u.test(text);
  const measured = requirements.filter(
    (each) => !isAssertion(each) && (hasNumber(each) || each.kind === "non_functional"),
  );
  const held = measured
    .toSorted((a, b) => Number(hasNumber(b)) - Number(hasNumber(a)))
    .map(({ id, text }) => say`To be measured: whether ${required(id, text)} holds`);
  const graver = gravestFirst(risks).filter(({ severity }) => severity !== "low");
  const stayed = graver.map(
    ({ description }) => say`To be shown: that this does not come about, ${quote(description)}`,
  );
  const all = [...held, ...stayed];
  return all.length > 0 ? all : [say`Nothing that was asked for can be measured, and no grave risk is named`];
}

/** What would have it decided otherwise. */
function reverses({ names }: View, ranking: Ranking | null, chosen: Design | null): Sentence[] {
  if (chosen === null) return [say`A requirement that changes, or a design that nobody has written yet`];
  const hard = say`A requirement that changes${chosen.risks.length > 0 ? say`, or a risk above that comes about` : []}`;
  if (ranking === null) return [hard];
  const { robustness, reliability, summary } = ranking;
  const first = placed(summary.verdict);
  const turned =
    robustness !== null && first.includes(chosen.design_id) && robustness.new_winner !== chosen.design_id
      ? weightTurned(robustness, ranking.designs)
      : null;
  const alone = (summary.winner === chosen.design_id ? (reliability.leave_one_out?.changes ?? []) : []).map(
    ({ removed, winner }) => {
      const by = model(names.reviewers.get(removed) ?? removed);
      const effect = winner === null ? say`the first place is then shared` : say`${design(winner)} is then first`;
      return say`Good reason to leave out the scores of ${by}: ${effect}`;
    },
  );
  const open =
    summary.winner === null
      ? [say`More reviewers that tell apart what the ranking could not, and see another first`]
      : [];
  return [...(turned ? [turned] : []), ...alone, ...open, hard];
}
