import type { Grade } from "../story/page-grade.ts";
import type { Judging, VoterSeat } from "./judging.ts";
import { keptFile } from "./keys.ts";
import type { Invited } from "./own-server.ts";
import type { LiveOptions, LiveServer } from "./server.ts";

/** The pages of one project: at most one server of each kind, started when first asked for and again once it stopped. */
export type Pages = {
  /** Leads once to the live page, that of one experiment where its folder is given. */
  invite(
    grade: Grade,
    options: Omit<LiveOptions, "kept" | "runs" | "words" | "replies">,
    dir?: string,
  ): Promise<Invited>;
  /** Whether somebody has the live page of the experiment in this folder open. */
  isWatched(dir: string): boolean;
  /** Leads once to the page on which one person judges; nothing else can be reached from there. */
  seat(seat: VoterSeat, grade: Grade): Promise<Invited>;
};

/** @param does What a page can ask for and have begun, and what a person can say there; null where that is not possible from there. */
export function createPages(
  place: Parameters<typeof keptFile>[0],
  does: Pick<LiveOptions, "runs" | "words" | "replies"> = {},
): Pages {
  let live: LiveServer | null = null;
  let judging: Judging | null = null;
  return {
    async invite(grade, options, dir) {
      if (!live?.isOpen()) {
        const { startLiveServer } = await import("./server.ts");
        live = await startLiveServer({ ...options, kept: keptFile(place), ...does });
      }
      return live.invite(dir, grade);
    },
    isWatched: (dir) => live?.isWatched(dir) ?? false,
    async seat(seat, grade) {
      if (!judging?.isOpen()) {
        const { startJudging } = await import("./judging.ts");
        judging = await startJudging({ kept: keptFile(place, "judging") });
      }
      return judging.invite(seat, grade);
    },
  };
}
