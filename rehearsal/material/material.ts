import type { Asked } from "../asked.ts";
import { userText } from "../asked.ts";
import { fitSchema } from "../fit-schema.ts";
import { between } from "../interview.ts";
import { fencedIn } from "../reading.ts";
import { CACHE } from "./cache.ts";
import { CELLS } from "./cells.ts";
import { MATERIAL_BRIEF, materialQuestions } from "./interview.ts";
import { CRITERIA, type Judgement, type Variant } from "./judgement.ts";
import { LEDGER } from "./ledger.ts";
import { BY_OWN_CRITERION, OWN_CRITERION } from "./own-criterion.ts";
import { MATERIAL_PLAN } from "./plan.ts";
import { AUDITOR } from "./reviewer-auditor.ts";
import { ENTHUSIAST } from "./reviewer-enthusiast.ts";
import { ON_CALL } from "./reviewer-on-call.ts";
import { TESTER } from "./reviewer-tester.ts";
import { ANSWERED, isRevised, LEDGER_REVISED, NOT_TAKEN, revisedJudgement } from "./revised.ts";

/** The designs, best first. */
export const DESIGNS = [LEDGER, CELLS, CACHE] as const;
export const REVIEWERS = [ON_CALL, AUDITOR, ENTHUSIAST, TESTER] as const;

/** Who plays whom, as provider/model: three designers in the order of DESIGNS, four reviewers in that of REVIEWERS. */
export type Cast = { designers: readonly string[]; reviewers: readonly string[]; variant?: Variant };

/** What the realistic material says to a request; undefined for what is not its part. */
export function materialAnswer({ designers, reviewers, variant = "clear" }: Cast, asked: Asked): string | undefined {
  const design = DESIGNS[designers.indexOf(asked.model)];
  if (asked.kind === "design") return design && written(design, asked);
  if (asked.kind === "questions") return written(materialQuestions(asked), asked);
  // What is said to a brief or a plan that stands is for the ordinary models.
  if (asked.kind === "brief") return isChange(asked, "BRIEF:") ? undefined : written(MATERIAL_BRIEF, asked);
  if (asked.kind === "plan") return isChange(asked, "PLAN:") ? undefined : written(MATERIAL_PLAN, asked);
  const said = userText(asked);
  if (asked.kind === "revision") return said.includes(LEDGER.title) ? written(revision(said), asked) : undefined;
  if (!["evaluation", "review", "score"].includes(asked.kind)) return undefined;
  const judged = DESIGNS.findIndex(({ title }) => said.includes(title));
  const reviewer = reviewers.indexOf(asked.model);
  const judgement = REVIEWERS[reviewer]?.[judged];
  const given = judgement && isRevised(said) ? revisedJudgement(judgement, reviewer) : judgement;
  return given && written(evaluation(given, variant, BY_OWN_CRITERION[reviewer]?.[judged]), asked);
}

/** The ledger's own revision, with what its designer says about each number that it was told. */
function revision(said: string): object {
  const told = (fencedIn(said).at(-1) ?? "").split("\n");
  const answers = told.flatMap((line) => {
    const [, point, strength] = /^([A-Z]+\d+) (?:\((strength)\))?/u.exec(line) ?? [];
    if (point === undefined || strength !== undefined) return [];
    const [, done, how] = ANSWERED.find(([pattern]) => pattern.test(line)) ?? [null, false, NOT_TAKEN];
    return [{ point, done, how }];
  });
  return { design: LEDGER_REVISED, answers, added_scope: [] };
}

const isChange = (asked: Asked, heading: string): boolean => between(userText(asked), heading) !== "";

/** @param own By the criterion of the brief, which counts where it is asked for. */
function evaluation(
  { coverage, scores, rationales, ...rest }: Judgement,
  variant: Variant,
  own: readonly [score: number, rationale: string] = [5, "Nothing is said of it."],
): object {
  const entries = Object.entries(coverage).map(([id, [status, quote]]) => [id, { quote, status }]);
  const given = scores[variant];
  return {
    ...rest,
    addressed_to_you: [],
    coverage: Object.fromEntries(entries),
    rationales: { ...rationales, [OWN_CRITERION.name]: own[1] },
    scores: { ...Object.fromEntries(CRITERIA.map((name, at) => [name, given[at]])), [OWN_CRITERION.name]: own[0] },
    overall_score: Number((given.reduce((sum, each) => sum + each, 0) / given.length).toFixed(1)),
  };
}

const written = (value: unknown, asked: Asked): string => JSON.stringify(fitSchema(value, asked.schema), null, 2);
