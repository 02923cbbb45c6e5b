import type { AskReason, Forecast } from "../artifacts/cost.ts";
import { clean } from "../text/clean.ts";
import { count, dollars, listText } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Sentence, say, words } from "./sentence.ts";

/** How a question is written, by the fields that every one has, above its types. */
export const questionForm = (fields: string): Sentence =>
  say`A question is {type, ${words(fields, "all")}} and the fields of its type; ? may be left out. An answer is typed words, or what stands after the arrow:`;

/** Models that a question names; more are counted, for a dialog has few lines. */
const MAX_NAMED = 3;
/** Columns of a model's name, which is data. */
const MAX_NAME = 40;

/** Which text of the person's goes to the models. */
export type Sent = "task" | "idea" | "design";

/**
 * What a person is asked about before models are, as plain sentences for a dialog: "13 sessions with 4 models, about
 * $4.10: more than $1." Where the task goes stands first.
 */
export function askingText(numbers: Forecast, reasons: readonly AskReason[], what: Sent = "task"): string {
  const readers = { task: "its designers", idea: "who asks", design: "its planner" }[what];
  const strangers = reasons.flatMap((reason) =>
    reason.kind === "hosts-own"
      ? [
          `The text of the ${what}${reason.project ? `, and what ${readers} read of the project,` : ""} goes to ${named(reason.models)}, which OpenCode offers by itself: a free service that you did not set up. `,
        ]
      : [],
  );
  const why = reasons.flatMap((reason) => (reason.kind === "hosts-own" ? [] : [priceReason(reason)]));
  const told = reasons.some(({ kind }) => kind === "unpriced");
  return `${strangers.join("")}${priceText(numbers, told)}${why.length > 0 ? `: ${why.join("; ")}` : ""}.`;
}

/** @param told Whether it is said elsewhere whose price is unknown. */
function priceText({ sessions, rows, cost, unpriced }: Forecast, told: boolean): string {
  const what = `${count(sessions, "session")} with ${count(rows.length, "model")}`;
  if (unpriced.length === 0) return `${what}, ${cost === 0 ? "free" : `about ${dollars(cost)}`}`;
  if (cost === 0) return told ? what : `${what} of an unknown price`;
  const rest = told ? "for those with a price" : `without ${named(unpriced)}, whose price is unknown`;
  return `${what}, about ${dollars(cost)} ${rest}`;
}

function priceReason(reason: Exclude<AskReason, { kind: "hosts-own" }>): string {
  if (reason.kind === "above") return `more than $${reason.limit}`;
  const asked = `${count(reason.sessions, "session")} ${reason.sessions === 1 ? "is" : "are"} to be asked`;
  return `the price of ${named(reason.models)} is unknown, and ${asked}`;
}

/** How what was not allowed can be had. `way`: how the host allows it in advance; null where it cannot. */
export function refusalAdvice(
  reasons: readonly AskReason[],
  { ownFile, way }: { ownFile: string; way: string | null },
): string {
  const stranger = reasons.some(({ kind }) => kind === "hosts-own");
  const price = reasons.some(({ kind }) => kind !== "hosts-own");
  return [
    ...(stranger
      ? [
          "To have these models asked all the same, name them: `/design-lab run --design-models provider/model,…` and your task. To have others, connect a provider: `opencode auth login`.",
        ]
      : []),
    ...(way === null ? [] : [`${way}.`]),
    ...(price
      ? [
          `A higher \`confirm_above\` in ${ownFile}, your own file, lets such a price pass unasked (\`null\`: every price); fewer or cheaper models cost less.`,
        ]
      : []),
  ].join(" ");
}

function named(models: readonly string[]): string {
  return listText(
    models.map((model) => truncate(clean(model).text, MAX_NAME)),
    MAX_NAMED,
  );
}
