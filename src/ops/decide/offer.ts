import { createHash } from "node:crypto";
import { designSha256 } from "../../artifacts/hashes.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { UsageError } from "../../errors.ts";
import { outcomesOf, proposedBy } from "../../experiment/round-outcome.ts";
import { allDesigns } from "../../experiment/rounds.ts";
import { sinceRanked } from "../../experiment/since-ranked.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { recordThere } from "../../stages/decision/decide.ts";
import { designsIn, type Kept } from "../../story/decision.ts";
import { type DecisionOffer, type OfferedPlace, OTHER_SINCE } from "../../story/live-decide.ts";
import type { OpContext } from "../op.ts";
import { proposePlace } from "./record-place.ts";

/**
 * What a page offers of a decision, with the hash that a yes is bound to; null where nothing can be decided.
 * @param place Where the record would go that nobody named a place for, where that was looked for already.
 */
export async function decisionOffer(
  lab: Lab,
  context: OpContext,
  view: View,
  ranking: Ranking | null,
  place?: Kept,
): Promise<DecisionOffer | null> {
  const { experiment, artifacts, names, withheld, seen } = view;
  const { decision, problems } = artifacts;
  const designs = allDesigns(view);
  if (withheld || designs.length === 0 || problems.some(({ artifact }) => artifact === "decision")) return null;
  const since = ranking && sinceRanked(view, ranking);
  const shown = {
    designs: designs.map(({ design_id, title }) => ({
      design_id,
      letter: names.designs.get(design_id) ?? design_id,
      title: names.titles.get(design_id) ?? title,
    })),
    proposed: since === null ? proposedBy(ranking, outcomesOf(view, ranking ?? lab.config.ranking)) : null,
    place: placeIn(place ?? (await proposePlace(lab, context, undefined))),
    record: decision ? await recordThere(lab, view, decision) : null,
  };
  const rests = [experiment.dir, ranking, since, designs.map(designSha256), decision ?? null, seen.decision, shown];
  return { sha256: createHash("sha256").update(JSON.stringify(rests)).digest("hex"), ...shown };
}

/** Throws UsageError where a person said yes on a page to something else than what is there. */
export async function refuseOtherOffer(...of: Parameters<typeof decisionOffer>): Promise<void> {
  const { agreed } = of[0].caller;
  if (agreed === undefined || agreed === (await decisionOffer(...of))?.sha256) return;
  throw new UsageError(OTHER_SINCE);
}

function placeIn(kept: Kept): OfferedPlace {
  if (kept.folder !== null) return { folder: kept.folder.path, designs: designsIn(kept), known: kept.known };
  const because = "because" in kept ? kept.because : "";
  return { folder: null, why: kept.why === "not-allowed" ? "wanted" : kept.why, because };
}
