import type { DesignInsight, Insights, NamedBy, PairedMeans } from "../artifacts/insights.ts";
import type { CoverageStatus, Requirement } from "../artifacts/requirement.ts";
import { type Disputed, disputed, metBy, unmet as unmetOf, votes } from "../artifacts/unmet.ts";
import { count } from "../text/numbers.ts";
import { meetAlike, metByEach, metInShort, metSaid, sharesOf } from "./meets.ts";
import {
  design,
  listed,
  type Marked,
  place,
  quote,
  type Room,
  required,
  reviewer,
  type Sentence,
  say,
  scored,
  strong,
  together,
  words,
} from "./sentence.ts";
import type { Story } from "./story.ts";

/** What a reason is about. */
export type About =
  | "what"
  | "lead"
  | "apart"
  | "against"
  | "risk"
  | "dissent"
  | "requirements"
  | "unanswered"
  | "people"
  | "controls";

/** What reasons about one thing are called, and where a report holds more of it. */
export const REASONS: Readonly<Record<About, { name: string; more?: Marked }>> = {
  what: { name: "What it is" },
  lead: { name: "Why it leads" },
  apart: { name: "They differ", more: place("compare", "Side by side") },
  against: { name: "Against it" },
  risk: { name: "Its risk" },
  dissent: { name: "Reviewers differ", more: place("disagreements", "Both reasons") },
  people: { name: "People" },
  controls: { name: "Planted copies" },
  requirements: { name: "Requirements" },
  unanswered: { name: "Not answered" },
};

/** One reason in one line; `design` where it is of one design alone. */
export type Reason = { about: About; design: string | null; said: Sentence };

/** Designs of a tie, requirements, and what one reviewer left out, that are named before the rest is counted. */
const MAX_TIED = 3;
const MAX_UNMET = 3;
const MAX_LEFT_OUT = 8;
/** Requirements that are said with who disagrees on them. */
const MAX_DISPUTED = 2;
/** Designs of which it is said what they lack. */
const MAX_LACKING = 4;

/**
 * Why the ranking is as it is and what speaks against it: three to six lines, the most important first. `people`: what
 * is said of those who judged; `controls`: of planted copies.
 */
export function reasons(story: Story, people: readonly Sentence[], controls: readonly Sentence[] = []): Reason[] {
  const { insights, ranking } = story;
  const tied = ranking.summary.first_place.flatMap((id) =>
    insights.designs.filter(({ design_id }) => design_id === id),
  );
  const [first] = tied;
  const alone = tied.length === 1 ? first : undefined;
  const checked = requirements(story, alone ?? null);
  const [before, after] = decides(story, alone ?? null) ? [checked, []] : [[], checked];
  return [
    ...(alone
      ? [what(alone), ...before, ...lead(insights, alone), ...against(alone)]
      : [...before, ...apart(insights), ...tied.slice(0, MAX_TIED).flatMap((each) => tiedLines(each, insights))]),
    ...dissent(insights),
    ...people.map((said) => reason("people", said)),
    ...controls.map((said) => reason("controls", said)),
    ...after,
    ...unanswered(story),
  ];
}

const reason = (about: About, said: Sentence, of: string | null = null): Reason => ({ about, design: of, said });

function what({ design_id, approach }: DesignInsight): Reason {
  return reason("what", say`${strong(design(design_id))} is: ${quote(approach, "summary")}`, design_id);
}

/** What the first design does otherwise than the next; where they decide nothing otherwise, what it decided first. */
function lead({ lead: found }: Insights, { design_id, main_choice, best_strength }: DesignInsight): Reason[] {
  const own = design(design_id);
  const over = design(found?.over ?? "");
  const { criterion = null, behind = null, choice = null } = found ?? {};
  const strength = found?.strength ?? best_strength;
  const ahead = [
    ...(criterion
      ? [
          say`${own} leads ${over} most on ${strong(words(criterion.name))} (${scored(criterion.own)} against ${scored(criterion.other)}${byBoth(criterion)}).`,
        ]
      : []),
    ...(strength ? [say`For ${own}: ${quote(strength.text)} (${saidBy(strength)}).`] : []),
  ];
  const other = [
    ...(behind
      ? [
          say`${over} is better on ${strong(words(behind.name))} (${scored(behind.other)} against ${scored(behind.own)}${byBoth(behind)}).`,
        ]
      : []),
    ...(choice
      ? [say`${chose(own, choice.aspect, choice.own)}, ${over} ${quote(choice.other, "name")}.`]
      : main_choice
        ? [say`${chose(own, main_choice.aspect, main_choice.choice)}.`]
        : []),
  ];
  return [ahead, other].filter((said) => said.length > 0).map((said) => reason("lead", together(said, " "), design_id));
}

const chose = (who: Marked, aspect: string, choice: string): Sentence =>
  say`On ${quote(aspect, "name")} ${who} chose ${quote(choice, "name")}`;

/** Whose means these are, where not everybody scored both. */
function byBoth({ both }: Pick<PairedMeans, "both">): Sentence {
  return both === null ? [] : say`, by the ${count(both, "reviewer")} who scored both`;
}

/** What one of those that cannot be told apart is, and what reviewers say for and against it. */
function tiedLines(each: DesignInsight, { apart: found }: Insights): Reason[] {
  const { design_id, approach, main_choice, best_strength, worst_weakness, worst_gap } = each;
  const said = [
    say`${quote(approach, "line")}`,
    ...(main_choice && !found?.choices.some((one) => one.design_id === design_id)
      ? [say`on ${quote(main_choice.aspect, "name")} it chose ${quote(main_choice.choice, "name")}`]
      : []),
  ];
  const judged = [
    ...(best_strength ? [say`for it: ${quote(best_strength.text, "name")} (${saidBy(best_strength)})`] : []),
    ...weakest(worst_weakness, worst_gap, { against: say`against it: `, missing: say`missing in it: `, room: "name" }),
  ];
  const own = strong(design(design_id));
  return [
    reason("what", say`${own} is: ${together(said, "; ")}`, design_id),
    ...(judged.length > 0 ? [reason("what", say`${own}, ${together(judged, "; ")}`, design_id)] : []),
  ];
}

/** What designs that cannot be told apart decide differently, so that one can choose by it. */
function apart({ apart: found }: Insights): Reason[] {
  if (found === null) return [];
  const chosen = found.choices.map(({ design_id, choice }) => say`${design(design_id)} chose ${quote(choice, "name")}`);
  return [reason("apart", say`They differ on ${quote(found.aspect, "name")}: ${listed(chosen, MAX_TIED + 1)}.`)];
}

function against({ design_id, worst_weakness, worst_gap, worst_risk }: DesignInsight): Reason[] {
  return [
    ...weakest(worst_weakness, worst_gap, {
      against: say`The weakest point of ${design(design_id)}: `,
      missing: say`Missing in ${design(design_id)}, say reviewers: `,
      room: "sentence",
    }).map((each) => reason("against", say`${each}.`, design_id)),
    ...(worst_risk
      ? [
          reason(
            "risk",
            say`Its gravest risk, by its own account: ${quote(worst_risk.description)} (severity: ${worst_risk.severity}).`,
            design_id,
          ),
        ]
      : []),
  ];
}

/** The weakness that most reviewers name, behind its label; where they name none, what most of them miss, behind its own. */
function weakest(
  weakness: NamedBy | null,
  gap: NamedBy | null,
  { against, missing, room }: { against: Sentence; missing: Sentence; room: Room },
): Sentence[] {
  if (weakness !== null) return [say`${against}${quote(weakness.text, room)} (${saidBy(weakness)})`];
  return gap === null ? [] : [say`${missing}${quote(gap.text, room)} (${saidBy(gap)})`];
}

function saidBy({ reviewers, of }: NamedBy): Sentence {
  return of === 1 ? say`the only reviewer` : say`${reviewers} of ${of} reviewers`;
}

function dissent({ dissent: found }: Insights): Reason[] {
  if (found === null) return [];
  const side = ({ reviewer_id, score, rationale }: typeof found.high): Sentence =>
    say`${reviewer(reviewer_id)} gives ${scored(score)}${rationale === "" ? [] : say` (${quote(rationale, "name")})`}`;
  const { criterion, design_id, high, low } = found;
  const said = say`Of ${design(design_id)}, reviewers differ most on ${words(criterion)}: ${side(high)}, ${side(low)}.`;
  return [reason("dissent", said, design_id)];
}

/** Whether requirements set the designs apart, or the first lacks one: then they are told before any score. */
function decides({ coverage, insights }: Story, first: DesignInsight | null): boolean {
  const checked = insights.designs.map(({ design_id }) => metBy(design_id, coverage)).filter(({ of }) => of > 0);
  const counts = new Set(checked.map(metInShort));
  const { missed, silent } = metBy(first?.design_id ?? "", coverage);
  return counts.size > 1 || missed.length + silent.length > 0;
}

/** How many requirements each design meets, what none meets, which of the rest each lacks, and on what reviewers disagree. */
function requirements({ unmet, coverage, ranking }: Story, first: DesignInsight | null): Reason[] {
  if (coverage.length === 0) return [];
  const ids = ranking.designs.map(({ design_id }) => design_id);
  const all = (items: readonly (Sentence | Marked)[]): Sentence => listed(items, MAX_UNMET + 1);
  const disagreed = disputed(coverage, first?.design_id ?? null);
  const open = disagreed.map(
    ({ requirement: { id, text }, cells }) => say`${required(id, text)}: ${dispute(cells, ids.length)}`,
  );
  // Of whom they disagree it is told there; that another misses the same is told of that one.
  const toldOf = (id: string) => [
    ...unmet,
    ...disagreed.flatMap(({ requirement, cells }) =>
      cells.some((cell) => cell.design_id === id) ? [requirement] : [],
    ),
  ];
  const counts = [
    countsSaid(ids, coverage),
    ...(isOutdone(ranking, coverage) ? [say`No score counts these answers.`] : []),
  ];
  const said = [
    together(counts, " "),
    ...(unmet.length > 0 ? [noneMeets(all(unmet.map(({ id, text }) => required(id, text))))] : []),
    ...(open.length > 0 ? [disagree(listed(open, MAX_DISPUTED))] : []),
  ];
  const lacking = ids.flatMap((id): Reason[] => {
    const lacked = lackedSaid(id, coverage, toldOf(id));
    return lacked ? [reason("requirements", say`${strong(design(id))} ${lacked}.`, id)] : [];
  });
  return [...said.map((each) => reason("requirements", each)), ...lacking.slice(0, MAX_LACKING)];
}

/** Whether the design in the first place meets fewer than another, which looks like a mistake to who takes both for one. */
function isOutdone({ designs }: Story["ranking"], coverage: Story["coverage"]): boolean {
  const [first, ...others] = designs.flatMap(({ design_id, rank }) => {
    const met = metBy(design_id, coverage);
    return rank === null || met.of === 0 ? [] : [{ rank, ...sharesOf(met) }];
  });
  const outdoes = (kind: "requirements" | "assertions") =>
    others.some((each) => each[kind].met > (first?.[kind].met ?? 0));
  return first?.rank === 1 && (outdoes("requirements") || outdoes("assertions"));
}

/** "Of 12 requirements A meets 11 and B 9; of C there is no answer.": where its text is another than was judged. Assertions are counted apart. */
function countsSaid(ids: readonly string[], coverage: Story["coverage"]): Sentence {
  const all = ids.map((id) => ({ id, ...metBy(id, coverage) }));
  const asked = coverage.map(({ requirement }) => requirement.id);
  const [first, ...others] = all.filter(({ of }) => of > 0);
  if (first === undefined) return say`Of these designs there is no answer.`;
  if (others.length > 0 && all.every((each) => each.of > 0 && meetAlike(each, first)))
    return say`Each design meets ${metSaid(first, asked)}.`;
  const told = metByEach(
    [first, ...others].map((met) => ({ who: design(met.id), met })),
    asked,
  ).map(({ asked, each }, kind) => {
    const named = each.map(({ who, met }, at) => (at === 0 ? say`${who} meets ${met}` : say`${who} ${met}`));
    return say`${kind === 0 ? "Of" : "of"} ${asked} ${listed(named, MAX_LEFT_OUT)}`;
  });
  const open = all.flatMap(({ id, of }) => (of > 0 ? [] : [design(id)]));
  const not = open.length > 0 ? say`; of ${listed(open, MAX_LEFT_OUT)} there is no answer` : [];
  return say`${together(told, "; ")}${not}.`;
}

/** "misses R4 “…”, says nothing of R5 “…” and meets only in part N2 “…”", without what is `told` elsewhere; with how many say so where not all do; null where it lacks nothing else. */
export function lackedSaid(
  design_id: string,
  coverage: Story["coverage"],
  told: readonly Requirement[] = [],
): Sentence | null {
  const { missed, silent, partly, open } = metBy(design_id, coverage);
  const named = (ids: readonly string[], statuses: readonly CoverageStatus[]): Sentence[] =>
    coverage.flatMap(({ requirement: { id, text }, cells }) => {
      if (!ids.includes(id) || told.some((each) => each.id === id)) return [];
      const cell = cells.find((each) => each.design_id === design_id);
      // What nobody answered is told of the reviewers.
      if (cell?.status === null) return [];
      const lacks = cell ? votes(cell, statuses) : 0;
      const most =
        cell && statuses.length > 0 && lacks < cell.of ? say` (${lacks} of ${count(cell.of, "reviewer")})` : [];
      const met = cell && statuses.length === 0 ? say` (${votes(cell, ["met"])} of ${cell.of} say met)` : [];
      return [say`${required(id, text)}${most}${met}`];
    });
  const parts = [
    { does: say`misses`, of: named(missed, ["missed", "not_addressed"]) },
    { does: say`says nothing of`, of: named(silent, ["missed", "not_addressed"]) },
    { does: say`meets only in part`, of: named(partly, ["partly"]) },
    { does: say`divides its reviewers on`, of: named(open, []) },
  ].filter(({ of }) => of.length > 0);
  return parts.length > 0 ? listed(parts.map(({ does, of }) => say`${does} ${listed(of, MAX_UNMET + 1)}`)) : null;
}

/** What a reviewer says of a requirement. */
export const COVERED = {
  met: "met",
  partly: "partly met",
  missed: "missed",
  not_addressed: "not addressed",
} as const satisfies Record<CoverageStatus, string>;

/** What no design meets, and each requirement on which reviewers disagree: by number, for where their texts stand. */
export function coverageSaid(coverage: Story["coverage"], designs: number): Sentence[] {
  const none = unmetOf(coverage).map(({ id }) => required(id));
  return [
    ...(none.length > 0 ? [noneMeets(listed(none))] : []),
    ...disputed(coverage, null).map(({ requirement: { id }, cells }) =>
      disagree(say`${required(id)}: ${dispute(cells, designs)}`),
    ),
  ];
}

const noneMeets = (requirements: Sentence): Sentence => say`${strong(say`No design meets`)} ${requirements}.`;
const disagree = (on: Sentence): Sentence => say`${strong(say`Reviewers disagree`)} on ${on}.`;

/** "1 of 2 says met of A and 2 of 4 say met of B"; "of each design 2 of 4 say met" where that is said of all `designs`. */
export function dispute(cells: Disputed["cells"], designs: number): Sentence {
  const says = ({ met, of }: Disputed["cells"][number]): Sentence =>
    say`${met} of ${of} ${met === 1 ? "says" : "say"} met`;
  const [first] = cells;
  if (
    first &&
    designs > 1 &&
    cells.length === designs &&
    cells.every(({ met, of }) => met === first.met && of === first.of)
  )
    return say`of each design ${says(first)}`;
  return listed(
    cells.map((cell) => say`${says(cell)} of ${design(cell.design_id)}`),
    MAX_LEFT_OUT,
  );
}

/** Which reviewers left which requirements out, although they were asked: nothing is known of these by them. */
function unanswered({ coverage, insights }: Story): Reason[] {
  const left = new Map<string, { ids: Set<string>; designs: Set<string> }>();
  for (const { requirement, cells } of coverage) {
    for (const { design_id, unanswered: silent } of cells) {
      for (const reviewer_id of silent) {
        const { ids, designs } = left.get(reviewer_id) ?? { ids: new Set(), designs: new Set() };
        left.set(reviewer_id, { ids: ids.add(requirement.id), designs: designs.add(design_id) });
      }
    }
  }
  if (left.size === 0) return [];
  const said = [...left].map(([reviewer_id, { ids, designs }]) => {
    const left_out = [...ids].map((id) => required(id));
    const of = insights.designs.flatMap(({ design_id }) => (designs.has(design_id) ? design(design_id) : []));
    return say`${reviewer(reviewer_id)} gave no answer on ${listed(left_out, MAX_LEFT_OUT)} for ${listed(of, MAX_LEFT_OUT)}`;
  });
  const more = said.length > MAX_UNMET ? say`; and so did ${said.length - MAX_UNMET} more` : [];
  return [reason("unanswered", say`${together(said.slice(0, MAX_UNMET), "; ")}${more}.`)];
}
