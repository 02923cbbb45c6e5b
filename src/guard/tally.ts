import type { GUARD_DECIDERS, GuardLine, GuardSwitched } from "../artifacts/guard.ts";

type Decider = (typeof GUARD_DECIDERS)[number];

/** What the gate did, by its log. */
export type GuardTally = {
  /** Edits that it stood before, each held back or let through. */
  edits: number;
  held: Readonly<Record<Decider, number>>;
  let_through: Readonly<Record<Decider, number>>;
  /** What a shell had changed before it could be judged. */
  noticed: number;
  /** Edits that the model was asked about, without those of a question that it had answered; dollars as far as prices are known, and of how many they are not. */
  asked: number;
  cost: number;
  unpriced: number;
  /** How often the person let through what was refused: an edit, or all until the tests are green. */
  overruled: { edits: number; until_green: number };
  /** The newest lines about edits, the newest first. */
  last: readonly GuardLine[];
};

const MOST_LAST = 5;

/** @param since Lines before it do not count; null: all do. */
export function tallyOf(log: readonly (GuardLine | GuardSwitched)[], since: string | null): GuardTally {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const within = log.filter(({ at }) => since === null || Date.parse(at) >= from);
  const edits = within.filter((line) => line.event === "edit");
  const by = (decision: GuardLine["decision"]) => {
    const all = edits.filter((line) => line.decision === decision);
    const of = (who: Decider): number => all.filter((line) => line.by === who).length;
    return { code: of("code"), model: of("model"), person: of("person"), nobody: of("nobody") };
  };
  const overruled = (event: GuardSwitched["event"]): number => within.filter((line) => line.event === event).length;
  const judged = edits.filter(({ decision }) => decision !== "noticed");
  return {
    edits: judged.length,
    held: by("refused"),
    let_through: by("allowed"),
    noticed: edits.length - judged.length,
    asked: edits.filter((line, at) => line.model !== null && !isRepeated(line, edits.slice(0, at))).length,
    cost: edits.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unpriced: edits.filter(({ cost }) => cost === null).length,
    overruled: { edits: overruled("edit_allowed"), until_green: overruled("allowed_until_green") },
    last: edits.slice(-MOST_LAST).reverse(),
  };
}

/** Whether the answer is that of an earlier line, which cost nothing more: the same question is asked once. */
const isRepeated = ({ by, cost, question_sha256: asked }: GuardLine, before: readonly GuardLine[]): boolean =>
  by === "model" && cost === 0 && asked !== undefined && before.some((line) => line.question_sha256 === asked);

/** Of all who decide. */
export const ofAll = (by: Readonly<Record<Decider, number>>): number => by.code + by.model + by.person + by.nobody;
