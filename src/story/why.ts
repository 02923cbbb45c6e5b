import type { DesignInsight, Insights, NamedBy, Paired } from "../artifacts/insights.ts";
import type { CoverageStatus, Requirement } from "../artifacts/requirement.ts";
import { type Disputed, disputed, missedBy, unmet as unmetOf } from "../artifacts/unmet.ts";
import { count } from "../text/numbers.ts";
import {
  design,
  listed,
  type Marked,
  model,
  quote,
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
export type About = "what" | "lead" | "apart" | "against" | "risk" | "dissent" | "requirements" | "unanswered";

/** One reason in one line; `design` where it is of one design alone. */
export type Reason = { about: About; design: string | null; said: Sentence };

/** Designs of a tie, requirements, and what one reviewer left out, that are named before the rest is counted. */
const MAX_TIED = 3;
const MAX_UNMET = 3;
const MAX_LEFT_OUT = 8;

/** Why the ranking is as it is and what speaks against it: three to six lines, the most important first. */
export function reasons(story: Story): Reason[] {
  const { insights, ranking } = story;
  const tied = ranking.summary.first_place.flatMap((id) =>
    insights.designs.filter(({ design_id }) => design_id === id),
  );
  const [first] = tied;
  const alone = tied.length === 1 ? first : undefined;
  return [
    ...(alone
      ? [what(alone), ...lead(insights, alone), ...against(alone)]
      : [...tied.slice(0, MAX_TIED).map((each) => tiedLine(each, insights)), ...apart(insights)]),
    ...dissent(insights),
    ...requirements(story, alone ?? null),
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
  const said = [
    ...(criterion
      ? [
          say`${own} leads ${over} most on ${strong(words(criterion.name))} (${scored(criterion.own)} against ${scored(criterion.other)}${byBoth(criterion)}).`,
        ]
      : []),
    ...(best_strength ? [say`For it: ${quote(best_strength.text)} (${saidBy(best_strength)}).`] : []),
    ...(behind
      ? [
          say`${over} is better on ${strong(words(behind.name))} (${scored(behind.other)} against ${scored(behind.own)}${byBoth(behind)}).`,
        ]
      : []),
    ...(choice
      ? [say`${chose(choice.aspect, choice.own)}, ${over} ${quote(choice.other, "name")}.`]
      : main_choice
        ? [say`${chose(main_choice.aspect, main_choice.choice)}.`]
        : []),
  ];
  return said.length > 0 ? [reason("lead", together(said, " "), design_id)] : [];
}

const chose = (aspect: string, choice: string): Sentence => say`On ${words(aspect)} it chose ${quote(choice, "name")}`;

/** Whose means these are, where not everybody scored both. */
function byBoth({ both }: Pick<Paired, "both">): Sentence {
  return both === null ? [] : say`, by the ${count(both, "reviewer")} who scored both`;
}

function tiedLine(each: DesignInsight, { apart: found }: Insights): Reason {
  const { design_id, approach, main_choice, worst_weakness, worst_gap } = each;
  const said = [
    say`${quote(approach)}`,
    ...(main_choice && !found?.choices.some((one) => one.design_id === design_id)
      ? [say`on ${words(main_choice.aspect)} it chose ${quote(main_choice.choice, "name")}`]
      : []),
    ...weakest(worst_weakness, worst_gap).map((one) => say`against it: ${one}`),
  ];
  return reason("what", say`${strong(design(design_id))} is: ${together(said, "; ")}`, design_id);
}

/** What designs that cannot be told apart decide differently, so that one can choose by it. */
function apart({ apart: found }: Insights): Reason[] {
  if (found === null) return [];
  const chosen = found.choices.map(({ design_id, choice }) => say`${design(design_id)} chose ${quote(choice, "name")}`);
  return [reason("apart", say`They differ on ${words(found.aspect)}: ${listed(chosen, MAX_TIED + 1)}.`)];
}

function against({ design_id, worst_weakness, worst_gap, worst_risk }: DesignInsight): Reason[] {
  return [
    ...weakest(worst_weakness, worst_gap).map((each) =>
      reason("against", say`Against ${design(design_id)}: ${each}.`, design_id),
    ),
    ...(worst_risk
      ? [
          reason(
            "risk",
            say`Its gravest risk, by its own account: ${quote(worst_risk.description)} (${worst_risk.severity}).`,
            design_id,
          ),
        ]
      : []),
  ];
}

/** The weakness that most reviewers name; where they name none, what most of them miss. */
function weakest(weakness: NamedBy | null, gap: NamedBy | null): Sentence[] {
  if (weakness !== null) return [say`${quote(weakness.text)} (${saidBy(weakness)})`];
  return gap === null ? [] : [say`it leaves out ${quote(gap.text)} (${saidBy(gap)})`];
}

function saidBy({ reviewers, of }: NamedBy): Sentence {
  return of === 1 ? say`the only reviewer` : say`${reviewers} of ${of} reviewers`;
}

function dissent({ dissent: found }: Insights): Reason[] {
  if (found === null) return [];
  const side = ({ model: by, score, rationale }: typeof found.high): Sentence =>
    say`${model(by)} gives ${scored(score)}${rationale === "" ? [] : say` (${quote(rationale)})`}`;
  const { criterion, design_id, high, low } = found;
  const said = say`Reviewers differ most on the ${words(criterion)} of ${design(design_id)}: ${side(high)}, ${side(low)}.`;
  return [reason("dissent", said, design_id)];
}

/** What no design meets, what the first design alone lacks of the rest, and on what reviewers disagree. */
function requirements({ unmet, coverage }: Story, first: DesignInsight | null): Reason[] {
  const named = ({ id, text }: Requirement): Marked => required(id, text);
  const all = (items: readonly (Sentence | Marked)[]): Sentence => listed(items, MAX_UNMET + 1);
  const own = missedBy(first?.design_id ?? "", coverage, unmet).map(
    ({ requirement, lacks, of }) => say`${named(requirement)} (${lacks} of ${count(of, "reviewer")})`,
  );
  const open = disputed(coverage, first?.design_id ?? null).map(
    ({ requirement, cells }) => say`${named(requirement)}: ${dispute(cells)}`,
  );
  const said = [
    ...(unmet.length > 0 ? [noneMeets(all(unmet.map(named)))] : []),
    ...(own.length > 0 && first
      ? [say`${design(first.design_id)} ${unmet.length > 0 ? "also misses" : "misses"} ${all(own)}.`]
      : []),
    ...(open.length > 0 ? [disagree(all(open))] : []),
  ];
  return said.length > 0 ? [reason("requirements", together(said, " "))] : [];
}

/** What a reviewer says of a requirement. */
export const COVERED: Readonly<Record<CoverageStatus, string>> = {
  met: "met",
  partly: "partly met",
  missed: "missed",
  not_addressed: "not addressed",
};

/** What no design meets, and each requirement on which reviewers disagree: by number, for where their texts stand. */
export function coverageSaid(coverage: Story["coverage"]): Sentence[] {
  const none = unmetOf(coverage).map(({ id }) => required(id));
  return [
    ...(none.length > 0 ? [noneMeets(listed(none))] : []),
    ...disputed(coverage, null).map(({ requirement: { id }, cells }) =>
      disagree(say`${required(id)}: ${dispute(cells)}`),
    ),
  ];
}

const noneMeets = (requirements: Sentence): Sentence => say`${strong(say`No design meets`)} ${requirements}.`;
const disagree = (on: Sentence): Sentence => say`${strong(say`Reviewers disagree`)} on ${on}.`;

/** "1 of 2 says met of A and 2 of 4 say met of B". */
export function dispute(cells: Disputed["cells"]): Sentence {
  return listed(
    cells.map(
      ({ design_id, met, of }) => say`${met} of ${of} ${met === 1 ? "says" : "say"} met of ${design(design_id)}`,
    ),
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
    return say`${listed(left_out, MAX_LEFT_OUT)} by ${reviewer(reviewer_id)} for ${listed(of, MAX_LEFT_OUT)}`;
  });
  const more = said.length > MAX_UNMET ? say`; and by ${said.length - MAX_UNMET} more` : [];
  return [reason("unanswered", say`${strong(say`Not answered:`)} ${together(said.slice(0, MAX_UNMET), "; ")}${more}.`)];
}
