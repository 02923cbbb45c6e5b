import { expect, test } from "bun:test";
import { marked, type Token, type Tokens } from "marked";
import type { PlanTask } from "../../../src/artifacts/plan-task.ts";
import { planMarkdown } from "../../../src/views/markdown/plan-md.ts";
import { MANY } from "../../plan/many.ts";
import { plan, TWELVE, task } from "../../plan/samples.ts";

type Read = { id: string; name: string; done: boolean; fields: Record<string, string[]> };

/** The tasks of a document, as a reader of Markdown finds them: a box, an id in code, a name in bold, a list of fields. */
function readBack(text: string): Read[] {
  const lists = marked.lexer(text).filter((token): token is Tokens.List => token.type === "list");
  return lists.flatMap(({ items }) =>
    items.map((item) => {
      const inline = item.tokens.flatMap(
        (token) => ("tokens" in token && token.type === "text" ? token.tokens : []) ?? [],
      );
      const of = (type: string): string => plainOf(inline.find((token) => token.type === type));
      const inner = item.tokens.find((token): token is Tokens.List => token.type === "list");
      const fields: Record<string, string[]> = {};
      for (const { tokens } of inner?.items ?? []) {
        const parts = tokens.flatMap((token) => ("tokens" in token ? (token.tokens ?? []) : []));
        const whole = parts.map(plainOf).join("");
        const [, field = "", value = ""] = /^([a-z ]+): (.*)$/u.exec(whole) ?? [];
        const codes = parts.filter(({ type }) => type === "codespan").map(plainOf);
        fields[field] = [...(fields[field] ?? []), ...(codes.length > 0 ? codes : [value])];
      }
      return { id: of("codespan"), name: of("strong"), done: item.checked === true, fields };
    }),
  );
}

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const plainOf = (token: Token | undefined): string => {
  if (token === undefined) return "";
  if ("tokens" in token && token.tokens) return token.tokens.map(plainOf).join("");
  return unescaped("text" in token ? String(token.text) : "");
};

/** Balanced code in a name stays code, so its marks are no part of the text. */
const wanted = ({
  id,
  name,
  status,
  depends_on,
  scope,
  risk,
  impact,
  done_when,
  files,
  requirements,
  components,
}: PlanTask): Read => {
  const fields = { status: [status ?? "not known"], after: depends_on, "done when": done_when, files };
  const words = { scope, risk, impact, requirements: requirements.join(", "), components: components.join(", ") };
  const said = Object.entries(words).map(([field, value]) => [field, value ? [value] : []] as const);
  const all = [...Object.entries(fields), ...said].filter(([, values]) => values.length > 0);
  return {
    id,
    name: name.replaceAll("`", ""),
    done: status === "completed",
    fields: Object.fromEntries(all.map(([field, values]) => [field, [...values]])),
  };
};

const byId = <T extends { id: string }>(all: readonly T[]): T[] => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));

for (const [name, tasks] of [
  ["twelve", TWELVE],
  ["300", MANY],
  ["a cycle", [task("a", ["b"]), task("b", ["a"], { status: "completed" }), task("c"), task("d", ["nowhere"])]],
  [
    "signs",
    [
      task("認証", ["x*y"], {
        name: "*a* [b](c) <i> & `d` _e_",
        files: ["src/**/*.ts", "a b.md"],
        done_when: ["npm test -- --grep '# a | b'"],
        status: null,
      }),
    ],
  ],
] as const) {
  test(`a plan as Markdown with boxes is read back with every task: ${name}`, () => {
    const found = readBack(planMarkdown(plan(tasks)));
    expect(byId(found)).toEqual(byId(tasks.map(wanted)));
  });
}

test("what a task waits for stands above it; what has no order is last, under its own heading", () => {
  const order = readBack(planMarkdown(plan(MANY))).map(({ id }) => id);
  for (const { id, depends_on } of MANY)
    for (const on of depends_on) expect(order.indexOf(on)).toBeLessThan(order.indexOf(id));
  const text = planMarkdown(plan([task("a", ["a"]), task("b")]));
  expect(text.indexOf("`b`")).toBeLessThan(text.indexOf("## In a cycle or behind one"));
  expect(text.indexOf("`a`")).toBeGreaterThan(text.indexOf("## In a cycle or behind one"));
});
