import { FAILURE_WORDS, type Failure, isOfDesign } from "../artifacts/failure.ts";
import type { Names } from "../artifacts/names.ts";
import { PHASE_FACTS } from "../artifacts/stages/stages.ts";
import { count } from "../text/numbers.ts";
import {
  copied,
  design,
  listed,
  type Marked,
  model,
  type Sentence,
  say,
  strong,
  together,
  typed,
  words,
} from "./sentence.ts";

/** Ways that are told before the rest is counted, and where that stands. */
export const MAX_WAYS = 12;
export const MORE_WAYS = say`, see results/ranking.json`;

/** Designs that one sentence names. */
const MAX_DESIGNS = 6;

/** What failed: how many sessions, and a sentence for each way in which a model failed, with every session that did. */
export type FailedWays = { sessions: number; ways: Sentence[] };

/** @param names By which designs are put in order: letters as people read them. */
export function failed(failures: readonly Failure[], names?: Pick<Names, "designs">): FailedWays {
  const letterOf = (id: string | null): string => (id === null ? "" : (names?.designs.get(id) ?? id));
  // Designs before what is said of them.
  const key = ({ phases, design_id }: FailedSession) => `${isOfDesign(phases) ? 0 : 1} ${letterOf(design_id)}`;
  const inOrder = (a: FailedSession, b: FailedSession) => key(a).localeCompare(key(b), "en", { numeric: true });
  const sessions = bySession(failures);
  const ways = Map.groupBy(sessions, ({ model: by, kind, message }) => JSON.stringify([by, kind, message]));
  return { sessions: sessions.length, ways: [...ways.values()].map((own) => way(own.toSorted(inOrder))) };
}

/** What a person mends first, for asking again before changes nothing; a sentence for each such kind of failure. */
export function mending(
  failures: readonly Pick<Failure, "kind" | "model" | "outage">[],
  experiment_id: string,
  word: "resume" | "brief" | "plan" = "resume",
): Sentence[] {
  const again = say`then ${typed(word, experiment_id)} asks again`;
  const named = (names: readonly string[]): Sentence => listed([...new Set(names)].map(model), MAX_DESIGNS);
  const refused = failures.flatMap(({ kind, model: by }) => (kind === "auth" ? by : []));
  const away = failures.flatMap(({ kind, model: by }) => (kind === "unreachable" ? by.slice(0, by.indexOf("/")) : []));
  const out = failures.filter(isOut);
  const resets = out.flatMap(({ outage }) => outage?.resets_at ?? []).sort();
  const after = resets.at(-1)?.slice(0, 16).replace("T", " ");
  return [
    ...(refused.length === 0
      ? []
      : [say`${copied("opencode auth login")} first: the key for ${named(refused)} is refused; ${again}`]),
    ...(away.length === 0
      ? []
      : [
          say`Start the server of ${named(away)} first, or mend its address or the network: it cannot be reached; ${again}`,
        ]),
    ...(out.length === 0
      ? []
      : [
          say`${typed(word, experiment_id)} asks ${named(out.map(({ model: by }) => by))} again${after === undefined ? say`` : say`, best after ${words(after)} UTC when the limit resets`}; if the first session of a model fails, its others are skipped`,
        ]),
  ];
}

/** Whether asking again is of use only after something was mended. */
export function needsMending({ kind }: Pick<Failure, "kind">): boolean {
  return kind === "auth" || kind === "unreachable";
}

/** Whether a model gave nothing and its other sessions were skipped, or its provider says when its limit resets. */
export function isOut({ outage }: Pick<Failure, "outage">): boolean {
  return outage !== undefined && (outage.skipped || outage.resets_at !== null);
}

/** "design C and review of A and B by one/model (3 sessions): the provider refuses the key: its words". */
function way(sessions: readonly FailedSession[]): Sentence {
  const [{ model: by, kind, message } = { model: "", kind: "defect" as const, message: "" }] = sessions;
  const works = new Map<string, Set<string>>();
  for (const { phases, design_id } of sessions) {
    const work = phases.join();
    const designs = works.get(work) ?? new Set();
    works.set(work, design_id === null ? designs : designs.add(design_id));
  }
  const what = [...works].map(([work, designs]) => workSaid(work.split(",") as Phase[], [...designs].map(design)));
  const times = sessions.length > 1 ? say` (${count(sessions.length, "session")})` : [];
  const why = message === "" ? [] : say`: ${words(message, "message")}`;
  return say`${together(what, "; ")} by ${model(by)}${times}: ${strong(words(FAILURE_WORDS[kind], "message"))}${why}`;
}

function workSaid(phases: readonly Phase[], designs: readonly Marked[]): Sentence {
  if (designs.length === 0) return listed(phases.map((each) => say`${PHASE_FACTS[each].work}`));
  const work = isOfDesign(phases)
    ? say`design`
    : say`${listed(phases.map((each) => say`${PHASE_FACTS[each].work}`))} of`;
  return say`${work} ${listed(designs, MAX_DESIGNS)}`;
}

type Phase = Failure["phase"];

type FailedSession = Omit<Failure, "phase"> & { phases: Phase[] };

/** Failures that differ in the part alone come from one session that was asked for both. */
function bySession(failures: readonly Failure[]): FailedSession[] {
  const sessions: FailedSession[] = [];
  const latest = new Map<string, FailedSession>();
  for (const { phase, ...rest } of failures) {
    const key = JSON.stringify(rest);
    const known = latest.get(key);
    if (known && !known.phases.includes(phase)) {
      known.phases.push(phase);
      continue;
    }
    const session = { ...rest, phases: [phase] };
    sessions.push(session);
    latest.set(key, session);
  }
  return sessions;
}
