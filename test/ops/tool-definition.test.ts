import { expect, test } from "bun:test";
import { z } from "zod";
import { DEFINITION } from "../../src/ops/registry.ts";

test("the tool has the same arguments as Zod for one host and as JSON Schema for the other", () => {
  const zod = z.toJSONSchema(z.object(DEFINITION.parameters));
  expect(DEFINITION.input.type).toBe("object");
  expect(Object.keys(DEFINITION.input.properties)).toEqual(Object.keys(zod.properties ?? {}));
  expect<readonly string[]>(DEFINITION.input.required).toEqual(zod.required ?? []);
});
