import { mean, sampleStandardDeviation } from "simple-statistics";
import { askedThriftily, ordersOf, type Plan, saidOf, worldOf } from "./asking.ts";
import { heading, line } from "./figures.ts";
import { believe, type Cells, percent } from "./judgement.ts";
import { experimentsOf, type Sample, type World } from "./worlds.ts";

const EXPERIMENTS = 5_000;
/** Of these, how many are also judged thriftily, in even worlds and in others; the difference to asking all is paired. */
const THRIFTY = 4_000;
const THRIFTY_ELSEWHERE = 500;
/** A design costs as much as three evaluations. */
const DESIGN = 3;

const PLANS: readonly Plan[] = [
  { designs: 2, reviewers: 2 },
  { designs: 3, reviewers: 3 },
  { designs: 3, reviewers: 4 },
  { designs: 4, reviewers: 5 },
  { designs: 5, reviewers: 6 },
  { designs: 6, reviewers: 6 },
  { designs: 8, reviewers: 6 },
];
const canSpare = ({ designs, reviewers }: Plan) => designs > 2 && reviewers > 2;

/** Whose designs and scores they are. */
const WORLDS: Readonly<Record<string, Partial<World>>> = {
  "even designers": {},
  "each further one 0.2 weaker": { weaker: 0.2 },
  "one bad reviewer": { bad: true },
};

/** What asking less loses, and what each plan's first design is worth. */
export function benchPlans(seed: number): void {
  const rows = PLANS.map((plan, at) => {
    const apart: Judged[] = [];
    const gains = Object.keys(WORLDS).map((world, nth) =>
      gainOf(plan, world, {
        seed: seed + 10 * nth + at,
        experiments: EXPERIMENTS,
        looked: nth === 0 ? THRIFTY : THRIFTY_ELSEWHERE,
        ...(nth === 0 && { onLook: (sample, less) => apart.push(judged(sample, less)) }),
      }),
    );
    return { plan, gains, apart, equal: canSpare(plan) ? equalDesigns(plan, seed + 40 + at) : [] };
  });
  printThrifty(rows.filter(({ plan }) => canSpare(plan)));
  printGains(rows);
}

type Row = { plan: Plan; gains: Gain[]; apart: Judged[]; equal: Judged[] };

function printThrifty(rows: readonly Row[]): void {
  const many = rows.filter(({ plan }) => plan.reviewers > 3);
  heading(
    `Asking all and thriftily, % of ${THRIFTY.toLocaleString("en")} experiments`,
    "plan | asked | first is the best: all | thrifty | difference | winner named: all | thrifty | high: all | thrifty | winner among equal designs: all | thrifty | difference",
  );
  for (const row of rows) thriftyLine(`${row.plan.designs} × ${row.plan.reviewers}`, [row]);
  thriftyLine(MANY, many);
  heading(
    "What a named winner is worth, asking all and thriftily",
    "plan | P says: all | thrifty | named and right: all | thrifty | too bold by: all | thrifty | high and right: all | thrifty",
  );
  for (const row of rows) winnersLine(`${row.plan.designs} × ${row.plan.reviewers}`, row.apart);
  winnersLine(
    MANY,
    many.flatMap(({ apart }) => apart),
  );
}

const MANY = "**mean of four reviewers or more**";

/** Each of asking all, and then thriftily; `best` is P(best) of a named winner. */
type Judged = Record<"right" | "named" | "high" | "best", [number, number]> & { asked: number };

/** Of the winners that either way names: what P says, how often they are right, and high ones. */
function winnersLine(name: string, judged: readonly Judged[]): void {
  const both = [0, 1].map((way) => {
    const named = judged.filter((each) => each.named[way] === 1);
    const says = 100 * mean(named.map(({ best }) => best[way] ?? 0));
    const hits = named.map(({ right }) => 100 * (right[way] ?? 0));
    const high = named.filter((each) => each.high[way] === 1);
    const rightHigh = percent(high.filter(({ right }) => right[way] === 1).length, high.length, 1);
    const right = mean(hits);
    return [says.toFixed(1), `${right.toFixed(1)} ± ${errorOf(hits).toFixed(1)}`, (says - right).toFixed(1), rightHigh];
  });
  line(name, ...[0, 1, 2, 3].flatMap((at) => both.map((way) => way[at] ?? "")));
}

function equalDesigns(plan: Plan, seed: number): Judged[] {
  const world = worldOf(plan, { quality: 0 });
  const [next, order] = [experimentsOf(world, seed), ordersOf(world, seed)];
  return Array.from({ length: THRIFTY }, () => {
    const sample = next();
    return judged(sample, askedThriftily(sample, order()));
  });
}

function judged(sample: Sample, less: Cells): Judged {
  const asked = less.values.length / sample.values.length;
  const all = saidOf(sample);
  const said = asked === 1 ? all : saidOf(less);
  const both = (is: (each: typeof all) => boolean | number): [number, number] => [Number(is(all)), Number(is(said))];
  return {
    asked,
    right: both(({ first }) => first === sample.best),
    named: both(({ named }) => named),
    high: both(({ high }) => high),
    best: both(({ best }) => best),
  };
}

function thriftyLine(name: string, rows: readonly { apart: Judged[]; equal: Judged[] }[]): void {
  const apart = rows.flatMap((row) => row.apart);
  const equal = rows.flatMap((row) => row.equal);
  const shares = (all: Judged[], what: "right" | "named" | "high", digits = 0) =>
    [0, 1].map((way) => percent(all.filter((each) => each[what][way] === 1).length, all.length, digits));
  const difference = (all: Judged[], what: "right" | "named") => {
    const changes = all.map(({ [what]: [before, after] }) => 100 * (after - before));
    return `${mean(changes).toFixed(1)} ± ${errorOf(changes).toFixed(1)}`;
  };
  line(
    name,
    (100 * mean(apart.map(({ asked }) => asked))).toFixed(0),
    ...shares(apart, "right", 1),
    difference(apart, "right"),
    ...shares(apart, "named"),
    ...shares(apart, "high"),
    ...shares(equal, "named", 1),
    difference(equal, "named"),
  );
}

function printGains(rows: readonly Row[]): void {
  const worlds = Object.keys(WORLDS).flatMap((name) => [name, "thrifty"]);
  heading(
    "What a plan buys: the chosen design, in standard deviations of designs above the mean one",
    `plan | cost | thrifty | ${worlds.join(" | ")}`,
  );
  for (const { plan, gains } of rows) {
    const { designs, reviewers } = plan;
    const costOf = (asked: number | null | undefined) =>
      typeof asked === "number" ? (DESIGN * designs + asked * designs * reviewers).toFixed(0) : "–";
    const shown = gains.flatMap(({ all, thrifty }) => [all.toFixed(2), thrifty?.toFixed(2) ?? "–"]);
    line(`${designs} × ${reviewers}`, costOf(1), costOf(gains[0]?.asked), ...shown);
  }
  const errors = rows.flatMap(({ gains }) => gains.map(({ error }) => error));
  console.log(`\nStandard errors up to ${Math.max(...errors).toFixed(3)}.`);
}

/** In standard deviations of designs above the mean one; thrifty asking by what it changes in the experiments looked at. */
export type Gain = { all: number; thrifty: number | null; error: number; asked: number | null };

type Runs = {
  seed: number;
  experiments: number;
  /** How many of them are judged thriftily too. */
  looked: number;
  onLook?: (sample: Sample, less: Cells) => void;
};

/** The quality of the first design, above what a design of the first designer is expected to be. */
export function gainOf(plan: Plan, name: keyof typeof WORLDS, { seed, experiments, looked, onLook }: Runs): Gain {
  const world = worldOf(plan, WORLDS[name]);
  const [next, order] = [experimentsOf(world, seed), ordersOf(world, seed)];
  const expected = (-world.weaker * (plan.designs - 1)) / 2;
  const changes: number[] = [];
  const shares: number[] = [];
  const gains = Array.from({ length: experiments }, (_, run) => {
    const sample = next();
    const worth = (design: number) => sample.quality[design] ?? 0;
    const first = firstOf(sample);
    if (run < looked && canSpare(plan)) {
      const less = askedThriftily(sample, order());
      onLook?.(sample, less);
      changes.push(worth(firstOf(less)) - worth(first));
      shares.push(less.values.length / sample.values.length);
    }
    // The designs' own mean is taken for the mean that is expected of them: the same on average, and it strays less.
    return worth(first) - mean(sample.quality) + expected;
  });
  const all = mean(gains);
  const spared = shares.length > 1;
  return {
    all,
    thrifty: spared ? all + mean(changes) : null,
    error: Math.hypot(errorOf(gains), spared ? errorOf(changes) : 0),
    asked: spared ? mean(shares) : null,
  };
}

function errorOf(values: readonly number[]): number {
  return sampleStandardDeviation([...values]) / Math.sqrt(values.length);
}

function firstOf(cells: Cells): number {
  return believe(cells).ids[0] ?? 0;
}
