import type { Failure } from "../schemas/failure.ts";
import { inline, type Markdown, md } from "../text/markdown.ts";
import { list } from "../text/numbers.ts";

/** A bullet for each session that failed, at most `most`, whatever number of parts it was asked for. */
export function failureLines(failures: readonly Failure[], most = 12): Markdown[] {
  const lines = bySession(failures).map(({ phases, model, design_id, kind, message }) => {
    const what = phases.includes("generate") ? md`design` : list(phases.map((phase) => md`${phase}`));
    const of = phases.includes("generate") || design_id === null ? md`` : md` of ${inline(design_id)}`;
    return md`- ${what}${of} by ${inline(model)}: **${kind}**, ${inline(message, 300)}`;
  });
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), md`- and ${lines.length - most} more, see results/ranking.json`];
}

/** As many as `failureLines` has bullets for, when none is left out. */
export function failedSessions(failures: readonly Failure[]): number {
  return bySession(failures).length;
}

type FailedSession = Omit<Failure, "phase"> & { phases: Failure["phase"][] };

/** Failures that differ in the part alone come from one session that was asked for both. */
function bySession(failures: readonly Failure[]): FailedSession[] {
  const sessions: FailedSession[] = [];
  const latest = new Map<string, FailedSession>();
  for (const { phase, ...rest } of failures) {
    const key = JSON.stringify(rest);
    const known = latest.get(key);
    if (known && !known.phases.includes(phase)) {
      known.phases.push(phase);
      continue;
    }
    const session = { ...rest, phases: [phase] };
    sessions.push(session);
    latest.set(key, session);
  }
  return sessions;
}
