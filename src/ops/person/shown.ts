import type { Lab } from "../../prompting/lab.ts";
import type { Asked } from "../../questions/replay.ts";
import { keepShown, type ShownIn, type ShownList, wasShown } from "../../store/shown.ts";
import type { OpContext, Reply } from "../op.ts";

/** Keeps what a reply showed of such a list, where its person typed the line; what an agent's call showed was read by nobody knows whom. */
export async function keepWhatWasShown({ typed }: Pick<OpContext, "typed">, { shown }: Reply): Promise<void> {
  if (typed !== null && shown) await keepShown(shown.list, shown.all);
}

type Whose = Pick<Lab, "person" | "worktree">;

/** A list that lies in the project's files, as its person was shown it. */
export const shownList = ({ person, worktree }: Whose, list: ShownList["list"]): ShownList => ({
  ...person,
  ...{ directory: worktree, list },
});

const saidOf = (experiment: string, { question }: Pick<Asked, "question">) => ({ experiment, question });

/** Texts that wait for approval in an experiment and stand whole in a reply, letter by letter; nothing where none does. */
export const shownApprovals = (
  lab: Whose,
  experiment: string,
  asked: readonly Pick<Asked, "question">[],
): { shown?: ShownIn } =>
  asked.length === 0
    ? {}
    : { shown: { list: shownList(lab, "approvals"), all: asked.map((each) => saidOf(experiment, each)) } };

/** Whether this very text was shown so last. */
export const wasApprovalShown = (lab: Whose, experiment: string, asked: Pick<Asked, "question">): Promise<boolean> =>
  wasShown(shownList(lab, "approvals"), saidOf(experiment, asked));
