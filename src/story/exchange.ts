import type { Exchange, KeptText } from "../artifacts/exchange.ts";
import { exchangePlace } from "../artifacts/exchange.ts";
import { FAILURE_WORDS, type Failure, isOfDesign, type Phase } from "../artifacts/failure.ts";
import { calledOf } from "../artifacts/names.ts";
import { secondsOf, sumOf } from "../artifacts/provenance.ts";
import { PHASE_FACTS, PHASES } from "../artifacts/stages/stages.ts";
import type { Panel } from "../artifacts/task.ts";
import { amount, count, dollars, duration } from "../text/numbers.ts";
import { copied, listed, model, path, type Sentence, say, strong, together, typed, words } from "./sentence.ts";

/** What a link to it says, and what the page of it is called. */
export const SENT_AND_CAME = "What was sent and what came back";

/** A design, a reviewer's evaluation of one, or a step of its own, of which something may be kept. */
export type ExchangePlace = { place: string; of: Sentence; design_id?: string; reviewer_id?: string };

/** All that a plan may have had asked, the steps before the designs first and those after them last. */
export function exchangePlaces({ designers, reviewers }: Panel): ExchangePlace[] {
  const called = designers.map(calledOf);
  const designs = designers.map(({ design_id }, at): ExchangePlace => {
    const of = say`Design ${words(called[at] ?? "")}`;
    return { place: exchangePlace({ phases: [], design_id }), of, design_id };
  });
  const evaluations = designers.flatMap(({ design_id }, at) =>
    reviewers.map(({ reviewer_id, model: by }): ExchangePlace => {
      const of = say`Evaluation of ${words(called[at] ?? "")} by ${model(by)}`;
      return { place: exchangePlace({ phases: [], design_id, reviewer_id }), of, design_id, reviewer_id };
    }),
  );
  const steps = STEPS.map(
    (phase): ExchangePlace => ({ place: exchangePlace({ phases: [phase] }), of: stepSaid(phase) }),
  );
  const isAfter = ({ place }: ExchangePlace): boolean => place === "plan";
  return [...steps.filter((step) => !isAfter(step)), ...designs, ...evaluations, ...steps.filter(isAfter)];
}

/** What is asked of no design. */
const STEPS: readonly Phase[] = PHASES.filter((phase) => !isOfDesign([phase]) && !["review", "score"].includes(phase));

function stepSaid(phase: Phase): Sentence {
  const { work } = PHASE_FACTS[phase];
  return say`${words(`${work.charAt(0).toUpperCase()}${work.slice(1)}`)}`;
}

/** What of an experiment failed, each place once. */
export function failedPlaces(failures: readonly Failure[]): string[] {
  const places = failures.map(({ phase, design_id, reviewer_id }) =>
    exchangePlace({
      phases: [phase],
      ...(design_id !== null && { design_id }),
      ...(reviewer_id !== undefined && { reviewer_id }),
    }),
  );
  return [...new Set(places)];
}

/** What one session was and took, each under its name. `where`: its file. */
export function exchangeFacts(exchange: Exchange, where: string): [name: string, said: Sentence][] {
  const { model: by, session_id, title, started_at, finished_at, requests, tokens, cost, tools } = exchange;
  const took =
    finished_at === null ? [] : [["Took", say`${duration(secondsOf({ started_at, finished_at }))}`] as const];
  return [
    ["Model", say`${model(by)}`],
    ["Session", say`${words(session_id)}, “${words(title, "line")}” in OpenCode`],
    ["Began", say`${words(started_at)}`],
    ...took.map(([name, said]): [string, Sentence] => [name, said]),
    ["Ended", endedSaid(exchange)],
    ...(finished_at === null
      ? []
      : ([
          ["Requests", requests === null ? say`unknown` : say`${count(requests, "request")} to the provider`],
          ["Tokens", tokens === null ? say`unknown` : tokensSaid(tokens)],
          ["Price", cost === null ? say`unknown` : say`${dollars(cost)}`],
        ] satisfies [string, Sentence][])),
    [
      "Tools",
      tools.length === 0
        ? say`none`
        : say`${listed(tools.map((tool) => words(tool)))}; what they returned stands in OpenCode’s own session`,
    ],
    ["Kept in", say`${path(where)}`],
  ];
}

function tokensSaid(tokens: NonNullable<Exchange["tokens"]>): Sentence {
  const { input, output, reasoning, cache_read, cache_write } = tokens;
  const parts = [
    say`${amount(input)} in`,
    say`${amount(output)} out`,
    ...(reasoning > 0 ? [say`${amount(reasoning)} of reasoning`] : []),
    ...(cache_read > 0 ? [say`${amount(cache_read)} read from the cache`] : []),
    ...(cache_write > 0 ? [say`${amount(cache_write)} written to it`] : []),
  ];
  return say`${amount(sumOf(tokens))}: ${together(parts, ", ")}`;
}

function endedSaid({ ended }: Exchange): Sentence {
  if (ended === null) return say`it was stopped before its end was written down`;
  if (ended.state === "ok") return say`with an answer that was taken`;
  const why = ended.message === "" ? [] : say`: ${words(ended.message, "note")}`;
  return say`${strong(words(FAILURE_WORDS[ended.kind], "message"))}${why}`;
}

/** A text that was sent or came back, under its name; `note` stands where there is none, or beside it. */
export type ExchangeText = { name: string; said: KeptText | null; note: Sentence };

/** The system prompt, and each prompt with its answer, in the order in which they were sent. */
export function exchangeTexts({ system, turns }: Exchange): ExchangeText[] {
  return [
    { name: "System prompt", said: system, note: [] },
    ...turns.flatMap(({ sent, received, error, finish }, at): ExchangeText[] => [
      { name: at === 0 ? "Sent" : `Sent back, for a better answer (${at + 1})`, said: sent, note: [] },
      {
        name: at === 0 ? "Came back" : `Came back (${at + 1})`,
        said: received,
        note: backSaid({ received, error, finish }),
      },
    ]),
  ];
}

function backSaid({
  received,
  error,
  finish,
}: Pick<Exchange["turns"][number], "received" | "error" | "finish">): Sentence {
  if (received === null) return say`Nothing came back before the session ended.`;
  const wrong = error === null ? [] : say`The provider or the host said: ${words(error, "note")}.`;
  const ended = finish === null || finish === "stop" ? [] : say`The model stopped with “${words(finish)}”.`;
  const empty = received.text === "" && error === null ? say`The answer was empty.` : [];
  return together([wrong, ended, empty], " ");
}

/** What is left out of a text where it is shown; nothing of one that is whole. */
export function unshownSaid({ shown, said, where }: { shown: number; said: KeptText; where: string }): Sentence {
  const unshown = said.text.length - shown;
  const inFile = unshown <= 0 ? [] : say`${amount(unshown)} characters more stand in ${path(where)}.`;
  const nowhere = said.left_out === 0 ? [] : say`${amount(said.left_out)} characters at its end were not kept.`;
  return together([inFile, nowhere], " ");
}

/** How many sessions there were before those that are shown. */
export const earlierSaid = (earlier: number): Sentence =>
  earlier === 0
    ? []
    : say`${count(earlier, "earlier session")} of it ${earlier === 1 ? "stands" : "stand"} in files of their own beside these.`;

/** What stands above the texts: whose words they are. */
export const wholeSaid: Sentence = say`Word for word as it went to the model and as it came back, without headers and keys. No other model is sent it.`;

/** Why there is nothing to read: of all of an experiment, or of one place in it. */
export const noneKept = (of: Sentence | null): Sentence =>
  of === null
    ? say`Nothing of what was sent and came back is kept: the experiment is from before that was done, or ${copied("output.exchanges")} is false.`
    : say`${of}: nothing of what was sent and came back is kept. Nothing was sent, the experiment is from before it was kept, or ${copied("output.exchanges")} is false.`;

/** One line of a list of places: how many sessions, and how to read them. */
export const placeLine = (
  id: string,
  { of, place }: ExchangePlace,
  sessions: number,
  read: readonly string[] | null,
): Sentence =>
  read === null
    ? say`${of}: ${count(sessions, "session")}, in ${path(`exchanges/${place}.*.json`)}`
    : say`${of}: ${count(sessions, "session")}; ${typed("show", id, "exchange", ...read)}`;
