import type { DesignChange, Standing } from "../../artifacts/comparison.ts";
import type { ComparedExperiment } from "../../story/story.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { score } from "../../text/numbers.ts";
import { called } from "./drawn.ts";

/** Changes that are named. */
const MAX_CHANGES = 20;

/** How each design of two experiments on one task moved among those that are in both, and what only one of them has. */
export function changeLines(changes: readonly DesignChange[], rows: readonly ComparedExperiment[]): Markdown[] {
  const [earlier, later] = [rows[0]?.id ?? "", rows[1]?.id ?? ""];
  const both = changes.filter(({ before, after }) => before !== null && after !== null).length;
  const shown = changes.slice(0, MAX_CHANGES).map((change) => changeLine(change, rows, both));
  const left = changes.length > shown.length ? [md`- and ${changes.length - shown.length} more`] : [];
  return [md`### From ${inline(earlier)} to ${inline(later)}, one task`, join([...shown, ...left], "\n")];
}

/** "- **A “Queue”** in 1 and **B “Log”** in 2, by one/model: rose from place 2 to 1 of the 2 in both, most on **cost** …" */
function changeLine(change: DesignChange, rows: readonly ComparedExperiment[], both: number): Markdown {
  const { before, after, criterion } = change;
  const by = md`by ${inline(change.model)}`;
  const calledIn = ({ design_id }: Standing, at: 0 | 1): Markdown => {
    const story = rows[at]?.story;
    return story ? md`**${called(design_id, true, story.names)}**` : md`**${inline(design_id)}**`;
  };
  if (before === null || after === null) {
    const [at, own] = before ? ([0, before] as const) : ([1, after] as const);
    if (own === null) return md`- ${by}`;
    const ranked = rows[at]?.story?.ranking.designs.filter(({ rank }) => rank !== null).length ?? 0;
    const place = own.rank === null ? md`not ranked` : md`rank ${own.rank} of ${ranked}`;
    return md`- ${calledIn(own, at)} in ${at + 1} only, ${by}: ${place}.`;
  }
  const [one, other] = [calledIn(before, 0), calledIn(after, 1)];
  const who = one === other ? md`${one} in 1 and in 2` : md`${one} in 1 and ${other} in 2`;
  const most = criterion
    ? md`, most on **${inline(criterion.name)}** (${score(criterion.before)} to ${score(criterion.after)})`
    : md``;
  return md`- ${who}, ${by}: ${moveText(change, both)}${most}.`;
}

function moveText({ before, after, move }: DesignChange, both: number): Markdown {
  if (move === null) return md`not ranked in both`;
  if (both === 1) return md`no other is in both`;
  const [from, to] = [before?.among ?? 0, after?.among ?? 0];
  return move === "stays"
    ? md`stays at place ${to} of the ${both} in both`
    : md`${move} from place ${from} to ${to} of the ${both} in both`;
}
