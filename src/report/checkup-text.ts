import type { Check } from "../schemas/check.ts";
import { inline, join, type Markdown, md, prose } from "../text/markdown.ts";

const MARKS = { ok: "ok", warning: "look", problem: "**wrong**" } as const;

/** What doctor found: the verdict first, then a line for each thing, what is wrong before what is right. */
export function checkupText(checks: readonly Check[]): Markdown {
  const problems = checks.filter(({ state }) => state === "problem").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const verdict =
    problems > 0
      ? md`**${problems} ${problems === 1 ? "thing keeps" : "things keep"} the lab from working.**`
      : warnings > 0
        ? md`**The lab can work.** Some of it is worth a look.`
        : md`**All is well.**`;
  const rank = { problem: 0, warning: 1, ok: 2 } as const;
  const sorted = [...checks].sort((a, b) => rank[a.state] - rank[b.state]);
  return join([verdict, ...sorted.map(checkLines)], "\n\n");
}

function checkLines({ what, state, found, remedy }: Check): Markdown {
  const long = found.includes("\n");
  const head = md`- ${MARKS[state]} · ${inline(what)}:`;
  return join(
    [
      long || found === "" ? head : md`${head} ${inline(found, 400)}`,
      ...(long ? [prose(found)] : []),
      ...(remedy === "" ? [] : [md`  ${inline(remedy, 400)}`]),
    ],
    "\n",
  );
}
