import { expect, test } from "bun:test";
import fc from "fast-check";
import { quote, type Sentence, say, strong, titled, unmarked, words } from "../../src/story/sentence.ts";
import { inline, md } from "../../src/text/markdown.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

const text = fc
  .tuple(
    fc.constantFrom("It decides", "Read the log", "仕事", "p99 below 50 ms", `cut ${"very ".repeat(80)}long`),
    fc.constantFrom("", ".", "…", "?", "!", "。"),
    fc.constantFrom("", "”", "’", '"', "’”", "*"),
  )
  .map((parts) => parts.join(""));
/** As sentences of our own hold somebody's words: at the end, before more, quoted, named, in bold. */
const SENTENCES: ((one: string) => Sentence)[] = [
  (one) => say`It says: ${quote(one)}.`,
  (one) => say`It says ${words(one, "sentence")}. And more.`,
  (one) => say`${strong(say`It is ${words(one, "message")}`)}.`,
  (one) => say`${say`Of it: ${quote(one)}`}${say`.`}`,
  (one) => say`${titled(one)}.`,
];
/** A full stop behind what has ended its sentence. */
const DOUBLE = /[.!?…。！？]["'*_”’]*\.(?=\s|$)/u;

test("behind what has ended its sentence no full stop of ours stands, in Markdown and in plain words", () => {
  fc.assert(
    fc.property(text, (one) => {
      for (const sentence of SENTENCES)
        for (const shown of [drawn(sentence(one)), unmarked(sentence(one), String), md`because “${inline(one)}”.`]) {
          expect(shown.replaceAll("\\", "")).not.toMatch(DOUBLE);
          expect(shown).toMatch(/[.!?…。！？]["'*_”’\\]*(?: And more\.)?$/u);
        }
    }),
    { numRuns: 500, seed: 34 },
  );
});

test("a quote loses the full stop of its sentence, not that of an abbreviation", () => {
  expect<string>(drawn(say`It says ${quote("It decides.")} twice.`)).toBe("It says “It decides” twice.");
  expect<string>(drawn(say`It says ${quote("It pages at 3 a.m.")} twice.`)).toBe("It says “It pages at 3 a.m.” twice.");
});

test("what ends with no stop keeps ours, and a point that begins a name stays", () => {
  expect<string>(md`${inline("It decides")}.`).toBe("It decides.");
  expect<string>(md`${inline("Why?")}.md and ${inline("wait…")}...`).toBe("Why?.md and wait…...");
  expect<string>(md`because “${inline("It decides.")}”.`).toBe("because “It decides.”");
  expect<string>(drawn(say`They ask ${quote("Is it log?")}. Then`)).toBe("They ask “Is it log?” Then");
});
