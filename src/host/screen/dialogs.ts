import type { Dialogs } from "./questions.ts";

/**
 * Shows one dialog after the other. A host has one place for dialogs: a second one would take the place of the first, and
 * what you typed there would be lost.
 */
export function queueDialogs({ select, prompt, say }: Dialogs): Dialogs {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = (show: () => Promise<string | null>): Promise<string | null> => {
    const shown = last.then(show);
    last = shown.catch(() => undefined);
    return shown;
  };
  return {
    select: (title, choices) => enqueue(() => select(title, choices)),
    prompt: (title, placeholder) => enqueue(() => prompt(title, placeholder)),
    say,
  };
}
