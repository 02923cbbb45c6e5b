import { expect, test } from "bun:test";
import { readRanking, viewOf } from "../../src/experiment/view.ts";
import { liveState } from "../../src/live/state.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import { rankedProject } from "../support/ranked-project.ts";

const { start, judge, typed, now } = rankedProject();

test("of no design more have scored than were to, once a person judged too", async () => {
  const { lab } = await start();
  await judge({ order: "N>O>P", unseen: true });
  await typed("rank");
  const { experiments } = await listExperiments([`${lab.dir}/.opencode/design-lab`], now);
  const [experiment] = experiments;
  if (!experiment) throw new Error("There is no experiment.");
  const { ranking: stored } = await readRanking(experiment);
  const view = await viewOf(experiment);
  const ranking = { method: "adjusted" as const, exclude_self_reviews: false };
  const { so_far } = liveState({ view, running: false, now: 0, report: true, ranking, stored });
  expect(stored?.people?.counted).toHaveLength(1);
  expect(so_far.map(({ scored, of }) => [scored, of])).toEqual([
    [4, 4],
    [4, 4],
    [4, 4],
  ]);
});
