import { rateLimited } from "../../../rehearsal/faults.ts";
import { HOST_MODEL } from "../../../rehearsal/host-agent.ts";
import { type LoggedRequest, type Provider, startProvider } from "../../../rehearsal/provider.ts";
import type { Reply } from "../../../rehearsal/reply.ts";
import type { ScriptedModel } from "../../../rehearsal/scripted-model.ts";

/** What each answer reports, and what it costs by the price that hosts are told: US dollars for a million tokens. */
const USAGE = { input: 4_000, output: 1_000 };
const PRICE = { input: 1, output: 4 };
export const ANSWER_COSTS = (USAGE.input * PRICE.input + USAGE.output * PRICE.output) / 1e6;

/** Something that ended or froze the worker of a machine in the middle of what was under way; milliseconds since the epoch. */
export type Blow = { root: string; at: number };
/** Who was asked what: the same words are the same cell of the same task, whichever repeat it is. */
export type Answered = { cell: string; requests: readonly LoggedRequest[] };

/** The provider of a study with what its log says. */
export type StudyProvider = {
  provider: Provider;
  /** Requests of the lab that were answered in full, by cell. */
  answered(): Answered[];
  /** Requests that were refused with 429. */
  refused: ReadonlySet<LoggedRequest>;
  /** How many requests to the provider that refuses were open at a moment. */
  openAt(at: number): number;
  /** How many requests of the lab are open that a machine asked. @param root The folder that all of it lies in. */
  openFrom(root: string): number;
  /** US dollars of all that was answered. */
  paid(): number;
};

/**
 * Scripted models of a study.
 * @param titles What a design of each model calls itself: no name of an author, which reviewers are not told.
 * @param tasks Words of which each stands in one task alone.
 * @param bound The provider that refuses what is more than so many requests at a time; null: none does.
 */
export async function studyProvider(of: {
  models: readonly ScriptedModel[];
  titles: Readonly<Record<string, string>>;
  tasks: readonly string[];
  bound: { provider: string; most: number } | null;
}): Promise<StudyProvider> {
  const { models, titles, tasks, bound } = of;
  const refused = new Set<LoggedRequest>();
  let refuses = false;
  const ofBound = ({ model }: LoggedRequest) => bound !== null && model.startsWith(`${bound.provider}/`);
  const provider: Provider = await startProvider({
    models,
    onRequest(request) {
      const open = provider.requests.filter(
        (each) => ofBound(each) && !refused.has(each) && each.answered_at === null && each.closed_at === null,
      );
      refuses = bound !== null && ofBound(request) && open.length > bound.most;
      if (refuses) refused.add(request);
    },
    script({ kind, model }): Reply {
      if (refuses) return { ...rateLimited(), delay: 10 };
      if (kind !== "design") return { usage: USAGE };
      return { usage: USAGE, text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: titles[model] }) };
    },
  });
  const labs = () => provider.requests.filter(({ model, kind }) => model !== HOST_MODEL && kind !== "title");
  const full = () => labs().filter((each) => each.answered_at !== null && !refused.has(each));
  const cellOf = ({ model, kind, messages }: LoggedRequest): string => {
    const said = textOf({ messages });
    const task = tasks.find((word) => said.includes(word)) ?? "no task";
    const title = kind === "design" ? "" : (Object.values(titles).find((each) => said.includes(each)) ?? "no design");
    return [model, kind, task, title].join(" ").trim();
  };
  return {
    provider,
    refused,
    answered: () => [...Map.groupBy(full(), cellOf)].map(([cell, requests]) => ({ cell, requests })),
    openAt: (at) =>
      labs().filter(
        (each) =>
          ofBound(each) &&
          !refused.has(each) &&
          each.at <= at &&
          (each.answered_at ?? Number.POSITIVE_INFINITY) > at &&
          (each.closed_at ?? Number.POSITIVE_INFINITY) > at,
      ).length,
    openFrom: (root) =>
      labs().filter((each) => each.answered_at === null && each.closed_at === null && isFrom(each, root)).length,
    paid: () => full().length * ANSWER_COSTS,
  };
}

const textOf = ({ messages }: Pick<LoggedRequest, "messages">): string =>
  messages.map(({ content }) => content).join("\n");
/** Whether a machine asked it: a host says in which folder it works. @param root The folder that all of the machine lies in. */
export const isFrom = (request: LoggedRequest, root: string): boolean => textOf(request).includes(root);

/** How soon after its answer a blow may still lose it, milliseconds. */
const KEPT_WITHIN = 1_000;

/** Whether a request was under way, or just answered, when one of these fell on the machine that asked it. */
export const wasStruck = (request: LoggedRequest, blows: readonly Blow[]): boolean =>
  blows.some(
    ({ root, at }) => request.at <= at && (request.answered_at ?? at) + KEPT_WITHIN >= at && isFrom(request, root),
  );
