import type { KeptVote } from "../../artifacts/ballot.ts";
import { designSha256 } from "../../artifacts/hashes.ts";
import { requirementsOf } from "../../artifacts/requirement.ts";
import type { Vote } from "../../artifacts/vote.ts";
import { identitiesOf } from "../../experiment/identities-of.ts";
import { viewAgain } from "../../experiment/open.ts";
import { isVoteSeen } from "../../experiment/seen.ts";
import { readRanking, type View } from "../../experiment/view.ts";
import type { AfterVote, VoterSeat } from "../../live/judging.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { ballotOf, type Judge, type ShownBallot } from "../../stages/judgement/ballot.ts";
import { type Ranked, tryRankUnwritten } from "../../stages/judgement/rank.ts";
import { changedTexts, stillSaid } from "../../stages/judgement/said-before.ts";
import { keptOf, rankAfterVote, saveVoice } from "../../stages/judgement/voting.ts";
import { type Named, YOU } from "../../stages/judgement/who-judges.ts";
import { loadArtifact, makeVotes } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { designsThere } from "../../story/judging.ts";
import type { Grade } from "../../story/page-grade.ts";
import { roundVoteResult } from "../../story/round-vote.ts";
import { roundOption } from "../../story/round-words.ts";
import { OTHER_DESIGNS, type Uncounted, voteKeptOnPage } from "../../story/vote-kept.ts";
import { voteResult } from "../../story/vote-result.ts";
import type { OpContext } from "../op.ts";
import { startPage } from "../person/page.ts";
import { readRound } from "./round.ts";

/** What a person is shown of an experiment as it stands now. */
export async function ballotFor(lab: Lab, view: View, who: Judge): Promise<ShownBallot> {
  const { task } = view.experiment;
  const identities = identitiesOf(task, view.artifacts.designs, lab.config, await lab.available());
  const { ranking } = await readRanking(view.experiment);
  return ballotOf(view, who, identities, ranking);
}

/** The way into the page of one person; null where no process stays to serve it. */
export function judgingInvite(lab: Lab, { pages }: OpContext, experiment: Experiment, who = YOU) {
  if (pages === null) return null;
  const seat = seatOf(lab, experiment, who);
  return (grade: Grade) => pages.seat(seat, grade);
}

/** Shows a person the designs to judge where a browser can be opened, and says in the run's lines that they are there. */
export async function offerJudging(lab: PayingLab, context: OpContext, experiment: Experiment): Promise<void> {
  const { task } = experiment;
  const invite = judgingInvite(lab, context, experiment);
  // A page that cannot be shown costs the run nothing: the reply says how to judge.
  const page = await (invite &&
    startPage(context, invite)
      .offer(lab.signal)
      .catch(() => null));
  const text = designsThere(task.experiment_id, page?.shown === true, roundOption(task));
  lab.progress.say({ text, kind: "news" });
}

/** A person's place on the page: what is shown there, and what becomes of what is said. */
function seatOf(lab: Lab, seated: Experiment, who: Named): VoterSeat {
  const { dir } = seated;
  /** What pages were sent, by designs and letters: what one says is said of these texts. */
  const sent = new Map<string, ShownBallot>();
  const read = () => viewAgain(lab, seated);
  const vote = async () => {
    const kept = await loadArtifact(dir, "vote", who);
    return kept.state === "ok" ? kept.value : null;
  };
  return {
    id: `${dir}\n${who.reviewer_id}`,
    async ballot() {
      const drawn = await ballotFor(lab, await read(), who);
      sent.set(keyOf(drawn.shown), drawn);
      await makeVotes(dir, who.reviewer_id);
      return drawn.ballot;
    },
    async kept() {
      const value = await vote();
      return value && keptToday(value, textsIn(await read()));
    },
    async save(voice, { revision, done, shown: own }) {
      const view = await read();
      const { experiment } = view;
      const today = await ballotFor(lab, view, who);
      const drawn = sent.get(keyOf(own)) ?? (keyOf(today.shown) === keyOf(own) ? today : null);
      if (drawn === null || changedTexts(drawn, today.shown).length > 0)
        return { state: "refused", why: OTHER_DESIGNS };
      const { shown, ballot } = drawn;
      const ended = experiment.task.round
        ? today.ballot.has_result
        : view.artifacts.hold?.ended?.why === "shown" || (await readRanking(experiment)).ranking !== null;
      const has_result = ballot.has_result || ended;
      const saving = { judge: who, shown, door: "page", revision, done, has_result } as const;
      const counted = (await vote())?.done_at != null;
      const saved = await saveVoice(experiment, voice, saving, lab.now);
      // A vote that is reopened counts no more.
      if (saved.state === "saved" && (done || counted)) void rankAfterVote(lab, experiment, "voted").catch(() => null);
      return saved.state === "stale" ? { ...saved, kept: keptToday(saved.vote, today.shown) } : saved;
    },
    async after() {
      const value = await vote();
      if (
        !value?.done_at ||
        !(await isVoteSeen({ dir, person: lab.person }, { ...value, reviewer_id: who.reviewer_id }))
      )
        return null;
      const view = await read();
      const { experiment_id, round } = view.experiment.task;
      if (round !== undefined) return afterRound(lab, view, value);
      const ranked = await tryRankUnwritten(lab, view);
      const not = uncounted(ranked, value);
      const beside = value.voice.saw_result === true && ranked.state === "ranked";
      const said = voteKeptOnPage(experiment_id, { beside, not, changed: changedTexts(value, textsIn(view)) });
      if (ranked.state !== "ranked") return { said, result: null };
      const attention = { ...view.attention, top_scores: ranked.story.ranking.flagged_top_scores };
      return { said, result: voteResult(ranked.story, attention, value.shown) };
    },
  };
}

/** The same of a round, which has no ranking of its own. */
async function afterRound(lab: Lab, view: View, vote: Vote): Promise<AfterVote> {
  const { whole, round, outcome } = await readRound(lab, view);
  const { task } = whole.experiment;
  const changed = changedTexts(vote, textsIn(round));
  const said = voteKeptOnPage(task.experiment_id, { beside: vote.voice.saw_result === true, not: null, changed });
  if (round.withheld !== null) return { said, result: null };
  return { said, result: roundVoteResult({ outcome, requirements: requirementsOf(task) }, round, vote.shown) };
}

/** Why a vote that is done is in no ranking; null where it is. */
export function uncounted(ranked: Ranked, { reviewer_id }: Pick<Vote, "reviewer_id">): Uncounted | null {
  if (ranked.state === "refused") return { why: "refused", reason: ranked.reason };
  const { people, exclude_self_reviews } = ranked.story.ranking;
  if (people?.counted.some((each) => each.reviewer_id === reviewer_id)) return null;
  return { why: "no-order", excludes: exclude_self_reviews };
}

/** What a page is told of a vote: nothing that was said of another text than it shows. */
const keptToday = (vote: Vote, texts: Texts): KeptVote => ({ ...keptOf(vote), voice: stillSaid(vote, texts) });

type Texts = Parameters<typeof stillSaid>[1];
const textsIn = ({ artifacts: { designs } }: View): Texts =>
  designs.map((design) => ({ design_id: design.design_id, design_sha256: designSha256(design) }));

/** Which texts stand under which letters. */
const keyOf = (shown: readonly { letter: string; design_sha256: string }[]): string =>
  JSON.stringify(shown.map(({ letter, design_sha256 }) => [letter, design_sha256]));
