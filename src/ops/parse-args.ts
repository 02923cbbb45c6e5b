import type { TObject } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LabError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { exampleCall } from "./help.ts";
import type { Op } from "./op.ts";

const MOST_PROBLEMS = 6;

/**
 * An op's args from whatever the host passed on: an object, a JSON string that holds one, or nothing. null stands for
 * an argument that was not given. Throws LabError that names every wrong argument and gives one example.
 */
export function parseArgs(op: Op, given: unknown): Record<string, unknown> {
  const fail = (problems: readonly string[]): never => {
    throw new LabError(`Cannot run ${op.name}: ${problems.slice(0, MOST_PROBLEMS).join("; ")}.`, {
      advice: `A call that works: ${exampleCall(op.name, op.example)}`,
    });
  };
  const object = asObject(given) ?? fail([`args must be an object, found ${show(given)}`]);
  const args = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
  const known = Object.keys(op.args.properties);
  const unknown = Object.keys(args).filter((key) => !known.includes(key));
  const problems = [
    ...unknown.map((key) => {
      const near = nearest(key, known);
      return `there is no argument "${key.slice(0, 60)}"${near.length > 0 ? `, the nearest: ${near.join(", ")}` : `; there are ${known.join(", ")}`}`;
    }),
    ...wrongValues(op.args, args, unknown),
  ];
  return problems.length > 0 ? fail(problems) : args;
}

function wrongValues(schema: TObject, args: Record<string, unknown>, passOver: readonly string[]): string[] {
  const wrong = new Map<string, string>();
  for (const { path, message, value } of Value.Errors(schema, args)) {
    const [, key = ""] = path.split("/");
    if (passOver.includes(key) || wrong.has(key)) continue;
    const where = `args.${path.slice(1).replaceAll("/", ".")}`;
    wrong.set(
      key,
      value === undefined
        ? `${where} is needed, found nothing`
        : `${where}: ${message.charAt(0).toLowerCase()}${message.slice(1)}, found ${show(value)}`,
    );
  }
  return [...wrong.values()];
}

function asObject(given: unknown): Record<string, unknown> | null {
  if (given === undefined || given === null || given === "") return {};
  const value = typeof given === "string" ? parsed(given) : given;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
