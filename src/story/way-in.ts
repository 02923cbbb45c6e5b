import type { Forecast } from "../artifacts/cost.ts";
import type { FittingWay } from "../experiment/fit.ts";
import { dayOf } from "../store/record-names.ts";
import { count, dollars, duration } from "../text/numbers.ts";
import { priceSaid } from "./amounts.ts";
import { type Block, heading, list } from "./block.ts";
import { decideNow, goOnPlanning, nextTask, planNow } from "./next.ts";
import { call, copied, listed, path, quote, type Sentence, say, strong, typed, words } from "./sentence.ts";

/** What each way should cost and take by its forecast; null where no model can be asked. */
export type WayPrices = { brief: Forecast; designs: Forecast; plan: Forecast } | null;

/** The lines of ways that begin with the task; null where it cannot be typed again. */
export type WayLines = {
  brief: string | null;
  designs: string | null;
  /** What a call of run takes, where lists stand beside the task that no line has; else null. */
  given: Readonly<Record<string, unknown>> | null;
};

export type WayIn = {
  fit: FittingWay;
  prices: WayPrices;
  lines: WayLines;
  /** Why there is no price. */
  unpriced: string | null;
  /** A document of the project that the task names. */
  document: string | null;
  /** How the brief stands that waits, and what is typed for it. */
  waiting: Sentence | null;
};

/** What fits a task, why and for how much, then every other way; nothing of it was begun. */
export function wayInSaid(given: WayIn): Block[] {
  const { fit, unpriced } = given;
  const [what, why] = fitSaid(fit, given.waiting);
  const ways = allWays(given);
  return [
    say`${strong(say`What fits: ${what}.`)} ${why}`,
    ...lineOf(given),
    ...(isSmall(fit)
      ? []
      : [
          heading(say`All ways`, 3),
          list(WAYS.map((way) => ways[way])),
          unpriced === null ? [] : say`No price is known: ${words(unpriced, "message")}`,
        ]),
    say`Found by the words of the task, its size and what is there, not by a model: nothing was asked, and nothing was started.`,
  ];
}

/** Work for which no way that costs anything is named. */
const isSmall = (fit: FittingWay): boolean => fit.way === "agent" && fit.work !== "question";

/** What fits, as a few words, and why, as a sentence or two. */
function fitSaid(fit: FittingWay, waiting: Sentence | null): [Sentence, Sentence] {
  switch (fit.way) {
    case "decided": {
      const { id, title, by, at, because } = fit;
      const chosen = title === null ? say`for none of its designs` : say`for ${quote(title, "sentence")}`;
      return [
        say`nothing new, it was decided before`,
        say`On ${words(dayOf(new Date(at)), "name")} ${by === null ? say`it was decided` : say`${words(by, "name")} decided`} ${chosen}, in ${copied(id)}, on a task of nearly the same words: ${quote(because, "sentence")}.`,
      ];
    }
    case "waits":
      return [
        say`go on with what is there`,
        say`${copied(fit.id)} has a task of nearly the same words. ${waiting ?? WAITS[fit.what]}`,
      ];
    case "plan":
      return "brief" in fit
        ? [
            say`a plan`,
            say`You approved the brief of ${copied(fit.brief)}, which has nearly the same words: what is wanted is written down. Where the way to build it is open, designs come first.`,
          ]
        : [
            say`a plan`,
            say`It names ${path(fit.document)}: what stands there can be broken into tasks as it is. Whether it is the best way nobody compared; ${copied("/design-lab run --join FILE")} has it judged beside designs.`,
          ];
    case "agent":
      if (fit.work !== "question") return [say`your own agent`, smallSaid(fit)];
      return [
        say`ask your agent itself`,
        say`It is a question, and ${fit.files.length === 0 ? say`your project has files that may answer it` : say`the project has ${listed(fit.files.map((each) => path(each)))}`}. Where the answer is a choice between ways to build something, take designs.`,
      ];
    case "brief":
      return [
        say`a brief first`,
        say`The task is short and says little of the load, of what may fail and of what is there already. A brief asks you, and designs or a plan follow from it.`,
      ];
    case "designs":
      return [
        say`designs that are compared`,
        say`${fit.requirements > 0 ? say`It states ${count(fit.requirements, "requirement")}` : say`It says enough to be designed`}, and nothing of it was decided here: several designs show which ways there are, and which is better.`,
      ];
  }
}

function smallSaid({ work, files }: Extract<FittingWay, { way: "agent" }>): Sentence {
  const where = files.length === 0 ? [] : say` in ${listed(files.map((each) => path(each)))}`;
  return say`This is a ${work === "fix" ? "fix" : "small change"}${where}. Your agent makes it directly, and there is nothing to design.`;
}

const WAITS = {
  brief: say`Its brief waits.`,
  run: say`Not all of it is there yet.`,
  decision: say`Its designs are judged, and nobody decided.`,
  plan: say`Its plan waits.`,
  tasks: say`Its plan is approved.`,
} as const;

/** What to type for what fits. */
function lineOf({ fit, prices, lines }: WayIn): Sentence[] {
  switch (fit.way) {
    case "decided":
      return [
        say`${typed("show", fit.id)} shows it, for nothing.`,
        ...(fit.title === null ? [] : [say`${fit.planned ? nextTask(fit.id) : planNow(fit.id)}.`]),
      ];
    case "waits":
      return fit.what === "brief" ? [] : [say`${NEXT[fit.what](fit.id)}.`];
    case "plan":
      return [say`${planLineOf(fit)}, ${priceOf(prices?.plan)}`];
    case "agent":
      return [
        isSmall(fit)
          ? say`Ask for it in your conversation in OpenCode, without ${copied("/design-lab")}: no other model is called.`
          : say`Ask it in your conversation in OpenCode, without ${copied("/design-lab")}: the lab asks no model and costs nothing.`,
      ];
    case "brief":
      return [say`${briefLine(lines)}, ${priceOf(prices?.brief)} beside the time that you take`];
    case "designs":
      return [say`${designsLine(lines)}, ${priceOf(prices?.designs)}`];
  }
}

const NEXT = {
  run: (id: string) => say`${typed("resume", id)} asks for what is missing of it`,
  decision: (id: string) => decideNow(id),
  plan: (id: string) => goOnPlanning(id),
  tasks: (id: string) => nextTask(id),
} as const;

/** The ways that there are, in the order in which all of them are told. */
export const WAYS = ["agent", "brief", "designs", "plan"] as const;
export type WayName = (typeof WAYS)[number];

/** Every way with its line and its price. */
function allWays({ fit, prices, lines, document }: WayIn): Record<WayName, Sentence> {
  const plan =
    fit.way === "plan"
      ? planLineOf(fit)
      : document === null
        ? say`${typed("plan", "EXPERIMENT")} once its brief is approved, or ${typed("plan", "--of", "FILE")} of a document`
        : typed("plan", "--of", document);
  return {
    agent: say`${strong(say`Ask the agent itself`)}, for what the files answer: no cost.`,
    brief: say`${strong(say`A brief`)}, where much is open: ${briefLine(lines, MAX_LINE)}, ${priceOf(prices?.brief)}.`,
    designs: say`${strong(say`Designs`)}, where a choice is to be made: ${designsLine(lines, MAX_LINE)}, ${priceOf(prices?.designs)}.`,
    plan: say`${strong(say`A plan`)}, where it is clear: ${plan}, ${priceOf(prices?.plan)}.`,
  };
}

const planLineOf = (fit: Extract<FittingWay, { way: "plan" }>) =>
  "brief" in fit ? typed("plan", fit.brief) : typed("plan", "--of", fit.document);

/** A longer line is not said again below the one that fits. */
const MAX_LINE = 100;

const briefLine = ({ brief }: WayLines, most = Number.POSITIVE_INFINITY): Sentence =>
  brief === null || brief.length > most
    ? say`${copied("/design-lab brief")} and after it, in quotes, the task`
    : [copied(brief)];

function designsLine({ designs, given }: WayLines, most = Number.POSITIVE_INFINITY): Sentence {
  if (given !== null) return [call("run", given)];
  return designs === null || designs.length > most
    ? say`${copied("/design-lab run")} and after it the task`
    : [copied(designs)];
}

/** "about $0.92, in about 6m"; of what nobody can price, that. */
function priceOf(numbers: Forecast | undefined): Sentence {
  if (numbers === undefined) return say`price unknown`;
  const { cost, unpriced, seconds, sessions } = numbers;
  return say`${priceSaid(say`about ${dollars(cost)}`, cost, unpriced)}, ${count(sessions, "session")}, about ${duration(seconds)}`;
}
