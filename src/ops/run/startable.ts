import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import { UsageError } from "../../errors.ts";
import { findUnfinished } from "../../experiment/open.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { SetupInput } from "../../stages/setup.ts";
import { missingSaid } from "../../story/amounts.ts";
import { unmarked } from "../../story/sentence.ts";
import { callCode, typedCode } from "../../text/typed.ts";

/** Throws LabError where the newest experiment of a task can be gone on with. */
export async function refuseUnfinished(lab: Lab, task: string): Promise<void> {
  const unfinished = await findUnfinished(lab, task);
  if (unfinished === null) return;
  const { id, status } = unfinished;
  throw new UsageError(
    `The newest experiment of this very task, ${id}, is unfinished: ${unmarked(missingSaid(status), String)}. Nothing was started.`,
    {
      advice: `Go on with it: ${typedCode("resume", id)} (${callCode("run", { experiment: id })}). To start anew, type ${typedCode("run", "--fresh")} and after it the task (${callCode("run", { task: "…", fresh: true })}).`,
    },
  );
}

/** Throws LabError for more than a task may hold. */
export function within(input: SetupInput): SetupInput {
  const excess = exceededBound(input, BOUNDS.task);
  if (excess === null) return input;
  throw new UsageError(`Cannot start: ${excess}. Nothing was asked.`, {
    advice: "Shorten it: what is long belongs in files of the project, which designers can read.",
  });
}
