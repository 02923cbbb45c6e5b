import type { Design } from "../artifacts/design.ts";
import type { RoundOutcome } from "../experiment/round-outcome.ts";
import type { View } from "../experiment/view.ts";
import type { Story } from "../story/story.ts";
import type { ChangedText, ReportData } from "../views/html/report-data.ts";
import { bodyText } from "../views/markdown/design-text.ts";

/** What rounds came to as a report shows it, each revision's text beside the one that it was made of. */
export const roundsShown = (view: View, { rounds }: Pick<Story, "rounds">): ReportData["rounds"] =>
  rounds.map((outcome) => ({ outcome, changes: changesIn(view, outcome) }));

/** Each revision of a round with its parent, as both were judged. */
function changesIn({ rounds }: View, { number, children }: RoundOutcome): ChangedText[] {
  const texts = rounds.find((round) => round.experiment.task.round?.number === number)?.artifacts.designs ?? [];
  return children.flatMap(({ is, name, child, parents: [parent] }) => {
    const before = texts.find(({ design_id }) => design_id === parent?.id);
    if (is !== "revision" || parent === undefined || child.design === null || before === undefined) return [];
    return [{ child: name, parent: parent.name, before: inLines(before), after: inLines(child.design) }];
  });
}

/** A design's text with a sentence a line, so that a changed sentence is not a changed paragraph. */
const inLines = (design: Design): string => bodyText(design).replace(/(?<=[.;:!?]) (?=\p{Lu})/gu, "\n  ");
