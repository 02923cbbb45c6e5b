import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Asked } from "../../../rehearsal/asked.ts";
import { userText } from "../../../rehearsal/asked.ts";
import type { Reply } from "../../../rehearsal/reply.ts";
import { nextAsking } from "../../../rehearsal/talk.ts";
import { CONFIRM_SETUP, QUEUE } from "./confirm-setup.ts";
import { type Rehearsal, type RehearsalOptions, rehearse } from "./rehearsal.ts";
import { sitAt } from "./seat.ts";
import { experimentOf } from "./shop.ts";

/** What the person says to an agent that knows nothing of the plan. */
export const GO_ON = "Do what comes next.";

/** An agent that is given only the reply of `tasks {next}`: it makes the first call that stands there. */
function follower(asked: Asked): Reply | undefined {
  if (asked.kind !== "host" || !userText(asked).includes(GO_ON)) return undefined;
  const next = { name: "designlab", args: { op: "tasks", args: { next: true } } };
  const [said = ""] = asked.results;
  const call = /designlab\((\{.*?\})\)`/u.exec(said)?.[1];
  if (call === undefined) return { calls: [next] };
  // The keys of a call stand without quotes.
  const args = JSON.parse(call.replace(/([{ ])([a-z_]+): /gu, '$1"$2": '));
  return { calls: [next, { name: "designlab", args }] };
}

export const PLANNING = {
  ...CONFIRM_SETUP,
  lab: { ...CONFIRM_SETUP.lab, confirm_above: null },
  script: follower,
} satisfies RehearsalOptions;

export type Planning = Rehearsal & {
  id: string;
  dir: string;
  /** Types a line and answers what is asked on the way; what the tool said. */
  typed(line: string, answer?: "allow" | "refuse"): Promise<string>;
  plan(args: object): Promise<string>;
  tasks(args: object): Promise<string>;
  file(task: string): string;
  edit(task: string, change: (text: string) => string): void;
};

/** A project in which a design was decided for, with a host that serves. */
export async function decided(options: RehearsalOptions = PLANNING): Promise<Planning> {
  const lab = await rehearse(options);
  await lab.ask("run", QUEUE);
  const dir = experimentOf(lab.project.directory, "queue");
  const path = (task: string) => join(lab.project.directory, "tasks", `${task}.md`);
  const typed: Planning["typed"] = async (line, answer) => {
    using _ = sitAt(lab);
    const server = await lab.served();
    const session = await server.open();
    const ended = server.command(session, "design-lab", line);
    if (answer !== undefined) await (await nextAsking(server, session))[answer]();
    await ended;
    return (await server.tools(session))[0]?.output ?? "";
  };
  const planning = {
    ...lab,
    id: basename(dir),
    dir,
    typed,
    plan: (args: object) => lab.ask("plan", args),
    tasks: (args: object) => lab.ask("tasks", args),
    file: (task: string) => readFileSync(path(task), "utf8"),
    edit: (task: string, change: (text: string) => string) =>
      writeFileSync(path(task), change(readFileSync(path(task), "utf8"))),
  };
  await typed('decide A "It is the one we can run"');
  return planning;
}

/** The id of the question by which the plan is approved. */
export const approvalIn = (said: string): string => /\*\*(approve-[0-9a-f]{12})\*\*/u.exec(said)?.[1] ?? "";
