import { confirmed, type Flag } from "../artifacts/design.ts";
import type { Attention } from "../artifacts/note.ts";
import { count } from "../text/numbers.ts";
import { design, listed, quote, reviewer, type Sentence, say, scored, strong, words } from "./sentence.ts";

/** What is said wherever a design speaks to whoever judges it. */
export const ADDRESSES = "addresses its reviewers";
export const ITS_ADDRESS = "It addresses its reviewers";

export const isFlagged: Sentence = say`It is flagged: it ${ADDRESSES}.`;

/** What stands above sentences in which a design does, by who says so. */
export const FLAGS = {
  confirmed: say`${strong(say`Flagged:`)} it ${ADDRESSES}.`,
  alone: say`One reviewer's opinion, shared by neither the scan nor another model: it ${ADDRESSES}.`,
  quoted: say`Reviewers take these sentences to address them:`,
};

/** Each thing to look at before trusting a ranking. */
export function attentionSaid(attention: Attention): Sentence[] {
  const { designs, reviewers, identified } = attention;
  return [
    ...warningsSaid(attention),
    ...designs.flatMap(({ design_id, violations }) =>
      violations > 0
        ? [
            say`The designer of ${design(design_id)} tried ${count(violations, "time")} to look where it must not; each was refused and stands in ledger.jsonl and in the design's provenance.`,
          ]
        : [],
    ),
    ...designs.flatMap(({ design_id, flags }) => opinions(design_id, flags)),
    ...reviewers.map(
      ({ reviewer_id, violations }) =>
        say`The reviewer ${reviewer(reviewer_id)} tried ${count(violations, "time")} to use a tool that it does not have; see ledger.jsonl.`,
    ),
    ...identified.map(
      ({ design_id, names }) =>
        say`What reviewers were sent of ${design(design_id)} may tell who wrote it: ${listed(names.slice(0, 4).map((name) => words(name)))}.`,
    ),
  ];
}

/** Of these the gravest: scores that look as if a design had asked for them, and designs that speak to whoever judges them. */
export function warningsSaid({ designs, top_scores }: Pick<Attention, "designs" | "top_scores">): Sentence[] {
  return [
    ...top_scores.map(
      ({ design_id, reviewer_id, score, others }) =>
        say`${reviewer(reviewer_id)} gave ${design(design_id)}, which asks for it, the top of the scale on every criterion: ${scored(score)}, the others' mean is ${scored(others)}.`,
    ),
    ...designs.flatMap(({ design_id, flags }) => flagged(design_id, confirmed(flags))),
  ];
}

/** "x addresses its reviewers (3 flags, by the scan and b): “…”: the count, who found them and the first sentence. */
function flagged(design_id: string, flags: readonly Flag[]): Sentence[] {
  const [first] = flags;
  if (!first) return [];
  const said = strong(say`${design(design_id)} ${ADDRESSES}`);
  return [
    say`${said} (${count(flags.length, "flag")}, by ${listed(finders(flags))}): ${quote(first.quote)} It is ranked as any other; read it before you trust its scores.`,
  ];
}

/** "b alone takes a sentence of x to address it: “…”: an accusation that nothing confirms. */
function opinions(design_id: string, flags: readonly Flag[]): Sentence[] {
  const alone = flags.filter((flag) => flag.alone === true);
  return [...Map.groupBy(alone, finderOf).values()].flatMap(([first]) =>
    first
      ? [
          say`${finder(first)} alone takes a sentence of ${design(design_id)} to address it: ${quote(first.quote)} Neither the scan nor another model says so; the design is not called flagged.`,
        ]
      : [],
  );
}

const finderOf = ({ source, reviewer_id }: Flag): string => (source === "scan" ? "" : (reviewer_id ?? "a reviewer"));

/** Who found a sentence: the scan, or a reviewer. */
function finder(flag: Flag): Sentence {
  return flag.source === "scan" ? say`the scan` : say`${reviewer(finderOf(flag))}`;
}

function finders(flags: readonly Flag[]): Sentence[] {
  return [...Map.groupBy(flags, finderOf).values()].flatMap(([first]) => (first ? [finder(first)] : []));
}

/** All that designs say to whoever judges them, where it is more than the one sentence that is quoted already. */
export function quotesSaid({ designs }: Attention): Sentence[] {
  return designs.flatMap(({ design_id, flags }) => {
    const said = flagsFound(flags);
    return said.length > 1 ? said.map((each) => say`${design(design_id)}: ${each}`) : [];
  });
}

/** Each quoted sentence once, with who found it. */
export function flagsFound(flags: readonly Flag[]): Sentence[] {
  const quotes = Map.groupBy(flags, ({ quote: text }) => text.replace(/\s+/g, " ").trim());
  return [...quotes].map(([text, same]) => say`${quote(text, "summary")} (found by ${listed(finders(same))})`);
}
