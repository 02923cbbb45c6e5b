import { authorOf } from "../artifacts/design.ts";
import type { Attention } from "../artifacts/note.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { attentionSaid, quotesSaid, warningsSaid } from "./attention.ts";
import { type Block, section } from "./block.ts";
import { controlsSaid } from "./controls.ts";
import { decisionSaid } from "./decision.ts";
import { type FailedWays, failed } from "./failures.ts";
import { incompleteSaid } from "./incomplete.ts";
import { meetsLegend } from "./meets.ts";
import { orderAdvice, type SortedNotes, sortNotes } from "./notes.ts";
import { peopleSaid } from "./people.ts";
import { type PersonasTold, personasTold } from "./personas-ranked.ts";
import { roundsBeside } from "./rounds.ts";
import { besideVerdict } from "./said-once.ts";
import { scoreCalled } from "./score-called.ts";
import { listed, model, namedOnce, requirementsIn, type Sentence, say, together, words } from "./sentence.ts";
import type { Story } from "./story.ts";
import { findings, scoresThere, type TrustFinding, unevenSaid, weakening } from "./trust.ts";
import { told, type VerdictTold, verdictSaid } from "./verdict.ts";
import { type Reason, reasons } from "./why.ts";

/** Everything that a person is told of a ranking, as sentences: a view draws them and finds out nothing by itself. */
export type Account = {
  told: VerdictTold;
  /** What the verdict hangs on that one persona alone brings. */
  personas: PersonasTold;
  /** Why, against, dissent, unmet. */
  reasons: readonly Reason[];
  /** What weakens it, files that were left out, what its numbers leave open. */
  notes: SortedNotes;
  /** All that weakens it: those notes, and what its scores show of themselves that is notable. */
  weakens: readonly Sentence[];
  /** How many scores are there, and how many of them count. */
  scores: Sentence;
  /** How far the numbers hold. */
  findings: readonly TrustFinding[];
  /** What deserves a look, the gravest of it alone, and all that designs say to whoever judges them. */
  attention: readonly Sentence[];
  warnings: readonly Sentence[];
  quotes: readonly Sentence[];
  failed: FailedWays;
  /** What the plan wanted and is not there; null where nothing is missing. */
  incomplete: Sentence | null;
  /** What gives designs an order that nobody compares; null where there is one. */
  order: Sentence | null;
  /** What a person decided, null where nothing is; what of rounds of better designs stands beside the verdict. */
  decision: Sentence | null;
  better: readonly Sentence[];
};

export function accountOf(story: Story, attention: Attention): Account {
  const { ranking, incomplete, names, decided, rounds } = story;
  const notes = sortNotes(besideVerdict(ranking));
  const found = findings(ranking);
  const verdict = told(ranking);
  const why = reasons(story, peopleSaid(story), controlsSaid(story));
  const once = namedOnce(
    why.map(({ said }) => said),
    new Set(requirementsIn(verdict.answer)),
  );
  return {
    told: verdict,
    personas: personasTold(ranking),
    reasons: why.map((reason, at) => ({ ...reason, said: once[at] ?? reason.said })),
    notes,
    weakens: [...notes.cautions, ...weakening(found)],
    scores: scoresThere(story),
    findings: found,
    attention: attentionSaid(attention),
    warnings: warningsSaid(attention),
    quotes: quotesSaid(attention),
    failed: failed(ranking.failures, names),
    incomplete: incomplete && incompleteSaid(incomplete),
    order: orderAdvice(ranking),
    decision: decided && decisionSaid(decided, ranking),
    better: roundsBeside(rounds, ranking.summary.first_place),
  };
}

/** What every reply on a ranking says of it first, `tables` between; of what is not ranked, what is said in its place. */
export function rankedSaid<D>(
  ranked: { story: Story; account: Account; table: D } | null,
  { decision, instead, attention }: { decision: Sentence | null; instead: readonly Block<D>[]; attention: Attention },
): Block<D>[] {
  const { reasons = [], attention: look = attentionSaid(attention) } = ranked?.account ?? {};
  return [
    decision ?? [],
    ...(ranked
      ? [
          verdictSaid(ranked.account.told, ranked.account.personas),
          ranked.account.told.kind === "tie" ? (ranked.account.told.margin ?? []) : [],
          ...ranked.account.better,
          { is: "drawing" as const, of: ranked.table },
          authorsSaid(ranked.story),
        ]
      : instead),
    ...section(say`Look at this first`, look, { most: MAX_LOOK, where: say`, see ledger.jsonl` }),
    ...section(
      say`Why`,
      reasons.map(({ said }) => said),
    ),
  ];
}

/** What stands below the table of a ranking: how many rows more there are, and what its columns mean. */
export function belowTable(
  ranking: Ranking,
  { checked, set, compared, left }: { checked: boolean; set: boolean; compared: boolean; left: number },
): Sentence[] {
  const legend = [
    checked ? meetsLegend(ranking.designs.flatMap(({ requirements }) => requirements ?? [])) : [],
    set ? say`Score: the ${scoreCalled(ranking.method)}, all criteria together.` : [],
    compared ? say`P(best): chance to be best.` : [],
    unevenSaid(ranking) ?? [],
  ];
  return [left > 0 ? say`and ${left} more in the report` : [], together(legend, " ")];
}

const MAX_LOOK = 12;
const MAX_AUTHORS = 20;

/** Which model wrote which design, in one line. */
function authorsSaid({ ranking, insights }: Story): Sentence {
  const wrote = insights.designs.map(({ design_id, letter }) => {
    const design = ranking.designs.find((each) => each.design_id === design_id);
    return say`${words(letter)} by ${model(design ? authorOf(design) : "")}`;
  });
  return say`Written: ${listed(wrote, MAX_AUTHORS)}.`;
}
