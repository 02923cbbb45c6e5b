import { computed, signal } from "@preact/signals";
import type { DecisionOffer } from "../../../story/live-decide.ts";
import type { LiveGate } from "../../../story/live-gate.ts";
import type { LiveOffer } from "../../../story/live-offer.ts";
import type { LivePlanning } from "../../../story/live-plan.ts";
import type { LiveQuestions } from "../../../story/live-questions.ts";
import type { LiveEntry, LivePlan, LiveState, LiveTold } from "../../../story/live-state.ts";
import * as server from "../client/connection.ts";
import { lost } from "../client/connection.ts";
import { learnProof, provenServer } from "../client/server-proof.ts";

type Listed = LiveEntry & { key: string };

/** Every experiment of the project, the newest first. */
export const allListed = signal<readonly Listed[]>([]);
/** The key of the experiment that is shown; null while there is none. */
export const shownKey = signal<string | null>(null);
/** The experiment that was shown until a run began elsewhere, which the page went on to; null where it did not. */
export const wentOnFrom = signal<Listed | null>(null);
/** Whether the person chose what is shown, or the address named it: then the page stays there. */
export const chosen = signal(false);
/** Whether the address asks for the history of all experiments in place of one. */
export const showsHistory = (): boolean => new URLSearchParams(location.search).has("history");
export const state = signal<LiveState | null>(null);
/** What is asked of a person; null where nothing ever was. */
export const questions = signal<LiveQuestions | null>(null);
/** The plan of the experiment; null where none was ever told of. */
export const planned = signal<LivePlan | null>(null);
/** What can be begun by a click; null where nothing can. */
export const offered = signal<LiveOffer | null>(null);
/** What can be decided, or said of it, by a click; null where nothing can. */
export const decidable = signal<DecisionOffer | null>(null);
/** What can be done with its plan by a click; null where nothing can. */
export const plannable = signal<LivePlanning | null>(null);
/** How the gate of the project stands; null where there is nothing to say of it. */
export const gate = signal<LiveGate | null>(null);
/** What of the experiment cannot be read at the moment; null where all can. */
export const trouble = signal<string | null>(null);
/** What stopping came to: asked for, or refused. */
export const stopping = signal<"no" | "asked" | "failed">("no");

const clock = signal(Date.now());
/** How far the server's clock is ahead of this one, milliseconds. */
const ahead = signal(0);
/** The server's time now; moves every second. */
export const now = computed(() => clock.value + ahead.value);

/** At which of the times that a server is looked for one that is there is asked. */
const LIST_AT = 5;

/**
 * Shows the experiment that the address names and stays there; where it names none, one that runs, else the one that was
 * shown before a reload, else the newest, and goes on to a run that begins elsewhere once nothing runs and nobody types
 * here.
 */
export async function connect(): Promise<void> {
  chosen.value = namedKey() !== null;
  setInterval(() => {
    clock.value = Date.now();
  }, 1_000);
  await server.knock(async (before) => {
    if (lost.value !== "no" || before % LIST_AT === 0) await refresh();
  });
}

/** What was listed when the page last could go on to something. */
let listedBefore: readonly Listed[] = [];

async function refresh(): Promise<void> {
  const proven = server.isFollowing() ? "own" : await provenServer();
  if (proven !== "own") {
    lost.value = proven === "gone" ? "gone" : "shut";
    return;
  }
  const answer = await fetch("experiments").catch(() => null);
  if (!answer?.ok) {
    if (!server.isFollowing()) lost.value = answer?.status === 403 ? "shut" : "gone";
    return;
  }
  const listed: Listed[] | null = await answer.json().catch(() => null);
  if (listed === null) return;
  allListed.value = listed;
  await readGate();
  await learnProof();
  if (showsHistory()) {
    lost.value = "no";
    return;
  }
  const isFirst = shownKey.value === null;
  const begun = isFirst || isTyping() ? undefined : begunSince(listedBefore);
  if (begun) wentOnFrom.value = listed.find(({ key }) => key === shownKey.value) ?? null;
  // What began while a person typed is gone on to afterwards.
  if (isFirst || !isTyping()) listedBefore = listed;
  const key = begun?.key ?? shownKey.value ?? namedKey() ?? firstKey();
  if (key === undefined) lost.value = "no";
  else if (key !== shownKey.value) turnTo(key);
  else if (!server.isFollowing()) follow(key);
}

/** Whether a person is in a field: nobody is led away from there. */
const isTyping = (): boolean => document.activeElement?.matches("input, textarea, select") ?? false;

async function readGate(): Promise<void> {
  const answer = await fetch("gate").catch(() => null);
  if (answer?.ok) gate.value = await answer.json().catch(() => null);
}

const namedKey = (): string | null => new URLSearchParams(location.search).get("experiment");

function firstKey(): string | undefined {
  const there = new Set(allListed.value.map(({ key }) => key));
  const last = (history.state as { shown?: string } | null)?.shown ?? "";
  return allListed.value.find(({ running }) => running)?.key ?? (there.has(last) ? last : allListed.value[0]?.key);
}

/**
 * What has begun since the list before, a run or questions, where the page may go on to it: nobody chose what it shows,
 * no run of it is going on, and nothing waits there for an answer.
 */
function begunSince(before: readonly Listed[]): Listed | undefined {
  if (chosen.value || allListed.value.some(({ key, running }) => running && key === shownKey.value)) return undefined;
  if (questions.value?.list.some((each) => each.state === "open")) return undefined;
  const ran = new Set(before.filter(({ running }) => running).map(({ key }) => key));
  const known = new Set(before.map(({ key }) => key));
  return allListed.value.find(({ key, running, asks }) => (running && !ran.has(key)) || (asks && !known.has(key)));
}

/** Shows the experiment that the person chose; the address names it, so that a reload shows the same. */
export function showExperiment(key: string): void {
  chosen.value = true;
  wentOnFrom.value = null;
  history.replaceState(null, "", `?experiment=${key}`);
  turnTo(key);
}

function turnTo(key: string): void {
  if (!chosen.value) history.replaceState({ shown: key }, "");
  shownKey.value = key;
  state.value = null;
  questions.value = null;
  planned.value = null;
  offered.value = null;
  decidable.value = null;
  plannable.value = null;
  trouble.value = null;
  stopping.value = "no";
  if (lost.value === "no") follow(key);
}

const follow = (key: string): void => server.follow(`events?experiment=${key}`, (told) => meet(told as LiveTold));

function meet(next: LiveTold): void {
  if ("trouble" in next) {
    trouble.value = next.trouble;
    return;
  }
  if ("questions" in next) {
    questions.value = next.questions;
    return;
  }
  if ("plan" in next) {
    planned.value = next;
    return;
  }
  if ("offer" in next) {
    offered.value = next.offer;
    return;
  }
  if ("planning" in next) {
    plannable.value = next.planning;
    return;
  }
  if ("word" in next) {
    decidable.value = next.word;
    return;
  }
  ahead.value = next.now - Date.now();
  if (next.standing !== "running") stopping.value = "no";
  state.value = next;
}

/** Where the page of an experiment is, and that of all of them together. */
export const experimentHref = (key: string): string => `./?experiment=${key}`;
/** Leads back to the one that was chosen. */
export const historyHref = (): string =>
  chosen.value && shownKey.value !== null ? `./?history&experiment=${shownKey.value}` : "./?history";
/** Where a person comes from who looks at the history. */
export const backHref = (): string => {
  const key = namedKey();
  return key === null ? "./" : experimentHref(key);
};

/** Where a design that is written stands in full. */
export function designHref(design_id: string): string {
  return `design?experiment=${shownKey.value ?? ""}&design=${encodeURIComponent(design_id)}`;
}

/** Where the list is of what was sent and what came back. */
export function exchangesHref(): string {
  return `exchange?experiment=${shownKey.value ?? ""}`;
}

/** Where that stands of one design or one evaluation. */
export const placeHref = (place: string): string => `${exchangesHref()}&of=${encodeURIComponent(place)}`;

/** Asks the run to stop, whichever process it runs in. */
export async function stop(): Promise<void> {
  const answer = await postShown("stop", {});
  stopping.value = answer?.ok ? "asked" : "failed";
}

/** Sends something to a door of the own server, about the experiment that is shown; null where nobody answers. */
export async function postShown(
  door: string,
  query: Record<string, string>,
  body?: BodyInit,
): Promise<Response | null> {
  return server.post(`${door}?${new URLSearchParams({ experiment: shownKey.value ?? "", ...query })}`, body);
}
