import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_FILE } from "../../rehearsal/example.ts";
import { EXCHANGES, MATERIAL_IDEA } from "../../rehearsal/material/interview.ts";
import { DESIGNS } from "../../rehearsal/material/material.ts";
import { MATERIAL_PLAN } from "../../rehearsal/material/plan.ts";
import { parseCommandLine } from "../support/typed.ts";

const ROOT = join(import.meta.dir, "../..");
const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const README = textOf("README.md");
const EXAMPLE = readFileSync(EXAMPLE_FILE, "utf8");
const RENEW = "npm run example writes docs/example.md anew";

/** The lines of a page's plain fences that are typed into OpenCode, without what a page says beside them. */
function typedIn(page: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of page.split("\n")) {
    const opens: string | undefined = /^(?:```|~~~)\w*$/u.exec(line)?.[0];
    if (fence === null && opens !== undefined) fence = opens;
    else if (fence !== null && line === fence.slice(0, 3)) fence = null;
    else if (fence === "```" && line.startsWith("/design-lab ")) lines.push(line);
  }
  return lines.map((line) => line.slice("/design-lab ".length).replace(/ {3,}\S.*$/u, ""));
}

describe("the pages that a newcomer reads", () => {
  for (const name of ["README.md", "docs/typed-lines.md", "docs/example.md"]) {
    test(`${name} holds lines that can be typed as they stand`, () => {
      // One line of a page may name several words, with a bar between them.
      const lines = typedIn(textOf(name)).flatMap((line) => (line.includes(" | ") ? line.split(" | ") : line));
      expect(lines.length).toBeGreaterThan(2);
      const wrong = lines.filter((line) => parseCommandLine(line, { screen: true }).kind === "problem");
      expect(wrong).toEqual([]);
    });
  }

  test("README's commands are scripts of the package", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const named = [...README.matchAll(/\bnpm run ([a-z:]+)/gu)].map(([, script = ""]) => script);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  test("README's first screen has the picture, the verdict and both commands, and the whole is a page of two minutes", () => {
    const lines = README.split("\n");
    const at = (part: string) => lines.findIndex((line) => line.includes(part));
    for (const part of [
      "images/report.png",
      "is probably better than",
      "npm ci && npm run demo",
      "npm ci && npm test",
    ]) {
      expect([part, at(part) >= 0 && at(part) < 32]).toEqual([part, true]);
    }
    expect(lines.length).toBeLessThan(135);
  });

  test(`README's verdict is the example's, but for chances, scores and their doubt, which vote and brief changed there: ${RENEW}`, () => {
    const [, verdict = ""] = README.split("~~~markdown\n");
    const lines = verdict.slice(0, verdict.indexOf("\n~~~")).split("\n").filter(Boolean);
    expect(lines).toHaveLength(6);
    const bare = (text: string) =>
      text
        .replace(/\b\d\.\d\d\b/gu, "#")
        .replace(/(?:under |over )?\d+ %/gu, "%")
        .replace(/ designs(?:\*\* \(probability %\)\.|\.\*\*) Confidence: (\w+).*$/gmu, " designs. Confidence: $1")
        .replace(/ +/gu, " ")
        .replace(/-{2,}/gu, "--");
    const printed = bare(EXAMPLE);
    expect(lines.map(bare).filter((line) => !printed.includes(line))).toEqual([]);
  });

  test(`the example follows the material from the idea to the outcome: ${RENEW}`, () => {
    const typed = typedIn(EXAMPLE);
    expect(typed[0]).toBe(`brief "${MATERIAL_IDEA}"`);
    const answers = EXCHANGES.map(({ answer }, at) =>
      answer === null ? `skip latest q${at + 1}` : `q${at + 1} ${answer}`,
    );
    expect(answers.filter((answer) => !typed.some((line) => line.endsWith(answer)))).toEqual([]);
    for (const word of [
      "approve",
      "run",
      "judge",
      "decide",
      "plan",
      "tasks next",
      "tasks start",
      "tasks done",
      "outcome",
    ]) {
      expect([word, typed.some((line) => line.startsWith(word))]).toEqual([word, true]);
    }
    const disk = EXAMPLE.slice(EXAMPLE.indexOf("## What is on the disk"));
    for (const { id } of MATERIAL_PLAN.tasks) expect(disk).toContain(`tasks/${id}.md`);
    expect(EXAMPLE).toContain(DESIGNS[0].title.slice(0, 40));
    // One experiment, and the document of the design that was chosen.
    const dated = new Set(EXAMPLE.match(/\b\d{4}-\d\d-\d\d-[a-z-]{4,}/gu));
    expect([...dated].map((name) => name.endsWith("-design")).sort()).toEqual([false, true]);
    expect(EXAMPLE).not.toContain("**designlab:**");
  });
});
