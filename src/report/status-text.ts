import type { Count, Status } from "../schemas/status.ts";

/** "1 of 2 designs are missing, 3 of 6 samples of scores are missing"; empty when nothing is. */
export function missingText(status: Status): string {
  return countsOf(status)
    .filter(({ there, wanted }) => there < wanted)
    .map(({ what, there, wanted }) => `${wanted - there} of ${wanted} ${what} are missing`)
    .join(", ");
}

/** "2 of 3 designs, 6 of 9 reviews, 6 of 9 scores": what the plan wants of each kind and how much is there. */
export function finishedText(status: Status): string {
  return countsOf(status)
    .map(({ what, there, wanted }) => `${there} of ${wanted} ${what}`)
    .join(", ");
}

/** " (4 of 6 samples)" where a score is the mean of several; else nothing. */
export function samplesText({ scores, samples }: Status): string {
  return samples.wanted > scores.wanted ? ` (${samples.there} of ${samples.wanted} samples)` : "";
}

/** The kinds that the plan wants any of; samples where a score is the mean of several. */
function countsOf(status: Status): (Count & { what: string })[] {
  const kinds = [
    { what: "designs", ...status.designs },
    { what: "reviews", ...status.reviews },
    { what: "scores", ...status.scores },
    ...(status.samples.wanted > status.scores.wanted ? [{ what: "samples of scores", ...status.samples }] : []),
  ];
  return kinds.filter(({ wanted }) => wanted > 0);
}
