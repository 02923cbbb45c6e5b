import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { type ParseError, parse } from "jsonc-parser";
import { ConfigFile } from "../../src/config/schema.ts";
import { starterConfig } from "../../src/config/starter.ts";
import { available } from "../support/scripted-host.ts";

function read(text: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const value = parse(text, errors) as Record<string, unknown>;
  expect(errors).toEqual([]);
  expect([...Value.Errors(ConfigFile, value)]).toEqual([]);
  return value;
}

describe("starterConfig()", () => {
  test("names one model of each of three providers and lists the others in comments", () => {
    const models = ["a/one", "a/two", "b/one", "c/one", "d/one"].map((id) => available(id));
    const text = starterConfig(models, "./design-lab.schema.json");
    expect(read(text).design_models).toEqual(["a/one", "b/one", "c/one"]);
    expect(text).toContain("// a/two\n");
    expect(text).toContain("// d/one\n");
  });

  test("names nothing that the host brought by itself, and lists it only where there is nothing else, in comments", () => {
    const free = ["opencode/x", "opencode/y"].map((id) => available(id, { hosts_own: true }));
    const text = starterConfig([...free, available("z/one"), available("z/two")], "x");
    expect(read(text).design_models).toEqual(["z/one", "z/two"]);
    expect(text).not.toContain("opencode/");
    const alone = starterConfig(free, "x");
    expect(read(alone).design_models).toEqual([]);
    expect(alone).toContain("// opencode/x\n");
    expect(alone).toContain("whose service you did not set up");
    expect(alone).toContain("opencode auth login");
  });

  test("has a model that is all there is write three designs, for two are needed to rank", () => {
    expect(read(starterConfig([available("z/one")], "x")).design_models).toEqual(["z/one", "z/one", "z/one"]);
  });

  test("is a configuration also with no model connected", () => {
    const text = starterConfig([], "./design-lab.schema.json");
    expect(read(text).design_models).toEqual([]);
    expect(text).toContain("opencode auth login");
  });

  test("says how many models it leaves out", () => {
    const models = Array.from({ length: 100 }, (_, index) => available(`p/model-${index}`));
    expect(starterConfig(models, "x")).toContain("// and 67 more: opencode models");
  });

  test("stays a configuration whatever a provider calls its models", () => {
    const models = ['p/a\n"b', "p/*/ }", "p/\u2028x"].map((id) => available(id));
    read(starterConfig(models, "x"));
  });
});
