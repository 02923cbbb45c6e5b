import { expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { allOps } from "../../src/ops/registry.ts";

/** What is said of an arg: of itself, or of each shape that it may have. */
const saidOf = ({ description, anyOf = [] }: TSchema): unknown[] =>
  description === undefined ? anyOf.map((each: TSchema) => each.description) : [description];

test("every arg of every op is told to whoever calls it", async () => {
  for (const { name, args } of await allOps()) {
    for (const [arg, schema] of Object.entries(args.properties)) {
      const said = saidOf(schema);
      expect([name, arg, said.length > 0 && said.some((each) => typeof each === "string" && each !== "")]).toEqual([
        ...[name, arg],
        true,
      ]);
    }
  }
});
