import { count } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { rangeSaid } from "./answering.ts";
import { type Sentence, say, words } from "./sentence.ts";

/** Designs that can be judged in two minutes, with the main points of each in sight. */
export const QUICK = 4;

/** What is wanted of who judges. */
export function wantedSaid(designs: number, person: string | null, done: boolean): Sentence {
  const as = person === null || person === "you" ? [] : say`You judge as ${words(person, "all")}. `;
  if (done) return as;
  const read = designs <= QUICK ? say`Two minutes are enough: read` : say`Read`;
  return say`${as}${count(designs, "design")}, in an order drawn for you, under letters of your own. Who wrote them, and what others say of them, stands nowhere here. ${read} the summaries, then give ${designs > 1 ? "an order" : "scores"}.`;
}

/** The parts of what a person may say: how each is called, and what it counts for. */
export const VOTE_PARTS = {
  file: {
    title: "This ballot is a file",
    lead: "It sends nothing. What you fill in stays in this browser where it can, until you save your ballot and send that file back.",
  },
  order: {
    title: "An order",
    lead: "An order is enough; scores say more. Put the best first, then the next. Designs may be as good as each other.",
  },
  scores: {
    title: "Scores",
    lead: "They say how much better. A design's scores count once it has one for every criterion; else your order does.",
  },
  pairs: {
    title: "Which of these two, and why",
    lead: "It counts where your order and scores leave the two equal, or leave one out.",
  },
  remarks: {
    title: "A word on each",
    lead: "May be left empty. Say so honestly where you know who wrote a design: your word on it then counts as one on one's own work.",
  },
  result: {
    title: "Have you seen the result?",
    lead: "Its answer is needed. A vote after that stands beside the others and is not counted with them.",
  },
} as const;

/** What a person may say of the result, and of a pair beside the better one. */
export const SEEN_WAYS = [
  [false, "No, I have not seen it"],
  [true, "I have seen the result"],
] as const;
export const PAIR_WAYS = [
  ["neither", "No difference"],
  [null, "I leave this out"],
] as const;
export const WHY_ALONE = "Choose an answer above: why alone is not kept.";
export const knowsSaid = (letter: string): string => `I know who wrote ${letter}`;
export const KNOWN = "You know who wrote it.";

/** How an order of designs is told to who hears it: the lists, what a button does, and where a design came to stand. */
export const ORDER_LISTS = { ordered: "Your order, the best first", open: "Not in your order" };
export const orderMoves = (letter: string) => ({
  tie: `${letter} is as good as the one above`,
  out: `Take ${letter} out of the order`,
});
export function placedSaid(
  letter: string,
  to: { place: number; of: number; equals: readonly string[] } | null,
): string {
  if (to === null) return `${letter} is out of your order.`;
  const beside = to.equals.length > 0 ? `, as good as ${to.equals.join(", ")}` : "";
  return `${letter} is in place ${to.place} of ${to.of}${beside}.`;
}
export const HOW_TO_MOVE =
  "Move a design by its buttons, the arrow keys or its handle; = makes it as good as the one above.";

/** What stands beside a number that is none of its scale. */
export const notOnScale = (scale: Parameters<typeof rangeSaid>[0]): string =>
  `Needed is ${rangeSaid(scale)}. It is not kept as it is.`;

/** How much of a vote is said: letters of designs, and how many pairs. */
export type VoteSoFar = {
  ordered: readonly string[];
  unordered: readonly string[];
  /** Scored by every criterion, and by some only. */
  scored: readonly string[];
  partly: readonly string[];
  open_pairs: number;
  /** Whether anything is said that counts. */
  says: boolean;
};

/** What is enough, and what would still add something: the first of these sentences says most. */
export function enoughSaid(all: number, of: VoteSoFar): string[] {
  const { ordered, unordered, scored, partly, open_pairs, says } = of;
  const rest = unordered.filter((each) => !scored.includes(each)).join(", ");
  const least = all > 1 ? "an order" : "a score by every criterion";
  return [
    scored.length === all
      ? `All ${count(all, "design")} have every score: that is enough, and says the most.`
      : unordered.length === 0 && all > 1
        ? "Your order is enough. Scores by every criterion would say more."
        : ordered.length > 0
          ? `Your order is enough for ${ordered.length} of ${all} designs; it says nothing of ${rest}.`
          : scored.length > 0
            ? `Scores are enough for ${scored.join(", ")}; an order of all would say something of the others.`
            : says
              ? "An answer to a pair counts. An order of all designs would say more."
              : `Nothing that counts is said yet: ${least} is enough.`,
    ...(partly.length > 0
      ? [`Not every criterion is scored of ${partly.join(", ")}: those scores do not count yet.`]
      : []),
    ...(open_pairs > 0 && says ? [`${count(open_pairs, "pair")} left open.`] : []),
  ];
}

/** What is still needed before a person is done. */
export const VOTE_NEEDS = {
  name: "Your name is needed.",
  order: "Put at least two designs in an order, or score one by every criterion.",
  scores: "Score the design by every criterion.",
  result: "Say whether you have seen the result.",
};

/** How what a person says is kept, by a page whose server answers. */
export const VOTE_KEPT = {
  saved: "Saved.",
  changed: "Not saved yet.",
  saving: "Saving …",
  refused: "Not saved.",
  later: "Your vote can be changed later.",
  again: "Try to save again",
  looking: "Looking for the designs …",
};

/** What is said of a vote that another page of the same person saved. */
export const SAVED_ELSEWHERE = {
  title: "Another page of yours saved meanwhile",
  mine: "Keep what stands here",
  theirs: "Take what was saved there",
};
export const savedThere = (whole: boolean): string =>
  `What you said here stands below and is not saved. There, ${whole ? "as your whole vote" : "so far"}:`;

export const VOTE_DONE = {
  title: "Thank you: your vote is kept",
  result: "The result",
  change: "While you change it, it counts again only once you say that you are done.",
  change_seen:
    "It does not count while you change it. You have seen the result here, so a changed vote stands beside the others and is not counted with them.",
};

/** What became of a ballot's file, and what to do with it. */
export const GO_ON_FROM = "Go on from a saved ballot";
export const ballotFileSaid = (of: "saved" | "loaded", file: string): Sentence =>
  of === "loaded"
    ? say`${words(truncate(file, MAX_FILE), "all")} is taken up: go on from there.`
    : say`Saved as ${words(file, "all")}, where this browser puts what it downloads. Send that file to whoever gave you this ballot. Saving again makes a file anew. The result will be with them: once your ballot is counted, their report has it, and the reply to that says which of its letters yours are.`;

const SAVED = "is a ballot that was saved";
/** Why a ballot that was saved is not gone on from: what is needed, and what was found. */
export const BALLOT_NEEDS = {
  size: (most: number, found: number) => [`are at most ${most} bytes`, String(found)],
  json: () => [SAVED, "a file that is no JSON"],
  form: (where: string, why: string) => [SAVED, `another file (${truncate(where, 200)}: ${why})`],
  of: (needed: string, found: string) => [`is a ballot of ${needed}`, `one of ${truncate(found, MAX_FILE)}`],
  criteria: () => ["are these criteria", "others"],
  designs: () => ["are these designs", "others, or other texts of them"],
} as const satisfies Record<string, (...facts: never[]) => BallotNeed>;
export type BallotNeed = readonly [needed: string, found: string];

export const notGoneOnFrom = (file: string, [needed, found]: BallotNeed): string =>
  `Cannot go on from ${truncate(file, MAX_FILE)}: needed ${needed}, found ${found}. Nothing was changed.`;

/** Columns of a file's name, or of what a ballot says it is of. */
const MAX_FILE = 120;
