import type { Failure } from "../schemas/failure.ts";
import { inline } from "../text/markdown.ts";

/** A bullet for each failure, at most `most`; failures of one session that asked for two parts are one bullet. */
export function failureLines(failures: readonly Failure[], most = 12): string[] {
  const merged = new Map<string, Failure & { phases: string[] }>();
  for (const failure of failures) {
    const { phase, ...rest } = failure;
    const key = JSON.stringify(rest);
    const known = merged.get(key);
    if (known) known.phases.push(phase);
    else merged.set(key, { ...failure, phases: [phase] });
  }
  const lines = [...merged.values()].map(({ phases, model, design_id, kind, message }) => {
    const what = phases.includes("generate") ? "design" : phases.join(" and ");
    const of = phases.includes("generate") || design_id === null ? "" : ` of ${inline(design_id)}`;
    return `- ${what}${of} by ${inline(model)}: **${kind}**, ${inline(message, 300)}`;
  });
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `- and ${lines.length - most} more, see results/ranking.json`];
}
