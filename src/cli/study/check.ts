import { resolve } from "node:path";
import type { StudyBundle } from "../../artifacts/study.ts";
import { readStudyFile } from "../../config/study-file.ts";
import { UsageError } from "../../errors.ts";
import { freeBases } from "../../experiment/open.ts";
import { createLab } from "../../lab.ts";
import { agreementWithin, orderPower } from "../../stats/study-power.ts";
import { studyCheckSaid } from "../../story/study-check.ts";
import { typedSaid } from "../../story/study-help.ts";
import { type BundleNote, readBundle } from "../../study/bundle.ts";
import { studyForecast } from "../../study/forecast.ts";
import { bundleHash } from "../../study/manifest.ts";
import { sessionsOfPanel } from "../../study/panel-work.ts";
import { nearest } from "../../text/nearest.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { callerHere, withoutHost } from "../local.ts";
import { askPrices } from "./ask-prices.ts";
import { studyOptions } from "./options.ts";
import type { StudyCall, StudyWord } from "./study.ts";

/** `study check FILE`: what a study is, costs and could show. It asks no model and starts nothing. */
export const checkWord: StudyWord = {
  word: "check",
  usage: "check FILE",
  does: "says what a study file comes to, costs and could show; asks no model",
  async run(call) {
    const file = fileOf(call.rest);
    const checked = await checkStudy(file, call);
    const { bundle, notes, near, ...numbers } = checked;
    const facts = {
      study: {
        ...{ name: bundle.name, hash: checked.hash, file: resolve(file), repeats: bundle.repeats },
        tasks: bundle.tasks.map(({ key, title, source, sha256 }) => ({ key, title, source, sha256 })),
        panels: bundle.panels.map(({ name, designs, reviewers, models }) => ({ name, designs, reviewers, models })),
        ...{ limits: bundle.limits, providers: bundle.providers, machines: bundle.machines },
      },
      ...{ forecast: numbers.forecast, prices_unknown: numbers.unasked, power: numbers.power, notes },
      nearest: Object.fromEntries(near),
    };
    return { text: blocksText(studyCheckSaid(checked)), outcome: "answered", facts };
  },
};

/** The study of a file with all that can be known of it before it runs. Throws LabError. */
export async function checkStudy(file: string, call: StudyCall) {
  const { bundle, notes } = await bundleOf(file, call);
  const hash = bundleHash(bundle);
  const { asked, unasked, offered } = await askPrices({ bundle, hash }, call);
  const forecast = studyForecast(bundle, asked);
  const near = new Map(forecast.unreachable.map((model) => [model, nearest(model, offered)]));
  return { bundle, notes, file, unasked, hash, forecast, near, power: powerOf(bundle) };
}

/** The bundle of a file, from the project that the command works in. Throws LabError. */
export async function bundleOf(
  file: string,
  { directory, signal }: StudyCall,
): Promise<{ bundle: StudyBundle; notes: readonly BundleNote[] }> {
  const lab = await createLab(withoutHost(directory)).labForReading(callerHere(signal));
  const places = { directory, worktree: lab.worktree, ...lab.person, now: lab.now };
  return readBundle(readStudyFile(resolve(file)), { ...places, bases: await freeBases(lab, "read") });
}

function fileOf(rest: readonly string[]): string {
  const [file] = studyOptions(checkWord, rest, {}, 1).positionals;
  if (file !== undefined) return file;
  throw new UsageError("Cannot check a study: its file is needed.", { advice: typedSaid(checkWord) });
}

/** What could be told of two models that design in most panels together. */
function powerOf({ tasks, panels, repeats }: StudyBundle) {
  const own = panels.map((panel) => [
    ...new Set(sessionsOfPanel(panel).flatMap(({ role, model }) => (role === "designer" ? [model] : []))),
  ]);
  const pairs = new Map<string, number>();
  for (const models of own)
    for (const [at, one] of models.entries())
      for (const other of models.slice(at + 1)) {
        const pair = [one, other].toSorted().join(" ");
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
  const shape = {
    tasks: tasks.length,
    experiments: repeats * Math.max(1, ...pairs.values()),
    designers: Math.max(...own.map((models) => models.length)),
  };
  return { ...shape, orders: orderPower(shape), agreement: agreementWithin(tasks.length) };
}
