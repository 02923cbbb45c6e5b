import type { ContextV2, ToolCallV2 } from "./api.ts";

type Allowance = { allowed: true } | { allowed: false; why: string };

const YES = "Yes";
/** A question that nobody sees is not waited for without end. Milliseconds. */
const PATIENCE = 600_000;
/** What the terminal needs to be told of a question, it is told so often, milliseconds. */
const SHOW_AGAIN = 500;

/**
 * Asks the person with the host's own question tool. The terminal shows a question that a plugin asked only when it is
 * told to look, which the plugin's part in the terminal does when the call reports that it is asking.
 */
export async function askPerson({ tool }: ContextV2, call: ToolCallV2, question: string): Promise<Allowance> {
  const asker = (await tool.list()).find(({ id }) => id === "question");
  if (!asker) return { allowed: false, why: "OpenCode has no question tool here to ask the person with" };
  const show = () => void call.progress({ designlab: { asking: question } }).catch(() => undefined);
  const showing = setInterval(show, SHOW_AGAIN);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, PATIENCE, "late");
  });
  try {
    const options = [
      { label: YES, description: "Go on" },
      { label: "No", description: "Nothing is started" },
    ];
    const asked = asker.execute({ questions: [{ question, header: "Design lab", options }] }, call);
    const answer = await Promise.race([asked, late]);
    if (answer === "late") return { allowed: false, why: `nobody answered within ${PATIENCE / 60_000} minutes` };
    const { answers = [] } = (answer.output ?? {}) as { answers?: string[][] };
    if (answers.flat().includes(YES)) return { allowed: true };
    return { allowed: false, why: "the person did not allow it" };
  } catch {
    // opencode run dismisses every question at once, as a person does with Escape.
    return { allowed: false, why: "the question was dismissed, as opencode run does that has nobody to ask" };
  } finally {
    clearInterval(showing);
    clearTimeout(timer);
  }
}
