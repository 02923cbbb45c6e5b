import type { Check } from "../schemas/check.ts";
import { inline, prose } from "../text/markdown.ts";

const MARKS = { ok: "ok", warning: "look", problem: "**wrong**" } as const;

/** What doctor found: the verdict first, then a line for each thing, what is wrong before what is right. */
export function checkupText(checks: readonly Check[]): string {
  const problems = checks.filter(({ state }) => state === "problem").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const verdict =
    problems > 0
      ? `**${problems} ${problems === 1 ? "thing keeps" : "things keep"} the lab from working.**`
      : warnings > 0
        ? "**The lab can work.** Some of it is worth a look."
        : "**All is well.**";
  const rank = { problem: 0, warning: 1, ok: 2 } as const;
  const sorted = [...checks].sort((a, b) => rank[a.state] - rank[b.state]);
  return [verdict, ...sorted.map(checkLines)].join("\n\n");
}

function checkLines({ what, state, found, remedy }: Check): string {
  const long = found.includes("\n");
  return [
    `- ${MARKS[state]} · ${inline(what)}: ${long ? "" : inline(found, 400)}`.trimEnd(),
    ...(long ? [prose(found)] : []),
    ...(remedy === "" ? [] : [`  ${inline(remedy, 400)}`]),
  ].join("\n");
}
