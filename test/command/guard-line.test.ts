import { describe, expect, test } from "bun:test";
import { guarded, guardLine } from "../../src/command/guard-line.ts";

const read = (line: string) => guarded(line.split(" ").filter(Boolean));

describe("a line about the gate", () => {
  const LINES: [string, Record<string, unknown>][] = [
    ["", {}],
    ["on", { do: "on" }],
    ["off", { do: "off" }],
    ["status", { do: "status" }],
    ["allow", { do: "allow" }],
    ["on --task T3", { do: "on", task: "T3" }],
    ["allow --until-green", { do: "allow", until_green: true }],
  ];
  for (const [line, args] of LINES)
    test(`"${line}" means its args, and they mean the line`, () => {
      expect(read(line)).toEqual({ args });
      expect(guardLine(args, "/design-lab")).toBe(["/design-lab guard", line].filter(Boolean).join(" "));
    });

  test("is read in any case, and with = before the task", () => {
    expect(read("ON --task=задача-1")).toEqual({ args: { do: "on", task: "задача-1" } });
  });

  const ODD: [string, string[], string?][] = [
    ["an API against abuse", ["an", "API", "against", "abuse"], "on, off, allow or status may stand there"],
    ["on the API", ["the"]],
    ["off --until-green", ["--until-green"], "it belongs to guard allow"],
    ["allow --until-green --until-green", ["--until-green"], "it stands twice"],
    ["off --task T3", ["--task"], "it belongs to guard on"],
    ["on --task", ["--task"], "--task needs a task's id, as its file has it"],
    ["on --task ../x", ["../x"], "--task needs a task's id, as its file has it"],
    ["on --task T3 --task T4", ["--task"], "it stands twice"],
  ];
  for (const [line, odd, why] of ODD)
    test(`"${line}" passes nothing over`, () => {
      expect(read(line)).toEqual({ odd, ...(why !== undefined && { why }) });
    });

  test("has no way to say a task with blanks", () => {
    expect(guardLine({ do: "on", task: "two words" }, "/design-lab")).toBeNull();
  });
});
