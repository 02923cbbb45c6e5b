import { describe, expect, test } from "bun:test";
import { maskDocument, maskDocumentValue, namesOfDocument } from "../../src/blind/documents.ts";
import { processorTime } from "../support/processor.ts";

describe("maskDocument()", () => {
  const masked: [string, string][] = [
    ["RFC 12: Durable queue", "[author] Durable queue"],
    ["# ADR-0007 Use Postgres", "# [author] Use Postgres"],
    ["Durable queue v2 (final)", "Durable queue [author]"],
    ["Durable queue [Draft]", "Durable queue [author]"],
    ["Status: Accepted", "[author]"],
    ["- **Status:** Accepted on 2024-05-01", "[author]"],
    ["| Status | Accepted |", "[author]"],
    ["## Status\n\nAccepted\n\n## Context\n\nJobs.", "[author]\n\n## Context\n\nJobs."],
    ["Author: Ann Smith", "[author]"],
    ["Authors: Ann, @bob and Carol (Payments)", "[author]"],
    ["Verfasserin: Anna Berg", "[author]"],
    ["Autora: Luz Marín", "[author]"],
    ["저자: 김민수", "[author]"],
    ["Автор: Анна Иванова", "[author]"],
    ["筆者：山田", "[author]"],
    ["Approved by: The Architecture Board", "[author]"],
    ["Approved by Ann on 3 May 2024", "[author]"],
    ["Date: 2024-05-01", "[author]"],
    ["Last updated: 3 May 2024", "[author]"],
    ["Version: 2.1 (final)", "[author]"],
    ["author: ann\nstatus: accepted\nversion: 3", "[author]"],
    ["This design is approved. It keeps jobs.", "[author]. It keeps jobs."],
    ["The board approved this design on Monday. It keeps jobs.", "[author]. It keeps jobs."],
    ["This design is approved.\n\nIt keeps jobs.\n\nStatus: Accepted", "[author].\n\nIt keeps jobs.\n\n[author]"],
    ["This RFC was written in 2019 and holds.", "[author]."],
    ["This RFC proposes a queue.", "[author] proposes a queue."],
    ["作成者：山田\nステータス：承認済み\n\nキューを使う。", "[author]\n\nキューを使う。"],
    ["Ѕtatus: Accepted", "[author]"],
  ];
  for (const [text, left] of masked) {
    test(`masks ${JSON.stringify(text)}`, () => {
      expect(maskDocument(text).text).toBe(left);
    });
  }

  const kept = [
    "Status: accepted orders go to the queue, rejected ones to the log",
    "status: pending | accepted | rejected",
    "Status: draft, accepted or rejected",
    "An order whose status is accepted is approved by a clerk.",
    "author: string\nstatus: string\ndate: timestamp",
    "Owner: the service that holds the lease",
    "Errors follow RFC 7807 and times RFC 3339.",
    "RFC 7807 problem details for every error",
    "Version: the number that a row was read with",
    "The request is approved by the manager before this document is sent.",
    "Date: the day on which the job is due",
    "Each document is reviewed by two people and approved by a third.",
    "The final state is accepted (final).  Then it ends.",
    "This design is agreed with its callers on every key, and keeps it.",
    "Owner\n  Whoever holds the lease of a job.\nAdmin\n  May end it.",
    "Maintainer\n    Can change a package.\nAdmin\n    Can remove it.",
    "An example::\n\n   Author: C. Schultz\n   Status: Accepted\n\nThe reader takes both.",
    ".. code-block:: toml\n\n    authors = [{name = 'Ann Smith'}]\n    version = '0.1'",
    "* `profiler`_:\n  written by Fabian Berg (2011-2013)\n* `tracer`_",
    "It handles a new version of the specification and the final version of this spec.",
    "Compared with other designs of caches, and unlike several proposals for queues, it keeps order.",
  ];
  for (const text of kept) {
    test(`leaves ${JSON.stringify(text)}`, () => {
      expect(maskDocument(text)).toEqual({ text, masked: [] });
    });
  }

  test("says what it masked, in every string of a value", () => {
    const { value, masked } = maskDocumentValue({
      title: "RFC 3: Queue",
      risks: [{ description: "Date: 2024-05-01" }],
    });
    expect(value).toEqual({ title: "[author] Queue", risks: [{ description: "[author]" }] });
    expect(masked).toEqual(["RFC 3:", "Date: 2024-05-01"]);
  });

  test("takes a text of 200,000 characters in a moment", () => {
    for (const line of ["Status: Accepted\n", "this design is ", "a".repeat(80), "| - * : ", "(final)"]) {
      const before = processorTime();
      maskDocument(line.repeat(Math.ceil(200_000 / line.length)));
      expect(processorTime() - before).toBeLessThan(5_000);
    }
  });
});

test("namesOfDocument() knows a document by its author and by the number of its file", () => {
  expect(namesOfDocument({ file: "docs/rfc-12.md", author: "Ann" })).toEqual(["Ann", "rfc 12"]);
  expect(namesOfDocument({ file: "docs/adr/0007-use-postgres.md" })).toEqual(["adr 7"]);
  expect(namesOfDocument({ file: "docs/rfc-7807.md" })).toEqual([]);
  expect(namesOfDocument({ file: "docs/queue.md" })).toEqual([]);
});
