import { expect, test } from "bun:test";
import { bench } from "../support/lab.ts";
import { parseCommandLine } from "../support/typed.ts";

const args = (line: string): unknown => {
  const parsed = parseCommandLine(line, { screen: true });
  return parsed.kind === "call" ? { op: parsed.op, ...parsed.args } : parsed.kind;
};

test("a configuration is allowed by allow, and by allow no it may hold no more", () => {
  expect(args("allow")).toEqual({ op: "doctor", allow: true });
  expect(args("allow no")).toEqual({ op: "doctor", allow: false });
  expect(args("allow NO")).toEqual({ op: "doctor", allow: false });
});

test("what stands beside these words allows nothing", () => {
  for (const line of ["allow no more", "allow yes", "allow never"])
    expect([line, args(line)]).toEqual([line, "problem"]);
});

test("no model is asked anything unless the call says so, and then each of a run once", async () => {
  const lab = await bench();
  try {
    await lab.call("doctor");
    expect(lab.host.prompts).toEqual([]);
    await lab.call("doctor", { ask: true });
    expect(lab.host.prompts.length).toBeGreaterThan(0);
  } finally {
    await lab.dispose();
  }
});
