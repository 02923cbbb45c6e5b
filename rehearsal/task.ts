const SMALL = /^(a|an|the|for|of|to|and|or|that|which|with|in|on|at|by|from)$/i;

/** The task as it stands in a lab prompt, under its heading; the first paragraph where a template has no heading. */
export function taskIn(prompt: string): string {
  const under =
    /(?:^|\n)#{0,3} ?TASK:?[ \t]*\n+([\s\S]*?)(?=\n\n[A-Z][A-Z -]{4,}:\n|\n\nAnswer with this schema|$)/.exec(
      prompt,
    )?.[1];
  return (under ?? prompt.split(/\n\s*\n/)[0] ?? prompt).trim();
}

/** The thing to be built, as a noun phrase of at most ten words: "Design a durable queue for …" gives "durable queue for …". */
export function subjectOf(task: string): string {
  const sentence =
    task
      .split(/[\n.!?;:。]/)
      .find((part) => part.trim() !== "")
      ?.trim() ?? "";
  const noun = sentence
    .replace(/^(please\s+)?(design|build|create|develop|plan|propose|architect)\s+/i, "")
    .replace(/^(an?|the|our|my)\s+/i, "");
  const words = noun.split(/\s+/).slice(0, 10);
  while (words.length > 1 && SMALL.test(words.at(-1) ?? "")) words.pop();
  return (
    words
      .join(" ")
      .slice(0, 80)
      .replace(/[,\s]+$/, "") || "requested system"
  );
}

/** Up to five words of the task that name it, for a folder. */
export function topicOf(task: string): string {
  const words = subjectOf(task).split(/\s+/);
  const end = words.findIndex((word, at) => at >= 3 && SMALL.test(word));
  return words.slice(0, Math.min(5, end < 0 ? 5 : end)).join(" ");
}
