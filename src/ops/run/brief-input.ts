import type { Brief } from "../../artifacts/brief.ts";
import { taskBriefOf, textsOf } from "../../experiment/brief.ts";
import type { SetupInput } from "../../stages/setup.ts";

/** What is set up of an approved brief. */
export const briefInput = (brief: Brief): SetupInput => ({
  task: brief.task.trim(),
  requirements: textsOf(brief.requirements),
  constraints: textsOf(brief.constraints),
  non_functional_requirements: textsOf(brief.non_functional_requirements),
  topic: brief.topic,
  brief: taskBriefOf(brief),
  ...(brief.criteria && { criteria: brief.criteria }),
});
