import type { ControlsLack } from "../artifacts/note.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { Without } from "../artifacts/ranking-note.ts";
import { type ControlsOutcome, FEWEST } from "../experiment/controls.ts";
import { type ControlsVerdict, hasSeen, type ReviewerOfControls } from "../stats/controls.ts";
import { count, points, tenths } from "../text/numbers.ts";
import { copied, design, listed, reviewer, type Sentence, say, typed } from "./sentence.ts";
import type { Story } from "./story.ts";

/** Reviewers and designs that are named before the rest is counted. */
const MAX_NAMED = 6;

/** Which reviewers do not see what was spoiled in planted copies, and the ranking without them; nothing where there are none. */
export function controlsSaid({ controls, ranking }: Pick<Story, "controls" | "ranking">): Sentence[] {
  if (controls === null) return [];
  const { missing, verdict, without } = controls;
  const id = ranking.experiment_id;
  const old = changedSaid(controls, id);
  if (old !== null) return [old];
  const said = verdict.unseeing.length > 0 ? unseeingSaid(verdict, without, ranking) : seenSaid(verdict);
  if (missing === 0) return [said];
  const left = say`${count(missing, "evaluation")} of the copies ${missing === 1 ? "is" : "are"} missing; ${typed("resume", id)} asks for what is missing.`;
  return [say`${said} ${left}`];
}

/** For whoever has not the tool, and only of reviewers that did not see it: what copies are, and the same. */
export function unseenCopies({ controls, ranking }: Pick<Story, "controls" | "ranking">): Sentence[] {
  if (controls === null || changedSaid(controls, "") !== null || controls.verdict.unseeing.length === 0) return [];
  return [
    say`Two copies of designs, spoiled on purpose, were judged among them.`,
    unseeingSaid(controls.verdict, controls.without, ranking),
  ];
}

function changedSaid({ changed }: Pick<ControlsOutcome, "changed">, id: string): Sentence | null {
  const { criteria, designs } = changed;
  if (!criteria && designs.length === 0) return null;
  const what = criteria
    ? say`the criteria were changed`
    : say`${listed([...new Set(designs)].map(design), MAX_NAMED)} or its copy was changed`;
  return say`The planted copies are not used: since they were made ${what}. ${typed("resume", id, "--control")} makes them anew.`;
}

/** "gamma/weak-1 did not see what was spoiled in two copies (its scores fell by 0.2, the others’ by 3.9): without it B stays first." */
function unseeingSaid({ reviewers }: ControlsVerdict, without: Without, ranking: Ranking): Sentence {
  const named = reviewers.filter(({ unseeing }) => unseeing);
  const one = named.length === 1;
  const who = listed(
    named.map(({ reviewer_id }) => reviewer(reviewer_id)),
    MAX_NAMED,
  );
  const own = say`${one ? "its" : "their"} scores ${movedSaid(named.map(({ drop }) => drop ?? 0))}`;
  const verb = named.some(({ drop }) => (drop ?? 0) < 0) ? "fell by" : "by";
  const others = say`the others’ ${verb} ${listed(
    named.map((each) => say`${tenths(each.others ?? 0)}`),
    MAX_NAMED,
  )}`;
  const rest = say`without ${one ? "it" : "them"} ${withoutSaid(without, ranking)}`;
  return say`${who} did not see what was spoiled in two planted copies (${own}, ${others}): ${rest}.`;
}

/** "fell by 0.2 points", of scores that rose "rose by 0.2 points"; of several each in its turn. */
const movedSaid = (drops: readonly number[]): Sentence =>
  listed(
    drops.map((drop) => (drop < 0 ? say`rose by ${points(-drop)}` : say`fell by ${points(drop)}`)),
    MAX_NAMED,
  );

/** Which design is first then, and whether that is another than the ranking's. */
function withoutSaid(without: Without, { designs, summary }: Ranking): Sentence {
  if (without === null) return say`nothing could be ranked`;
  const { order, ranks } = without;
  const then = order.filter((_, at) => (ranks?.[at] ?? at + 1) === 1);
  const now = designs.filter(({ rank }) => rank === 1).map(({ design_id }) => design_id);
  const stays = then.length === now.length && then.every((id) => now.includes(id));
  const first = listed(then.map(design), MAX_NAMED);
  const plural = then.length > 1;
  if (!stays)
    return say`${first} would be ${plural ? "equal in the first place" : "first"}${winnerSaid(without, summary)}`;
  return say`${first} ${plural ? "stay equal in the first place" : "stays first"}${winnerSaid(without, summary)}`;
}

function winnerSaid({ winner }: NonNullable<Without>, summary: Ranking["summary"]): Sentence {
  if ((winner === null) === (summary.winner === null)) return [];
  return winner === null ? say`, without being named the winner` : say`, and would be named the winner`;
}

/** That all see it, or of whom it cannot be told, and why. */
function seenSaid(verdict: ControlsVerdict): Sentence {
  const { reviewers, reason, seen } = verdict;
  const cannot = say`Which reviewers see what was spoiled in two planted copies cannot be told`;
  if (reason === "few-reviewers")
    return say`${cannot}: that takes ${count(FEWEST.reviewers, "reviewer")} who scored both a copy and what it is a copy of, and there ${reviewers.length === 1 ? "is" : "are"} ${reviewers.length}.`;
  if (reason === "no-deviation") return say`${cannot}: the scores do not show how far reviewers differ by chance.`;
  if (reason === "hardly-seen")
    return say`${cannot}: the scores of most hardly moved (they ${movedSaid([seen ?? 0])}), so that what was spoiled may be what is hard to see.`;
  const unsure = reviewers.filter((each) => !hasSeen(each));
  if (unsure.length === 0) return say`All ${reviewers.length} reviewers saw what was spoiled in two planted copies.`;
  const saw = reviewers.length - unsure.length;
  return say`${saw} of ${count(reviewers.length, "reviewer")} saw what was spoiled in two planted copies; of ${namesOf(unsure)} it cannot be told.`;
}

const namesOf = (all: readonly ReviewerOfControls[]): Sentence =>
  listed(
    all.map(({ reviewer_id }) => reviewer(reviewer_id)),
    MAX_NAMED,
  );

/** What there is too little of for planted copies: a sentence without its full stop. */
export function lackSaid({ of, found }: ControlsLack): Sentence {
  if (of === "texts") return say`the designs have too little in them that code can spoil`;
  if (of === "designs") return say`that takes ${count(FEWEST.designs, "design")}, found ${found}`;
  if (of === "reviewers") return say`that takes ${count(FEWEST.reviewers, "reviewer")} that score, found ${found}`;
  return say`that takes two criteria that code can spoil (${copied("clarity, feasibility, scalability, maintainability")}), found ${found}`;
}
