import { saysNothing } from "../../command/in-doubt.ts";
import { UsageError } from "../../errors.ts";
import type { SetupInput } from "../../stages/setup.ts";
import { isBlank } from "../../text/clean.ts";
import { typedCode } from "../../text/typed.ts";
import { names, type StartArgs, seats, sentences } from "../args.ts";
import type { Overrides } from "../op.ts";
import { atHome } from "../paths/at-home.ts";

/** Whether the call itself says who designs or who reviews; an empty list says nothing. */
export function namesModels({ design_models, review_models }: StartArgs): boolean {
  return [design_models, review_models].some((given) => seats(given).length > 0);
}

/** What run and generate change in the configuration. */
export function overridesOf(given: StartArgs, home: string): Overrides {
  const { preset, qualitative, quantitative, thrifty, control, strict_isolation, output_dir, limits } = given;
  // An empty list is not given: it would replace the configured one with nothing.
  const [designing, reviewing] = [seats(given.design_models), seats(given.review_models)];
  const [designers, reviewers] = [names(given.designers) ?? [], names(given.reviewers) ?? []];
  return {
    // Who names models wants these and no others, whatever preset is configured.
    ...(namesModels(given) ? { preset: null } : { preset }),
    ...(designing.length > 0 && { design_models: designing }),
    ...(reviewing.length > 0 && { review_models: reviewing }),
    ...(designers.length > 0 && { designers }),
    ...(reviewers.length > 0 && { reviewers }),
    ...((qualitative !== undefined ||
      quantitative !== undefined ||
      thrifty !== undefined ||
      control !== undefined ||
      given.assertions !== undefined) && {
      review: {
        ...(thrifty !== undefined && { thrifty }),
        ...(control !== undefined && { control }),
        ...(given.assertions !== undefined && { assertions: sentences(given.assertions) }),
        ...(qualitative !== undefined && { qualitative: { enabled: qualitative } }),
        ...(quantitative !== undefined && { quantitative: { enabled: quantitative } }),
      },
    }),
    ...(strict_isolation !== undefined && { hooks: { design_isolation: { strict_mode: strict_isolation } } }),
    ...(output_dir !== undefined && { output: { base_dir: atHome(output_dir, home) } }),
    ...(limits !== undefined && { limits }),
  };
}

/** The task of a call that starts one. Throws LabError where it names nothing to design. */
export function setupInput(given: StartArgs): SetupInput {
  const { task = "", topic, again } = given;
  if (again !== undefined) {
    throw new UsageError(
      "Cannot write designs anew: again (--again) needs an experiment, found a task. No model was asked.",
      {
        advice: `${typedCode("generate", "latest", "--again", "B")} writes design B of the newest anew.`,
      },
    );
  }
  if (saysNothing(task)) {
    throw new UsageError(
      `Cannot start: a task is needed, found ${isBlank(task) ? "nothing" : `${JSON.stringify(task.trim().slice(0, 100))}, which names nothing to design`}. No model was asked.`,
      {
        advice: `Ask the person what is to be designed, and invent nothing. To start, type ${typedCode("run")} and after it what is to be designed.`,
      },
    );
  }
  return {
    task: task.trim(),
    requirements: sentences(given.requirements),
    constraints: sentences(given.constraints),
    non_functional_requirements: sentences(given.non_functional_requirements),
    ...(topic !== undefined && { topic }),
  };
}
