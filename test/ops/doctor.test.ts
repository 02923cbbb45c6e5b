import { expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { answerCall } from "../../src/tool.ts";
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

test("ripgrep is found where a search finds it: no folder of that name, nothing below the one that a search begins in", async () => {
  const lab = await bench();
  try {
    const said = async (PATH: string): Promise<string> =>
      (await answerCall({ op: "doctor", args: {} }, { ...lab.context, env: { PATH } })).shown;
    await mkdir(join(lab.dir, "bin/rg"), { recursive: true });
    expect(await said(join(lab.dir, "bin"))).toContain("not on PATH");
    await mkdir(join(lab.dir, "here"));
    await symlink(process.execPath, join(lab.dir, "here/rg"));
    expect(await said("here")).toContain("not on PATH");
    expect(await said(join(lab.dir, "here"))).toContain(join(lab.dir, "here/rg"));
  } finally {
    await lab.dispose();
  }
});

test("a model of a run whose context is too small is told of, and no model is called", async () => {
  const lab = await bench();
  try {
    const models = await lab.host.models();
    lab.host.models = async () => models.map((model, at) => (at === 0 ? { ...model, context_limit: 4_096 } : model));
    const said = await lab.call("doctor");
    expect(said).toContain(`the context of ${models[0]?.id} is 4,096 tokens`);
    expect(said.match(/the context of/gu)).toHaveLength(1);
    expect(lab.host.prompts).toEqual([]);
  } finally {
    await lab.dispose();
  }
});
