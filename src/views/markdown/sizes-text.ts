import type { PresetSize, Size, Sizes } from "../../artifacts/cost.ts";
import { PRESET_NAMES, PRESETS, type PresetName, THRIFT_COSTS } from "../../artifacts/preset.ts";
import { code, join, type Markdown, md } from "../../text/markdown.ts";
import { costOf, count, dollars, list } from "../../text/numbers.ts";
import { columnsOf } from "../../text/truncate.ts";
import { terminalTable } from "./table.ts";

/** Columns of a line to type; of a longer one only its beginning is shown, for the task is the person's own. */
const MAX_LINE = 200;

/** The line that starts a call with each preset; null where it cannot be typed. */
export type Lines = Readonly<Record<PresetName, string | null>>;

/** The presets beside each other, what a larger one buys, and how each is had; those that would ask the same once. */
export function sizesText({ call, presets }: Sizes, lines: Lines): Markdown[] {
  const different = presets.filter(({ same_as }) => same_as === null);
  const others = different.filter(({ taken }) => !taken);
  const alike = alikeText(presets);
  return [
    ...(others.length > 0
      ? [
          sizesTable(call, different),
          md`More designs raise the quality of the best, more reviewers the certainty. In simulations of ${list(PRESET_NAMES.map(sizeText))} the chosen design was better than the average one by ${list(PRESET_NAMES.map((name) => md`${PRESETS[name].gain}`))} times what designs usually differ by; nothing is promised of your models.`,
          ...(!call.thrifty && others.some(({ thrifty }) => thrifty)
            ? [md`Where fewer than all evaluations are asked, ${THRIFT_COSTS}; ${code("--no-thrifty")} asks all.`]
            : []),
          join(
            others.map(({ preset }) => md`- ${preset}: ${lineText(preset, lines[preset])}`),
            "\n",
          ),
        ]
      : []),
    ...(alike === null ? [] : [alike]),
  ];
}

const sizeText = (name: PresetName): Markdown => md`${PRESETS[name].designs} × ${PRESETS[name].reviewers}`;

function sizesTable(call: Size, presets: readonly PresetSize[]): Markdown {
  const taken = presets.some((each) => each.taken);
  const columns: [name: string, size: Size][] = [
    ...(taken ? [] : [["this call", call] as [string, Size]]),
    ...presets.map((each): [string, Size] => [each.taken ? `${each.preset}, this call` : each.preset, each]),
  ];
  const sizes = columns.map(([, size]) => size);
  const judged = sizes.some(({ evaluations }) => evaluations > 0);
  const row = (name: string, of: (size: Size) => string): string[] => [name, ...sizes.map(of)];
  return terminalTable(
    ["", ...columns.map(([name]) => name)],
    [
      row("designs", ({ designs }) => String(designs)),
      ...(judged ? [row("reviewers", ({ reviewers }) => String(reviewers)), row("evaluations", evaluationsOf)] : []),
      row("sessions", sessionsOf),
      row("price", priceOf),
      row("minutes", ({ seconds }) => String(Math.max(1, Math.round(seconds / 60)))),
    ],
    ["l", ...columns.map(() => "r" as const)],
  );
}

function priceOf(size: Size): string {
  return size.cost === 0 && size.unpriced.length > 0 ? dollars(null) : costOf({ ...size, uncounted: 0 });
}

function sessionsOf({ sessions, evaluations, expected_evaluations: expected }: Size): string {
  return expected < evaluations ? `about ${sessions} of ${sessions - expected + evaluations}` : String(sessions);
}

function evaluationsOf({ evaluations, expected_evaluations: expected }: Size): string {
  return expected < evaluations ? `about ${expected} of ${evaluations}` : String(evaluations);
}

function lineText(preset: PresetName, line: string | null): Markdown {
  if (line === null) return md`the same call with ${code(`preset: "${preset}"`)}`;
  if (columnsOf(line) <= MAX_LINE && !/\s{2}|[^\S ]/u.test(line)) return code(line);
  return md`${code(line.split(" ", 3).join(" "))} and the rest of the line that stands below`;
}

/** "You have 3 models: standard and thorough would ask the same as quick."; null where each asks more. */
function alikeText(presets: readonly PresetSize[]): Markdown | null {
  const sentences = presets.flatMap(({ preset, models }): Markdown[] => {
    const same = presets.filter(({ same_as }) => same_as === preset).map((each) => md`${each.preset}`);
    return same.length === 0
      ? []
      : [md`You have ${count(models, "model")}: ${list(same)} would ask the same as ${preset}.`];
  });
  return sentences.length === 0 ? null : join(sentences, " ");
}
