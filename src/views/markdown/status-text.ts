import { type Counts, possible } from "../../artifacts/incomplete.ts";
import type { Count, Status } from "../../artifacts/status.ts";
import { join, type Markdown, md } from "../../text/markdown.ts";

/** "1 of 2 designs are missing, 3 of 6 samples of scores are missing"; empty when nothing is. */
export function missingText(status: Status): Markdown {
  const missing = countsOf(possible(status)).filter(({ there, wanted }) => there < wanted);
  return join(
    missing.map(({ what, there, wanted }) => md`${wanted - there} of ${wanted} ${what} are missing`),
    ", ",
  );
}

/** "2 of 3 designs, 6 of 6 reviews, 6 of 6 scores": how much is there of what the plan can have as it stands. */
export function finishedText(counts: Counts): Markdown {
  return join(
    countsOf(counts).map(({ what, there, wanted }) => md`${there} of ${wanted} ${what}`),
    ", ",
  );
}

type Kind = Count & { what: "designs" | "reviews" | "scores" | "samples of scores" };

/** The kinds of which there can be any; samples where a score is the mean of several. */
function countsOf({ designs, reviews, scores, samples }: Counts): Kind[] {
  const kinds: Kind[] = [
    { what: "designs", ...designs },
    { what: "reviews", ...reviews },
    { what: "scores", ...scores },
  ];
  if (samples.wanted > scores.wanted) kinds.push({ what: "samples of scores", ...samples });
  return kinds.filter(({ wanted }) => wanted > 0);
}
