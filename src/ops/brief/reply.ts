import { approvalId } from "../../artifacts/hashes.ts";
import { lastedOf, spentOf } from "../../experiment/spent.ts";
import type { Lab } from "../../prompting/lab.ts";
import { textOf } from "../../questions/check.ts";
import { openJournal } from "../../questions/journal.ts";
import { type Asked, isApproval } from "../../questions/replay.ts";
import type { TypeName } from "../../questions/types.ts";
import { type Interviewed, readStanding } from "../../stages/brief/interview.ts";
import { askedOf, nextStep, type Standing, seenOf } from "../../stages/brief/standing.ts";
import { foundIn } from "../../stages/brief/turns.ts";
import { pathOf } from "../../store/artifacts.ts";
import type { Begun } from "../../store/begun.ts";
import { recallFolder } from "../../store/places.ts";
import { type BriefStand, briefReplyNext, briefStandSaid, foundSaid, type KeptBrief } from "../../story/brief.ts";
import { briefText } from "../../views/markdown/brief-text.ts";
import { pageText } from "../../views/markdown/open-text.ts";
import type { Taken } from "../../views/markdown/questions-text.ts";
import type { Facts, Reply } from "../op.ts";
import type { PageOffer } from "../person/page.ts";
import { shownApprovals } from "../person/shown.ts";
import { higher } from "../run/reply.ts";

/** What a call of brief came to. */
export type Ended = {
  /** null where it only looked. */
  came: Interviewed | { state: "refused" } | null;
  /** How many lines the ledger had before the call. */
  before: number;
  taken: readonly Taken[];
  /** The page that was opened, where one was. */
  page?: PageOffer | null;
  /** Where the approved brief was written in the project; null where that was not asked for. */
  kept?: KeptBrief | null;
};

/** The reply of a call of brief: what is open, as a person would write it, and what goes on. */
export async function briefReply(
  lab: Pick<Lab, "budget" | "config" | "held" | "now" | "person" | "worktree">,
  begun: Begun,
  { came, before, taken, page = null, kept = null }: Ended,
): Promise<Reply> {
  const { dir, idea } = begun;
  const standing = await readStanding(begun, openJournal(dir, lab.now, lab.person));
  const { turns, journal, brief } = standing;
  const folder = await recallFolder({ ...lab.person, worktree: lab.worktree }, "brief");
  // A line that is typed is read word by word.
  const typable = folder !== null && /^[^\s"'`]+$/u.test(folder) ? folder : null;
  const stand = standOf(lab, standing, came, { kept, folder: typable });
  const open = toAnswerIn(standing);
  const unseen = taken.flatMap((each) => (each.did === "unseen" && each.asked.state !== "open" ? each.asked : []));
  const whole = [...unseen, ...open];
  const [first] = open.filter((each) => !isApproval(each));
  const isUnseen = brief !== null && journal.questions.some((each) => each.id === approvalId(brief) && each.claimed);
  const ledger = await begun.ledger.read();
  const lines = ledger.slice(before);
  const stopped = lab.budget.stopped();
  const limit = stopped?.limit
    ? { name: stopped.limit, most: higher(stopped, lab.config.limits[stopped.limit]) }
    : null;
  const text = briefText({
    topic: brief?.topic ?? idea.topic,
    dir,
    said: [briefStandSaid(stand, pathOf(dir, "brief"), isUnseen)],
    taken,
    page: page && pageText(page),
    open: whole.map(({ question }) => textOf(question)),
    found: stand.state === "answers" ? foundSaid(foundIn(turns)) : [],
    next: briefReplyNext(stand, {
      id: idea.experiment_id,
      isTask: begun.hasTask,
      example: first ? { id: first.id, answer: EXAMPLES[first.question.type] ?? "…" } : null,
      approval: brief && approvalId(brief),
      limit,
    }),
    spent: spentOf(lines),
    seconds: lastedOf(lines) ?? 0,
    problems: journal.problems,
    notes: lab.held,
  });
  const shown = shownApprovals(lab, idea.experiment_id, whole.filter(isApproval));
  return { text, files: dir, facts: factsOf(begun, standing, stand, open), ...shown };
}

/** What waits for an answer: of approvals that of the brief as it stands. */
function toAnswerIn({ brief, journal }: Standing): Asked[] {
  const now = brief && approvalId(brief);
  return journal.questions.filter(({ id, state }) => state === "open" && (!isApproval({ id }) || id === now));
}

function standOf(
  { config }: Pick<Lab, "config">,
  standing: Standing,
  came: Ended["came"],
  about: { kept: KeptBrief | null; folder: string | null },
): BriefStand {
  const { max_questions: most } = config.brief;
  if (came?.state === "approved") return { state: "approved", ...about };
  if (came !== null && came.state !== "answers") return came;
  const step = nextStep(standing, most);
  if (came === null && step.do === "wait" && step.for !== "answers") return { state: step.for };
  const asked = askedOf(standing.turns, standing.journal);
  return { state: "answers", open: toAnswerIn(standing).length, asked: asked.length, most };
}

/** An answer that a line of each type may be. */
const EXAMPLES: Partial<Record<TypeName, string>> = {
  pick_one: "b",
  show_options: "b",
  pick_many: "a, b",
  confirm: "yes",
  rank: "b, a",
};

function factsOf({ dir, idea }: Begun, standing: Standing, { state }: BriefStand, open: readonly Asked[]): Facts {
  const { turns, journal, brief } = standing;
  return {
    experiment: idea.experiment_id,
    topic: brief?.topic ?? idea.topic,
    directory: dir,
    state,
    open: open.map(({ id, question }) => ({ ...question, id })),
    settled: seenOf(journal).answers,
    asked: askedOf(turns, journal).length,
    brief: brief && pathOf(dir, "brief"),
    approval: brief && approvalId(brief),
  };
}
