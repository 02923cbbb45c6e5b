import { confirmed } from "../../artifacts/flag.ts";
import { isCompared } from "../../artifacts/ranking.ts";
import type { Story } from "../../story/story.ts";
import { told } from "../../story/verdict.ts";
import { reasons } from "../../story/why.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { chance, list, score } from "../../text/numbers.ts";
import { drawn } from "./drawn.ts";
import { table } from "./table.ts";

/** Columns of a model, and of a title in a table that must hold at 80 columns. */
const MODEL = 60;
const CELL = 46;
/** Columns of what a design is. */
export const APPROACH = 200;
const MAX_ROWS = 20;

/** Which design, and how sure that is. One sentence or two. */
export function verdict({ ranking, names }: Story): Markdown {
  const { answer, confidence, doubt } = told(ranking);
  if (confidence === null) return drawn(answer, names);
  return md`${drawn(answer, names)} Confidence: ${confidence}${doubt ? md`, for ${drawn(doubt, names)}` : md``}.`;
}

/** Rank, design, score and P(best), best first: at most four columns, at most 80 characters wide. */
export function storyTable({ ranking, insights }: Story): Markdown {
  const compared = isCompared(ranking);
  // Scores of different reviewers stand in no order, and so in no column.
  const set = ranking.summary.verdict.kind !== "nobody-compares";
  const rows = ranking.designs
    .slice(0, MAX_ROWS)
    .map(({ rank, design_id, adjusted_score, average_score, p_best, flags }) => {
      const found = insights.designs.find((design) => design.design_id === design_id);
      return [
        rank === null || !set ? "–" : String(rank),
        found ? `${found.letter}${confirmed(flags).length > 0 ? " (flagged)" : ""} ${found.title}` : design_id,
        score(!set ? null : ranking.method === "mean" ? average_score : adjusted_score),
        chance(compared ? p_best : null, ranking),
      ];
    });
  const left = ranking.designs.length - rows.length;
  const columns = ["Rank", "Design", "Score", "P(best)"];
  const shown = table(columns, rows, ["r", "l", "r", "r"], CELL);
  return left > 0 ? md`${shown}\n\nand ${left} more in the report` : shown;
}

/** Which model wrote which design, in one line. */
export function authorsLine({ ranking, insights }: Story): Markdown {
  const wrote = insights.designs.map(({ design_id, letter }) => {
    const model = ranking.designs.find((design) => design.design_id === design_id)?.generating_model ?? "";
    return md`${inline(letter)} by ${inline(model, MODEL)}`;
  });
  return md`Written: ${list(wrote, MAX_ROWS)}.`;
}

/** Why the ranking is as it is and what speaks against it, a line each. */
export function whyLines(story: Story): Markdown[] {
  return reasons(story).map(({ said }) => drawn(said, story.names));
}
