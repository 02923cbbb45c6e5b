import type { GuardTerms } from "../../artifacts/guard.ts";
import type { AvailableModel } from "../../artifacts/model.ts";
import { chooseModels } from "../../config/models.ts";
import { readTddFile, type TddFile } from "../../config/tdd-file.ts";
import { LabError, UsageError } from "../../errors.ts";
import { findRunners, type Runner } from "../../guard/runner.ts";
import { costOf, expected } from "../../prompting/budget.ts";
import { findModel } from "../../prompting/find-model.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { TermsChange } from "../../story/guard.ts";
import type { TermsFrom, TermsSeen, TermsTold } from "../../story/guard-terms.ts";
import { typedCode } from "../../text/typed.ts";

/** The terms as far as a call that only looks can tell them. */
export type LookedTerms = Omit<TermsSeen, "task">;

/** What turning the gate on would put before a person. */
export type Proposed = Omit<TermsTold, "task"> & {
  /** A checkout's file picks the model, so that a person is asked who did not see it. */
  foreign: boolean;
};

/** Characters that the model is sent of a usual edit, rules and all. */
const USUAL_PROMPT = 6_000;

/** The terms with their model. Throws LabError as `readTerms` does, and where no provider offers the model. */
export async function proposeTerms(lab: Lab): Promise<Proposed> {
  const { terms, from, runners, tdd } = await readTerms(lab);
  const { model, from: origin, named } = await modelFor(lab, tdd);
  const isChosen = lab.chosen.includes(model.id);
  return {
    terms: { ...terms, model: model.id },
    from: { ...from, model: origin },
    runners,
    price: costOf(model, expected("verifier", USUAL_PROMPT)),
    hosts_own: model.hosts_own && !isChosen,
    foreign: named && !isChosen,
  };
}

/**
 * All terms but the model: what the configuration's section says; of what that leaves open .opencode/tdd.json, where the section names
 * neither files nor patterns; else the test runners that the project's files tell of. Throws LabError where a file is
 * broken, or nothing says what a test run writes.
 */
async function readTerms(lab: Lab) {
  const { test_output_file, enforce_patterns, max_test_output_age, max_cost } = lab.config.guard;
  const found = await findRunners(lab.directory);
  const tdd = tddOf(lab);
  const own: TermsFrom = { is: "configuration" };
  const file: TermsFrom = { is: "file", file: tdd?.file ?? "" };
  const runners: TermsFrom = { is: "runners", runners: found };
  const usual = <T>(said: T, from: TermsFrom) => ({ said, from });
  const outputs = boundedOutputs(found);
  const files =
    test_output_file !== null
      ? usual([test_output_file].flat(), own)
      : tdd?.value.testOutputFile !== undefined
        ? usual([tdd.value.testOutputFile].flat(), file)
        : usual(outputs, runners);
  const patterns =
    enforce_patterns.length > 0
      ? usual(enforce_patterns, own)
      : (tdd?.value.enforcePatterns?.length ?? 0) > 0
        ? usual(tdd?.value.enforcePatterns ?? [], file)
        : usual([...new Set(found.flatMap((each) => each.patterns))], runners);
  if (files.said.length === 0 || patterns.said.length === 0) throw nothingKnown(files.said.length === 0);
  return {
    terms: {
      test_output: files.said,
      patterns: patterns.said,
      max_age: tdd?.value.maxTestOutputAge ?? max_test_output_age,
      max_cost,
    },
    from: { files: files.from, patterns: patterns.from },
    runners: files.from === runners ? found : [],
    tdd,
  };
}

const MOST_FILES = 50;

/** What runners write, cut to the files that terms may name: every exit record, and reports of each runner in turn. */
function boundedOutputs(runners: readonly Runner[]): string[] {
  const files = runners.flatMap(({ output }) =>
    output.map((path, at) => ({ path, turn: at === output.length - 1 ? -1 : at })),
  );
  const kept = new Set(files.toSorted((a, b) => a.turn - b.turn).slice(0, MOST_FILES));
  return files.filter((each) => kept.has(each)).map(({ path }) => path);
}

type Tdd = { file: string; value: TddFile } | null;

/** The file in the other form; where the section names files or patterns it is not read at all. */
function tddOf({ config: { guard }, directory, worktree, person }: Lab): Tdd {
  const isSaid = guard.test_output_file !== null || guard.enforce_patterns.length > 0;
  return isSaid ? null : readTddFile({ directory, worktree, ...person });
}

/** `named`: a file names it; else the lab chose it among what is connected. */
async function modelFor(lab: Lab, tdd: Tdd): Promise<{ model: AvailableModel; from: TermsFrom; named: boolean }> {
  const available = await lab.available();
  const { design_models, topic_generation_model } = lab.config;
  const { model, from } = namedModel(lab, tdd);
  if (model !== null) return { model: findModel(available, model), from, named: true };
  const { topic } = chooseModels(lab.config, available, lab.chosen);
  const named = topic_generation_model !== null || design_models.length > 0;
  return { model: findModel(available, topic), from: { is: "usual" }, named };
}

/** The verifier that a file names; null when the lab chooses one among the connected models. */
function namedModel({ config: { guard } }: Lab, tdd: Tdd): { model: string | null; from: TermsFrom } {
  if (guard.verifier_model !== null) return { model: guard.verifier_model, from: { is: "configuration" } };
  if (tdd?.value.verifierModel === undefined) return { model: null, from: { is: "usual" } };
  return { model: tdd.value.verifierModel, from: { is: "file", file: tdd.file } };
}

const nothingKnown = (files: boolean): UsageError =>
  new UsageError(
    `Cannot turn the gate on: nothing says ${files ? "which file your test runs write" : "of which files edits are to wait"}. Looked at: guard in the configuration, .opencode/tdd.json, and the project's files for a test runner. Nothing was changed.`,
    {
      advice: `Name it in .opencode/design-lab.jsonc (${typedCode("init")} writes one), as {"guard": {"test_output_file": ".opencode/test-results.xml", "enforce_patterns": ["src/**"]}}, and have your tests write JUnit XML there.`,
    },
  );

/** What the configuration or a file says by now that differs from the terms that hold; what nobody wrote is no difference. */
export function changesSince(terms: GuardTerms, { terms: now, from }: LookedTerms): TermsChange[] {
  const written = (of: TermsFrom): boolean => of.is === "configuration" || of.is === "file";
  const origin: Readonly<Record<keyof GuardTerms, TermsFrom | null>> = {
    test_output: from.files,
    patterns: from.patterns,
    model: from.model,
    max_age: written(from.files) ? from.files : written(from.patterns) ? from.patterns : null,
    max_cost: written(from.files) || written(from.patterns) ? { is: "configuration" } : null,
  };
  const shown = (value: GuardTerms[keyof GuardTerms]): string =>
    value === null ? "no bound" : Array.isArray(value) ? value.join(", ") : String(value);
  return (Object.keys(origin) as (keyof GuardTerms)[]).flatMap((what) => {
    const of = origin[what];
    const [holds, says] = [shown(terms[what]), shown(now[what])];
    return of === null || !written(of) || holds === says ? [] : [{ what, holds, says, from: of }];
  });
}

/** The terms, or why there are none, for a call that only looks. */
export async function lookForTerms(lab: Lab): Promise<{ proposed: LookedTerms | null; why: string | null }> {
  try {
    return { proposed: await (lab.hosted ? proposeTerms : termsWithoutHost)(lab), why: null };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { proposed: null, why: [error.message, error.advice].join(" ").trim() };
  }
}

/** Without a host no provider tells of its models, so only a model that a file names is known. */
async function termsWithoutHost(lab: Lab): Promise<LookedTerms> {
  const { terms, from, runners, tdd } = await readTerms(lab);
  const named = namedModel(lab, tdd);
  return {
    terms: { ...terms, model: named.model },
    from: { ...from, model: named.from },
    ...{ runners, price: null, hosts_own: false },
  };
}
