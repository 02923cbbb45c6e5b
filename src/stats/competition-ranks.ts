/** Scores nearer than this, in points of 0–10, are equal: rounding never decides a rank. */
export const EPSILON = 1e-9;

/** Competition ranks, the highest score first: 9, 7, 7, 5 have ranks 1, 2, 2, 4. */
export function competitionRanks(scores: readonly number[]): number[] {
  const ranks = new Array<number>(scores.length).fill(0);
  for (const group of tiedGroups(scores)) {
    for (const at of group.members) ranks[at] = group.before + 1;
  }
  return ranks;
}

/** Mid-ranks, the highest score first: 9, 7, 7, 5 have ranks 1, 2.5, 2.5, 4. */
export function midRanks(scores: readonly number[]): number[] {
  const ranks = new Array<number>(scores.length).fill(0);
  for (const { members, before } of tiedGroups(scores)) {
    for (const at of members) ranks[at] = before + (members.length + 1) / 2;
  }
  return ranks;
}

/** Positions of equal scores together, best first, with the number of positions before each group. */
export function tiedGroups(scores: readonly number[]): { members: number[]; before: number }[] {
  const order = scores.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const groups: { members: number[]; before: number }[] = [];
  let head = Number.NaN;
  order.forEach((at, before) => {
    const score = scores[at] ?? 0;
    const group = groups.at(-1);
    if (group && head - score <= EPSILON) {
      group.members.push(at);
    } else {
      groups.push({ members: [at], before });
      head = score;
    }
  });
  return groups;
}
