import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { identifiersIn, maskDocument, maskDocumentValue } from "../../src/blind/documents.ts";

/** A key, a value, and what must not be left of the value. */
type Row = { key: string; values: string[]; secret: string[] };

const NAMES = [
  "Ann Smythe",
  "Zoé Blanc",
  "Jean-Luc Picarde",
  "Mary O'Brienne",
  "Piet van der Meer",
  "J. R. R. Tolkheim",
  "Łukasz Żurek",
  "Нина Петрова",
  "山田太郎",
  "김민수",
  "ANN SMYTHE",
  "Dr. Eva Lindqvist",
  "Íñigo de la Cruze",
];
const AUTHORS = [
  ..."Author|Authors|Written by|Drafted by|Prepared by|Editor|DRI|Co-authors|Champion|Document owner".split("|"),
  ..."Autor|Verfasserin|Erstellt von|Auteurs|Rédigé par|Autora|Escrito por|Autori|Автор|作成者|作者|저자".split("|"),
];
const PEOPLE = [
  ..."Approved by|Reviewers|Last updated by|Delegate|BDFL-Delegate|Sponsor|Shepherd|Signed-off-by|Deciders".split("|"),
  ..."Review manager|PRR-Approver|Freigegeben von|Approuvé par|Aprobado por|承認者|批准人".split("|"),
];
const STATES = "Accepted|Final|In review|Implementable|Approved on 2024-05-01|Angenommen|Borrador|承認済み".split("|");
const DAYS = "2001-07-05|05-Jul-2001|5 July 2001|July 5, 2001|5. Juli 2001|2001/07/05|2001年7月5日".split("|");
const DATES = "Date|Start Date|Post-History|Created|Last updated|Erstellt am|Fecha|最終更新日".split("|");

const surname = (name: string): string[] => {
  const last = name.split(" ").at(-1) ?? "";
  return [name.replace(/^Dr\. /u, ""), ...(last.length > 2 ? [last] : [])];
};
const person = fc.constantFrom(...NAMES).chain((name) => {
  const mail = "a.writer@mail.example";
  const handle = "@a-writer9";
  return fc.constantFrom(
    { value: name, secret: surname(name) },
    { value: `${name} <${mail}>`, secret: [...surname(name), mail] },
    { value: `[${name}](https://github.com/a-writer9)`, secret: [...surname(name), "a-writer9"] },
    { value: `${name} (${handle})`, secret: [...surname(name), "a-writer9"] },
    { value: handle, secret: ["a-writer9"] },
  );
});
const people = (keys: readonly string[]): fc.Arbitrary<Row> =>
  fc.tuple(fc.constantFrom(...keys), fc.array(person, { minLength: 1, maxLength: 3 })).map(([key, all]) => ({
    key,
    values: all.map(({ value }) => value),
    secret: all.flatMap(({ secret }) => secret),
  }));
const single = (keys: readonly string[], values: readonly string[]): fc.Arbitrary<Row> =>
  fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom(...values))
    .map(([key, value]) => ({ key, values: [value], secret: [value] }));
const numbered: fc.Arbitrary<Row> = fc.constantFrom(
  { key: "RFC PR", values: ["[acme/rfcs#4711](https://git.example/acme/rfcs/pull/4711)"], secret: ["4711"] },
  { key: "PEP", values: ["4711"], secret: ["4711"] },
  { key: "kep-number", values: ["4711"], secret: ["4711"] },
  { key: "Resolution", values: ["https://lists.example/thread/4711"], secret: ["4711"] },
);

const list = ({ values }: Row): string => values.join(", ");
/** Forms of a head, each of which holds any rows. */
const FORMS: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  lines: (rows) => rows.map((row) => `${row.key}: ${list(row)}`).join("\n"),
  "lines apart": (rows) => rows.map((row) => `${row.key}: ${list(row)}`).join("\n\n"),
  items: (rows) => rows.map((row) => `- **${row.key}:** ${list(row)}`).join("\n"),
  "items of stars": (rows) => rows.map((row) => `* ${row.key}: ${list(row)}`).join("\n"),
  dashes: (rows) => rows.map((row) => `- ${row.key} — ${list(row)}`).join("\n"),
  quoted: (rows) => rows.map((row) => `> **${row.key}**: ${list(row)}`).join("\n"),
  table: (rows) => ["| | |", "|---|---|", ...rows.map((row) => `| **${row.key}** | ${list(row)} |`)].join("\n"),
  "table of columns": (rows) => {
    const all = [{ key: "Author", values: ["Ann Smythe"] }, { key: "Status", values: ["Draft"] }, ...rows];
    const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
    return [line(all.map(({ key }) => key)), line(all.map(() => "---")), line(all.map((row) => list(row as Row)))].join(
      "\n",
    );
  },
  "one line": (rows) => rows.map((row) => `**${row.key}:** ${list(row)}`).join(" | "),
  "one line, dots": (rows) => rows.map((row) => `${row.key}: ${list(row)}`).join(" · "),
  "lists below": (rows) =>
    rows.map((row) => `${row.key}:\n${row.values.map((each) => `- ${each}`).join("\n")}`).join("\n\n"),
  headings: (rows) =>
    rows.map((row) => `## ${row.key}\n\n${row.values.map((each) => `- ${each}`).join("\n")}`).join("\n\n"),
  "front matter": (rows) =>
    [
      "---",
      "title: Queue",
      ...rows.map((row) => `${row.key}:\n${row.values.map((each) => `  - "${each}"`).join("\n")}`),
      "---",
    ].join("\n"),
  "front matter, one line": (rows) =>
    ["---", ...rows.map((row) => `${row.key}: [${row.values.map((each) => `"${each}"`).join(", ")}]`), "---"].join(
      "\n",
    ),
  "TOML front matter": (rows) =>
    ["+++", ...rows.map((row) => `${row.key} = [${row.values.map((each) => `"${each}"`).join(", ")}]`), "+++"].join(
      "\n",
    ),
  "mail head": (rows) =>
    ["Title: Queue", ...rows.map((row) => `${row.key}: ${row.values.join(",\n        ")}`), "Type: Process"].join("\n"),
  fields: (rows) => rows.map((row) => `:${row.key}: ${list(row)}`).join("\n"),
  definitions: (rows) => rows.map((row) => `${row.key}\n: ${list(row)}`).join("\n"),
  HTML: (rows) =>
    `<table>\n${rows.map((row) => `<tr><td>${row.key}</td><td>${list(row)}</td></tr>`).join("\n")}\n</table>`,
};
const BODY = "The queue keeps each job until a worker has acknowledged it. A job that failed is tried again.";
const ENDINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
];
const rows = fc
  .tuple(
    people(AUTHORS),
    people(PEOPLE),
    single(["Status", "Decision status", "Estado", "状態"], STATES),
    single(DATES, DAYS),
    numbered,
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: 1 }));

describe("a head of made-up documents", () => {
  for (const [form, made] of Object.entries(FORMS)) {
    test(`tells nobody and nothing in the form of ${form}, and leaves the body`, () => {
      fc.assert(
        fc.property(rows, fc.constantFrom(...ENDINGS), (all, ended) => {
          const text = ended(
            `${form.includes("matter") || form === "mail head" ? "" : "# Durable queue\n\n"}${made(all)}\n\n## Design\n\n${BODY}\n`,
          );
          const left = maskDocument(text.replace(/^\uFEFF/u, "")).text;
          expect(all.flatMap(({ secret }) => secret).filter((each) => left.includes(each))).toEqual([]);
          expect(left).toContain(BODY);
        }),
        { numRuns: 150, seed: 7 },
      );
    });
  }

  test("names its people wherever the text names them", () => {
    fc.assert(
      fc.property(people(AUTHORS), fc.constantFrom(...Object.keys(FORMS)), (row, form) => {
        const names = row.secret.filter((each) => !/[@.]|writer/u.test(each));
        const said = names.map((name) => `As ${name} measured, it takes a second.`).join("\n\n");
        const head = (FORMS[form] as (rows: readonly Row[]) => string)([row]);
        const left = maskDocument(`${head}\n\n## Design\n\n${BODY}\n\n${said}\n`).text;
        expect(names.filter((each) => left.includes(each))).toEqual([]);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe("a name that a head told", () => {
  const masked: [text: string, left: string][] = [
    [
      "Author: Mark Shannon\n\nMark every job. Shannon measured it.",
      "[author]\n\nMark every job. [author] measured it.",
    ],
    [
      "Author: Rosa Leasing\n\nThe leasing of jobs. Leasing is fast.",
      "[author]\n\nThe leasing of jobs. Leasing is fast.",
    ],
    [
      "Author: Ann Kaltz\n\nANN is a network. Michael Kaltz and Ann Berg.",
      "[author]\n\nANN is a network. Michael [author] and Ann Berg.",
    ],
    ["By Ann Kaltz\n\nIt keeps jobs, as @kaltz said.", "[author]\n\nIt keeps jobs, as @kaltz said."],
    [
      "RFC PR: https://git.example/a/rfcs/pull/2000\n\nSee RFC 2000, rfcs#2000, #2000 and RFC 3339.",
      "[author]\n\nSee [author], [author], [author] and RFC 3339.",
    ],
    [
      "# RFC 2000: Generics\n\nRFC 2000 adds them, RFC 7807 does not.",
      "# [author] Generics\n\n[author] adds them, RFC 7807 does not.",
    ],
    ["Author: The Platform Team\n\nThe platform team runs it.", "[author]\n\nThe platform team runs it."],
  ];
  for (const [text, left] of masked)
    test(`leaves ${JSON.stringify(left)}`, () => expect(maskDocument(text).text).toBe(left));

  test("takes no number for the document's that stands in a link beside another word", () => {
    const text =
      "Status: Draft\nDiscussion thread: https://forum.example/t/add-float16-and-utf-8/19370\n\nA Float16 in UTF-8.";
    expect(maskDocument(text).text).toBe("[author]\n\nA Float16 in UTF-8.");
  });

  test("is masked in every field of a design, and in designs beside it", () => {
    const value = { title: "Queue", summary: "Kaltz measured it.", additional_notes: "- Author: Ann Kaltz" };
    expect(maskDocumentValue(value).value).toEqual({
      title: "Queue",
      summary: "[author] measured it.",
      additional_notes: "[author]",
    });
    const other = maskDocumentValue({ summary: "Ann Kaltz measured it." }, { identifiers: ["Ann Kaltz"] });
    expect(other.value.summary).toBe("[author] measured it.");
  });

  test("stays where the task names it", () => {
    const text = "Author: Ann Kaltz\n\nThe Kaltz filter is used.";
    expect(maskDocument(text, { exempt: "Design a Kaltz filter" }).text).toBe("[author]\n\nThe Kaltz filter is used.");
  });
});

describe("what looks like a head and is none", () => {
  const kept = [
    "An order has these fields:\n\n```\nstatus: accepted\nauthor: Ann Kaltz\n```",
    "    status: accepted\n    owner: Ann",
    "### Node labels (rejected)\n\nLabels are slow.",
    "The request must be\napproved by the clerk, and the order moves\nto the next state.",
    "This is done\nby Adding more workers.",
    "| Version | Date | Status |\n|---|---|---|\n| 1.20 | 2020-12-08 | released |",
    "See what RFC 12 says of it:\nRFC 12 is about mail.",
    "Type: a word\nOwner: who holds the lease\nDate: when it is due",
  ];
  for (const text of kept)
    test(`stays: ${JSON.stringify(text)}`, () => expect(maskDocument(`Intro.\n\n${text}`).masked).toEqual([]));
});

test("identifiersIn() takes no role for a name", () => {
  const head = "Reviewers: Ann Berg, Enhancement Implementer, SIG Leadership, Feature Owner, SIG Chairs";
  expect(identifiersIn(head)).toEqual(["Ann Berg"]);
});

test("identifiersIn() takes the number of a file or its folder, and no standard of the internet", () => {
  expect(identifiersIn("# Queue", "docs/adr/0007-queue.md")).toEqual(["adr 7"]);
  expect(identifiersIn("# Queue", "keps/sig/753-queue/README.md")).toEqual(["kep 753"]);
  expect(identifiersIn("# Queue", "docs/rfc-7807.md")).toEqual([]);
  expect(identifiersIn("RFC PR: #2000", "text/2000-queue.md")).toContain("rfc 2000");
});
