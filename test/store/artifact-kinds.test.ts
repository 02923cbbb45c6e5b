import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { designSha256 } from "../../src/store/artifact-kinds.ts";
import { designOf } from "../support/artifacts.ts";

test("designSha256() of a design from before there were connections is what it was, and with them another", () => {
  const { connections: _, ...design } = designOf("maker/swift-9", {});
  const keys =
    "title summary assumptions architecture_overview components data_flow tradeoffs risks open_questions additional_notes";
  const body = keys.split(" ").map((key) => [key, design[key as keyof typeof design] ?? null]);
  const before = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  expect(designSha256(design)).toBe(before);
  expect(designSha256({ ...design, connections: [] })).not.toBe(before);
});
