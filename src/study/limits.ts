import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { StudyLimits, type StudyStanding } from "../artifacts/study.ts";
import { LabError } from "../errors.ts";
import { ROUNDING } from "./budget.ts";
import { cutColumns, type Dialect, type Statements, type StoredRow } from "./database.ts";

/** A worker that was not heard of for so long is lost, milliseconds: as long as the engine's lease. */
export const LOST = 30_000;

/** What is known of a whole study without looking at its experiments. */
export type StudyRow = {
  hash: string;
  name: string;
  limits: StudyLimits;
  facts: StudyFacts;
  expected: number | null;
  /** What one experiment is kept of money and of tokens before it begins; null where nobody knows. */
  price: number | null;
  heavy: number | null;
  spent: number;
  tokens: number;
  unpriced: number;
  stopped: StudyStanding["why"];
  begun: number | null;
  ended: number | null;
  now: number;
};

/** What is read of the bundle so often that it lies beside it. */
const StudyFacts = Type.Object({
  providers: Type.Record(Type.String(), Type.Number()),
  lanes: Type.Number(),
  prices: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0 }))),
});
export type StudyFacts = Static<typeof StudyFacts>;

const number = (value: StoredRow[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Reads it; `lock` keeps it for the transaction. Null where there is none. */
export async function readStudyRow(
  { all }: Pick<Statements, "all">,
  dialect: Dialect,
  hash: string,
  lock = false,
): Promise<StudyRow | null> {
  const [row] = await all(
    `SELECT hash, ${cutColumns(dialect, "name, stopped", 200)}, ${cutColumns(dialect, "limits, facts", 100_000)}, expected, price, heavy,
      spent, tokens, unpriced, begun, ended, ${dialect.now} AS now FROM studies WHERE hash = ?${lock ? dialect.lock : ""}`,
    hash,
  );
  if (row === undefined) return null;
  return {
    hash: String(row.hash),
    name: String(row.name),
    limits: storedAs(StudyLimits, row.limits, hash),
    facts: storedAs(StudyFacts, row.facts, hash),
    expected: number(row.expected),
    price: number(row.price),
    heavy: number(row.heavy),
    spent: Number(row.spent),
    tokens: Number(row.tokens),
    unpriced: Number(row.unpriced),
    stopped: (row.stopped ?? null) as StudyRow["stopped"],
    begun: number(row.begun),
    ended: number(row.ended),
    now: Number(row.now),
  };
}

/** What a column holds, which anybody may have written who writes the queue. Throws LabError. */
function storedAs<T extends TSchema>(schema: T, stored: StoredRow[string] | undefined, hash: string): Static<T> {
  try {
    const value: unknown = JSON.parse(String(stored));
    if (Value.Check(schema, value)) return value;
  } catch {
    // No JSON: as damaged as what is no limit.
  }
  throw new LabError(`Cannot read study ${hash} in the queue: what is stored of it is damaged.`, {
    advice: "Add the study anew to another queue, and see who may write to this one.",
  });
}

/** An experiment as it is before it begins: what was spent on it by those who had it before. */
type Fresh = { key: string | null; cost: number; tokens: number; price: number | null };

/** What is still kept for experiments `e` that run, as sums. */
export const HELD = {
  money: "COALESCE(SUM(CASE WHEN e.reserved > e.cost THEN e.reserved - e.cost ELSE 0 END), 0)",
  tokens: "COALESCE(SUM(CASE WHEN e.weight > e.tokens THEN e.weight - e.tokens ELSE 0 END), 0)",
} as const;

/** What the cheapest experiment of these panels is kept of money before it begins; null where nobody knows. */
export function priceAmong({ facts, price }: StudyRow, panels: readonly string[]): number | null {
  const own = panels.flatMap((panel) => facts.prices?.[panel] ?? []);
  return own.length === 0 ? price : Math.min(...own);
}

/**
 * Whether one more experiment may begin: with what is kept for it where it may, and else what stands in its way. "busy":
 * others that run hold what it needs, and may leave some.
 */
export type LeaveToBegin =
  | { may: true; reserved: number; weight: number }
  | { may: false; why: "busy" | NonNullable<StudyRow["stopped"]> };

/**
 * Works it out by what is spent, by what is kept for those that run, and by the limits of the study. Under a lock of the
 * study's row it holds until the transaction ends. Whoever writes the queue may write any number here: what a worker's
 * own money is, budget.ts says.
 * @param forgiving What lost workers hold counts as free: so that somebody takes over what they had.
 */
export async function leaveToBegin(
  { all }: Pick<Statements, "all">,
  study: StudyRow,
  { fresh, forgiving }: { fresh: Fresh; forgiving: boolean },
): Promise<LeaveToBegin> {
  if (study.stopped !== null) return { may: false, why: study.stopped };
  const { max_cost, max_tokens, max_hours } = study.limits.study;
  if (max_hours !== null && study.begun !== null && study.now - study.begun >= max_hours * 3_600_000)
    return { may: false, why: "max_hours" };
  const held = `COUNT(*) AS others, ${HELD.money} AS money, ${HELD.tokens} AS tokens FROM experiments e`;
  const [others] = await all(
    `SELECT ${held} JOIN workers w ON w.id = e.worker WHERE e.study = ? AND e.state = 'running' AND e.key <> ? AND w.seen > ?`,
    study.hash,
    fresh.key ?? "",
    forgiving ? study.now - LOST : 0,
  );
  const kept = (row: StoredRow | undefined, of: string): number => Number(row?.[of] ?? 0);
  const money = fresh.price === null ? null : Math.max(0, fresh.price - fresh.cost);
  const tokens = study.heavy === null ? null : Math.max(0, study.heavy - fresh.tokens);
  const bounds = [
    { why: "max_cost", of: max_cost, used: study.spent, need: money, field: "money" },
    { why: "max_tokens", of: max_tokens, used: study.tokens, need: tokens, field: "tokens" },
  ] as const;
  let [leftMoney, leftTokens] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const alone = kept(others, "others") === 0;
  for (const { why, of, used, need, field } of bounds) {
    if (of === null) continue;
    const left = of - used - kept(others, field);
    // What nobody can price gets all that is left, and so runs alone.
    const fits = need === null ? alone && left > 0 : need <= left + ROUNDING;
    if (!fits) return { may: false, why: alone ? why : "busy" };
    if (field === "tokens") leftTokens = left;
    else leftMoney = Math.min(leftMoney, left);
  }
  const keep = (price: number | null, spent: number, left: number): number =>
    price ?? (Number.isFinite(left) ? spent + left : 0);
  return {
    may: true,
    reserved: keep(fresh.price, fresh.cost, leftMoney),
    weight: keep(study.heavy, fresh.tokens, leftTokens),
  };
}
