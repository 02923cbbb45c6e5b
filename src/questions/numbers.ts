import { Type } from "@sinclair/typebox";
import { MAX_SCALE } from "../artifacts/bounds.ts";
import { western } from "./options.ts";
import { needs, type Refusal } from "./row.ts";

/** A scale from min to max; with a step, what lies whole steps above min alone. */
export type Scale = { min: number; max: number; step?: number; unit?: string | undefined };

export const Scaled = (description: string) => Type.Number({ minimum: -MAX_SCALE, maximum: MAX_SCALE, description });
export const ScaleStep = Type.Number({
  exclusiveMinimum: 0,
  maximum: 2 * MAX_SCALE,
  description: "From one value to the next",
});

/** What is wrong with a scale's ends. */
export function wrongScale({ min, max, step }: Scale): Refusal | null {
  if (max <= min) return needs(`above min ${min}`, max, ["max"]);
  if (step !== undefined && step > max - min) return needs(`at most ${max - min}, from min to max`, step, ["step"]);
  return null;
}

/** What is wrong with a value on a scale. */
export function offScale(scale: Scale, value: number, path: (string | number)[]): Refusal | null {
  const { min, max, step } = scale;
  if (value < min || value > max) return needs(scaleText(scale), value, path);
  if (step === undefined) return null;
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? needs(scaleText(scale), value, path) : null;
}

/** "a number from 1 to 24 in steps of 1 (hours)": a unit is somebody's words, and stands as it is whatever the number. */
export const scaleText = ({ min, max, step, unit }: Scale): string =>
  `a number from ${min} to ${max}${step === undefined ? "" : ` in steps of ${step}`}${unit === undefined ? "" : ` (${unit})`}`;

/** A number as people type it: "5,000", "0,5", "٢", "80 %" beside the unit %; null for anything else. */
export function numberIn(typed: string, unit = ""): number | null {
  if (typed.length > MAX_TYPED) return null;
  const plain = western(typed.normalize("NFKC")).trim().toLowerCase();
  const ending = unit.normalize("NFKC").trim().toLowerCase();
  const bare = (ending !== "" && plain.endsWith(ending) ? plain.slice(0, -ending.length) : plain)
    .trim()
    .replace("\u2212", "-");
  if (/^[-+]?[1-9]\d{0,2}(?:,\d{3}){1,4}(?:\.\d{1,9})?$/u.test(bare)) return Number(bare.replaceAll(",", ""));
  return /^[-+]?\d{1,12}(?:[.,]\d{1,9})?$/u.test(bare) ? Number(bare.replace(",", ".")) : null;
}

const MAX_TYPED = 600;
