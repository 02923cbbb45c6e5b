import type { Lab } from "../../prompting/lab.ts";
import type { Asked } from "../../questions/replay.ts";
import { keepShown, type ShownList, wasShown } from "../../store/shown.ts";

/** Texts that wait for approval in an experiment, whole in a reply. */
export type ShownApprovals = { experiment: string; asked: readonly Pick<Asked, "question">[] };

const listOf = ({ person, worktree }: Lab): ShownList => ({
  ...person,
  ...{ directory: worktree, list: "approvals" },
});
const saidOf = (experiment: string, { question }: Pick<Asked, "question">) => ({ experiment, question });

/** Keeps which texts a line of the person's own showed, letter by letter. */
export async function keepShownApprovals(lab: Lab, { experiment, asked }: ShownApprovals): Promise<void> {
  if (asked.length === 0) return;
  await keepShown(
    listOf(lab),
    asked.map((each) => saidOf(experiment, each)),
  );
}

/** Whether this very text was shown so last. */
export const wasApprovalShown = (lab: Lab, experiment: string, asked: Pick<Asked, "question">): Promise<boolean> =>
  wasShown(listOf(lab), saidOf(experiment, asked));
