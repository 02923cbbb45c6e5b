import type { Criterion } from "../../src/artifacts/criterion.ts";
import { letterOf } from "../../src/artifacts/names.ts";
import { placed } from "../../src/artifacts/ranking.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { chanceOf } from "./chance.ts";
import { type Printed, tablePrinted } from "./table-printed.ts";

/** What of so many tables' views is at odds with ranking.json, the first five; each says by which seed and number its table is made again. */
export async function faultsOfTables(wanted: number, seed: number): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, input } of tables(wanted, seed)) {
    for (const fault of await faultsOf(tablePrinted(input))) faults.push(`${name}: ${fault}`);
  }
  return faults.slice(0, 5);
}

/** Random tables of the kinds of which something wrong was said; the same for a seed. */
export function tables(wanted: number, seed: number): { name: string; input: RankingInput }[] {
  const { uniform: random, between, pick } = chanceOf(seed);
  const normal = (): number => random() + random() + random() + random() - 2;

  return Array.from({ length: wanted }, (_, at) => {
    const kind = pick(KINDS);
    const designs = between(2, 5);
    const reviewers = kind === "one-reviewer" ? 1 : between(2, 5);
    const criteria = criteriaOf(kind);
    const best = Array.from({ length: designs }, () => criteria.map(() => 0.5 + 0.4 * normal()));
    const severity = Array.from({ length: reviewers }, () => 0.25 * normal());
    const odd = between(0, reviewers - 1);
    const holes = kind === "missing" || random() < 0.2 ? 0.1 + 0.4 * random() : 0;
    const level = random();
    const table = best.map((quality, i) =>
      severity.map((severe, j) => {
        if (kind === "blocks" && i % 2 !== j % 2) return null;
        if (random() < holes) return null;
        return Object.fromEntries(
          criteria.map(({ name, min, max }, c) => {
            const share = shareOf({
              kind,
              odd: j === odd,
              quality: quality[c] ?? 0.5,
              severe,
              error: 0.2 * normal(),
              level,
              j,
            });
            const step = max - min > 1 ? 1 : 10;
            const value = Math.round(step * (min + Math.min(1, Math.max(0, share)) * (max - min))) / step;
            return [name, Math.min(max, Math.max(min, value))];
          }),
        );
      }),
    );
    const own = random() < 0.4 ? Object.fromEntries(severity.flatMap((_, j) => (j < designs ? [[j, j]] : []))) : {};
    const options = {
      ...(random() < 0.2 && { exclude_self_reviews: true }),
      ...(random() < 0.15 && { method: "mean" as const }),
    };
    const made = experiment(table, { criteria, authors: own, options });
    const input = {
      ...made,
      designs: made.designs.map((design) => ({ ...design, length: between(1000, random() < 0.3 ? 1010 : 9000) })),
      scores: made.scores.map((score) => ({ ...score, overall_score: between(0, 100) / 10 })),
    };
    return { name: `table ${at} of seed ${seed}, ${kind}`, input };
  });

  function criteriaOf(kind: Kind): Criterion[] {
    const many = kind === "one-criterion" ? 1 : between(1, 4);
    return Array.from({ length: many }, (_, at) => {
      const [min, max] =
        kind === "scales"
          ? pick([
              [0, 1],
              [-5, 5],
              [0, 100],
              [1, 3],
            ] as const)
          : [0, 10];
      const weight = kind === "weights" ? pick([0, 1e-6, 0.001, 1, 1000, 1e6]) : pick([0, 0.5, 1, 1, 1, 2]);
      return { ...QUALITY, name: `criterion ${at + 1}`, min, max, weight: at === 0 ? weight || 1 : weight };
    });
  }
}

const KINDS = [
  "constant",
  "equal",
  "near-equal",
  "narrow",
  "missing",
  "blocks",
  "contrary",
  "one-reviewer",
  "one-criterion",
  "weights",
  "scales",
  "top",
  "any",
] as const;
type Kind = (typeof KINDS)[number];

type Cell = { kind: Kind; odd: boolean; quality: number; severe: number; error: number; level: number; j: number };

/** What a reviewer gives a design on a criterion, as a share of its scale. */
function shareOf({ kind, odd, quality, severe, error, level, j }: Cell): number {
  switch (kind) {
    case "equal":
      return 0.1 * Math.round(10 * (level + 0.1 * (j % 3)));
    case "near-equal":
      return 0.7 + (Math.abs(error) > 0.25 ? 0.1 : 0);
    case "narrow":
      return 0.8 + 0.1 * Math.round(4 * (quality - 0.5) + 4 * error);
    case "constant":
      return odd || j === 1 ? level : quality + severe + error;
    case "contrary":
      return odd ? 1 - quality : quality + error / 4;
    case "top":
      return quality + 0.4 + severe + error;
    default:
      return quality + severe + error;
  }
}

/** A check of what is printed against ranking.json: each fault in a sentence, beginning with what it is a fault of. */
export async function faultsOf(printed: Printed, withReport = true): Promise<string[]> {
  const { ranking, reply, page } = printed;
  const report = withReport ? await printed.report() : "";
  const all = [reply, page, printed.all, report].join("\n");
  const trust = `${page}\n${report.slice(report.indexOf("How far the numbers"), report.indexOf("What the numbers"))}`;
  const { designs, summary, pairwise, bias, robustness, reliability } = ranking;
  const { verdict, winner, confidence } = summary;
  const ranked = designs.filter(({ rank }) => rank !== null);
  const ids = designs.map(({ design_id }) => design_id).toSorted();
  const letter = (id: string): string => letterOf(ids.indexOf(id));
  const idOf = (of: string): string => ids[of.charCodeAt(0) - 65] ?? "";
  const rankOf = (of: string): number | null => designs.find(({ design_id }) => design_id === idOf(of))?.rank ?? null;
  const bestOf = (of: string): number | null => designs.find(({ design_id }) => design_id === idOf(of))?.p_best ?? null;
  const named = (name: string): number => Number(/\d+$/u.exec(name)?.[0] ?? -1);
  const faults: string[] = [];
  const fault = (of: string, text: string): void => void faults.push(`${of}: ${text}`);
  const none = (of: string, pattern: RegExp, text = all): void => {
    const found = pattern.exec(text);
    if (found) fault(of, text.slice(Math.max(0, found.index - 80), found.index + 120).replaceAll("\n", " / "));
  };
  const holds = (of: string, is: boolean, text: string): void => void (is || fault(of, text));

  none(
    "not a number",
    /\b(?:NaN|Infinity|undefined|null)\b(?! is)/u,
    [reply, page, ...report.split("What the numbers").slice(0, 1)].join("\n"),
  );
  none("consensus", /consensus/iu);
  none("nothing in points", /(?:^|[^\d.])0 points|±0(?:\.0+)? points|standard error 0\)/u);
  none("beyond the scale", /\b(?:scores|score) (?:-|−|1[1-9]|10\.0*[1-9])/u);
  none("beyond the scale", /\| +(?:−|-)\d+\.\d\d \| +\d+ %/u, reply);
  none("article", /\ba (?:8[\d.,]*|11|18)(?![\d.]*[- ]?[×x])\b|\ban (?:[0-79]|1[0-79]|8?1[0-79])\b/u, trust);
  none("a range of one", /\((\d+\.\d+) to \1 of 10\)/u);
  for (const [, points] of all.matchAll(/a taste of ([\d.]+) points/gu))
    holds("taste", Number(points) <= 3, `${points}`);

  // What nothing orders has no order.
  const flat = ranked.length > 0 && ranked.every(({ rank }) => rank === 1);
  if (flat)
    none(
      "order of equals",
      /the order as a hint|(?<!Without it )the order is |(?<!% that [A-Z]) is (?:probably )?better than|is (?:slightly )?ahead/u,
    );
  if (summary.opinions === 0) none("empty of equals", /Reviewers differ by|use the scale|same score, so/u);
  if (verdict.kind === "nobody-compares") {
    none(
      "no order, and yet",
      /Confidence: \w|the order as a hint|is (?:slightly )?ahead|P\(best\) (?:over|\d)/u,
      reply + report,
    );
    none("no order, and yet", /\| +\d+ \| [A-Z] /u, reply);
  }
  if (!["winner", "ahead", "tie"].includes(verdict.kind))
    none("opinion", /probability (?:of )?(?:over )?\d/u, reply + page.split("How to read")[0]);
  const others = ranked.length - 1;
  const odd = /but (.*?) (?:does|do) not use the scale/u.exec(trust)?.[1];
  if (odd !== undefined) {
    const count = Object.keys(bias.severity).length;
    holds("no others", new Set(bias.odd_reviewers.map(({ reviewer_id }) => reviewer_id)).size < count, odd);
  }

  // The verdict.
  const said = reply.split("\n").find((line) => /^\*\*(?:No |[A-Z] “)/u.test(line)) ?? "";
  const first = /^\*\*(?:No \w+:\*\* .*?)?([A-Z]) “/u.exec(said)?.[1];
  if (winner !== null) {
    holds("winner", first === letter(winner) && / better than the other/u.test(said), said);
    holds("winner", rankOf(first ?? "") === 1, said);
    const number = /the other (\d+) designs/u.exec(said)?.[1] ?? "1";
    holds("winner", Number(number) === others, said);
    const sure = /is better than/u.test(said);
    holds("winner surely", sure === (confidence === "high" && (ranked[0]?.p_best ?? 0) > 0.95), said);
  } else none("winner of none", /better than the other \d+ designs\*\* \(prob|Winner:/u, reply);
  if (verdict.kind === "ahead") {
    const [, p, next, q] = /probability of (\d+) %, ([A-Z]) “.*?” with (under )?(?:\d+) %/u.exec(said) ?? [];
    holds(
      "ahead",
      ranked.every(
        ({ design_id, p_best }) =>
          [letter(design_id)].some((of) => of === first || of === next) || (p_best ?? 0) <= (bestOf(next ?? "") ?? 0),
      ),
      `${said} ${p} ${q}`,
    );
  }
  for (const id of verdict.kind === "tie" ? placed(verdict).slice(0, 3) : [])
    holds("tie", said.includes(`${letter(id)} “`), said);
  const stated = /Confidence: (\w+)/u.exec(said)?.[1];
  if (stated !== undefined) holds("confidence", stated === confidence, said);

  // Sentences of two designs.
  const pairOf = (one: string, two: string) =>
    pairwise.find(({ better, worse }) => better === idOf(one) && worse === idOf(two));
  const clauses = [
    ...all.matchAll(
      /\b([A-Z])(?: “[^”]*”)? is (probably )?better than ([A-Z])\b(?: “[^”]*”)?\*{0,2} \(P(?: =)? ((?:over |under )?\d+) %/gu,
    ),
  ];
  for (const [text, one = "", probably, two = "", p = ""] of clauses) {
    const pair = pairOf(one, two);
    holds("pair", pair !== undefined && pair.probability >= summary.told_apart - 1e-9, text);
    const value = 100 * (pair?.probability ?? 0);
    const number = Number(/\d+/u.exec(p)?.[0]);
    holds("pair's number", p.startsWith("over") ? value > number : Math.abs(value - number) <= 1, `${text} ${value}`);
    if (probably === undefined)
      holds("pair surely", value >= 95 - 1e-9 && summary.opinions > 2 && ranked.length > 2, text);
  }
  for (const [text, one = "", two = ""] of all.matchAll(
    /(?<!, )\b([A-Z])(?: “[^”]*”)? and ([A-Z])(?: “[^”]*”)? cannot be told apart\*{0,2} \(P/gu,
  )) {
    const pair = pairOf(one, two) ?? pairOf(two, one);
    holds("not told apart", pair !== undefined && pair.probability < summary.told_apart, text);
  }
  for (const group of summary.tie_groups) {
    const apart = pairwise.find(
      ({ better, worse, probability }) =>
        group.includes(better) && group.includes(worse) && probability >= summary.told_apart + 1e-9,
    );
    holds("a tie of what is told apart", apart === undefined, `${group} ${JSON.stringify(apart)}`);
  }
  // One pair has one sentence, wherever it stands.
  const surely = new Map<string, Set<string>>();
  for (const [, one = "", probably = "", two = "", p = ""] of clauses)
    surely.set(one + two, (surely.get(one + two) ?? new Set()).add(probably + p));
  for (const [pair, ways] of surely) holds("pair said twice", ways.size === 1, `${pair}: ${[...ways].join(" | ")}`);
  none(
    "beyond what two allow",
    /over 95 %/u,
    summary.opinions < 3 || ranked.length < 3 ? reply + page + printed.all : "",
  );

  // Ranks, chances and scores.
  const rows = [...reply.matchAll(/^\| +(\d+) \| ([A-Z]) .*? \| +([\d.]+) \| +((?:over |under )?\d+ %|–) \|$/gmu)];
  for (const [row, rank, of = "", score] of rows) {
    holds("rank", rankOf(of) === Number(rank), row);
    holds("score on the scale", Number(score) >= 0 && Number(score) <= 10, row);
  }
  const inverted = rows.some(([, rank, , , chance = ""], at) =>
    rows.slice(at + 1).some(([, lower, , , more = ""]) => rank !== lower && chanceIn(more) > chanceIn(chance)),
  );
  holds(
    "chance of a lower rank",
    inverted === /ranks below [A-Z] and may more easily/u.test(reply),
    reply.slice(0, 900),
  );
  const margin = /It scores ([\d.]+) of 10; the next, ([A-Z])\b.*?, ([\d.]+)\./u.exec(report);
  if (margin) {
    holds("margin", Number(margin[1]) >= Number(margin[3]), margin[0]);
    holds("margin", letter(ranked[1]?.design_id ?? "") === margin[2], margin[0]);
  }

  // What would change it.
  const turned = /puts ([A-Z]) first(?:, which ranks (\d+) now)?/u.exec(
    trust.replace(/removing reviewer.*?first/gu, ""),
  );
  if (turned && robustness && /weight of|Giving|Leaving/u.test(trust)) {
    holds("weight", letter(robustness.new_winner) === turned[1], turned[0]);
    holds("weight", Number(turned[2] ?? 2) === Math.max(2, rankOf(turned[1] ?? "") ?? 2), turned[0]);
  }
  if (winner === null) none("hangs on without a winner", /rests on single|decides alone|puts [A-Z] first/u, trust);
  for (const [text, who = "", design = ""] of trust.matchAll(/removing reviewer (\S+) puts ([A-Z]) first/gu))
    holds(
      "leave one out",
      reliability.leave_one_out?.changes.some(
        ({ removed, winner: to }) => named(removed) === named(who.replace("/judge", "")) && to === idOf(design),
      ) === true,
      text,
    );
  for (const [text, who = "", points, way] of trust.matchAll(
    /Reviewer (\S+) scores ([\d.]+) points? (below|above) the panel/gu,
  )) {
    const own = bias.severity[`r${named(who.replace("/judge", ""))}`] ?? 0;
    holds("severity", Math.abs(Math.abs(own) - Number(points)) < 0.051 && own < 0 === (way === "below"), text);
  }
  const longer = /([A-Z]) is longer than ([A-Z])/u.exec(trust);
  if (longer)
    holds(
      "taste of",
      longer[1] === letter(designs[0]?.design_id ?? "") && longer[2] === letter(designs[1]?.design_id ?? ""),
      longer[0],
    );
  const twice = reply.split("\n").filter((line) => line.startsWith("- Reviewer"));
  holds("said twice", new Set(twice).size === twice.length, twice.join(" / "));
  return faults;
}

/** A chance as it is printed, so that "over 95 %" is more than 95. */
function chanceIn(text: string): number {
  const number = Number(/\d+/u.exec(text)?.[0] ?? 0);
  return text.startsWith("over") ? number + 0.5 : text.startsWith("under") ? number - 0.5 : number;
}
