import type { RoundOutcome } from "../../src/experiment/round-outcome.ts";
import { roundSaid } from "../../src/story/refine.ts";
import { roundsBeside } from "../../src/story/rounds.ts";
import { unmarked } from "../../src/story/sentence.ts";

/** What a round says of a revision beside its original. */
type Compared = { child: string; parent: string; is: "better" | "worse" | "open" };

/** What the sentences and the ranking of a round contradict: each other, and what was found of each pair. */
export function roundFaults(outcome: RoundOutcome): { faults: string[]; held: number } {
  const lines = [...roundSaid(outcome), ...roundsBeside([outcome], ["a"])].map((each) => unmarked(each, (id) => id));
  const faults: string[] = [];
  const fault = (what: string, ...of: string[]) => void faults.push(`${what}: ${of.join(" | ")}`);
  const first = lines.find((line) => line.startsWith("Of all texts of the round "));
  const leader = /^Of all texts of the round (\S+) is first/u.exec(first ?? "")?.[1];
  const shared = lines.find((line) => line.startsWith("Which text of the round is the best cannot be told"));
  const sharing = (/: (.+) share the first place\.$/u.exec(shared ?? "")?.[1] ?? "").split(/, | and /u);
  for (const line of lines) {
    const found = comparedIn(line);
    if (found === null) continue;
    const { child, parent, is } = found;
    const both = sharing.includes(child) && sharing.includes(parent);
    if (is !== "open" && both) fault("told apart, and share the first place", line, shared ?? "");
    if (is !== "better" && leader === child) fault("first, and not called better", line, first ?? "");
    if (is === "better" && leader === parent) fault("first, and another is better", line, first ?? "");
    const [, p, bound] = /that it is better is (?:under )?(\d+) % likely, and from (\d+) % on/u.exec(line) ?? [];
    if (Number(p) >= Number(bound)) fault("at the bound, and not called so", line);
  }
  return { faults: [...faults, ...numbersAgainst(outcome)], held: lines.length };
}

function comparedIn(line: string): Compared | null {
  const [, child = "", how = "", parent = ""] =
    /^The revision (\S+) is (better|worse|not better) than (\S+?)(?: by|:)/u.exec(line) ?? [];
  if (how !== "") return { child, parent, is: how === "not better" ? "open" : (how as "better" | "worse") };
  const [, open = "", of = ""] = /^Whether (\S+) is better than (\S+) cannot be said/u.exec(line) ?? [];
  return open === "" ? null : { child: open, parent: of, is: "open" };
}

/** The ranking of all texts says of a revision and its original what the paired comparison says. */
function numbersAgainst({ children, ranking }: RoundOutcome): string[] {
  if (ranking === null) return [];
  const { summary, pairwise, designs } = ranking;
  const rankOf = (id: string) => designs.find(({ design_id }) => design_id === id)?.rank ?? null;
  return children.flatMap(({ is, numbers, parents: [parent], child }) => {
    if (is !== "revision" || numbers === null || parent === undefined) return [];
    const [own, before] = [child.row.design_id, parent.id];
    const { verdict, p_better: p } = numbers as { verdict: string | null; p_better: number | null };
    const pair = pairwise.find(
      ({ better, worse }) => [better, worse].includes(own) && [better, worse].includes(before),
    );
    const there = pair && (pair.better === own ? pair.probability : 1 - pair.probability);
    const [rank, other] = [rankOf(own), rankOf(before)];
    const apart = verdict === "better" || verdict === "worse";
    const told = `${child.row.lineage.name} ${verdict} ${p}`;
    return [
      ...(p !== null && there !== undefined && Math.abs(there - p) > 1e-3
        ? [`another probability: ${told} | ${there}`]
        : []),
      ...(apart && summary.tie_groups.some((ids) => ids.includes(own) && ids.includes(before))
        ? [`told apart, and in one tie: ${told}`]
        : []),
      ...(!apart && [own, before].includes(summary.winner ?? "") ? [`not told apart, and a winner: ${told}`] : []),
      ...(rank !== null &&
      other !== null &&
      (verdict === "better" ? rank >= other : verdict === "worse" && rank <= other)
        ? [`ranks against what was found: ${told} | ${rank}, ${other}`]
        : []),
    ];
  });
}
