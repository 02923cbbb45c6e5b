import { join } from "node:path";
import { openJournal } from "../../../src/questions/journal.ts";
import { createBegun } from "../../../src/store/begun.ts";
import type { Rehearsal } from "./rehearsal.ts";

export const ONE_MODEL = [{ id: "alpha/strong-1" }];
export const APPROVAL = "approve-0123456789ab";
const PLAN = {
  id: APPROVAL,
  type: "show_plan",
  text: "Is the brief right?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue" }],
};
const now = () => new Date();
/** What has the person's agent approve it. */
export const APPROVE = `Call ${JSON.stringify({ op: "ask", args: { approve: true } })}`;

/** An experiment that was begun and asks nothing yet; its folder. */
export async function begunQueue({ project }: Pick<Rehearsal, "project">): Promise<string> {
  const { dir } = await createBegun(join(project.directory, ".opencode/design-lab"), "2026-11-23-queue", {
    gitignore: true,
    now,
    describe: (experiment_id) => ({
      version: 1,
      experiment_id,
      topic: "Queue",
      idea: "Something that queues",
      from: [],
      created_at: now().toISOString(),
    }),
  });
  return dir;
}

/** A brief that waits for the person's approval; its folder. */
export async function approvalWaits(lab: Pick<Rehearsal, "project">, text = PLAN.text): Promise<string> {
  const dir = await begunQueue(lab);
  await openJournal(dir, now, lab.project).ask([{ ...PLAN, text }], "command");
  return dir;
}

export const approvalIn = async ({ project }: Pick<Rehearsal, "project">, dir: string) =>
  (await openJournal(dir, now, project).read()).questions[0];
export const approvalState = async (lab: Pick<Rehearsal, "project">, dir: string) =>
  (await approvalIn(lab, dir))?.state;
