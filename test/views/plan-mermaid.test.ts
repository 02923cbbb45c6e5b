import { expect, test } from "bun:test";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { planMermaid } from "../../src/views/plan-mermaid.ts";
import { MANY } from "../plan/many.ts";
import { plan, TWELVE, task } from "../plan/samples.ts";

const NODE = /^ {2}(t\d+)\["([^"]*)"\]:::(\w+)$/u;
const EDGE = /^ {2}(t\d+) (-->|==>) (t\d+)$/u;

/** A flowchart line by line: nodes with their labels and classes, edges by the labels of their ends. */
function readBack(text: string) {
  const [head, ...lines] = text.trimEnd().split("\n");
  const nodes = new Map<string, { label: string; status: string }>();
  const edges: { from: string; to: string; thick: boolean }[] = [];
  const classes: string[] = [];
  for (const line of lines) {
    const [node, edge] = [NODE.exec(line), EDGE.exec(line)];
    const style = /^ {2}classDef (\w+) [\w#:,-]+$/u.exec(line);
    if (node) nodes.set(node[1] ?? "", { label: decoded(node[2] ?? ""), status: node[3] ?? "" });
    else if (edge) edges.push({ from: edge[1] ?? "", to: edge[3] ?? "", thick: edge[2] === "==>" });
    else if (style) classes.push(style[1] ?? "");
    else throw new Error(`No line of a flowchart: ${line}`);
  }
  const named = (node: string): string => nodes.get(node)?.label ?? "nothing";
  return {
    head,
    nodes: [...nodes.values()],
    edges: edges.map((e) => ({ ...e, from: named(e.from), to: named(e.to) })),
    classes,
  };
}
const decoded = (label: string): string =>
  label.replace(/#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)));
const labelOf = ({ id, name }: PlanTask): string => `${id}: ${name}`;

test("a plan as Mermaid is read back with every task, edge and status", () => {
  for (const tasks of [TWELVE, MANY]) {
    const byId = new Map(tasks.map((each) => [each.id, each]));
    const { head, nodes, edges, classes } = readBack(planMermaid(plan(tasks)));
    expect(head).toBe("flowchart LR");
    expect(nodes.map(({ label }) => label.replace(/^[▶✓] /u, "")).toSorted()).toEqual(tasks.map(labelOf).toSorted());
    for (const { label, status } of nodes) {
      const task = byId.get(/^(?:[▶✓] )?([^:]+):/u.exec(label)?.[1] ?? "");
      expect(status.replace("_", "-")).toBe(task?.status ?? "");
      expect(classes).toContain(status);
    }
    const plain = edges.map(({ from, to }) => `${from.replace(/^[▶✓] /u, "")} → ${to.replace(/^[▶✓] /u, "")}`);
    const wanted = tasks.flatMap((each) =>
      each.depends_on.map((on) => [byId.get(on), each].map((t) => labelOf(t ?? each)).join(" → ")),
    );
    expect(plain.toSorted()).toEqual(wanted.toSorted());
  }
});

test("the longest path of what is left is thick", () => {
  const { edges } = readBack(planMermaid(plan(TWELVE)));
  const thick = edges.filter((edge) => edge.thick).map(({ from, to }) => `${from[0]}${to[0]}`);
  expect(thick).toEqual(["ab", "bd", "dg", "gj"]);
});

test("nothing of a name is more than text, and a cycle is drawn as it is", () => {
  const name = '"]; click t1 "javascript:alert(1)" %%{init: {}}%% `<b>` 認証 #35;';
  const { nodes, edges } = readBack(
    planMermaid(plan([task("a", ["b"], { name }), task("b", ["a"], { status: null })])),
  );
  expect(nodes.map(({ label }) => label)).toEqual([
    expect.stringContaining('a: "]; click t1 "javascript:alert(1)"'),
    "? b: Task b",
  ]);
  expect(edges).toHaveLength(2);
  expect(planMermaid(plan([task("a", [], { name })])).split("\n")[1]).toMatch(NODE);
});

test("what could not be read of a folder stands above it, as a remark", () => {
  const text = planMermaid(plan([task("a")], { twice: [{ id: "a", files: ["a.md", "b.md"] }] }));
  expect(text).toStartWith("%% Look: 1 id stands in several files\nflowchart LR\n");
});
