import { criticalOf } from "../plan/estimate.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { unexportedSaid } from "../story/plan-faults.ts";
import { unmarked } from "../story/sentence.ts";
import { clean } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";

/** Columns of a name in a node. */
const NAME = 60;

/**
 * A plan as a flowchart of Mermaid: a node for each task, an edge from what comes before to what waits for it, thick
 * along the longest path of what is left. Status is a class with a sign of its own beside its colour.
 */
export function planMermaid(plan: ReadPlan): string {
  const { ids, tasks, before } = plan.all;
  const node = new Map(ids.map((id, at) => [id, `t${at + 1}`]));
  const path = criticalOf(plan.left).path.map(({ id }) => id);
  const earlier = new Map(path.map((id, at) => [id, path[at - 1]]));
  const isCritical = (from: string, to: string): boolean => earlier.get(to) === from;
  const nodes = ids.map((id) => {
    const status = tasks.get(id)?.status ?? "unread";
    const label = `${SIGNS[status]}${id}: ${truncate(tasks.get(id)?.name ?? "", NAME)}`;
    return `  ${node.get(id)}["${escaped(label)}"]:::${classOf(status)}`;
  });
  const edges = ids.flatMap((id) =>
    (before.get(id) ?? []).map((from) => `  ${node.get(from)} ${isCritical(from, id) ? "==>" : "-->"} ${node.get(id)}`),
  );
  const classes = Object.entries(STYLES).map(([name, style]) => `  classDef ${classOf(name)} ${style}`);
  const missing = unexportedSaid(plan.trouble);
  const remark = missing.length === 0 ? [] : [`%% Look: ${unmarked(missing, String)}`];
  return `${[...remark, "flowchart LR", ...nodes, ...edges, ...classes].join("\n")}\n`;
}

/** A hyphen would end the name of a class. */
const classOf = (status: string): string => status.replaceAll("-", "_");

const SIGNS = { pending: "", "in-progress": "▶ ", completed: "✓ ", failed: "✗ ", blocked: "■ ", unread: "? " } as const;
const STYLES: Readonly<Record<keyof typeof SIGNS, string>> = {
  pending: "fill:#ffffff,stroke:#555555,color:#111111",
  "in-progress": "fill:#dbeafe,stroke:#1d4ed8,color:#111111",
  completed: "fill:#dcfce7,stroke:#15803d,color:#111111",
  failed: "fill:#fee2e2,stroke:#b91c1c,color:#111111",
  blocked: "fill:#e5e7eb,stroke:#111111,color:#111111,stroke-dasharray:4",
  unread: "fill:#fef9c3,stroke:#a16207,color:#111111",
};

/** Whatever is no letter, digit or plain sign by its number, so that nothing of it is more than text. */
function escaped(label: string): string {
  const line = clean(label).text.replace(/\s+/gu, " ").trim();
  return line.replace(/[^\p{L}\p{N}\p{M} .,:/()_▶✓✗■-]/gu, (letter) => `#${letter.codePointAt(0)};`);
}
