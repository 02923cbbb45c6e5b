import type { Comparison, CriterionDifference } from "../../artifacts/comparison.ts";
import { authorOf, confirmed, type Design } from "../../artifacts/design.ts";
import type { Names } from "../../artifacts/names.ts";
import { metBy } from "../../artifacts/unmet.ts";
import {
  COMPARED,
  comparisonVerdict,
  decisionLines,
  differenceSaid,
  disagreementLines,
  gravestRisks,
  pairedSaid,
  pairVerdict,
  requirementLines,
  riskLines,
  smallerSaid,
  textChangeLines,
} from "../../story/compared.ts";
import { comparePair, openReport, showDesign } from "../../story/next.ts";
import { design, listed, type Sentence, say, words } from "../../story/sentence.ts";
import type { Compared } from "../../story/story.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, scoreText } from "../../text/numbers.ts";
import { BY_MODELS } from "./design-text.ts";
import { called, drawn } from "./drawn.ts";
import { drawing, framedText } from "./frame.ts";
import { atMost, dashed, flagLines, sectionLines } from "./lines.ts";
import { meetsText } from "./story-text.ts";
import { factsTable, terminalTable } from "./table.ts";

const MAX_DESIGNS = 12;
/** Columns of a title and of a model. */
const TITLE = 60;
/** Designs that are named in the heading, and that it is said of how to read them. */
const MAX_HEADED = 6;
const MAX_NEXT = 2;
const MAX_UNSCORED = 8;
/** Lines of each list, and risks of each of more than two designs. */
const MAX_LINES = 12;
const MAX_RISKS = 2;
const MAX_CHANGES = 10;
const MAX_PAIRS = 6;
/** Rows of differences over all pairs, so that the reply stays readable. */
const ROWS = 38;

/**
 * Two or more designs of one experiment side by side: which is better, what they are, who is better at what, what they
 * decided and fear, where reviewers disagree and why. The verdict stands first and last.
 */
export function comparisonReply(compared: Compared): Markdown {
  const { topic, designs, comparison, aligned } = compared;
  const titles = new Map(designs.map(({ design_id, title }) => [design_id, title]));
  const names: Names = { ...compared.names, titles };
  const shown = designs.slice(0, MAX_DESIGNS);
  const ids = designs.map(({ design_id }) => design_id);
  const [first = "", second = ""] = ids;
  const draw = (sentence: Sentence): Markdown => drawn(sentence, names);
  const list = (title: Markdown, lines: readonly Sentence[], most = MAX_LINES) => listOf(title, lines.map(draw), most);
  const verdict = draw(compared.said ?? comparisonVerdict(comparison));
  const unscored = listed(comparison.unscored.map(design), MAX_UNSCORED);
  return framedText(
    [
      verdict,
      ...pairedSaid(compared).map(draw),
      BY_MODELS,
      join(
        shown.map((each) => nameLine(each, names)),
        "\n",
      ),
      ...list(drawn(COMPARED.requirements), requirementLines(compared)),
      designsTable(shown, compared, names),
      ...(designs.length > shown.length ? [md`and ${count(designs.length - shown.length, "more design")}`] : []),
      ...shown.flatMap(({ design_id, flags }) =>
        flags.length > 0 ? [md`### ${called(design_id, false, names)}`, ...flagLines(flags, names)] : [],
      ),
      ...list(drawn(COMPARED.changes), textChangeLines(compared, MAX_CHANGES)),
      ...pairLines(comparison, ids, names, compared.said !== undefined),
      ...(comparison.unscored.length > 0 ? [draw(say`Nobody scored ${unscored}.`)] : []),
      ...(aligned
        ? [
            ...list(md`Decisions`, decisionLines(aligned.decisions, first, second)),
            ...list(md`Risks`, riskLines(aligned.risks, first, second)),
          ]
        : list(md`Gravest risks`, gravestRisks(shown, MAX_RISKS), shown.length * MAX_RISKS)),
      ...listOf(
        drawn(COMPARED.dissent),
        disagreementLines(compared).map(({ on, sides }) =>
          join([draw(on), ...sides.map((side) => md`  - ${draw(side)}`)], "\n"),
        ),
      ),
    ],
    {
      topic: say`${words(topic, "message")}: ${listed(ids.map(design), MAX_HEADED)}`,
      next: nextOf(compared),
      last: [drawing(verdict)],
      names,
    },
  );
}

/** What a person can type next. */
function nextOf({ id, designs, names, comparison }: Compared): Sentence[] {
  const letters = designs.flatMap(({ design_id }) => names.designs.get(design_id) ?? []);
  const [first, second] = letters;
  return [
    ...letters.slice(0, MAX_NEXT).map((letter) => showDesign(id, letter)),
    ...(letters.length > MAX_NEXT && first && second ? [comparePair(id, first, second)] : []),
    ...(comparison.designs.length > 0 ? [openReport(id)] : []),
  ];
}

function nameLine(design: Design, names: Names): Markdown {
  const { design_id, title, flags } = design;
  const flagged = confirmed(flags).length > 0 ? md` (flagged)` : md``;
  return md`- **${called(design_id, false, names)}**${flagged} “${inline(title, TITLE)}” by ${inline(authorOf(design), TITLE)}`;
}

/** What can be counted. */
function designsTable(
  designs: readonly Design[],
  { comparison: { designs: ranked, positions }, coverage }: Compared,
  { designs: letters }: Names,
): Markdown {
  const positionOf = ({ design_id }: Design) => positions[ranked.indexOf(design_id)];
  const meets = ({ design_id }: Design) => meetsText(metBy(design_id, coverage));
  return factsTable(designs, ({ design_id }) => letters.get(design_id) ?? design_id, [
    ["rank", (each) => String(positionOf(each)?.rank ?? "–")],
    ...(coverage.length > 0 ? [["meets", meets] as const] : []),
    ["score", (each) => scoreText(positionOf(each)?.score ?? null)],
    ["risks", ({ risks }) => risksText(risks)],
    ["components", ({ components }) => String(components.length)],
    ["decisions", ({ tradeoffs }) => String(tradeoffs.length)],
    ["open questions", ({ open_questions }) => String(open_questions.length)],
  ]);
}

function risksText(risks: Design["risks"]): string {
  const high = risks.filter(({ severity }) => severity === "high").length;
  return high > 0 ? `${risks.length}, ${high} high` : String(risks.length);
}

/**
 * Criterion by criterion how each pair differs, in the order of `asked`; with more than two designs each pair's verdict
 * before it. Nothing where there is no pair.
 */
function pairLines(comparison: Comparison, asked: readonly string[], names: Names, isPaired: boolean): Markdown[] {
  const { pairs, differences, doubt } = comparison;
  if (pairs.length === 0) return [];
  const place = (id: string) => asked.indexOf(id);
  const ordered = pairs
    .map((pair) => ({ pair, sides: [pair.better, pair.worse].sort((a, b) => place(a) - place(b)) }))
    .toSorted(({ sides: [a = "", b = ""] }, { sides: [c = "", d = ""] }) => place(a) - place(c) || place(b) - place(d));
  const shown = ordered.slice(0, MAX_PAIRS);
  const rows = Math.max(3, Math.floor(ROWS / shown.length));
  return [
    md`### By criterion`,
    ...shown.flatMap(({ pair, sides }) => {
      const verdict = ordered.length > 1 ? [drawn(say`${pairVerdict(pair, comparison, design)}.`, names)] : [];
      const own = differences.filter(({ better, worse }) => better === pair.better && worse === pair.worse);
      return own.every(({ difference }) => difference === null)
        ? [...verdict, drawn(COMPARED.apart)]
        : [...verdict, ...differenceLines(own, rows, sides, names)];
    }),
    ...(ordered.length > shown.length
      ? [md`and ${count(ordered.length - shown.length, "more pair")} in results/ranking.json`]
      : []),
    drawn(differenceSaid(doubt, isPaired)),
  ];
}

/** A pair's differences in the criteria's order; when they are too many, the largest for their scale. */
function differenceLines(
  all: readonly CriterionDifference[],
  most: number,
  sides: readonly string[],
  { designs: letters }: Names,
): Markdown[] {
  const size = ({ difference, min, max }: CriterionDifference) => Math.abs(difference ?? 0) / (max - min);
  const least = all.map(size).sort((a, b) => b - a)[most - 1] ?? 0;
  const shown = all.length <= most ? all : all.filter((row) => size(row) >= least).slice(0, most);
  const rows = shown.map(({ criterion, min, max, difference, spread, reviewers, better }) => [
    min === 0 && max === 10 ? criterion : `${criterion} (${min} to ${max})`,
    difference === null ? "–" : signed(better === sides[0] ? difference : -difference),
    spread === null ? "–" : `± ${scoreText(spread)}`,
    String(reviewers),
  ]);
  const minus = sides.map((id) => letters.get(id) ?? id).join(" minus ");
  return [
    terminalTable(["criterion", minus, "spread", "reviewers"], rows, ["l", "r", "r", "r"]),
    ...(shown.length < all.length ? [drawn(smallerSaid(all.length - shown.length))] : []),
  ];
}

/** "+0.50", and "0.00" for what rounds to nothing. */
function signed(value: number): string {
  const text = scoreText(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

function listOf(title: Markdown, lines: readonly Markdown[], most = MAX_LINES): Markdown[] {
  return sectionLines(title, atMost(dashed(lines), most, md` in designs/`));
}
