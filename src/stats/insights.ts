import { mean } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import { type Design, gravestFirst } from "../artifacts/design.ts";
import type { Apart, DesignInsight, Dissent, Insights, Lead, NamedBy, PairedMeans } from "../artifacts/insights.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { Review } from "../artifacts/review.ts";
import type { Score } from "../artifacts/score.ts";
import { allCriteria, type Task } from "../artifacts/task.ts";
import { firstSentence } from "../text/truncate.ts";
import { disagreements } from "./compare.ts";
import { meaningfulWords, pointsOf, sharedTopics } from "./themes.ts";

/** Share of a criterion's scale from which two scores of one design are worth a word. */
const NOTABLE = 0.2;
/** Share of a criterion's scale by which the next design must be better for a word. */
const BEHIND = 0.05;

type Material = {
  task: Pick<Task, "designers" | "criteria" | "personas" | "reviewers">;
  designs: readonly Design[];
  reviews: readonly Review[];
  scores: readonly Score[];
  ranking: Pick<Ranking, "designs" | "summary">;
};

/** What stands behind a ranking, picked from what designers and reviewers wrote. Pure; nothing in it is new text. */
export function insightsOf({ task, designs, reviews, scores, ranking }: Material): Insights {
  const { first_place: first } = ranking.summary;
  return {
    designs: task.designers.flatMap(({ design_id }, position) => {
      const design = designs.find((each) => each.design_id === design_id);
      const own = reviews.filter((review) => review.design_id === design_id);
      return design ? [insightOf(design, letterOf(position), own)] : [];
    }),
    lead: leadOf({ task, designs, reviews, scores, ranking }),
    apart: ranking.summary.winner === null ? apartOf(designs, first) : null,
    // A first design that neither wins nor ties is no more to be asked about than another.
    dissent: dissentOf(scores, allCriteria(task), ranking.summary.winner === null && first.length < 2 ? [] : first),
  };
}

function insightOf(design: Design, letter: string, reviews: readonly Review[]): DesignInsight {
  const { design_id, title, tradeoffs, risks } = design;
  const [first] = tradeoffs;
  const [gravest] = gravestFirst(risks);
  return {
    design_id,
    letter,
    title,
    approach: firstSentence(design.summary),
    main_choice: first ? { aspect: first.aspect, choice: first.choice } : null,
    worst_risk: gravest ? { description: gravest.description, severity: gravest.severity } : null,
    best_strength: mostNamed(reviews, "strengths"),
    worst_weakness: mostNamed(reviews, "weaknesses"),
    worst_gap: mostNamed(reviews, "missing_considerations"),
  };
}

/**
 * What reviewers praise in a design that shares most words with a criterion and with why they scored it there, more
 * reviewers before fewer; null where nothing shares two words.
 */
function strengthOn(
  { name, description }: Criterion,
  design_id: string,
  reviews: readonly Review[],
  scores: readonly Score[],
): NamedBy | null {
  const reasons = scores.flatMap((score) => (score.design_id === design_id ? (score.rationales[name] ?? []) : []));
  const about = new Set([name, description, ...reasons].flatMap((text) => [...meaningfulWords(text)]));
  const own = reviews.filter((review) => review.design_id === design_id);
  const [most] = named(own, "strengths")
    .map((point) => ({ point, shared: [...meaningfulWords(point.text)].filter((word) => about.has(word)).length }))
    .filter(({ shared }) => shared > 1)
    .sort((a, b) => b.shared - a.shared || b.point.reviewers - a.point.reviewers);
  return most?.point ?? null;
}

function mostNamed(reviews: readonly Review[], part: ReviewPart): NamedBy | null {
  return named(reviews, part)[0] ?? null;
}

type ReviewPart = "strengths" | "weaknesses" | "missing_considerations";

/** What reviewers of one design name in a part of their reviews, the most named first. */
function named(reviews: readonly Review[], part: ReviewPart): NamedBy[] {
  const said = reviews.flatMap(({ reviewer_id, [part]: own }) => own.map((text) => ({ reviewer_id, text })));
  return pointsOf(said).map(({ text, reviewers }) => ({ text, reviewers: reviewers.length, of: reviews.length }));
}

function leadOf({ task, designs, reviews, scores, ranking }: Material): Lead | null {
  const [first, second] = ranking.designs.filter(({ rank }) => rank !== null);
  if (!first || !second || ranking.summary.winner !== first.design_id) return null;
  const gaps = gapsBetween(first.design_id, second.design_id, scores, allCriteria(task));
  const widest = gaps.filter(({ gap }) => gap > 0).sort((a, b) => b.gap - a.gap)[0];
  const lost = gaps.filter(({ gap }) => gap <= -BEHIND).sort((a, b) => a.gap - b.gap)[0];
  const one = designs.find(({ design_id }) => design_id === first.design_id);
  const other = designs.find(({ design_id }) => design_id === second.design_id);
  return {
    design_id: first.design_id,
    over: second.design_id,
    criterion: widest ? widest.means : null,
    strength: widest ? strengthOn(widest.criterion, first.design_id, reviews, scores) : null,
    behind: lost ? lost.means : null,
    choice: one && other ? differentChoice(one, other) : null,
  };
}

/**
 * How far apart two designs are on each criterion, in shares of its scale, by the reviewers that scored both on it: a mean
 * over other reviewers would show their severity too.
 */
function gapsBetween(
  own: string,
  other: string,
  scores: readonly Score[],
  criteria: readonly Criterion[],
): { criterion: Criterion; means: PairedMeans; gap: number }[] {
  return criteria.flatMap((criterion) => {
    const { name, min, max } = criterion;
    const on = (id: string) => scores.filter(({ design_id, scores: given }) => design_id === id && name in given);
    const [ours, theirs] = [on(own), on(other)];
    const pairs = ours.flatMap((one) => {
      const against = theirs.find(({ reviewer_id }) => reviewer_id === one.reviewer_id);
      return against ? [{ own: one.scores[name] ?? 0, other: against.scores[name] ?? 0 }] : [];
    });
    if (pairs.length === 0) return [];
    const all = pairs.length === ours.length && pairs.length === theirs.length;
    const means = {
      name,
      own: mean(pairs.map((each) => each.own)),
      other: mean(pairs.map((each) => each.other)),
      both: all ? null : pairs.length,
    };
    return [{ criterion, means, gap: (means.own - means.other) / (max - min) }];
  });
}

/** The subject that both decide, the most alike of those on which they decide otherwise. */
function differentChoice(one: Design, other: Design): Lead["choice"] {
  const shared = sharedTopics(one.tradeoffs, other.tradeoffs).find(({ differs }) => differs);
  const [own, their] = shared ? [one.tradeoffs[shared.first], other.tradeoffs[shared.second]] : [];
  return own && their ? { aspect: own.aspect, own: own.choice, other: their.choice } : null;
}

/** The subject that most of the designs in the first place's tie decide, and not all alike. */
function apartOf(designs: readonly Design[], tied: readonly string[]): Apart | null {
  const [first, ...others] = tied.flatMap((id) => designs.filter(({ design_id }) => design_id === id));
  if (!first) return null;
  const shared = others.map((other) => ({ other, topics: sharedTopics(first.tradeoffs, other.tradeoffs) }));
  const subjects = first.tradeoffs.map(({ aspect, choice }, at) => {
    const theirs = shared.flatMap(({ other, topics }) => {
      const topic = topics.find(({ first: own }) => own === at);
      const chosen = topic && other.tradeoffs[topic.second]?.choice;
      return chosen ? [{ design_id: other.design_id, choice: chosen, differs: topic.differs }] : [];
    });
    const others = theirs.toSorted((a, b) => Number(b.differs) - Number(a.differs));
    const choices = [{ design_id: first.design_id, choice }, ...others.map(({ differs: _, ...said }) => said)];
    return { aspect, choices, differ: theirs.some(({ differs }) => differs) };
  });
  const [found] = subjects.filter(({ differ }) => differ).sort((a, b) => b.choices.length - a.choices.length);
  return found ? { aspect: found.aspect, choices: found.choices } : null;
}

/** Where reviewers differ notably on one criterion of one design, the widest first; `designIds` is the order of equals. */
export function dissents(
  designIds: readonly string[],
  scores: readonly Score[],
  criteria: readonly Criterion[],
): Dissent[] {
  return disagreements(designIds, scores, criteria)
    .filter(({ range }) => range >= NOTABLE)
    .map(({ design_id, criterion, lowest, highest }) => {
      return { design_id, criterion, high: said(highest, criterion), low: said(lowest, criterion) };
    });
}

/** The widest difference on one criterion, of the first designs where there is a notable one. */
function dissentOf(scores: readonly Score[], criteria: readonly Criterion[], first: readonly string[]): Dissent | null {
  const designs = [...new Set(scores.map(({ design_id }) => design_id))];
  const found = dissents(designs, scores, criteria);
  return found.find(({ design_id }) => first.includes(design_id)) ?? found[0] ?? null;
}

function said({ reviewer_id, scores, rationales }: Score, criterion: string): Dissent["high"] {
  return { reviewer_id, score: scores[criterion] ?? 0, rationale: rationales[criterion] ?? "" };
}
