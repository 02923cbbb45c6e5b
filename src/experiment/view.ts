import type { Spent } from "../artifacts/cost.ts";
import type { Hold } from "../artifacts/hold.ts";
import { type Incomplete, incompleteOf } from "../artifacts/incomplete.ts";
import type { LearnedErrors } from "../artifacts/learned.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { type Names, namesOf } from "../artifacts/names.ts";
import type { Attention } from "../artifacts/note.ts";
import type { DesignPoints } from "../artifacts/points.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { RankingNote } from "../artifacts/ranking-note.ts";
import type { CoverageRow } from "../artifacts/requirement.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Status } from "../artifacts/status.ts";
import type { Vote } from "../artifacts/vote.ts";
import { coverageOf } from "../stats/coverage.ts";
import { loadArtifact, loadArtifacts } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { listRounds } from "../store/rounds.ts";
import { readControls } from "../store/within.ts";
import { fallbackNotes, type Held, heldOf } from "./answers.ts";
import { attentionOf, type DesignFlags, flagsOf } from "./attention.ts";
import { plannableTexts } from "./basis.ts";
import { type DecisionView, decidedOf } from "./decision.ts";
import { withOnce } from "./once.ts";
import { type Person, peopleOf } from "./people.ts";
import { pointsOn } from "./points.ts";
import { allDesigns, namedIn } from "./rounds.ts";
import { NOTHING_SEEN, readSeen, type Seen } from "./seen.ts";
import { spentOf } from "./spent.ts";
import { statusOf } from "./status.ts";
import { plannedOf, type StoredPlan } from "./task-plan.ts";

/** An experiment as its files stand, read once. What follows from them is worked out once, when somebody first asks. */
export type View = Stored & Readonly<Derived>;

type Stored = {
  experiment: Experiment;
  artifacts: Artifacts;
  ledger: readonly LedgerLine[];
  /** What of people's words this machine saw said. */
  seen: Seen;
  /** Its rounds of better designs in their order, each with files of its own. */
  rounds: readonly View[];
  /** Its planted copies, with files of their own; null where there are none. */
  controls: View | null;
  /** Which models err together by the stored ranking; null where that has nothing of it, undefined where there is none. */
  learned: LearnedErrors | null | undefined;
};

type Derived = {
  /** Which cells of the plan are filled. */
  held: Held;
  status: Status;
  /** What the plan wanted and is not there; null where nothing is missing. */
  incomplete: Incomplete | null;
  /** By all calls together. */
  spent: Spent;
  /** Without titles while a result is held back: who judges knows a design by its title, and letters lead to authors. */
  names: Names;
  flags: readonly DesignFlags[];
  attention: Attention;
  /** Requirement × design, in the order of the plan. */
  coverage: readonly CoverageRow[];
  /** What reviewers said of each design that is there, each point once with who said it. */
  points: readonly DesignPoints[];
  /** People who are done judging. */
  people: readonly Person[];
  /** What holds the ranking back until a person has judged; null where nothing does. */
  withheld: Hold | null;
  /** Answers and designs that come from another model than the plan names. */
  fallbacks: readonly RankingNote[];
  /** What was decided; null where nothing is. */
  decided: DecisionView | null;
  /** What the chosen design was broken into; null where nothing is planned. */
  planned: StoredPlan | null;
};

/** Reads all artifacts and the ledger, which those within it share. */
export async function viewOf(experiment: Experiment, shared?: Stored["ledger"]): Promise<View> {
  const artifacts = await loadArtifacts(experiment);
  const seen = await readSeen(experiment, artifacts);
  const { rounds, problems } = await listRounds(experiment);
  const planted = await readControls(experiment);
  const ledger = shared ?? (await experiment.ledger.read());
  return createView({
    experiment,
    artifacts: { ...artifacts, problems: [...artifacts.problems, ...problems, ...planted.problems] },
    seen,
    ledger,
    rounds: await Promise.all(rounds.map((round) => viewOf(round, ledger))),
    controls: planted.found && (await viewOf(planted.found, ledger)),
    learned: learnedIn((await readRanking(experiment)).ranking),
  });
}

const learnedIn = (ranking: Ranking | null): Stored["learned"] =>
  ranking === null ? undefined : (ranking.assumptions.learned ?? null);

/** Warnings quote designs, and tell scores and authors. */
const UNSAID: Attention = { designs: [], reviewers: [], top_scores: [], identified: [] };

/** The view of what was read already. */
export function createView({
  seen = NOTHING_SEEN,
  rounds = [],
  controls = null,
  learned,
  ...read
}: Pick<Stored, "experiment" | "artifacts" | "ledger"> & Partial<Stored>): View {
  const stored = { ...read, seen, rounds, controls, learned };
  const { artifacts, ledger } = stored;
  const { task } = stored.experiment;
  const view: View = withOnce<Stored, Derived>(stored, {
    held: () => heldOf(task, artifacts),
    status: () => statusOf(task, artifacts, ledger, view.held),
    incomplete: () => incompleteOf(view.status),
    spent: () => spentOf(ledger),
    names: () => namesOf(...namedIn(view)),
    flags: () => flagsOf(artifacts),
    attention: () => (view.withheld ? UNSAID : attentionOf(task, artifacts, ledger, view.flags)),
    coverage: () => {
      const { designs, reviews, scores } = artifacts;
      const ids = designs.map(({ design_id }) => design_id);
      const rows = coverageOf(task, ids, [...reviews, ...scores]);
      return rows.filter(({ cells }) => cells.some(({ of, unanswered }) => of + unanswered.length > 0));
    },
    points: () => artifacts.designs.map(({ design_id }) => pointsOn(design_id, artifacts.reviews)),
    people: () => peopleOf(task, artifacts, seen),
    withheld: () => withheldBy(artifacts, seen),
    fallbacks: () => fallbackNotes(task, artifacts),
    decided: () => decidedOf(artifacts, allDesigns(view), seen),
    planned: () => plannedOf(artifacts, plannableTexts(view), seen),
  });
  return view;
}

/** A vote that is done since ends it, whether or not that was written down; none of either that nobody saw. */
function withheldBy({ hold, votes }: Artifacts, seen: Seen): Hold | null {
  if (hold === undefined || (hold.ended !== null && seen.ended)) return null;
  const isSince = ({ done_at, reviewer_id }: Vote) =>
    seen.votes.has(reviewer_id) && done_at !== null && done_at >= hold.began_at;
  return votes.some(isSince) ? null : { ...hold, ended: null };
}

/** A ranking as it was read, and what is wrong with it. */
export type StoredRanking = { ranking: Ranking | null; problems: readonly Problem[] };

/** The stored ranking; null when there is none, or, with a problem said, when it cannot be read. */
export async function readRanking({ dir }: Experiment): Promise<StoredRanking> {
  const read = await loadArtifact(dir, "ranking");
  return {
    ranking: read.state === "ok" ? read.value : null,
    problems: read.state === "unusable" ? [read.problem] : [],
  };
}
