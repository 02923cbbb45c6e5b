import type { Check } from "../../artifacts/note.ts";
import { inline, join, type Markdown, md, prose } from "../../text/markdown.ts";
import { typed } from "../../text/typed.ts";

const MARKS = { ok: "ok", warning: "look", problem: "**wrong**" } as const;

/**
 * What doctor found: the verdict first, then a line for each thing, what is wrong before what is right. Where no model
 * was asked the verdict promises nothing of them.
 */
export function checkupText(checks: readonly Check[], { asked }: { asked: boolean }): Markdown {
  const problems = checks.filter(({ state }) => state === "problem").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const asking = md`${typed("doctor", "ask")} asks every model one tiny question.`;
  const well = asked ? md`.**` : md`, as far as one can tell without asking:** ${asking}`;
  const verdict =
    problems > 0
      ? md`**${problems} ${problems === 1 ? "thing keeps" : "things keep"} the lab from working.**`
      : warnings > 0
        ? md`**The lab can work${well} Some of it is worth a look.`
        : md`**All is well${well}`;
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
