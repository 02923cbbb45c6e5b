/** What the brief of the interview has designs judged by beside the usual criteria: the sale that stood still decides. */
export const OWN_CRITERION = {
  name: "recovery",
  text: "When a server, a line or a data centre is lost on the first morning of the sale, how surely does it go on selling?",
  weight: 1.5,
  from: ["idea", "q6"],
} as const;

type Said = readonly [score: number, rationale: string];

/** What each reviewer says of each design by it: reviewers and designs in the order of the others. */
export const BY_OWN_CRITERION: readonly (readonly [Said, Said, Said])[] = [
  [
    [9, "Noticed in 30 seconds, replaced in four minutes, and every paid booking is in the other data centre."],
    [4, "A host that ends is rebuilt at once; a data centre that ends takes all of it along."],
    [3, "Nobody says who fails over or how fast, and the holds are gone."],
  ],
  [
    [8, "The times are stated and can be tested; the witnesses are one thing more to keep alive."],
    [5, "Thought through for one host, and silent about a data centre."],
    [3.5, "An asynchronous replica loses the last paid bookings."],
  ],
  [
    [8.5, "The customer hears of a payment only when two places have it. I like that."],
    [6, "Cells come back from their journal in milliseconds, as long as the journal is there."],
    [4, "One would start it again by hand, and it is small enough for that."],
  ],
  [
    [8, "Pull the plug of the primary and count the paid bookings: a test that one can write today."],
    [5, "The rebuild of a cell can be tested; the loss of the data centre has no expected result."],
    [3, "There is nothing in it that a test of a loss could hold it to."],
  ],
];
