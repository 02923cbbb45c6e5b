import type { Ranking } from "../artifacts/ranking.ts";
import { chance, type Figure, TOLD_APART, TOLD_APART_OF_TWO } from "../text/numbers.ts";
import { design, listed, reviewer, type Sentence, say, whose } from "./sentence.ts";

type People = NonNullable<Ranking["people"]>;

/** One of the two rankings that are held against each other. */
type Side = {
  /** What it says of its first place; "none" where there is no order, "equal" where no reviewer tells designs apart. */
  kind: "none" | "equal" | Exclude<Ranking["summary"]["verdict"]["kind"], "unranked" | "nobody-compares">;
  /** The designs of rank 1, and in a tie all that cannot be told apart. */
  first: readonly string[];
  tied: readonly string[];
  /** Whose opinion it is, where one alone tells designs apart. */
  opinion: string | null;
  /** Null in a ranking of before, which does not say. */
  confidence: Ranking["summary"]["confidence"] | null;
  /** P(best) as it may stand beside that ranking's confidence; said only where two reviewers tell designs apart. */
  chanceOf: (design_id: string) => Figure;
  /** Whether no design has a higher P(best). */
  isLikeliest: (design_id: string) => boolean;
  ranks: (design_id: string) => boolean;
};

/** Designs of a tie that are named before the rest is counted. */
const MAX_TIED = 6;

/** What the votes of people did: the verdict that the models alone would have come to, beside the one there is. */
export function changed({ designs, summary }: Ranking, { counted, without }: People): Sentence {
  const [now, before] = [sideOf({ ...summary, designs }), sideOf(without)];
  const [one] = counted;
  const who = one && counted.length === 1 ? say`${reviewer(one.reviewer_id)}` : say`them`;
  if (isSame(before, now)) return say`Without ${who} ${alike(before, now)}.`;
  const [first = "", second = ""] = [before.first[0], now.first[0]];
  const open = [before, now].every(({ kind, first }) => (kind === "tie" || kind === "ahead") && first.length === 1);
  if (open && first !== second && before.ranks(second)) {
    const both = before.kind === "tie" && now.kind === "tie" ? say`it is a tie` : say`there is no winner`;
    const against = chances(say`${before.chanceOf(first)} against ${before.chanceOf(second)}`);
    const likely = before.isLikeliest(first) ? against : [];
    return say`Without ${who} ${design(first)} would stand before ${design(second)}${likely}; with ${who} ${design(second)} does. Both ways ${both}.`;
  }
  return say`Without ${who} ${stands(before, true)}. With ${who} ${stands(now, false)}.`;
}

/** A whole ranking, or what of one by models alone is kept; files of before keep less, and so less is said of them. */
type Kept = {
  verdict: Ranking["summary"]["verdict"];
  confidence?: Ranking["summary"]["confidence"];
  opinions?: number;
  told_apart?: number;
  designs: readonly { design_id: string; rank: number | null; p_best: number | null }[];
};

function sideOf({ verdict, confidence, opinions = 2, told_apart, designs }: Kept): Side {
  const ranked = designs.filter(({ rank }) => rank !== null);
  const bound = told_apart ?? (ranked.length > 2 ? TOLD_APART : TOLD_APART_OF_TWO);
  const sure = { designs, summary: { confidence: confidence ?? "low", told_apart: bound } };
  const best = new Map(ranked.map(({ design_id, p_best }) => [design_id, p_best ?? 0]));
  return {
    kind: kindOf(),
    first: ranked.flatMap(({ design_id, rank }) => (rank === 1 ? [design_id] : [])),
    tied: verdict.kind === "tie" ? verdict.designs : [],
    opinion: verdict.kind === "one-opinion" ? (verdict.reviewer ?? null) : null,
    confidence: confidence ?? null,
    chanceOf: (id) => chance(best.get(id) ?? null, sure),
    isLikeliest: (id) => Math.max(...best.values()) <= (best.get(id) ?? 0),
    ranks: (id) => best.has(id),
  };

  function kindOf(): Side["kind"] {
    if (verdict.kind === "unranked" || verdict.kind === "nobody-compares") return "none";
    return verdict.kind === "tie" && opinions === 0 ? "equal" : verdict.kind;
  }
}

/** A percentage alone does not say of what it is one. */
const chances = (said: Sentence): Sentence => say` (chance to be best ${said})`;

/** Whether two rankings say the same of the first place, but for how sure they are. */
function isSame(before: Side, now: Side): boolean {
  const same = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join();
  return before.kind === now.kind && same(before.first, now.first) && same(before.tied, now.tied);
}

/** What one ranking says of its first place, as it would be without people or as it is. */
function stands({ kind, first, tied, opinion, chanceOf, isLikeliest }: Side, would: boolean): Sentence {
  const [leader = ""] = first;
  const own = isLikeliest(leader) ? chances(say`${chanceOf(leader)}`) : [];
  const all = (ids: readonly string[]) => listed(ids.map(design), MAX_TIED);
  const be = would ? say`would be` : say`is`;
  switch (kind) {
    case "none":
      return say`there ${be} no order`;
    case "equal":
      return say`no reviewer ${would ? "would tell" : "tells"} ${all(tied)} apart`;
    case "one-design":
      return say`${design(leader)} alone ${be} judged`;
    case "one-opinion":
      return say`one reviewer alone ${would ? "would tell" : "tells"} the designs apart${whose(opinion)}, and ${would ? "put" : "puts"} ${all(first)} first`;
    case "winner":
      return say`${design(leader)} ${be} the winner${own}`;
    case "ahead":
      return say`there ${be} no winner; ${design(leader)} ${be} ahead${own}`;
    case "tie": {
      const at = first.length > 1 ? [] : say`, with ${design(leader)} first${own}`;
      return say`there ${be} no winner but a tie of ${all(tied)}${at}`;
    }
  }
}

/** The same of two rankings that say the same, with how sure each is. */
function alike(before: Side, now: Side): Sentence {
  const { kind, first, tied, opinion } = before;
  const [leader = ""] = first;
  const all = (ids: readonly string[]) => listed(ids.map(design), MAX_TIED);
  const [was, is] = [before, now].map((side) => (side.isLikeliest(leader) ? side.chanceOf(leader) : null));
  const likely = !was || !is ? [] : chances(was === is ? say`${was} both ways` : say`${was} instead of ${is}`);
  switch (kind) {
    case "none":
      return say`there would be no order either`;
    case "equal":
      return say`no reviewer would tell ${all(tied)} apart either`;
    case "one-design":
      return say`${design(leader)} alone would be judged too`;
    case "one-opinion": {
      const same = opinion === now.opinion ? whose(opinion) : [];
      return say`one reviewer alone would tell the designs apart too${same}, and put ${all(first)} first`;
    }
    case "winner": {
      const [level, other] = [before.confidence, now.confidence];
      const sure = level && other && level !== other ? say`, with ${level} confidence instead of ${other}` : [];
      return say`${design(leader)} would be the winner too${likely}${sure}`;
    }
    case "ahead":
      return say`there would be no winner either; ${design(leader)} would be ahead too${likely}`;
    case "tie": {
      const at = first.length > 1 ? [] : say`, with ${design(leader)} first${likely}`;
      return say`there would be the same tie of ${all(tied)}${at}`;
    }
  }
}
