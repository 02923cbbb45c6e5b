import { isCompared, type Ranking, type Verdict } from "../artifacts/ranking.ts";
import { design, listed, reviewer, type Sentence, say, strong, together, words } from "./sentence.ts";

/** What a ranking rests on that one persona alone brings. */
export type PersonasTold = {
  /** Without which persona the first place would be another: said before anything else. Null where it stays. */
  turned: Sentence | null;
  /** What one reviewer alone scored, and that the first place does not hang on it. Null where nothing is. */
  rests: Sentence | null;
};

type Ranks = Pick<Ranking, "personas" | "summary"> & {
  designs: readonly Pick<Ranking["designs"][number], "design_id" | "rank">[];
};
type Personas = NonNullable<Ranking["personas"]>;
type Without = Personas["without"][number];

const MAX_NAMED = 4;

/** What is said of personas in the first lines of a ranking. */
export function personasTold({ personas, summary, designs }: Ranks): PersonasTold {
  const compared = isCompared({ summary }) || summary.verdict.kind === "one-opinion";
  if (personas === undefined || !compared) return { turned: null, rests: null };
  const turned = personas.without.filter((each) => isTurned(each.verdict, summary.verdict));
  const rests = restingSaid(personas, summary.verdict);
  return {
    turned:
      turned.length > 0
        ? say`${strong(
            together(
              turned.map((each) => turnedSaid(each, firstIn(designs))),
              " ",
            ),
          )}`
        : null,
    rests: rests.length > 0 ? together(rests, " ") : null,
  };
}

/** The one design that stands first; null where several do, or none. */
function leaderOf(verdict: Verdict): string | null {
  if (verdict.kind === "winner" || verdict.kind === "ahead") return verdict.design;
  return verdict.kind === "one-opinion" && verdict.beside === undefined ? verdict.design : null;
}

function isTurned(without: Verdict, today: Verdict): boolean {
  return leaderOf(without) !== leaderOf(today) || isOpen(without);
}

/** Whether no design stands before another. */
const isOpen = ({ kind }: Verdict): boolean =>
  kind === "unranked" || kind === "nobody-compares" || kind === "one-design";

/** The designs of rank 1, which come first already although they may share the first place with others. */
const firstIn = (designs: Ranks["designs"]): string[] =>
  designs.flatMap(({ design_id, rank }) => (rank === 1 ? design_id : []));

function turnedSaid({ persona, verdict }: Without, today: readonly string[]): Sentence {
  const without = say`Without the persona ${words(persona)}`;
  const leader = leaderOf(verdict);
  if (leader !== null && today.includes(leader)) {
    if (verdict.kind === "one-opinion") return say`${without} one reviewer alone would tell the designs apart.`;
    return say`${without} ${design(leader)} would be ${verdict.kind === "winner" ? "the winner" : "ahead"}.`;
  }
  if (leader !== null) return say`${without} ${design(leader)} would be first.`;
  if (isOpen(verdict)) return say`${without} nothing would set these designs against each other.`;
  const tied = verdict.kind === "one-opinion" ? [verdict.design, ...(verdict.beside ?? [])] : tiedIn(verdict);
  return say`${without} ${listed(tied.map(design), MAX_NAMED)} could not be told apart.`;
}

const tiedIn = (verdict: Verdict): readonly string[] => (verdict.kind === "tie" ? verdict.designs : []);

/** "Criterion threats rests on one reviewer (security), and A stays first without it." */
function restingSaid({ criteria_of_one, without }: Personas, today: Verdict): Sentence[] {
  const byWhom = Map.groupBy(criteria_of_one, ({ reviewer_id, persona }) => persona ?? reviewer_id);
  return [...byWhom.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const names = listed(
      own.map(({ criterion }) => words(criterion)),
      MAX_NAMED,
    );
    const who = first.persona === undefined ? reviewer(first.reviewer_id) : words(first.persona);
    const rests = say`${own.length === 1 ? "Criterion" : "Criteria"} ${names} ${own.length === 1 ? "rests" : "rest"} on one reviewer (${who})`;
    const rest = without.find(({ persona }) => persona === first.persona);
    const leader = leaderOf(today);
    const stays = rest !== undefined && leader !== null && !isTurned(rest.verdict, today);
    return [stays ? say`${rests}, and without it ${design(leader)} stays first.` : say`${rests}.`];
  });
}
