import { describe, expect, test } from "bun:test";
import { maskDocumentValue } from "../../src/blind/documents.ts";

const BODY = "A worker leases a job from the queue and acknowledges it.";
const design = (title: string, summary = BODY, notes = BODY) => ({ title, summary, additional_notes: notes });
/** What reviewers get of a design of which one text claims something. */
const titled = (title: string, summary?: string): string => maskDocumentValue(design(title, summary)).value.title;
const said = (summary: string): string => maskDocumentValue(design("Durable queue", summary)).value.summary;

const WORDS = ["revised", "merged", "reworked", "refined", "improved", "combined", "updated"];
const KINDS = ["design", "proposal", "architecture"];
/** A title in every form that says what the design is made of. */
const TITLES = [
  ...WORDS.flatMap((word) => [
    `Durable queue (${word})`,
    `Durable queue [${word} design]`,
    `Durable queue — ${word}`,
    `Durable queue: ${word} version`,
    `Durable queue, ${word}`,
    `Durable queue (${word} after review)`,
    ...KINDS.flatMap((kind) => [
      `${word} ${kind}: Durable queue`,
      `${word} ${kind} of a Durable queue`,
      `Durable queue (${word} ${kind})`,
    ]),
  ]),
  ..."v2|V3|v2.1|version 2|Version 3|rev. 2|revision 2|iteration 2"
    .split("|")
    .flatMap((each) => [
      `Durable queue (${each})`,
      `Durable queue ${each}`,
      `Durable queue - ${each}`,
      `${each}: Durable queue`,
    ]),
  "Revised Durable queue",
  "Merged Durable queue",
  "Second version of the Durable queue",
  "Durable queue, second version",
  "Durable queue (merged from A and B)",
  "Durable queue (revision of the first draft)",
  "Revision of the Durable queue",
  "Merge of the Durable queue",
  "Überarbeiteter Entwurf: Durable queue",
  "Durable queue (überarbeitet)",
  "Durable queue (révisée)",
  "Durable queue (versión revisada)",
  "Durable queue (versione rivista)",
  "Durable queue（改訂版）",
  "Durable queue（修订版）",
  "Durable queue (개정판)",
  "# Durable queue (revised)",
];
const TELLS =
  /revis|merge|rework|refine|improv|combin|updat|version|\bv\d|rev\.|iteration|second|überarb|révis|rivist|改訂|修订|개정/iu;

describe("a title that says it is a revision or a merge", () => {
  for (const written of TITLES) {
    const title = written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    test(`is masked there: ${title}`, () => {
      expect(titled(title)).not.toMatch(TELLS);
      expect(titled(title)).toContain("Durable queue");
    });
  }

  test("is masked where the text claims it too, or has the word in another sense", () => {
    for (const summary of ["I have revised the design after a merged review.", "A row may be revised and merged."])
      for (const word of ["revised", "merged"])
        expect(titled(`Durable queue (${word})`, summary)).toBe("Durable queue [author]");
  });

  test("is masked in a heading of the notes too", () => {
    const { additional_notes } = maskDocumentValue(
      design("Queue", BODY, "# Durable queue (merged)\n\nIt keeps jobs."),
    ).value;
    expect(additional_notes).toBe("# Durable queue [author]\n\nIt keeps jobs.");
  });
});

describe("a text that says it is a revision or a merge", () => {
  const SENTENCES = [
    "Merged design: jobs are kept in one table.",
    "This is a revision of the first design.",
    "This design is a revision of an earlier proposal.",
    "This is the second version of the design.",
    "This revised design keeps jobs in one table.",
    "The revised proposal keeps jobs in one table.",
    "The merged design keeps jobs in one table.",
    "I have revised the design to keep jobs in one table.",
    "We revised our proposal after review.",
    "I've merged the two designs into one.",
    "We have carefully reworked this architecture.",
    "This design merges the strengths of both designs.",
    "This design combines the best parts of the two proposals.",
    "This proposal was merged from design A and design B.",
    "It is merged from both proposals.",
    "This is a merge of two designs.",
    "Compared to the previous design, it keeps jobs longer.",
    "Unlike the earlier draft, it keeps jobs in one table.",
    "The lease is carried over from the original design.",
    "In this revision, jobs are kept in one table.",
    "This is v2 of the design.",
    "In the second version of this design jobs are kept.",
    "This design has been revised to keep jobs.",
    "Dies ist eine überarbeitete Fassung des Entwurfs.",
    "Ceci est une version révisée de la conception.",
    "Esta es una versión revisada del diseño.",
    "この設計は前の案の改訂版です。",
    "本设计是前一方案的修订版。",
  ];
  for (const sentence of SENTENCES)
    test(`is masked there: ${sentence}`, () => {
      const left = said(`${sentence} ${BODY}`);
      expect(left).toContain("[author]");
      expect(left).toContain(BODY);
      expect(left).not.toMatch(
        /revis|merg|rework|second version|previous|earlier|original|überarb|révis|改訂|修订|v2/iu,
      );
    });
});

describe("words that are ordinary in a design stay", () => {
  const TEXTS = [
    "Merged cells keep the value of the first cell, and a merge of two branches keeps both.",
    "The revised schedule of a ferry is published when the harbour closes.",
    "A revision of a page is stored, and an editor sees the previous version of the page.",
    "Clients call /v2/orders of the API v2, and the second version of a document wins.",
    "The server merges both replicas; the merged document is sent back.",
    "Each pull request is merged from a branch after two reviews.",
    "This record is a combination of the two keys.",
    "A version 2 record replaces the previous version.",
    "The improved index is updated when a row is revised.",
    "This design combines a queue and a cache.",
    "This design builds on Postgres.",
    "This service merges the two streams of events.",
    "I have updated the row when the lease ends, says the worker.",
    "The design of the ferry was revised in 1990 by its yard.",
    "The original design of the bridge is scanned and kept.",
  ];
  for (const text of TEXTS)
    test(text, () => expect(maskDocumentValue(design("Durable queue", text)).masked).toEqual([]));

  const PLAIN = [
    ["Merged cells in a sheet", "Merged cells keep one value."],
    ["Revised schedule publisher", "A revised schedule is published at once."],
    ["Public API v2", "Clients call the public API v2 by HTTP."],
    ["Combined heat and power", BODY],
    ["Unified logging", BODY],
    ["Version control for designs", BODY],
    ["Review of merged branches", "It lists merged branches."],
  ] as const;
  for (const [title, summary] of PLAIN) test(`title: ${title}`, () => expect(titled(title, summary)).toBe(title));

  test("and those of the task", () => {
    const { value } = maskDocumentValue(design("Revised timetable service"), { exempt: "Publish a revised timetable" });
    expect(value.title).toBe("Revised timetable service");
  });
});
