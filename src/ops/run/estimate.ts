import { basename } from "node:path";
import type { SpokenTo } from "../../artifacts/caller.ts";
import type { Forecast, Sizes } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import type { PresetName } from "../../artifacts/preset.ts";
import { COMMAND_FORM, LINE_FORM, startBrief, startLine } from "../../command/run-line.ts";
import { LATEST } from "../../command/word.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isBare } from "../../stages/brief/topic.ts";
import { sizesOf } from "../../stages/sizes.ts";
import { leftOpen } from "../../story/brief-stands.ts";
import { forecastSaid } from "../../story/forecast.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { StartArgs } from "../args.ts";
import type { Facts, Reply } from "../op.ts";
import { estimateSha256 } from "./agreed.ts";
import { namesModels } from "./given.ts";
import type { PlannedCall } from "./planned.ts";

/** The reply of a call that only asks what it would ask: that, the line that starts it, and each preset beside it. */
export async function estimate(
  op: "run" | "generate",
  given: StartArgs,
  {
    lab,
    plan,
    expected,
    own,
    voice,
  }: { lab: Lab; plan: PlannedCall; expected: Forecast; own: readonly Note[]; voice: SpokenTo },
): Promise<Reply> {
  const judged = op === "run";
  const sizes = "input" in plan && !namesModels(given) ? await sizesOf(lab, plan, judged) : null;
  const sparing = judged && plan.notes.some(({ kind }) => kind === "thrifty");
  const said = forecastSaid(expected, {
    notes: [...lab.held, ...plan.notes, ...own],
    start: lineOf(op, given, plan, voice),
    thrifty: sparing,
    sizes: sizes && { ...sizes, lines: linesOf(op, given, plan, voice) },
    open: "input" in plan && isBare(plan.input) ? leftOpen(startLine("brief", { task: plan.input.task })) : [],
    voice,
  });
  const offer = offered(estimateSha256(lab, plan, expected), sparing);
  return { text: blocksText(said), facts: { forecast: expected, ...offer, ...presetFacts(sizes) } };
}

/** The line that starts the same call; null where it cannot be typed. */
function lineOf(op: "run" | "generate", given: StartArgs, plan: PlannedCall, voice: SpokenTo): string | null {
  const form = voice === "command" ? COMMAND_FORM : LINE_FORM;
  if ("begun" in plan && plan.begun) return startBrief(op, basename(plan.begun.dir), given, form);
  if ("experiment" in plan && given.join !== undefined)
    return startBrief(op, basename(plan.experiment.dir), given, form);
  // Another may be the newest by the time that it is typed.
  const named = "experiment" in plan && given.experiment === LATEST ? basename(plan.experiment.dir) : given.experiment;
  return startLine(op, { ...given, experiment: named }, form);
}

/** The same with each preset. */
function linesOf(op: "run" | "generate", { preset: _, ...given }: StartArgs, plan: PlannedCall, voice: SpokenTo) {
  const lineWith = (preset: PresetName) => lineOf(op, { preset, ...given }, plan, voice);
  return { quick: lineWith("quick"), standard: lineWith("standard"), thorough: lineWith("thorough") };
}

/** What a yes to it on a page is bound to, and whether some of it may be spared. */
const offered = (sha256: string | null, thrifty: boolean): Facts =>
  sha256 === null ? {} : { offer: { sha256, thrifty } };

/** The presets as fields of their names. */
function presetFacts(sizes: Sizes | null): Facts {
  return sizes === null ? {} : { presets: Object.fromEntries(sizes.presets.map((each) => [each.preset, each])) };
}
