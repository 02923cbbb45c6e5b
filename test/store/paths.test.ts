import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { kindRow } from "../../src/artifacts/stages/files.ts";
import { ARTIFACT_KINDS } from "../../src/artifacts/stages/stages.ts";
import { addDesigners, addReviewers } from "../../src/experiment/panel.ts";
import { TEMPORARY } from "../../src/store/files.ts";
import { experimentName, modelSlug, paths, slug, unique } from "../../src/store/paths.ts";

const seats = (models: readonly string[]) => models.map((model) => ({ model }));

describe("slug()", () => {
  const slugs: [string, string][] = [
    ["Über straße", "ueber-strasse"],
    ["a.b/c\\d", "a-b-c-d"],
    ["\u65E5\u672C \u8A9E", "\u65E5\u672C-\u8A9E"],
    ["na\u00efve \u65E5", "na\u00efve-\u65E5"],
    ["\uFF0E\uFF0E\uFF0Fx", "x"],
    ["\u2800", "fallback"],
    ["../..", "fallback"],
    ["x".repeat(200), "x".repeat(120)],
    ["\u65E5".repeat(200), "\u65E5".repeat(40)],
  ];
  for (const [text, name] of slugs) {
    test(`of ${JSON.stringify(text)} is ${name}`, () => expect(slug(text, "fallback")).toBe(name));
  }

  test("is a plain name of at most 120 bytes, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const name = slug(text, "fallback");
        expect(name).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
      }),
      { numRuns: 500 },
    );
  });
});

test("unique() counts from 2 and asks whoever knows the names", () => {
  const names = new Set(["a", "a-2"]);
  expect(unique("a", (name) => names.has(name))).toBe("a-3");
  expect(unique("b", (name) => names.has(name))).toBe("b");
  expect(unique("A", (name) => names.has(name.toLowerCase()))).toBe("A-3");
});

test("each file of an experiment has its place, and its name is the day and the topic", () => {
  expect(Object.values(paths).map((path) => path("/e", "d", "N"))).toEqual([
    "/e/.lock",
    "/e/.stop",
    "/e/ledger.jsonl",
    "/e/questions.jsonl",
    "/e/brief.md",
    "/e/votes/ballot-d.html",
    "/e/votes/blind-d",
    "/e/votes/blind-d/N.md",
    "/e/answers",
    "/e/exchanges",
    "/e/exchanges/d.html",
    "/e/designs/design-d.md",
    "/e/results/ranking.md",
    "/e/results/report.html",
    "/e/results/plan.html",
    "/e/results/outline.json",
    "/e/summary.json",
    "/e/made.json",
    "/e/studies",
  ]);
  expect(experimentName(new Date(2026, 0, 2), "Durable: Queue!")).toBe("2026-01-02-durable-queue");
  expect(experimentName(new Date(2026, 10, 22), "…")).toBe("2026-11-22-experiment");
  expect(modelSlug("Acme/Zephyr 7B")).toBe("acme-zephyr-7b");
  expect(modelSlug("…/…")).toBe("model");
  expect([90, 91].map((length) => modelSlug("x".repeat(length)).length)).toEqual([90, 90]);
  expect(slug(`${"x".repeat(119)} y`, "f")).toBe("x".repeat(119));
});

describe("every name of a file or folder that is made of what people and providers write", () => {
  /** Devices of Windows, its signs, ends that it drops, one name in two cases and in two normal forms, and no letters. */
  const MODELS = [
    ...[
      "con",
      "AUX.txt",
      "p/nul",
      "p/NUL",
      "com1",
      "a:b",
      'a<b>|"c?*',
      "p/x. ",
      "p/x...",
      "p/caf\u00e9",
      "p/cafe\u0301",
    ],
    ...["../..", "p\\x", "~", "%PATH%", "p/\u0000x", "", "p/\u65e5\u672c", "x".repeat(300), "\u304c".repeat(300)],
  ];
  const designers = addDesigners({ designers: [], reviewers: [] }, seats(MODELS));
  const reviewers = addReviewers({ designers, reviewers: [] }, seats(MODELS), "score");
  const cells = designers.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => ({ design_id, reviewer_id })));
  const files = [
    ...cells.flatMap((cell) => ARTIFACT_KINDS.map((kind) => kindRow(kind).path(cell))),
    ...designers.map(({ design_id }) => paths.designMarkdown("", design_id)),
    ...MODELS.map((topic) => experimentName(new Date("2026-11-21T12:00:00"), topic)),
  ];
  const names = [...new Set(files.flatMap((file) => file.split("/")))];

  test("is one that Windows takes as it is written, with room for what a write adds", () => {
    const odd = names.filter((name) => {
      const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name);
      const long = Buffer.byteLength(`${name}.${crypto.randomUUID()}${TEMPORARY}`) > 255;
      return device || long || /[<>:"|?*\\\p{Cc}]|[. ]$/u.test(name);
    });
    expect(odd).toEqual([]);
  });

  test("is another one also where case and normal forms make no difference", () => {
    for (const kind of ARTIFACT_KINDS) {
      const own = new Set(cells.map((cell) => kindRow(kind).path(cell)));
      expect(new Set([...own].map((file) => file.normalize("NFC").toLowerCase())).size).toBe(own.size);
    }
    expect(new Set(designers.map(({ design_id }) => design_id)).size).toBe(MODELS.length);
  });
});
