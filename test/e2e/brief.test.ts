import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { userText, wholeText } from "../../rehearsal/asked.ts";
import type { Brief } from "../../src/artifacts/brief.ts";
import { onlyExperiment } from "../support/disk.ts";
import { rehearse } from "./support/rehearsal.ts";

const IDEA = "Something to send e-mails reliably";

test("an interview by calls alone comes to a brief; who asks may read the project and nothing else", async () => {
  let read = false;
  await using lab = await rehearse({
    models: [{ id: "one/first" }, { id: "two/probe" }],
    lab: { brief: { first_model: "one/first", probe_model: "two/probe" }, design_models: ["one/first"] },
    script: (asked) => {
      if (asked.model !== "two/probe" || asked.kind !== "questions" || read) return undefined;
      if (asked.results.length === 0) {
        const path = join(lab.project.directory, "compose.yml");
        return { calls: [{ name: "read", args: { filePath: path, path } }] };
      }
      read = true;
      const question = {
        type: "confirm",
        text: "compose.yml has PostgreSQL 16: keep it?",
        why: "Then nothing is moved.",
      };
      const found = [{ what: "PostgreSQL 16", where: "compose.yml" }];
      return { text: JSON.stringify({ found, questions: [question], end: null }) };
    },
  });
  writeFileSync(join(lab.project.directory, "compose.yml"), "image: postgres:16\n");
  const begun = await lab.ask("brief", { idea: IDEA, wait: 0 });
  expect(begun).toContain("**2 questions wait for an answer**");
  const go = (args: object) => lab.ask("brief", { experiment: "latest", wait: 0, ...args });
  const next = await go({ answers: { q1: "b", q2: "900" } });
  expect(next).toContain("compose.yml has PostgreSQL 16: keep it?");
  expect(next).toContain("- PostgreSQL 16 (compose.yml)");
  const last = await go({ answers: { q3: "yes" }, enough: true });
  expect(last).toContain("**The brief is written and waits for the person's approval.**");

  const dir = await onlyExperiment(lab.project.directory);
  const brief = JSON.parse(readFileSync(join(dir, "brief.json"), "utf8")) as Brief;
  expect([brief.model, brief.requirements.length]).toEqual(["two/probe", 4]);
  const asked = lab.labRequests();
  expect(asked.map(({ model, kind }) => `${model} ${kind}`)).toEqual([
    "one/first questions",
    "two/probe questions",
    "two/probe questions",
    "two/probe brief",
  ]);
  expect(asked.map(({ tools }) => [...tools].filter((tool) => tool !== "invalid").sort())).toEqual([
    [],
    ["glob", "grep", "read"],
    ["glob", "grep", "read"],
    [],
  ]);
  for (const request of asked) expect(userText(request)).toContain(IDEA);
  expect(wholeText(asked[2] ?? { messages: [] })).toContain("postgres:16");
}, 300_000);
