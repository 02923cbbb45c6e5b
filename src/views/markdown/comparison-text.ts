import type { Comparison } from "../../artifacts/comparison.ts";
import { confirmed, type Design } from "../../artifacts/design.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Score } from "../../artifacts/score.ts";
import { comparisonVerdict } from "../../story/compared.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, list, score } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { type Aligned, disagreementLines, gravestRisks, riskLines, tradeoffLines } from "./comparison-content.ts";
import { pairLines } from "./comparison-pairs.ts";
import { BY_MODELS } from "./design-text.ts";
import { drawn } from "./drawn.ts";
import { flagLines } from "./lines.ts";
import { named } from "./named.ts";
import { terminalTable } from "./table.ts";

const MAX_DESIGNS = 12;
/** As many designs stand side by side; more stand one below another. */
const SIDE_BY_SIDE = 3;
/** Columns of a title and of a model. */
const TITLE = 60;
/** Designs that are named in the heading, and that it is said of how to read them. */
const MAX_HEADED = 6;
const MAX_NEXT = 2;

/** What is compared, in the order asked for: `aligned` where it is two designs, in their order. */
export type Compared = {
  /** Of the experiment. */
  id: string;
  topic: string;
  designs: readonly Design[];
  comparison: Comparison;
  scores: readonly Score[];
  names: Names;
  aligned: Aligned | null;
};

/**
 * Two or more designs of one experiment side by side: which is better, what they are, who is better at what, what they
 * decided and fear, where reviewers disagree and why. The verdict stands first and last. Designs go by their letters,
 * reviewers by their models.
 */
export function comparisonReply(compared: Compared): Markdown {
  const { names, aligned } = compared;
  const designs = named(compared.designs, names);
  const numbers = named(compared.comparison, names);
  const shown = designs.slice(0, MAX_DESIGNS);
  const [first, second] = shown;
  const letters = designs.map(({ design_id }) => design_id);
  const titles = new Map(compared.designs.map(({ design_id, title }) => [design_id, title]));
  const verdict = drawn(comparisonVerdict(compared.comparison), { ...names, titles });
  return join(
    [
      md`## ${inline(compared.topic)}: ${list(
        letters.map((letter) => inline(letter)),
        MAX_HEADED,
      )}`,
      verdict,
      BY_MODELS,
      nameLines(shown),
      factsTable(shown, numbers),
      ...(designs.length > shown.length ? [md`and ${count(designs.length - shown.length, "more design")}`] : []),
      ...shown.flatMap(({ design_id, flags }) =>
        flags.length > 0 ? [md`### ${inline(design_id)}`, ...flagLines(flags)] : [],
      ),
      ...pairLines(numbers, letters),
      ...(numbers.unscored.length > 0
        ? [
            md`Nobody scored ${list(
              numbers.unscored.map((id) => inline(id)),
              8,
            )}.`,
          ]
        : []),
      ...(aligned && first && second
        ? [...tradeoffLines(first, second, aligned), ...riskLines(first, second, aligned)]
        : gravestRisks(shown)),
      ...disagreementLines(numbers, named(compared.scores, names)),
      ...nextLines(compared),
      verdict,
    ],
    "\n\n",
  );
}

/** What a person can type next. */
function nextLines({ id, designs, names, comparison }: Compared): Markdown[] {
  const letters = designs.flatMap(({ design_id }) => names.designs.get(design_id) ?? []);
  const [first, second] = letters;
  const lines = [
    ...letters
      .slice(0, MAX_NEXT)
      .map((letter) => md`- ${typed("show", id, letter)} shows design ${inline(letter)} whole`),
    ...(letters.length > MAX_NEXT && first && second
      ? [md`- ${typed("compare", id, first, second)} sets two of them side by side`]
      : []),
    ...(comparison.designs.length > 0 ? [md`- ${typed("open", id)} shows the report in the browser`] : []),
  ];
  return lines.length > 0 ? [md`### Next`, join(lines, "\n")] : [];
}
function nameLines(designs: readonly Design[]): Markdown {
  return join(
    designs.map(
      ({ design_id, title, generating_model, flags }) =>
        md`- **${inline(design_id)}**${confirmed(flags).length > 0 ? md` (flagged)` : md``} “${inline(title, TITLE)}” by ${inline(generating_model, TITLE)}`,
    ),
    "\n",
  );
}

/** What can be counted: side by side where the designs are few, else a row a design. */
function factsTable(designs: readonly Design[], { designs: ranked, positions }: Comparison): Markdown {
  const positionOf = (id: string) => positions[ranked.indexOf(id)];
  const facts: [string, (design: Design) => string][] = [
    ["rank", ({ design_id }) => String(positionOf(design_id)?.rank ?? "–")],
    ["score", ({ design_id }) => score(positionOf(design_id)?.score ?? null)],
    ["risks", ({ risks }) => risksText(risks)],
    ["components", ({ components }) => String(components.length)],
    ["decisions", ({ tradeoffs }) => String(tradeoffs.length)],
    ["open questions", ({ open_questions }) => String(open_questions.length)],
  ];
  if (designs.length <= SIDE_BY_SIDE) {
    const rows = facts.map(([name, of]) => [name, ...designs.map(of)]);
    return terminalTable(["", ...designs.map(({ design_id }) => design_id)], rows);
  }
  const few = facts.slice(0, SIDE_BY_SIDE);
  const rows = designs.map((design) => [design.design_id, ...few.map(([, of]) => of(design))]);
  return terminalTable(["", ...few.map(([name]) => name)], rows);
}

function risksText(risks: Design["risks"]): string {
  const high = risks.filter(({ severity }) => severity === "high").length;
  return high > 0 ? `${risks.length}, ${high} high` : String(risks.length);
}
