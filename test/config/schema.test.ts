import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Value } from "@sinclair/typebox/value";
import { type ParseError, parse } from "jsonc-parser";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { Config, ConfigFile } from "../../src/config/schema.ts";
import { fieldPaths } from "../../src/config/source.ts";
import { configSchemaText } from "../../src/config/write-schema.ts";

const root = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("design-lab.schema.json", () => {
  test("is what `npm run schema` writes", () => expect(root("design-lab.schema.json")).toBe(configSchemaText()));

  test("requires no field and describes each", () => {
    for (const path of fieldPaths(ConfigFile)) {
      const field = path.split(".").reduce((schema, name) => schema.properties[name], ConfigFile);
      expect(`${path}: ${field.description ?? ""}`).toMatch(/: .{8,}/);
      expect(field.required).toBeUndefined();
    }
    expect(Value.Check(ConfigFile, {})).toBe(true);
  });
});

describe("docs/configuration.md", () => {
  const page = root("docs/configuration.md");

  test.each(fieldPaths(ConfigFile))("has a row for %s", (path) => expect(page).toContain(`\n| \`${path}\` | `));

  test.each(leaves(Value.Create(Config)))("shows the default of %s", (path, value) => {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${path}\` | `));
    expect(row?.split(" | ")[1]).toBe(`\`${JSON.stringify(value)}\``);
  });

  test("has an example that is a configuration", () => {
    const errors: ParseError[] = [];
    const example = parse(page.split("```jsonc\n")[1]?.split("```")[0] ?? "", errors, { allowTrailingComma: true });
    expect(errors).toEqual([]);
    expect([...Value.Errors(ConfigFile, example)]).toEqual([]);
  });
});

describe("the default rubric", () => {
  test("is the five criteria with their weights, each with three anchors of one sentence", () => {
    expect(DEFAULT_CRITERIA.map(({ name, min, max, weight }) => [name, min, max, weight])).toEqual([
      ["clarity", 0, 10, 1],
      ["feasibility", 0, 10, 1.2],
      ["scalability", 0, 10, 1],
      ["maintainability", 0, 10, 1],
      ["innovation", 0, 10, 0.8],
    ]);
    for (const { anchors } of DEFAULT_CRITERIA) {
      for (const anchor of Object.values(anchors ?? {})) expect(anchor).toMatch(/^[A-Z][^.]{40,}\.$/);
      expect(Object.keys(anchors ?? {})).toEqual(["low", "middle", "high"]);
    }
  });
});

/** Every field that is no section, with its default; the rubric has a section of its own on the page. */
function leaves(value: object, prefix = ""): [string, unknown][] {
  return Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (name === "criteria") return [];
    const section = typeof field === "object" && field !== null && !Array.isArray(field) && Object.keys(field).length;
    return section ? leaves(field, `${prefix}${name}.`) : [[prefix + name, field]];
  });
}
