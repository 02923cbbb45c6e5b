import type { Count, Status } from "../schemas/status.ts";
import { join, type Markdown, md } from "../text/markdown.ts";

/** "1 of 2 designs are missing, 3 of 6 samples of scores are missing"; empty when nothing is. */
export function missingText(status: Status): Markdown {
  const missing = countsOf(status).filter(({ there, wanted }) => there < wanted);
  return join(
    missing.map(({ what, there, wanted }) => md`${wanted - there} of ${wanted} ${what} are missing`),
    ", ",
  );
}

/** "2 of 3 designs, 6 of 9 reviews, 6 of 9 scores": what the plan wants of each kind and how much is there. */
export function finishedText(status: Status): Markdown {
  return join(
    countsOf(status).map(({ what, there, wanted }) => md`${there} of ${wanted} ${what}`),
    ", ",
  );
}

/** " (4 of 6 samples)" where a score is the mean of several; else nothing. */
export function samplesText({ scores, samples }: Status): Markdown {
  return samples.wanted > scores.wanted ? md` (${samples.there} of ${samples.wanted} samples)` : md``;
}

type Kind = Count & { what: "designs" | "reviews" | "scores" | "samples of scores" };

/** The kinds that the plan wants any of; samples where a score is the mean of several. */
function countsOf({ designs, reviews, scores, samples }: Status): Kind[] {
  const kinds: Kind[] = [
    { what: "designs", ...designs },
    { what: "reviews", ...reviews },
    { what: "scores", ...scores },
  ];
  if (samples.wanted > scores.wanted) kinds.push({ what: "samples of scores", ...samples });
  return kinds.filter(({ wanted }) => wanted > 0);
}
