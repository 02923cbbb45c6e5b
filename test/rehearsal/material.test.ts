import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Asked as Request } from "../../rehearsal/asked.ts";
import {
  EXCHANGES,
  MATERIAL_BRIEF,
  MATERIAL_FILES,
  MATERIAL_IDEA,
  materialQuestions,
} from "../../rehearsal/material/interview.ts";
import { CRITERIA, type Judgement, REQUIREMENT_IDS } from "../../rehearsal/material/judgement.ts";
import { DESIGNS, materialAnswer, REVIEWERS } from "../../rehearsal/material/material.ts";
import { MATERIAL_PLAN } from "../../rehearsal/material/plan.ts";
import { MATERIAL_TASK } from "../../rehearsal/material/task.ts";
import type { BriefBody } from "../../src/artifacts/brief.ts";
import { type Design, DesignBody } from "../../src/artifacts/design.ts";
import type { Found } from "../../src/artifacts/interview.ts";
import { numbered, type RequirementLists } from "../../src/artifacts/requirement.ts";
import { ReviewBody } from "../../src/artifacts/review.ts";
import { PlannedTask } from "../../src/artifacts/task-plan.ts";
import { scanForInjections } from "../../src/blind/injection-scan.ts";
import { quoteFinder } from "../../src/blind/quotes.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { blindDesign } from "../../src/experiment/blind-design.ts";
import { readAnswer } from "../../src/questions/check.ts";
import type { Asked } from "../../src/questions/replay.ts";
import { bodyOf, criteriaFaults, unsaidFaults } from "../../src/stages/brief/body.ts";
import type { BrieferAnswer } from "../../src/stages/brief/briefer.ts";
import { type GivenQuestion, questionsOf } from "../../src/stages/brief/given-question.ts";
import { toldText } from "../../src/stages/brief/told.ts";
import { planFaults, toServe } from "../../src/stages/plan/check.ts";
import { make, RECIPES } from "../support/experiments.ts";

const WORDS = [1_200, 1_900, 500];
const identities = { models: ["northwind/arch-1", "harborlight/plan-1", "meadowlark/sketch-1"], names: [] };

describe("the realistic material", () => {
  test("is asked for by the task's own numbers and the usual criteria", () => {
    expect(numbered(MATERIAL_TASK).map(({ id }) => id)).toEqual([...REQUIREMENT_IDS]);
    expect(DEFAULT_CRITERIA.map(({ name }) => name)).toEqual([...CRITERIA]);
  });

  for (const [at, { connections, ...body }] of DESIGNS.entries()) {
    const blind = blindDesign(body as Design, identities);

    test(`holds a design that the schema knows, of about ${WORDS[at]} words: ${body.title}`, () => {
      expect([...Value.Errors(DesignBody, body)]).toEqual([]);
      const prose = textsIn(body)
        .join(" ")
        .replace(/^```[\s\S]*?^```$/gmu, "");
      const words = prose.match(/[\p{L}\p{N}][^\s|]*/gu) ?? [];
      expect(Math.abs(words.length / (WORDS[at] ?? 1) - 1)).toBeLessThan(0.2);
      const names = body.components.map(({ name }) => name);
      expect(connections.flatMap(({ from, to }) => [from, to]).filter((name) => !names.includes(name))).toEqual([]);
    });

    test(`names no author in it and speaks to nobody: ${body.title}`, () => {
      expect([blind.masked, blind.left, blind.forged]).toEqual([[], [], []]);
      expect(textsIn(body).flatMap(scanForInjections)).toEqual([]);
    });

    test(`has only quotes that stand in it: ${body.title}`, () => {
      const stands = quoteFinder(blind.text);
      const quotes = REVIEWERS.flatMap((judgements) => Object.values(judgements[at]?.coverage ?? {}));
      expect(quotes.filter(([status, quote]) => (status === "not_addressed" ? quote !== "" : !stands(quote)))).toEqual(
        [],
      );
    });
  }

  test("has reviewers who write what the schema asks for", () => {
    for (const { coverage, rationales, scores, justification, ...review } of REVIEWERS.flat()) {
      expect([...Value.Errors(ReviewBody, review)]).toEqual([]);
    }
  });

  test("meets eleven, nine and nine of the twelve, and divides its reviewers once", () => {
    const met = (at: number) => REQUIREMENT_IDS.filter((id) => saying(at, id, "met") > 2);
    expect([0, 1, 2].map((at) => met(at).length)).toEqual([11, 9, 9]);
    expect(saying(0, "C1", "missed")).toBe(1);
    expect([saying(1, "R4", "missed"), saying(1, "R5", "not_addressed"), saying(1, "N2", "not_addressed")]).toEqual([
      4, 4, 4,
    ]);
    expect([saying(2, "R6", "met"), saying(2, "R6", "missed")]).toEqual([2, 2]);
  });

  test("is the brief of an interview whose every figure and answer stands in it", () => {
    const asked = EXCHANGES.map(({ question, answer }, at) => askedOf(question, answer, `q${at + 1}`));
    const { found } = materialQuestions(promptOf(asked.slice(0, 3))) as { found: Found[] };
    const told = { idea: MATERIAL_IDEA, from: [], asked, found, files: new Map(), nonce: "n0n0n0n0" };
    const sources = [...new Set(found.map(({ where }) => where))];
    const { body, faults } = bodyOf(MATERIAL_BRIEF as BrieferAnswer, { ...told, sources, change: null });
    expect([faults, unsaidFaults(body)]).toEqual([[], []]);
    expect(numbered(asTexts(body))).toEqual(numbered(MATERIAL_TASK));
    expect(body.open_questions).toHaveLength(1);
    // A new user sees that a brief may have designs judged by what decides for this one person.
    expect(body.criteria?.map(({ name, weight }) => [name, weight])).toEqual([["recovery", 1.5]]);
    expect(criteriaFaults(body, [...CRITERIA])).toEqual([]);
    for (const where of sources) expect(Object.keys(MATERIAL_FILES)).toContain(where);
  });

  test("is planned by tasks that serve all of the best design", () => {
    const { components, risks } = DESIGNS[0];
    expect(planFaults(MATERIAL_PLAN, toServe(MATERIAL_TASK, { components, risks }))).toEqual([]);
    expect([...Value.Errors(Type.Array(PlannedTask), MATERIAL_PLAN.tasks)]).toEqual([]);
  });

  test("has a design that is probably the best, and a variant in which none is", async () => {
    const named = RECIPES.filter(({ name }) => name.startsWith("realistic"));
    const told: [string, string, boolean][] = [];
    for (const recipe of named) {
      const made = await make(recipe);
      const ranking = await Bun.file(join(made.dir, "results/ranking.json")).json();
      const { kind, p } = ranking.summary.verdict;
      told.push([recipe.name, kind, kind === "winner" ? p > 0.8 && p < 0.95 : p > 0.7 && p < 0.8]);
      await made.dispose();
    }
    expect(told).toEqual([
      ["realistic", "winner", true],
      ["realistic-open", "ahead", true],
    ]);
  }, 300_000);

  test("answers for its cast alone", () => {
    const cast = { designers: ["a/one", "b/two", "c/three"], reviewers: ["a/one"] };
    const asked = { nth: 1, tools: [], schema: null, results: [], turns: 0, messages: [] };
    expect(materialAnswer(cast, { ...asked, kind: "design", model: "b/two" })).toContain(DESIGNS[1].title);
    expect(materialAnswer(cast, { ...asked, kind: "design", model: "d/four" })).toBeUndefined();
    expect(materialAnswer(cast, { ...asked, kind: "title", model: "a/one" })).toBeUndefined();
    const messages = [{ role: "user", content: `{"title": "${DESIGNS[2].title}"}`, tool_calls: [] }];
    const judged = materialAnswer(cast, { ...asked, kind: "evaluation", model: "a/one", messages });
    expect(judged).toContain(REVIEWERS[0][2].justification);
    expect(JSON.parse(judged ?? "").scores.recovery).toBe(3);
  });
});

/** A question of the interview as it was asked, and answered as a person typed it. */
function askedOf(given: object, answer: string | null, id: string): Asked {
  const { questions, faults } = questionsOf([given as GivenQuestion], []);
  expect(faults).toEqual([]);
  const [question] = questions;
  if (question === undefined) throw new Error("no question came of it");
  const read = answer === null ? null : readAnswer(question, answer);
  if (read !== null && !read.ok) throw new Error(`${id}: ${read.found}`);
  return {
    id,
    question: { ...question, id },
    state: read === null ? "skipped" : "answered",
    answer: read?.answer ?? null,
  } as Asked;
}

/** What a model is asked after these questions. */
function promptOf(asked: readonly Asked[]): Request {
  const told = { idea: MATERIAL_IDEA, from: [], asked, found: [], files: new Map(), nonce: "n0n0n0n0" };
  const messages = [{ role: "user", content: `\n${toldText(told)}`, tool_calls: [] }];
  return { nth: 1, tools: [], schema: null, results: [], turns: 0, messages, kind: "questions", model: "a/one" };
}

const asTexts = ({ requirements, constraints, non_functional_requirements }: BriefBody): RequirementLists => ({
  requirements: requirements.map(({ text }) => text),
  constraints: constraints.map(({ text }) => text),
  non_functional_requirements: non_functional_requirements.map(({ text }) => text),
});

function saying(at: number, id: keyof Judgement["coverage"], status: string): number {
  return REVIEWERS.filter((judgements) => judgements[at]?.coverage[id][0] === status).length;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
