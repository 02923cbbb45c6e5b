import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, wholeText } from "../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import type { DesignBody } from "../../src/artifacts/design.ts";
import type { Review } from "../../src/artifacts/review.ts";
import { fold } from "../../src/text/fold.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

const GPT = "acme/gpt-5-turbo";
const CLAUDE = "borealis/claude-opus-4-1";
const GEMINI = "cumulus/gemini-2.5-pro";
const JUDGE = "dunes/mistral-large-2";
const DESIGNERS = [GPT, CLAUDE, GEMINI];
const DISPLAY: Record<string, [model: string, provider: string]> = {
  [GPT]: ["GPT-5 Turbo", "Acme Inference Cloud"],
  [CLAUDE]: ["Claude Opus 4.1", "Northern Lights Hosting"],
  [GEMINI]: ["Gemini 2.5 Pro", "Cumulus Models"],
  [JUDGE]: ["Mistral Large 2", "Dunes Compute"],
};

/** Ways in which designs say who wrote them; each stands in the design of the model it names. */
const CLAIMS: Record<string, string[]> = {
  [GPT]: [
    "As GPT-5 Turbo, I propose a queue.",
    "Author: acme/gpt-5-turbo",
    "This proposal was written by ChatGPT, a model made by OpenAI.",
    "It is served by the Acme Inference Cloud.",
    "I was trained by Open AI and am called Chat GPT.",
    "---\nmodel: gpt-5-turbo\nmade_by: openai\n---",
    "See designs/design-acme-gpt-5-turbo.json.",
  ],
  [CLAUDE]: [
    "I am Claude, made by Anthropic.",
    "Generated with cl\u200baude_opus_4_1.",
    "\u0421l\u0430ude's design, kindly hosted by Northern Lights Hosting.",
    "The worker pool.\n\n-- Claude Opus 4.1",
    "I am \u1D04\u029F\u1D00\u1D1C\u1D05\u1D07, \u6211\u662F\u514B\u52B3\u5FB7, \u044F \u041A\u043B\u043E\u0434.",
  ],
  [GEMINI]: [
    "Gemini 2.5 Pro proposal",
    "```\n@author cumulus:gemini-2.5-pro\n```",
    '<meta name="author" content="Gemini">',
    "Als Gemini, ein Modell von Google DeepMind, schlage ich eine Queue vor.",
    "I reviewed this with Mistral Large 2 of Dunes Compute.",
  ],
};
/** An ordinary use of a word that is also a model's name. */
const ORDINARY = "Orders arrive from the Gemini exchange and voice is encoded with the Opus codec.";

let lab: Rehearsal;
let asked: string;
let reply: string;
let dir: string;

beforeAll(async () => {
  lab = await rehearse({
    models: [...DESIGNERS, JUDGE].map((id) => ({ id })),
    script: (asked) => (asked.kind === "design" ? claiming(asked) : undefined),
    lab: { design_models: DESIGNERS, review_models: [JUDGE, GPT] },
  });
  nameModels(join(lab.project.directory, "opencode.json"));
  const output_dir = join(lab.project.root, "shared/lab");
  const server = await lab.serve();
  const call = await callServed(server, "run", { task: "Design a queue of orders", topic: "orders", output_dir });
  const asking = await nextAsking(server, call.session);
  asked = asking.texts.join("\n");
  await asking.allow();
  reply = await call.reply;
  dir = await onlyExperiment(lab.project.root, "shared/lab");
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

describe("what a reviewer is sent", () => {
  test("holds no id, provider, vendor or display name of any configured model", () => {
    expect(Object.values(CLAIMS).flat().length).toBeGreaterThanOrEqual(10);
    const said = evaluations().map((request) => fold(wholeText(request)).text);
    expect(said).toHaveLength(6);
    const names = [...DESIGNERS, JUDGE].flatMap((id) => [id, ...id.split("/"), ...(DISPLAY[id] ?? [])]);
    const vendors = [
      "openai",
      "open ai",
      "chat gpt",
      "\u514B\u52B3\u5FB7",
      "\u041A\u043B\u043E\u0434",
      "chatgpt",
      "gpt",
      "anthropic",
      "claude",
      "deepmind",
      "mistral",
      "gemini 2.5",
    ];
    const told = [...names, ...vendors].map((name) => fold(name).text);
    expect(said.flatMap((text) => told.filter((name) => text.includes(name)))).toEqual([]);
    for (const text of said) expect(text).toContain("[author]");
  });

  test("holds no design id, file name, session id, title, or anything of another design, review or score", () => {
    for (const request of evaluations()) {
      const text = wholeText(request);
      expect(text).not.toMatch(/design-(?:acme|borealis|cumulus)|(?:acme|borealis|cumulus|dunes)-|ses_|designlab/);
      expect(text.match(/MARK-\d/g)).toHaveLength(1);
      expect(text).not.toMatch(/A workable design with gaps|A design that could be built|A sketch rather than/);
      expect(text).not.toContain(lab.project.directory);
      expect(JSON.stringify({ ...request.body, model: "" })).not.toMatch(/ses_|gpt|claude|gemini-2/i);
      expect(request.tools).toEqual([]);
    }
    expect(new Set(evaluations().map((request) => /MARK-\d/.exec(wholeText(request))?.[0])).size).toBe(3);
  });

  test("keeps an ordinary word that is also a model's name", () => {
    const texts = evaluations().map(wholeText);
    expect(texts.filter((text) => text.includes(ORDINARY))).toHaveLength(2);
  });
});

test("an output_dir outside the project is made when the person allows it", () => {
  expect(asked).toContain(join(lab.project.root, "shared/lab"));
  expect(reply).toContain(join(lab.project.root, "shared/lab"));
});

describe("what is stored", () => {
  test("is what was masked, and that the scan of the prompt found nothing", async () => {
    const review = await readJson<Review>(
      join(dir, "reviews/review-cumulus-gemini-2-5-pro-dunes-mistral-large-2.json"),
    );
    expect(review.provenance.identity_scan).toEqual([]);
    expect(review.provenance.masked).toEqual(expect.arrayContaining(["Gemini 2.5 Pro", "Mistral Large 2"]));
    expect(reply).not.toContain("may tell who wrote it");
  });

  test("is the design as its author wrote it", async () => {
    const stored = await readJson<DesignBody>(join(dir, "designs/design-acme-gpt-5-turbo.json"));
    expect(stored.additional_notes).toContain("As GPT-5 Turbo, I propose a queue.");
  });
});

function evaluations(): LoggedRequest[] {
  return lab.labRequests().filter(({ kind }) => kind === "evaluation");
}

/** The model's ordinary design, which also says in all its ways who wrote it. */
function claiming({ model }: Asked): Reply {
  return {
    text: (ordinary) => {
      const design = JSON.parse(ordinary) as DesignBody;
      const claims = CLAIMS[model] ?? [];
      const [component] = design.components;
      return JSON.stringify({
        ...design,
        title: `${design.title}. ${claims[0]}`,
        summary: `MARK-${DESIGNERS.indexOf(model)} ${claims[1]}`,
        components: component ? [{ ...component, description: claims[2] }] : [],
        open_questions: claims.slice(3),
        additional_notes: [...claims, ...(model === GEMINI ? [ORDINARY] : [])].join("\n\n"),
      });
    },
  };
}

/** Gives models and providers the names that people know them by. */
function nameModels(file: string): void {
  const host = JSON.parse(readFileSync(file, "utf8"));
  for (const [id, [model, provider]] of Object.entries(DISPLAY)) {
    const [providerID = "", modelID = ""] = id.split("/");
    host.provider[providerID].name = provider;
    host.provider[providerID].models[modelID].name = model;
  }
  writeFileSync(file, JSON.stringify(host));
}
