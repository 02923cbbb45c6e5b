import { describe, expect, test } from "bun:test";
import { addName, emptyLexicon, findNames, type NameOptions } from "../../src/blind/names.ts";
import { passageFinder, quoteFinder } from "../../src/blind/quotes.ts";
import { skeletonOf } from "../../src/text/fold.ts";

/** What is found of one name in a text, as it stands there, with its kind. */
function found(name: string, options: NameOptions, text: string): string[] {
  const lexicon = emptyLexicon();
  addName(lexicon, name, options);
  const skeleton = skeletonOf(text);
  return findNames(lexicon, skeleton).map(({ start, end, kind }) => `${kind} ${skeleton.text.slice(start, end)}`);
}

describe("findNames() finds", () => {
  const cases: [name: string, options: NameOptions, texts: Record<string, string[]>][] = [
    [
      "zephyr",
      { kind: "bare" },
      {
        "a zephyr b": ["bare zephyr"],
        "zephyr 7": ["bare zephyr"],
        "zephyr-7b": ["bare zephyr"],
        "z e p h y r": ["bare z e p h y r"],
        "z-e-p-h-y-r": ["bare z-e-p-h-y-r"],
        azephyr: [],
        zephyrs: [],
        zephyr7: [],
      },
    ],
    [
      "zephyr",
      { kind: "bare", tail: true },
      {
        "zephyr 7b pro max": ["bare zephyr 7b pro max"],
        "zephyr-4.5-turbo": ["bare zephyr-4.5-turbo"],
        zephyr_v2: ["bare zephyr_v2"],
        "zephyr/mini": ["bare zephyr/mini"],
        "zephyr 12345": ["bare zephyr"],
        "zephyr protocol": ["bare zephyr"],
        "zephyr pro pro pro pro pro": ["bare zephyr pro pro pro pro"],
      },
    ],
    [
      "chat gpt",
      { kind: "plain" },
      {
        chatgpt: ["plain chatgpt"],
        "chat-gpt": ["plain chat-gpt"],
        "chat - gpt": ["plain chat - gpt"],
        "chat -- gpt": [],
        "chat, gpt": [],
      },
    ],
    ["deepmind", { kind: "plain" }, { deepmind: ["plain deepmind"], "deep mind": [] }],
    [
      "opus",
      { kind: "ambiguous", withVersion: "plain" },
      {
        opus: ["ambiguous opus"],
        "opus 4.5": ["plain opus 4.5"],
        "opus-4": ["plain opus-4"],
        opus_v3: ["plain opus_v3"],
        "opus pro": ["plain opus pro"],
        "opus 4": ["ambiguous opus"],
        "opus 1.3": ["ambiguous opus"],
        "opus 2.5 khz": ["ambiguous opus"],
      },
    ],
    [
      "llama",
      { kind: "ambiguous", withNumber: "plain" },
      {
        llama: ["ambiguous llama"],
        "llama 3": ["plain llama 3"],
        llama3: ["plain llama3"],
        "llama 3b": ["plain llama 3b"],
        "llama 3.1": ["plain llama 3.1"],
        "llama 123": ["ambiguous llama"],
      },
    ],
    [
      "gpt5",
      { kind: "bare", inside: true },
      { mygpt5bot: ["bare gpt5"], "gpt 5": ["bare gpt 5"], gpts: [], mygptsbot: [] },
    ],
    ["клод", { kind: "bare" }, { клод: ["bare клод"], клодами: ["bare клодами"], клодовичем: [], экклод: [] }],
    ["千问", { kind: "bare" }, { 用千问写: ["bare 千问"], "千 问": [] }],
  ];
  for (const [name, options, texts] of cases) {
    test(`${name}, ${JSON.stringify(options)}`, () => {
      for (const [text, names] of Object.entries(texts)) {
        // A skeleton folds letters of other scripts, in the names as in the text.
        const folded = names.map((each) => skeletonOf(each).text);
        expect([text, found(name, options, text)]).toEqual([text, folded]);
      }
    });
  }

  test("of names that begin at one place what tells most, then the longest, from left to right and none inside another", () => {
    const lexicon = emptyLexicon();
    addName(lexicon, "chat", { kind: "ambiguous" });
    addName(lexicon, "chat gpt", { kind: "plain", proper: true });
    addName(lexicon, "gpt", { kind: "bare" });
    addName(lexicon, "!!", { kind: "bare" });
    expect(findNames(lexicon, { text: "chat gpt, chat and gpt !!" })).toEqual([
      { start: 0, end: 8, kind: "plain", key: "chatgpt", apart: true, maker: false },
      { start: 10, end: 14, kind: "ambiguous", key: "chat", apart: false, maker: false },
      { start: 19, end: 22, kind: "bare", key: "gpt", apart: false, maker: false },
    ]);
    addName(lexicon, "zephyr", { kind: "bare" });
    // Spelled letter by letter one of two meanings counts where nothing else is spelled with it.
    const keys = (text: string) => findNames(lexicon, { text }).map(({ key }) => key);
    expect(keys("z e p h y r, gpt, c h a t")).toEqual(["zephyr", "gpt", "chat"]);
    expect(keys("gpt, a z e p h y r, c h a t s")).toEqual(["gpt", "zephyr"]);
  });

  test("of a name that was added several times all that was said of it, and a maker where each says so", () => {
    const merged = (...all: NameOptions[]) => {
      const lexicon = emptyLexicon();
      for (const options of all) addName(lexicon, "zephyr", options);
      const [first] = findNames(lexicon, { text: "azephyr 4b" });
      const [alone] = findNames(lexicon, { text: "zephyr 4b" });
      return [first?.kind ?? null, alone?.kind, alone?.end, alone?.maker];
    };
    const maker: NameOptions = { kind: "ambiguous", maker: true };
    const all: NameOptions[] = [maker, { kind: "bare", tail: true }, { kind: "plain", inside: true }];
    for (const order of [all, all.toReversed()]) expect(merged(...order)).toEqual(["bare", "bare", 9, false]);
    expect(merged(maker, { kind: "plain", maker: true })).toEqual([null, "plain", 6, true]);
    expect(merged({ kind: "plain" }, { kind: "ambiguous" })).toEqual([null, "plain", 6, false]);
  });
});

test("skeletonOf() leads each sign back to where it stood", () => {
  const places: [text: string, skeleton: string, at: number[]][] = [
    ["a\r\nb", "a\nb", [0, 1, 3, 4]],
    ["  a  b", "a b", [2, 3, 5, 6]],
    ["\n\n\na\n\n\nb", "\n\na\n\nb", [0, 1, 3, 4, 5, 7, 8]],
    ["* a", "- a", [0, 0, 2, 3]],
    ["*a*", "a", [1, 3]],
    ["+b", "b", [1, 2]],
    ["/* a", "a", [3, 4]],
    ["// + a", "- a", [3, 3, 5, 6]],
    ["a~~b~~", "ab", [0, 3, 6]],
    ["~~a", "~a", [0, 2, 3]],
    ["_a_ b_c _", "a b_c ", [1, 3, 4, 5, 6, 7, 9]],
    ["it's 'a'", "it's a", [0, 1, 2, 3, 4, 6, 8]],
    ["---a", "--a", [0, 1, 3, 4]],
    ["a.b..c", "a.b.c", [0, 1, 2, 3, 5, 6]],
    ["a\tb \n c", "a b\nc", [0, 1, 2, 3, 6, 7]],
    ["a  \n", "a\n", [0, 1, 4]],
  ];
  for (const [text, skeleton, at] of places) {
    const made = skeletonOf(text);
    expect([text, made.text, [...made.at]]).toEqual([text, skeleton, at]);
  }
});

test("a quote has twelve letters at least and five thousand at most, and stands where it is found", () => {
  expect(["abcdefghijkl", "abcdefghijk"].map(quoteFinder("abcdefghijkl mnop"))).toEqual([true, false]);
  const long = quoteFinder("x".repeat(6_000));
  expect([long("x".repeat(5_000)), long("x".repeat(5_001))]).toEqual([true, false]);
  const parts = quoteFinder("abcdef ghijkl abcdef");
  expect([parts("ghijkl [...] abcdef"), parts("ghijkl ... ghijkl")]).toEqual([true, false]);
  const text = "One.  **Two** \uFB03 three,\n four";
  expect(passageFinder(text)("two ffi three")).toEqual({ start: 8, end: 21 });
  expect(passageFinder(text)("three, four")).toBeNull();
  expect(passageFinder(text)("i three, four")).toEqual({ start: 14, end: text.length });
  expect(passageFinder("x".repeat(6_000))("x".repeat(5_001))).toBeNull();
  expect(passageFinder("x".repeat(6_000))("x".repeat(5_000))).toEqual({ start: 0, end: 5_000 });
});
