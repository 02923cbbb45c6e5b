import type { Block } from "../story/block.ts";
import type { WayFound } from "../story/live-reply.ts";
import type { WayName } from "../story/way-in.ts";
import type { Why } from "./page-runs.ts";

/** What fits a person's words, as `help` says it. */
export type WayAnswer = WayFound & { blocks: readonly Block[] };

/** What a page asks of a project, of no experiment: replies of ops that ask no model, in the process that serves it. */
export type PageReplies = {
  /** What all experiments say together. */
  history(): Promise<{ blocks: readonly Block[] } | Why>;
  /** What fits a task, why and for how much. Begins nothing. */
  wayIn(task: string): Promise<WayAnswer | Why>;
  /**
   * Begins one of the ways where it would still ask what was said yes to, once however often it is told to. Resolves with
   * the id of the experiment as soon as that is there; with why where nothing was begun.
   */
  begin(task: string, way: WayName, agreed: string): Promise<{ experiment: string } | Why>;
};
