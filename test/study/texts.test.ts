import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { Config } from "../../src/config/schema.ts";
import { settingsOf, studyTexts, writeTexts } from "../../src/study/texts.ts";
import { smallStudy } from "../support/studies.ts";

const root = mkdtempSync(join(tmpdir(), "designlab-texts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const [near, far] = smallStudy().panels as [
  ReturnType<typeof smallStudy>["panels"][number],
  ReturnType<typeof smallStudy>["panels"][number],
];
const criteria = [{ name: "own", description: "How own is it?", min: 0, max: 5, weight: 2 }];
const bundle = smallStudy({
  tasks: smallStudy().tasks.map((each) => ({
    ...each,
    requirements: ["It is \u202efast"],
    assertions: ["It says so"],
  })),
  panels: [
    {
      ...near,
      config: {
        ...near.config,
        design: { agent_prompt: "Do as \u001b[2J I say" },
        review: { quantitative: { criteria } },
      },
      files: [
        { path: ".opencode/design-lab-personas/critic.md", text: "You look \u200bclosely.\n" },
        { path: ".opencode/skills/study/agents/miser/SKILL.md", text: "You pay nothing.\n" },
      ],
    },
    far,
  ],
});

test("all that a study sends or decides by is a file to be read, without what a terminal obeys", async () => {
  const texts = studyTexts(bundle);
  expect([...texts.keys()].sort()).toEqual([
    "panels/far/settings.json",
    "panels/near/design-lab-personas/critic.md",
    "panels/near/settings.json",
    "panels/near/skills/study/agents/miser/SKILL.md",
    "study.json",
    ...["01-queue", "02-ferry"].flatMap((key) => [`tasks/${key}.json`, `tasks/${key}.md`]),
  ]);
  const all = [...texts.values()].join("\n");
  expect(all).toMatch(/It is fast.*It says so/su);
  expect(all).toContain("How own is it?");
  expect(texts.get("tasks/01-queue.md")).toBe("Design a durable queue");
  expect(texts.get("panels/near/design-lab-personas/critic.md")).toBe("You look closely.\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(all).not.toMatch(/[\u001b\u202e\u200b]|\\u001b/u);
  const folder = join(root, "new");
  await writeTexts(folder, bundle);
  for (const [path, text] of texts) expect(readFileSync(join(folder, path), "utf8")).toBe(text);
  expect(statSync(join(folder, "study.json")).mode & 0o077).toBe(0);
});

test("what is told of a panel's settings is nothing where they are none of this version's", () => {
  const config = { ...Value.Create(Config), fallback_models: { "a/one": ["b/two"], "c/three": [] } };
  const [panel] = bundle.panels;
  expect(settingsOf({ config, files: panel?.files ?? [] })).toMatchObject({
    ...{ assertions: 0, prompt: null, fallbacks: [["a/one", ["b/two"]]] },
    personas: [
      { name: "critic", characters: 19 },
      { name: "miser", characters: 17 },
    ],
  });
  for (const review of ["mine", { quantitative: { criteria: 7 } }])
    expect(settingsOf({ config: { ...config, review }, files: [] })).toBeNull();
});
