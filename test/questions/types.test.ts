import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { UsageError } from "../../src/errors.ts";
import { checkAnswer, checkQuestion, readAnswer, refusedText, textOf, understood } from "../../src/questions/check.ts";
import { rowOf, TYPE_NAMES } from "../../src/questions/types.ts";
import { expectLinear, repeated, unitArbitrary } from "../support/growth.ts";
import { foreign, HOSTILE } from "../support/hostile-text.ts";
import { asked, EXAMPLES } from "./examples.ts";

const thrown = (work: () => unknown): Error => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
};

for (const type of TYPE_NAMES) {
  const { good, bad, answers, badAnswers, typed, badTyped } = EXAMPLES[type];
  const first = checkQuestion(asked(type, good[0] ?? {}));

  describe(type, () => {
    test("good questions are taken as they are, and read as text", () => {
      for (const each of good) {
        const question = checkQuestion(asked(type, each));
        expect(question).toEqual(asked(type, each));
        expect(textOf({ ...question, id: "q1" })).toStartWith("**q1** Where are events kept?\n\n");
      }
    });

    test("bad questions are refused by the name of their field", () => {
      for (const [given, said] of bad) {
        const error = thrown(() => checkQuestion(asked(type, given)));
        expect(error).toBeInstanceOf(UsageError);
        expect(error.message).toContain(said);
      }
    });

    test("good answers are taken, bad ones refused with what is needed and found", () => {
      for (const answer of answers) expect(checkAnswer(first, answer)).toEqual({ ok: true, answer: answer as never });
      for (const [given, said] of badAnswers) {
        const read = checkAnswer(first, given);
        expect(read.ok ? given : refusedText("q1", read)).toContain(said);
      }
    });

    test("typed lines become answers and are said back", () => {
      for (const [line, answer, said] of typed) {
        const read = readAnswer(first, line);
        expect([line, read]).toEqual([line, { ok: true, answer: answer as never }]);
        if (read.ok) expect(understood(first, read.answer)).toBe(said as never);
      }
    });

    test("typed lines that mean nothing are refused", () => {
      for (const [line, said] of badTyped) {
        const read = readAnswer(first, line);
        expect([line.slice(0, 40), read.ok ? read : refusedText("q1", read)]).toEqual([
          line.slice(0, 40),
          expect.stringContaining(said),
        ]);
      }
    });

    test("what reading returns fits the schema and the question, whatever is typed", () => {
      const questions = good.map((each) => checkQuestion(asked(type, each)));
      const words = fc.constantFrom(
        "a",
        "b",
        "1",
        "2",
        "S3",
        "Kafka",
        ", ",
        " then ",
        "=",
        ":",
        "yes",
        "approve",
        "\n",
      );
      const line = fc.oneof(
        fc.string({ unit: "grapheme" }),
        unitArbitrary,
        fc.array(words).map((all) => all.join("")),
      );
      const property = fc.property(fc.constantFrom(...questions), line, (question, typed) => {
        const read = readAnswer(question, typed);
        if (!read.ok) return expect(refusedText("q1", read)).not.toContain("undefined");
        expect(Value.Check(rowOf(type).answer, read.answer)).toBe(true);
        expect(checkAnswer(question, read.answer)).toEqual(read);
        expect(foreign(understood(question, read.answer))).toEqual([]);
      });
      fc.assert(property, { numRuns: 150 });
    });

    test("hostile words of a question take no effect in its text", () => {
      const poison = (value: unknown, key = ""): unknown => {
        if (Array.isArray(value)) return value.map((each) => poison(each, key));
        if (typeof value === "object" && value !== null) {
          return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
        }
        const kept = ["type", "id", "language", "accept", "emoji", "markdown"].includes(key);
        return typeof value === "string" && !kept ? `${value} ${HOSTILE}` : value;
      };
      const question = checkQuestion({
        ...(poison(asked(type, good[0] ?? {})) as object),
        why: HOSTILE,
        context: HOSTILE,
      });
      expect(foreign(textOf({ ...question, id: "q1" })).filter(({ kind }) => kind !== "code block")).toEqual([]);
      for (const answer of answers) expect(foreign(understood(question, answer as never))).toEqual([]);
    });
  });
}

describe("checkQuestion()", () => {
  test("names what is no question", () => {
    const said = (given: unknown) => thrown(() => checkQuestion(given, ["questions", 2])).message;
    expect(said(null)).toBe("Cannot ask: questions[2] must be an object, found null. Nothing was asked.");
    expect(said({ type: "pick", text: "x" })).toContain("questions[2].type must be one of pick_one,");
    expect(said({ type: "pick-one", text: "x" })).toContain('found "pick-one", the nearest: pick_one');
    expect(said({ type: "thumbs" })).toContain("questions[2].text must be text that is not empty, found nothing");
    expect(said({ type: "thumbs", text: "x", id: "a b" })).toContain(
      "questions[2].id must be a name of 1 to 64 letters",
    );
    expect(said({ type: "ask_text", text: "x", context: "x".repeat(300_000) })).toContain(
      "questions[2]: context: at most",
    );
    expect(said({ type: "thumbs", text: "x", whi: "x" })).toContain("the nearest why");
    const sections = Array.from({ length: 3 }, (_, at) => ({ id: `s${at}`, title: "T", markdown: "x".repeat(90_000) }));
    expect(said({ type: "show_plan", text: "x", sections })).toContain("at most 200000 characters in all");
  });

  test("takes out what nobody sees, in labels and ids too", () => {
    const options = [{ id: "s3\u200B", label: "\u202ES3\u0007" }];
    expect(checkQuestion(asked("pick_one", { options }))).toMatchObject({ options: [{ id: "s3", label: "S3" }] });
  });
});

describe("labels of other scripts", () => {
  const options = [
    { id: "ja", label: "東京リージョン" },
    { id: "osaka", label: "大阪リージョン" },
    { id: "ar", label: "قاعدة بيانات" },
    { id: "he", label: "תור הודעות" },
  ];
  const one = checkQuestion(asked("pick_one", { options }));
  const picked = (line: string) => {
    const read = readAnswer(one, line);
    return read.ok ? (read.answer as { selected: string }).selected : read.found;
  };

  test("are found whole, by a part and in lists", () => {
    expect(picked("東京リージョン")).toBe("ja");
    expect(picked("大阪")).toBe("osaka");
    expect(picked("قاعدة")).toBe("ar");
    expect(picked("\u200Fתור הודעות\u200F")).toBe("he");
    expect(picked("リージョン")).toBe('"リージョン", which fits "東京リージョン", "大阪リージョン"');
    const many = checkQuestion(asked("pick_many", { options }));
    expect(readAnswer(many, "大阪、東京")).toEqual({ ok: true, answer: { selected: ["osaka", "ja"] } });
    expect(readAnswer(many, "قاعدة بيانات، תור הודעות")).toEqual({ ok: true, answer: { selected: ["ar", "he"] } });
  });
});

test("a letter and another option's label are asked apart, an id gives way to both", () => {
  const options = ["B", "A", "1"].map((label, at) => ({ id: String(at + 1), label }));
  const question = checkQuestion(asked("pick_one", { options: [...options, { id: "2x", label: "Two" }] }));
  const read = (line: string) => {
    const got = readAnswer(question, line);
    return got.ok ? (got.answer as { selected: string }).selected : `${got.needed}, ${got.found}`;
  };
  expect(read("b")).toBe('"b" in quotes for the label or b) for the letter, both');
  expect(read('"b"')).toBe("1");
  expect(read("b)")).toBe("2");
  expect(read("1")).toBe("3");
  expect(read("2x")).toBe("2x");
});

test("a long line beside 200 options of long labels is read in time that grows with its length", () => {
  const options = Array.from({ length: 200 }, (_, at) => ({
    id: `o${at}`,
    label: `${at} ${"a ".repeat(240)}b, c${at}`,
  }));
  for (const type of ["pick_many", "rank", "show_options"] as const) {
    const question = checkQuestion(asked(type, { options }));
    for (const unit of ["a ", "a, ", "a > ", "b, c1, ", "a and "]) {
      expectLinear(`${type} ${unit}`, (length) => void readAnswer(question, repeated(unit, length)), 40_000);
    }
  }
});

test("every letter of a long list leads back to its option", () => {
  const options = Array.from({ length: 200 }, (_, at) => ({ id: `o${at}`, label: `Option number ${at}` }));
  const question = checkQuestion(asked("pick_one", { options }));
  const letters = [...textOf({ ...question, id: "q1" }).matchAll(/^- \*\*(\w+)\*\* Option/gmu)].map(
    ([, letter = ""]) => letter,
  );
  expect(letters.length).toBe(200);
  for (const [at, letter] of letters.entries()) {
    expect(readAnswer(question, letter)).toEqual({ ok: true, answer: { selected: `o${at}` } });
  }
});

test("a question for code says in which language, where it asks for one", () => {
  const said = (language?: string) =>
    textOf({ ...checkQuestion(asked("ask_code", language === undefined ? {} : { language })), id: "q1" });
  expect(said("sql")).toContain("Answer with code in sql, in a fence or as it is.");
  expect(said()).toContain("Answer with code, in a fence or as it is.");
});
