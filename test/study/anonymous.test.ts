import { expect, test } from "bun:test";
import { AnonymousStudy } from "../../src/artifacts/anonymous-study.ts";
import type { StudyNumbers } from "../../src/artifacts/study-result.ts";
import { OUTCOME_STATES, VERDICT_KINDS } from "../../src/artifacts/study-result.ts";
import { exportedWords } from "../../src/cli/study/export.ts";
import { type StudyOutcomes, studyNumbers } from "../../src/stats/study-result.ts";
import { jsonOf } from "../../src/store/files.ts";
import { anonymousStudy } from "../../src/study/anonymous.ts";
import { knownIn, leaksIn, vocabularyOf } from "../../src/text/kept-out.ts";
import { outcomesIn } from "../support/anonymous-outcomes.ts";
import { hostileStudy } from "../support/study-outcomes.ts";

const HASH = "1b2c3d4e".repeat(8);

/** What two panels come to beside each other, with their places for their names. */
function pairsOf({ pairs }: StudyNumbers, panels: readonly string[]): string[] {
  const place = (name: string): number => panels.indexOf(name);
  return pairs
    .map(({ one, other, same, itself, beyond, habit, chance, cost, says }) =>
      JSON.stringify([place(one), place(other), same, itself, beyond, habit, chance, cost, says]),
    )
    .toSorted();
}

test("the numbers alone give the same result, also of studies in which documents are first", () => {
  let documents = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const study = hostileStudy(seed);
    const anonymous = anonymousStudy(study, { hash: HASH, given: new Map() });
    const [whole, numbers] = [studyNumbers(study), studyNumbers(outcomesIn(JSON.parse(JSON.stringify(anonymous))))];
    const places = study.panels.map((_, at) => `panel ${at + 1}`);
    expect([seed, pairsOf(numbers, places)]).toEqual([seed, pairsOf(whole, study.panels)]);
    expect(numbers.spent).toEqual(whole.spent);
    documents += anonymous.experiments.flatMap(({ designs }) => designs).filter(({ document }) => document).length;
  }
  expect(documents).toBeGreaterThan(0);
});

/** Names as a hostile study gives them: to a spreadsheet, a browser, a terminal, a shell, a disk, and to the check itself. */
const HOSTILE_NAMES = [
  "=cmd|'/c calc'!A1",
  "+1+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|'/c calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "<script>fetch('//evil.example')</script>",
  "<img src=x onerror=alert(1)>",
  "\u001b]0;owned\u0007\u001b[2J",
  "../../../../home/ann/.ssh/id_ed25519",
  "C:\\\\Users\\\\ann\\\\secret.txt",
  "d\u043ene",
  "\u202Eenod",
  "sk-live-4242424242424242",
  "ann.quist@desk-kallax.example",
  'x", "state": "done',
  '"seats": [',
  "__proto__",
  "constructor",
  "null",
  "\0",
  "\ud800",
  "line\u2028break\r\nSet-Cookie: a",
];
const OURS: ReadonlySet<string> = new Set([...OUTCOME_STATES, ...VERDICT_KINDS]);

/** The same study, in which every name is a hostile one, and each stays another's. */
function hostilelyNamed(study: StudyOutcomes, from: number): StudyOutcomes {
  const names = new Map<string, string>();
  const named = (text: string): string => {
    if (OURS.has(text) || /^d\d+$|^2026-/u.test(text)) return text;
    const at = names.size;
    const name = names.get(text) ?? `${HOSTILE_NAMES[(from + at) % HOSTILE_NAMES.length]} as-is ${at} `;
    names.set(text, name);
    return name;
  };
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return named(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(study) as StudyOutcomes;
}

test("an export of a study with hostile names has no text but its schema's words, and passes its own check", () => {
  const { words, patterns } = vocabularyOf(AnonymousStudy);
  for (let seed = 1; seed <= 60; seed++) {
    const study = hostilelyNamed(hostileStudy(seed), seed);
    const value = anonymousStudy(study, { hash: HASH, given: new Map() });
    const text = jsonOf("export.json", AnonymousStudy, value);
    // Opened by anything that reads it, it is numbers and these words: plain letters without a sign that does something.
    const found = exportedWords(value).split("\n");
    expect(found.filter((each) => !words.has(each) && !patterns.some((pattern) => pattern.test(each)))).toEqual([]);
    expect(text).toMatch(/^[\n -~]*$/u);
    expect(text).not.toMatch(/[<>=@\\]/u);
    const leaks = leaksIn(new Map([["it", exportedWords(value)]]), {
      ...{
        value,
        schema: AnonymousStudy,
        own: "null true false",
        known: [...knownIn(study), { kind: "a text", text: '"repeat": 1' }],
      },
      foreign: { file: "it", kind: "a word of its own" },
    });
    expect([seed, leaks]).toEqual([seed, []]);
  }
});
