import type { Check } from "../../artifacts/note.ts";
import { checkupSaid } from "../../story/checkup.ts";
import { inline, join, type Markdown, md, prose } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";

const MARKS = { ok: "ok", warning: "look", problem: "**wrong**" } as const;

/** What doctor found: the verdict first, then a line for each thing, what is wrong before what is right. */
export function checkupText(checks: readonly Check[], { asked }: { asked: boolean }): Markdown {
  const rank = { problem: 0, warning: 1, ok: 2 } as const;
  const sorted = [...checks].sort((a, b) => rank[a.state] - rank[b.state]);
  return join([drawn(checkupSaid(checks, asked)), ...sorted.map(checkLines)], "\n\n");
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
