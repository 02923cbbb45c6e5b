import { nearest } from "../text/nearest.ts";
import { callCode, typedCode } from "../text/typed.ts";
import type { NamedOp } from "./op.ts";

/**
 * What a name that is no op may mean, a sentence without its full stop each: a value of an op's argument or an argument,
 * or else those that are spelled nearly so. Empty where nothing is near.
 */
export function opsMeant(name: string, ops: readonly NamedOp[]): string[] {
  const own = meaning(name, ops);
  if (own.length > 0) return own;
  const names = ops.map((op) => op.name);
  const known = [...names, ...ops.flatMap(({ parts }) => parts?.names ?? [])];
  const near = nearest(name, known);
  if (near.length === 0) return [];
  const others = near.filter((each) => !names.includes(each));
  return [`the nearest: ${near.join(", ")}`, ...others.flatMap((each) => meaning(each, ops))];
}

function meaning(name: string, ops: readonly NamedOp[]): string[] {
  const shown = JSON.stringify(name.slice(0, 60));
  const parts = ops.flatMap(({ name: op, parts }) =>
    parts?.names.includes(name)
      ? `${shown} is a ${parts.what} of ${op}: ${typedCode(op, name)} (${callCode(op, parts.args(name))})`
      : [],
  );
  const takers = ops.filter(({ args }) => Object.hasOwn(args.properties, name)).map((op) => op.name);
  // What many take says nothing of which is meant.
  const args = takers.length > 0 && takers.length < 3 ? [`${shown} is an argument of ${takers.join(" and ")}`] : [];
  const words = ops.flatMap(({ name: op, words }) =>
    words.some((each) => each.word === name || each.also?.includes(name)) ? `${shown} is typed for ${op}` : [],
  );
  return [...parts, ...args, ...words];
}
