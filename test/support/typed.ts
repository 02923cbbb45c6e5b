import { type CommandLine, parseCommandLine as parse, type TypedAt } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

/** Every op that there is, loaded. */
export const OPS = await allOps();

/** A typed line as the ops that there are read it. */
export const parseCommandLine = (text: string, at: TypedAt): CommandLine => parse(text, at, OPS);
