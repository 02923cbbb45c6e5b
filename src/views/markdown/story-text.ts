import { confirmed } from "../../artifacts/design.ts";
import { firstPlace, nobodyCompares } from "../../artifacts/first-place.ts";
import type { DesignInsight, Insights, NamedBy } from "../../artifacts/insights.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import type { Requirement } from "../../artifacts/requirement.ts";
import { type Disputed, disputed, missedBy } from "../../artifacts/unmet.ts";
import { isCompared, type Verdict, verdictOf } from "../../artifacts/verdict.ts";
import type { Story } from "../../story/story.ts";
import { SURE } from "../../text/certainty.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { chance, count, list, probability, score } from "../../text/numbers.ts";
import { DOUBTS } from "./comparison-verdict.ts";
import { nobodyText, UNRANKED } from "./notes-text.ts";
import { table } from "./table.ts";

/** Columns of a title, of a quoted sentence, and of a title in a table that must hold at 80 columns. */
const TITLE = 60;
const QUOTE = 140;
const CELL = 46;
/** Columns of what a design is. */
export const APPROACH = 200;
/** Rows of the table, designs of a tie and requirements that are named before the rest is counted. */
const MAX_ROWS = 20;
const MAX_TIED = 3;
const MAX_UNMET = 3;
/** Requirements, and designs, that one reviewer left out. */
const MAX_LEFT_OUT = 8;

/** B “Lease-based queue”: what every view calls a design. */
export function designName(insights: Insights, design_id: string): Markdown {
  const found = insights.designs.find((design) => design.design_id === design_id);
  return found ? md`${inline(found.letter)} “${inline(found.title, TITLE)}”` : inline(design_id);
}

/** Which design, and how sure that is. One sentence or two. */
export function verdict({ ranking, insights }: Story): Markdown {
  const { confidence } = ranking.summary;
  const name = (design_id: string): Markdown => designName(insights, design_id);
  const names = (ids: readonly string[]): Markdown => {
    const more = ids.length > MAX_TIED ? [md`${ids.length - MAX_TIED} more`] : [];
    return list([...ids.slice(0, MAX_TIED).map(name), ...more]);
  };
  const found = verdictOf(ranking);
  switch (found.kind) {
    case "unranked":
      return md`**No ranking:** ${UNRANKED[found.reason]}.`;
    case "nobody-compares":
      return md`**No order:** ${nobodyText(ranking)}, so nothing says which of ${names(found.designs)} is better. Confidence: ${confidence}.`;
    case "one-design":
      return md`**No winner:** only ${name(found.design)} has scores, so there is nothing to compare it with.`;
    case "winner":
      return winnerText(found, ranking, name);
    case "one-opinion":
      return md`**No winner:** one reviewer alone tells the designs apart; it puts ${name(found.design)} first. Confidence: ${confidence}.`;
    case "tie":
      return md`**No winner:** the scores cannot tell ${names(found.designs)} apart. Confidence: ${confidence}.`;
    case "ahead":
      return md`**No winner:** ${name(found.design)} is slightly ahead, the best of all with a probability of ${probability(found.p)}. Confidence: ${confidence}.`;
  }
}

function winnerText(
  { design, p }: Extract<Verdict, { kind: "winner" }>,
  ranking: Ranking,
  name: (design_id: string) => Markdown,
): Markdown {
  const { confidence } = ranking.summary;
  const ranked = ranking.designs.filter(({ rank }) => rank !== null).length;
  const others = ranked === 2 ? md`the other design` : md`the other ${ranked - 1} designs`;
  // Where so little is known that confidence stays below the probability, the number would say too much.
  if (confidence !== "high" && p !== null && p > SURE) {
    return md`**${name(design)} is probably better than ${others}.** Confidence: ${confidence}, for ${capReason(ranking)}.`;
  }
  const better = p !== null && p > SURE ? md`is better` : md`is probably better`;
  return md`**${name(design)} ${better} than ${others}** (probability ${probability(p)}). Confidence: ${confidence}.`;
}

/** Why confidence is lower than the numbers would make it. */
function capReason({ notes, summary: { doubt } }: Ranking): Markdown {
  if (doubt === "close-designs") return DOUBTS[doubt];
  const kinds = notes.flatMap((note) => (typeof note === "string" ? [] : [note.kind]));
  if (kinds.includes("few-reviewers")) return md`few reviewers scored`;
  return kinds.includes("few-designs")
    ? md`with two designs all rests on one difference`
    : md`few reviewers tell the designs apart`;
}

/** Rank, design, score and P(best), best first: at most four columns, at most 80 characters wide. */
export function storyTable({ ranking, insights }: Story): Markdown {
  const compared = isCompared(ranking);
  // Scores of different reviewers stand in no order, and so in no column.
  const set = !nobodyCompares(ranking);
  const rows = ranking.designs
    .slice(0, MAX_ROWS)
    .map(({ rank, design_id, adjusted_score, average_score, p_best, flags }) => {
      const found = insights.designs.find((design) => design.design_id === design_id);
      return [
        rank === null || !set ? "–" : String(rank),
        found ? `${found.letter}${confirmed(flags).length > 0 ? " (flagged)" : ""} ${found.title}` : design_id,
        score(!set ? null : ranking.method === "mean" ? average_score : adjusted_score),
        chance(compared ? p_best : null, ranking),
      ];
    });
  const left = ranking.designs.length - rows.length;
  const columns = ["Rank", "Design", "Score", "P(best)"];
  const shown = table(columns, rows, ["r", "l", "r", "r"], CELL);
  return left > 0 ? md`${shown}\n\nand ${left} more in the report` : shown;
}

/** Which model wrote which design, in one line. */
export function authorsLine({ ranking, insights }: Story): Markdown {
  const wrote = insights.designs.map(({ design_id, letter }) => {
    const model = ranking.designs.find((design) => design.design_id === design_id)?.generating_model ?? "";
    return md`${inline(letter)} by ${inline(model, TITLE)}`;
  });
  return md`Written: ${list(wrote, MAX_ROWS)}.`;
}

/** Why the ranking is as it is and what speaks against it: three to six lines, the most important first. */
export function whyLines(story: Story): Markdown[] {
  const { insights, ranking } = story;
  const tied = firstPlace(ranking).flatMap((id) => insights.designs.filter(({ design_id }) => design_id === id));
  const [first] = tied;
  return [
    ...(tied.length > 1
      ? [...tied.slice(0, MAX_TIED).map((design) => tiedLine(design, insights)), ...apartLine(insights)]
      : first
        ? [approachLine(first), ...leadLine(insights, first), ...againstLines(first)]
        : []),
    ...dissentLine(insights),
    ...unmetLine(story, tied.length > 1 ? null : (first ?? null)),
    ...unansweredLine(story),
  ];
}

function approachLine({ letter, approach }: DesignInsight): Markdown {
  return md`**${inline(letter)}** is: “${inline(approach, APPROACH)}”`;
}

/** What the first design does otherwise than the next; where they decide nothing otherwise, what it decided first. */
function leadLine({ lead, designs }: Insights, { letter: own, main_choice, best_strength }: DesignInsight): Markdown[] {
  const over = designs.find(({ design_id }) => design_id === lead?.over)?.letter ?? lead?.over ?? "";
  const { criterion = null, behind = null, choice = null } = lead ?? {};
  const chose = ({ aspect, choice }: { aspect: string; choice: string }): Markdown =>
    md`On ${inline(aspect, TITLE)} it chose “${inline(choice, TITLE)}”`;
  const said = [
    ...(criterion
      ? [
          md`${inline(own)} leads ${inline(over)} most on **${inline(criterion.name)}** (${inline(score(criterion.own))} against ${inline(score(criterion.other))}${byBoth(criterion)}).`,
        ]
      : []),
    ...(best_strength ? [md`For it: “${inline(best_strength.text, QUOTE)}” (${saidBy(best_strength)}).`] : []),
    ...(behind
      ? [
          md`${inline(over)} is better on **${inline(behind.name)}** (${inline(score(behind.other))} against ${inline(score(behind.own))}${byBoth(behind)}).`,
        ]
      : []),
    ...(choice
      ? [md`${chose({ ...choice, choice: choice.own })}, ${inline(over)} “${inline(choice.other, TITLE)}”.`]
      : main_choice
        ? [md`${chose(main_choice)}.`]
        : []),
  ];
  return said.length > 0 ? [join(said, " ")] : [];
}

/** Whose means these are, where not everybody scored both. */
function byBoth({ both }: { both: number | null }): Markdown {
  return both === null ? md`` : md`, by the ${count(both, "reviewer")} who scored both`;
}

function tiedLine(
  { design_id, letter, approach, main_choice, worst_weakness, worst_gap }: DesignInsight,
  { apart }: Insights,
): Markdown {
  const said = [
    md`“${inline(approach, QUOTE)}”`,
    ...(main_choice && !apart?.choices.some((each) => each.design_id === design_id)
      ? [md`on ${inline(main_choice.aspect, TITLE)} it chose “${inline(main_choice.choice, TITLE)}”`]
      : []),
    ...against(worst_weakness, worst_gap).map((each) => md`against it: ${each}`),
  ];
  return md`**${inline(letter)}** is: ${join(said, "; ")}`;
}

/** What designs that cannot be told apart decide differently, so that one can choose by it. */
function apartLine({ apart, designs }: Insights): Markdown[] {
  if (apart === null) return [];
  const chosen = apart.choices.map(({ design_id, choice }) => {
    const letter = designs.find((design) => design.design_id === design_id)?.letter ?? design_id;
    return md`${inline(letter)} chose “${inline(choice, TITLE)}”`;
  });
  return [md`They differ on ${inline(apart.aspect, TITLE)}: ${list(chosen, MAX_TIED + 1)}.`];
}

function againstLines({ letter, worst_weakness, worst_gap, worst_risk }: DesignInsight): Markdown[] {
  return [
    ...against(worst_weakness, worst_gap).map((each) => md`Against ${inline(letter)}: ${each}.`),
    ...(worst_risk
      ? [md`Its gravest risk, by its own account: “${inline(worst_risk.description, QUOTE)}” (${worst_risk.severity}).`]
      : []),
  ];
}

/** The weakness that most reviewers name; where they name none, what most of them miss. */
function against(weakness: NamedBy | null, gap: NamedBy | null): Markdown[] {
  if (weakness !== null) return [md`“${inline(weakness.text, QUOTE)}” (${saidBy(weakness)})`];
  return gap === null ? [] : [md`it leaves out “${inline(gap.text, QUOTE)}” (${saidBy(gap)})`];
}

function saidBy({ reviewers, of }: NamedBy): Markdown {
  return of === 1 ? md`the only reviewer` : md`${reviewers} of ${of} reviewers`;
}

function dissentLine({ dissent, designs }: Insights): Markdown[] {
  if (dissent === null) return [];
  const letter = inline(designs.find(({ design_id }) => design_id === dissent.design_id)?.letter ?? dissent.design_id);
  const side = ({ model, score: given, rationale }: typeof dissent.high): Markdown =>
    md`${inline(model, TITLE)} gives ${inline(score(given))}${rationale === "" ? md`` : md` (“${inline(rationale, QUOTE)}”)`}`;
  return [
    md`Reviewers differ most on the ${inline(dissent.criterion)} of ${letter}: ${side(dissent.high)}, ${side(dissent.low)}.`,
  ];
}

/** What no design meets, what the first design alone lacks of the rest, and on what reviewers disagree. */
function unmetLine({ unmet, coverage, insights }: Story, first: DesignInsight | null): Markdown[] {
  const named = ({ id, text }: Requirement): Markdown => md`${inline(id)} “${inline(text, QUOTE)}”`;
  const all = (items: readonly Markdown[]): Markdown =>
    list([...items.slice(0, MAX_UNMET), ...(items.length > MAX_UNMET ? [md`${items.length - MAX_UNMET} more`] : [])]);
  const own = missedBy(first?.design_id ?? "", coverage, unmet).map(
    ({ requirement, lacks, of }) => md`${named(requirement)} (${lacks} of ${count(of, "reviewer")})`,
  );
  const open = disputed(coverage, first?.design_id ?? null).map(
    ({ requirement, cells }) => md`${named(requirement)}: ${disputeText(cells, insights)}`,
  );
  const said = [
    ...(unmet.length > 0 ? [md`**No design meets** ${all(unmet.map(named))}.`] : []),
    ...(own.length > 0 && first
      ? [md`${inline(first.letter)} ${unmet.length > 0 ? md`also misses` : md`misses`} ${all(own)}.`]
      : []),
    ...(open.length > 0 ? [md`**Reviewers disagree** on ${all(open)}.`] : []),
  ];
  return said.length > 0 ? [join(said, " ")] : [];
}

/** "1 of 2 says met of A, 2 of 4 say met of B". */
export function disputeText(cells: Disputed["cells"], { designs }: Insights): Markdown {
  const said = cells.map(({ design_id, met, of }) => {
    const letter = designs.find((design) => design.design_id === design_id)?.letter ?? design_id;
    return md`${met} of ${of} ${met === 1 ? "says" : "say"} met of ${inline(letter)}`;
  });
  return list(said, MAX_LEFT_OUT);
}

/** Which reviewers left which requirements out, although they were asked: nothing is known of these by them. */
function unansweredLine({ coverage, insights, names }: Story): Markdown[] {
  const left = new Map<string, { ids: string[]; designs: Set<string> }>();
  for (const { requirement, cells } of coverage) {
    for (const { design_id, unanswered } of cells) {
      for (const reviewer_id of unanswered) {
        const known = left.get(reviewer_id) ?? { ids: [], designs: new Set() };
        if (!known.ids.includes(requirement.id)) known.ids.push(requirement.id);
        left.set(reviewer_id, { ...known, designs: known.designs.add(design_id) });
      }
    }
  }
  if (left.size === 0) return [];
  const said = [...left].map(([reviewer_id, { ids, designs }]) => {
    const letters = insights.designs.flatMap(({ design_id, letter }) => (designs.has(design_id) ? inline(letter) : []));
    const model = inline(names.reviewers.get(reviewer_id) ?? reviewer_id, TITLE);
    return md`${list(
      ids.map((id) => inline(id)),
      MAX_LEFT_OUT,
    )} by ${model} for ${list(letters, MAX_LEFT_OUT)}`;
  });
  return [
    md`**Not answered:** ${join(said.slice(0, MAX_UNMET), "; ")}${said.length > MAX_UNMET ? md`; and by ${said.length - MAX_UNMET} more` : md``}.`,
  ];
}
