import { dirname } from "node:path";
import { identitiesOf } from "../experiment/blind-design.ts";
import { storedRanking, type View, viewOf } from "../experiment/view.ts";
import type { Seat } from "../live/judging.ts";
import { noBrowser, showPage } from "../live/show-page.ts";
import type { Lab } from "../prompting/lab.ts";
import { ballotOf, type Judge, type Shown } from "../stages/judgement/ballot.ts";
import { keptOf, rankAfterVote, saveVoice } from "../stages/judgement/voting.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { openExperiment } from "../store/open.ts";
import type { OpContext } from "./op.ts";
import type { PageOffer } from "./page.ts";

/** Who judges, as files name them. */
export type Named = { reviewer_id: string; name: string };

/** Whom a call means that names nobody. */
export const YOU: Named = { reviewer_id: "person-you", name: "you" };

/** What a person is shown of an experiment as it stands now. */
export async function ballotFor(lab: Lab, view: View, who: Judge): Promise<Shown> {
  const { task } = view.experiment;
  const identities = identitiesOf(task, view.artifacts.designs, lab.config, await lab.available());
  const { ranking } = await storedRanking(view.experiment);
  return ballotOf(view, who, identities, ranking);
}

/** Opens the page of one person in the browser; null where no process stays to serve it. */
export async function offerJudging(
  lab: Lab,
  context: OpContext,
  experiment: Experiment,
  who = YOU,
): Promise<PageOffer | null> {
  const { pages } = context;
  if (pages === null) return null;
  const seat = seatOf(lab, experiment, who);
  const invite = () => pages.seat(seat);
  const came = noBrowser(context.env, process.platform) ?? (await showPage(await invite(), context));
  if (came === "shown") return { shown: true };
  // A browser that comes late uses up its own invitation, not the one that a person is told.
  const { address, port } = await invite();
  return { shown: false, why: came, address, port };
}

/** A person's place on the page: what is shown there, and what becomes of what is said. */
function seatOf(lab: Lab, { dir }: Experiment, who: Named): Seat {
  /** What the page was sent last: what is said is said of this text. */
  let last: Shown | null = null;
  const read = async () => viewOf(await openExperiment([dirname(dir)], dir, lab));
  const vote = async () => {
    const kept = await loadArtifact(dir, "vote", who);
    return kept.state === "ok" ? kept.value : null;
  };
  return {
    id: `${dir}\n${who.reviewer_id}`,
    async ballot() {
      last = await ballotFor(lab, await read(), who);
      return last.ballot;
    },
    async kept() {
      const value = await vote();
      return value && keptOf(value);
    },
    async save(voice, { revision, done }) {
      const { experiment } = await read();
      const { shown, ballot } = last ?? (await ballotFor(lab, await read(), who));
      const has_result = ballot.has_result || (await storedRanking(experiment)).ranking !== null;
      const saving = { judge: who, shown, door: "page", revision, done, has_result } as const;
      const saved = await saveVoice(experiment, voice, saving, lab.now);
      if (saved.state === "saved" && done) void rankAfterVote(lab, experiment, "voted").catch(() => null);
      return saved;
    },
    async after() {
      return (await vote())?.done_at ? "Your vote is kept and counts. The result stands in OpenCode." : null;
    },
  };
}
