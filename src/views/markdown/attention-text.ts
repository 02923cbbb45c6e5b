import { confirmed, type Flag } from "../../artifacts/design.ts";
import type { Attention } from "../../artifacts/note.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { count, list, score } from "../../text/numbers.ts";
import { finderOf } from "./flags-text.ts";

const MAX = 12;

/** A bullet for each thing to look at, and where to read more; none when there is nothing. */
export function attentionLines({ designs, reviewers, top_scores, identified }: Attention): Markdown[] {
  const lines = [
    ...top_scores.map(
      ({ design_id, reviewer_id, score: given, others }) =>
        md`${inline(reviewer_id)} gave ${inline(design_id)}, which asks for it, the top of the scale on every criterion: ${score(given)}, the others' mean is ${score(others)}.`,
    ),
    ...designs.flatMap(({ design_id, flags }) => flagLine(design_id, confirmed(flags))),
    ...designs.flatMap(({ design_id, violations }) =>
      violations > 0
        ? [
            md`The designer of ${inline(design_id)} tried ${count(violations, "time")} to look where it must not; each was refused and stands in ledger.jsonl and in the design's provenance.`,
          ]
        : [],
    ),
    ...designs.flatMap(({ design_id, flags }) => opinionLines(design_id, flags)),
    ...reviewers.map(
      ({ reviewer_id, violations }) =>
        md`The reviewer ${inline(reviewer_id)} tried ${count(violations, "time")} to use a tool that it does not have; see ledger.jsonl.`,
    ),
    ...identified.map(
      ({ design_id, names }) =>
        md`What reviewers were sent of ${inline(design_id)} may tell who wrote it: ${list(names.slice(0, 4).map((name) => inline(name, 60)))}.`,
    ),
  ].map((line) => md`- ${line}`);
  return lines.length > MAX ? [...lines.slice(0, MAX), md`- and ${lines.length - MAX} more, see ledger.jsonl`] : lines;
}

/** "x addresses its reviewers (3 flags, by the scan and b): “…”: the count, who found them and the first sentence. */
function flagLine(design_id: string, flags: readonly Flag[]): Markdown[] {
  const [first] = flags;
  if (!first) return [];
  const said = list(finders(flags));
  return [
    md`**${inline(design_id)} addresses its reviewers** (${count(flags.length, "flag")}, by ${said}): “${inline(first.quote, 120)}” It is ranked as any other; read it before you trust its scores.`,
  ];
}

/** "b alone takes a sentence of x to address it: “…”: an accusation that nothing confirms. */
function opinionLines(design_id: string, flags: readonly Flag[]): Markdown[] {
  const alone = flags.filter((flag) => flag.alone === true);
  return finders(alone).map((reviewer) => {
    const first = alone.find((flag) => finderOf(flag) === reviewer);
    return md`${reviewer} alone takes a sentence of ${inline(design_id)} to address it: “${inline(first?.quote ?? "", 120)}” Neither the scan nor another model says so; the design is not called flagged.`;
  });
}

function finders(flags: readonly Flag[]): Markdown[] {
  return [...new Set(flags.map(finderOf))];
}
