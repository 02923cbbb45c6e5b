import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Asked, wholeText } from "../../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import { fencedIn } from "../../../rehearsal/reading.ts";
import type { Reply } from "../../../rehearsal/reply.ts";
import type { Design } from "../../../src/artifacts/design.ts";
import type { Task } from "../../../src/artifacts/task.ts";
import { readJson } from "../../support/disk.ts";
import type { Moment } from "./kill-chain.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import { callServed } from "./served.ts";
import { experimentsIn, standingOf } from "./standing.ts";

const DESIGNERS = ["alpha/a-1", "beta/b-1", "gamma/c-1", "delta/d-1", "eta/e-1"];
const REVIEWERS = ["epsilon/r-1", "zeta/r-1", "theta/r-1"];
/** Two revisions, one merge, and each of five texts judged by three. */
const SESSIONS = 3 + 5 * REVIEWERS.length;

/** Moments at which a life is killed: of a round of two revisions and a merge, and of planted copies before it. */
export type Kills = { round: readonly Moment[]; copies: readonly Moment[] };

/**
 * Has planted copies judged and a round made in lives that are killed, and goes on each time: blind, nothing that is stored
 * is asked again, and all is there at the end.
 */
export async function expectRoundSurvives(kills: Kills): Promise<void> {
  await using lab = await rehearse({
    models: [...DESIGNERS.map((id) => ({ id, strength: "average" as const })), ...REVIEWERS.map((id) => ({ id }))].map(
      (model, place) => ({ ...model, delay: 20 + 40 * (place % 3) }),
    ),
    script: titled,
    git: false,
    config: { agent: { build: { tools: { "*": false, designlab: true } } } },
    lab: {
      design_models: DESIGNERS,
      review_models: REVIEWERS,
      limits: { max_parallel: 3 },
      confirm_above: null,
    },
  });
  await lab.ask("run", { task: "Design a durable queue of deliveries", topic: "queue" });
  const [dir = ""] = await experimentsIn(join(lab.project.directory, ".opencode/design-lab"));
  await expectCopiesSurvive(lab, dir, kills.copies);
  // What is asked of a copy is what is asked of a design, in a prompt that differs in its text alone.
  expectAlike(lab.labRequests().filter(({ kind }) => kind === "evaluation"));
  const experiment = basename(join(dir, "."));
  const before = lab.labRequests().length;
  const asks = { experiment, designs: ["A", "B"], merge: true, revise: true };

  let killed = 0;
  const repeated: string[] = [];
  for (const moment of [...kills.round, null]) {
    const stored = await storedIn(dir);
    const first = lab.labRequests().length;
    const requests = () => lab.labRequests().slice(first);
    const server = await lab.serve();
    const call = await callServed(server, "refine", stored.has("round") ? { experiment } : asks);
    const ended = await Promise.race([
      call.reply.then(() => true),
      ...(moment ? [reached(requests, moment).then(() => false)] : []),
    ]);
    if (ended) await server.stop();
    else await server.kill9();
    if (!ended) killed++;
    repeated.push(
      ...requests()
        .map(nameOf)
        .filter((name) => stored.has(name)),
    );
    const { torn } = await standingOf(join(dir, "rounds/1"));
    // What was sent for a copy is kept where it was written.
    expect(torn.filter((each) => !each.includes("nothing kept of"))).toEqual([]);
    if (moment === null) expectTold(await call.reply);
  }
  expect(repeated).toEqual([]);
  expect(killed).toBe(kills.round.length);
  const stored = await storedIn(dir);
  expect([...stored].filter((name) => name !== "round")).toHaveLength(SESSIONS);
  expectBlind(lab.labRequests().slice(before));
  // What was there before is as it was, and is no part of the round.
  const { done } = await standingOf(dir);
  expect([...done.keys()].filter((name) => name.startsWith("design "))).toHaveLength(DESIGNERS.length);
}

/** Has copies planted and judged in lives of which each but the last is killed, and asks for no cell that is stored. */
async function expectCopiesSurvive(lab: Rehearsal, dir: string, moments: readonly Moment[]): Promise<void> {
  await (await lab.served()).stop();
  const controls = join(dir, "controls");
  const call = { experiment: basename(join(dir, ".")), control: true };
  const cells = () => lab.labRequests().filter(({ kind }) => kind === "evaluation");
  const repeated: string[] = [];
  for (const moment of [...moments, null]) {
    const stored = await judgedIn(controls);
    const first = lab.labRequests().length;
    const requests = () => lab.labRequests().slice(first);
    const server = await lab.serve();
    const { reply } = await callServed(server, "run", call);
    if (moment === null)
      expect(await reply).toMatch(/saw what was spoiled|did not see what was spoiled|cannot be told/u);
    else {
      expect(await Promise.race([reply.then(() => true), reached(requests, moment).then(() => false)])).toBe(false);
    }
    await (moment === null ? server.stop() : server.kill9());
    repeated.push(
      ...requests()
        .map(nameOf)
        .filter((name) => stored.has(name)),
    );
    expect((await standingOf(controls)).torn.filter((each) => !each.includes("nothing kept of"))).toEqual([]);
  }
  expect(repeated).toEqual([]);
  expect(await judgedIn(controls)).toHaveProperty("size", 2 * REVIEWERS.length);
  // What is asked of a copy is what is asked of a design, in a prompt that differs in its text alone.
  expectAlike(cells());
}

/** Which evaluations of texts lie in an experiment whole, as requests are named. */
async function judgedIn(dir: string): Promise<ReadonlySet<string>> {
  const task = await readJson<Task>(join(dir, "task.json")).catch(() => null);
  const names = new Set<string>();
  const { done } = await standingOf(dir).catch(() => ({ done: new Map<string, number>() }));
  for (const { design_id } of task?.designers ?? []) {
    const { title } = await readJson<Design>(join(dir, `designs/design-${design_id}.json`));
    for (const model of REVIEWERS)
      if (done.has(`score ${model} of ${design_id}`) && done.has(`review ${model} of ${design_id}`))
        names.add(`${model} of ${title}`);
  }
  return names;
}

/** Each text has a title of its own, by which requests are told apart. */
function titled({ kind, model, messages }: Asked): Reply | undefined {
  if (kind === "design") return named((value) => ({ ...value, title: `Plan ${DESIGNERS.indexOf(model)}` }));
  if (kind === "merge")
    return named(({ design, ...rest }) => ({ ...rest, design: { ...(design as object), title: "Plan 9" } }));
  if (kind !== "revision") return undefined;
  const [, plan] = /Plan (\d)/u.exec(messages.map(({ content }) => content).join("\n")) ?? [];
  return named(({ design, ...rest }) => ({
    ...rest,
    design: { ...(design as object), title: `Plan ${Number(plan) + 5}` },
  }));
}

const named = (change: (value: Record<string, unknown>) => object): Reply => ({
  text: (answer) => JSON.stringify(change(JSON.parse(answer))),
});

/** What a request asks for: a child by its title, or an evaluation of a text by its own. */
function nameOf({ kind, model, messages }: LoggedRequest): string {
  const [, plan = "?"] = /Plan (\d)/u.exec(messages.map(({ content }) => content).join("\n")) ?? [];
  if (kind === "merge") return "Plan 9";
  if (kind === "revision") return `Plan ${Number(plan) + 5}`;
  return `${model} of Plan ${plan}`;
}

/** The same of what lies in the round, and whether there is one. */
async function storedIn(dir: string): Promise<ReadonlySet<string>> {
  const round = join(dir, "rounds/1");
  const task = await readFile(join(round, "task.json"), "utf8").catch(() => null);
  if (task === null) return new Set();
  const { designers } = JSON.parse(task) as Task;
  const titles = new Map<string, string>();
  const names = new Set(["round"]);
  for (const { design_id, lineage } of designers) {
    const design = await readJson<Design>(join(round, `designs/design-${design_id}.json`)).catch(() => null);
    if (design === null) continue;
    titles.set(design_id, design.title);
    if (lineage?.is !== "parent") names.add(design.title);
  }
  const { done } = await standingOf(round);
  for (const name of done.keys()) {
    const [, model, id = ""] = /^score (\S+) of (\S+)$/u.exec(name) ?? [];
    // One that died between its two files is asked again for the other.
    if (model !== undefined && done.has(`review ${model} of ${id}`)) names.add(`${model} of ${titles.get(id)}`);
  }
  return names;
}

async function reached(requests: () => LoggedRequest[], { after, nth, wait }: Moment): Promise<void> {
  const count = () => requests().filter(({ answered_at }) => after === "received" || answered_at !== null).length;
  while (count() < nth) await Bun.sleep(2);
  await Bun.sleep(wait);
}

/** Whoever writes is told no name and no score and of no other design; whoever judges sees prompts that differ in the text alone. */
function expectBlind(requests: readonly LoggedRequest[]): void {
  const of = (kind: Asked["kind"]) => requests.filter((each) => each.kind === kind);
  const names = /alpha|beta|gamma|delta|epsilon|zeta|theta|\br-1\b/iu;
  for (const request of [...of("revision"), ...of("merge")]) {
    const text = userOf(request);
    expect(names.exec(text)?.[0]).toBeUndefined();
    expect(text).not.toMatch(/\d(?:\.\d)?\s*(?:\/|of|out of)\s*10\b|\brank(?:s|ed)\b/iu);
  }
  for (const request of of("revision")) expect(new Set(userOf(request).match(/Plan \d/gu))).toHaveProperty("size", 1);
  for (const [, own] of Map.groupBy(of("evaluation"), ({ model }) => model)) {
    expect(new Set(own.map((request) => bareOf(wholeText(request)))).size).toBe(1);
    for (const request of own)
      expect(wholeText(request)).not.toMatch(/revis(?:ion|ed)|merge[dr]?\b|\br1-\d|"[AB]2"|M1/u);
  }
}

function expectAlike(evaluations: readonly LoggedRequest[]): void {
  const byModel = Map.groupBy(evaluations, ({ model }) => model);
  expect(byModel.size).toBe(REVIEWERS.length);
  for (const [, own] of byModel) expect(new Set(own.map((request) => bareOf(wholeText(request)))).size).toBe(1);
}

const userOf = ({ messages }: Pick<Asked, "messages">): string =>
  messages.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n");

function bareOf(text: string): string {
  const [, nonce = ""] = /<<<data (\w+)>>>/u.exec(text) ?? [];
  return text.replace(fencedIn(text).at(-1) ?? "", "").replaceAll(nonce, "NONCE");
}

function expectTold(reply: string): void {
  expect(reply).toMatch(/\*\*The revision A2 is (?:better|not better|worse)/u);
  expect(reply).toMatch(/\*\*The revision B2 is (?:better|not better|worse)/u);
  expect(reply).toMatch(/\*\*The merge M1 of A and B (?:is|leads)/u);
}
