import type { Forecast } from "../artifacts/cost.ts";
import { count, duration } from "../text/numbers.ts";
import { forecastCalled, strangersSaid, unknownSaid } from "./live-offer.ts";
import { listed, model, type Sentence, say, strong, words } from "./sentence.ts";

/** Where the files of an approved plan go; `begun`: some lie there already, so that they go nowhere else. */
export type OfferedTasks = { folder: string | null; why: string; begun: boolean };

/**
 * What a page can have done with a plan: a model makes it, or changes it as was said, or what is approved is written. A
 * yes to it is bound to the hash of all that it rests on.
 */
export type PlanOffer = { sha256: string; letter: string; tasks: number } & (
  | { step: "make" | "revise"; forecast: Forecast; place: null }
  | { step: "write"; forecast: null; place: OfferedTasks }
);

/** What a page says of it: what is offered, whether somebody pressed the button, and why what was begun came to nothing. */
export type LivePlanning = { offer: PlanOffer | null; beginning: boolean; why: string };

/** One event of an experiment's page; null where nothing of a plan can be had from there. */
export type LivePlanned = { planning: LivePlanning | null };

/** What each step is called above its button, in place of where the plan stands. */
export const PLAN_STEPS: Readonly<Record<PlanOffer["step"], string>> = {
  make: "Next: plan the work",
  revise: "Next: have the plan changed as you said",
  write: "Next: have the tasks written",
};

/** What its button says: "Plan the work of A: 1 session, about $0.12". */
export function planCalled({ step, letter, tasks, forecast }: PlanOffer): string {
  if (step === "write") return `Write ${count(tasks, "task")} as files`;
  const what = step === "make" ? `Plan the work of ${letter}` : "Have it changed as I said";
  return `${what}: ${forecastCalled(forecast)}`;
}

/** What stands beside it: who is asked, how long it should take, whose price is unknown, and to whom the design goes. */
export function planOfferSaid({ forecast }: PlanOffer): Sentence[] {
  if (forecast === null) return [];
  return [
    ...strangersSaid(forecast, "design"),
    say`${listed(
      forecast.rows.map((row) => model(row.model)),
      1,
    )} plans it. About ${words(duration(forecast.seconds))}. Nothing is written into the project before you approve it.`,
    ...unknownSaid(forecast),
  ];
}

/** Why nothing was planned that was begun. */
export const notPlanned = ({ model: by, message }: { model: string; message: string }): string =>
  `${by} made no plan: ${message}`;

/** What stands above a plan whose tasks are no files yet. */
export const PROPOSED: Sentence = say`${strong(say`As it is proposed:`)} none of these tasks is a file yet, and none can be started.`;

/** How the place for the tasks is worded. */
export const PLACING = {
  where: "Where the tasks go",
  here: "Only into the experiment's folder",
  hereHint: "On this machine only, for git ignores that folder.",
  folderHint: "A file for each task. Those of later plans go there too.",
} as const;
export const WRITING = "Being written \u2026";
export const tasksInto = (folder: string): string => `Into ${folder} of the project`;
