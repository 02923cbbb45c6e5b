import type { Design } from "../../artifacts/design.ts";
import { outcomesOf, roundOutcome } from "../../experiment/round-outcome.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { heading, list } from "../../story/block.ts";
import { showDesign } from "../../story/next.ts";
import { BETTER_DESIGNS } from "../../story/round-words.ts";
import { childrenThere, childShown } from "../../story/rounds.ts";
import { join, type Markdown } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { drawn } from "../../views/markdown/drawn.ts";

type Options = Pick<Lab["config"]["ranking"], "method" | "exclude_self_reviews">;

/** What a design of a round is, and what came of it. */
export function childText(view: View, round: View, { design_id }: Design, options: Options): Markdown[] {
  const outcome = roundOutcome(view, round, options);
  const child = outcome.children.find((each) => each.child.row.design_id === design_id);
  return child === undefined ? [] : [blocksText(childShown(child, outcome))];
}

/** Which designs rounds made, where all of an experiment are shown, and how each of them is. */
export function childrenText(view: View, options: Options): Markdown[] {
  const children = outcomesOf(view, options).flatMap((outcome) => outcome.children);
  if (children.length === 0) return [];
  const id = view.experiment.task.experiment_id;
  const there = children.find(({ child }) => child.design !== null);
  const text = blocksText([heading(BETTER_DESIGNS), list(children.map(childrenThere))]);
  return [join([text, ...(there ? [drawn(showDesign(id, there.name))] : [])], "\n\n")];
}
