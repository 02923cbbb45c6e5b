import { basename } from "node:path";
import { LabError } from "../../errors.ts";
import { type BriefView, briefChanged, briefOf, ordersIn } from "../../experiment/brief.ts";
import type { Lab } from "../../prompting/lab.ts";
import { understood } from "../../questions/check.ts";
import type { Asked } from "../../questions/replay.ts";
import { readBegun } from "../../store/begun.ts";
import { type Either, hasTask } from "../../store/open.ts";
import { approvedElsewhere, briefNext, changedAfter, stands } from "../../story/brief-stands.ts";
import type { Sentence } from "../../story/sentence.ts";
import { md } from "../../text/markdown.ts";
import { typedCode } from "../../text/typed.ts";
import { briefShown } from "../../views/markdown/brief-shown.ts";
import type { Reply } from "../op.ts";

/** What a person was asked and answered, and the brief that came of it. */
export async function showBrief({ now }: Lab, found: Either): Promise<Reply> {
  const begun = hasTask(found) ? await readBegun(found, now) : found;
  if (begun === null) {
    const id = basename(found.dir);
    throw new LabError(`There is no brief of ${id}: it began with its task.`, {
      advice: `${typedCode("show", id, "task")} shows the task.`,
    });
  }
  const view = await briefOf(begun, now);
  const { dir } = begun;
  const { idea, brief, problems } = view;
  const text = briefShown({
    idea,
    brief,
    orders: brief === null || view.approval !== null || hasTask(found) ? [] : ordersIn(brief),
    stands: hasTask(found) ? ((await briefChanged(found)) ? changedAfter : taskStands(view)) : stands(view),
    answered: view.answered.map(answeredOf),
    open: view.open.map(({ id, question }) => ({ id, text: question.text })),
    problems,
    next: begun.hasTask ? [] : briefNext(view),
    dir,
  });
  const { experiment_id: experiment, topic, created_at } = idea;
  const facts = { experiment, topic: brief?.topic ?? topic, created_at, directory: dir, brief: briefFacts(view) };
  return { text, files: dir, facts };
}

/** What was designed was approved, here or elsewhere. */
const taskStands = (view: BriefView): Sentence => (view.claimed === null ? stands(view) : approvedElsewhere);

function answeredOf({ id, question, answer }: Asked) {
  return { id, text: question.text, understood: answer === null ? md`` : understood(question, answer) };
}

/** How a brief stands, for a program. */
export function briefFacts({ state, brief, sha256, open, answered, asked, approval, changed_since }: BriefView) {
  return {
    state,
    sha256,
    asked,
    answered: answered.length,
    open: open.map(({ id }) => id),
    approval,
    changed_since,
    text: brief,
  };
}
