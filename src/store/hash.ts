import { createHash } from "node:crypto";
import type { Criterion } from "../artifacts/criterion.ts";
import { DesignBody } from "../artifacts/design.ts";

/** Hash of what a reviewer reads of a design: its body's fields, in schema order. An edit of anything else keeps it. */
export function designSha256(design: DesignBody): string {
  const body = Object.keys(DesignBody.properties).map((key) => [key, design[key as keyof DesignBody] ?? null]);
  return sha256(JSON.stringify(body));
}

/** Hash of what a scorer judges by: names, descriptions, anchors and bounds. Weights only matter to the ranking. */
export function rubricSha256(criteria: readonly Criterion[]): string {
  const rubric = criteria.map(({ name, description, min, max, anchors }) => {
    return [name, description, min, max, anchors ? [anchors.low, anchors.middle, anchors.high] : null];
  });
  return sha256(JSON.stringify(rubric.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
