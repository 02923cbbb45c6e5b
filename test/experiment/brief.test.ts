import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approvalId, briefSha256 } from "../../src/artifacts/hashes.ts";
import { briefOf, taskBriefOf, textsOf } from "../../src/experiment/brief.ts";
import type { By } from "../../src/questions/replay.ts";
import { pathOf, saveArtifact } from "../../src/store/artifacts.ts";
import { approvalOf, approve, BRIEF, type Interview, interview, write } from "../support/briefs.ts";

let clock = 0;
const now = () => new Date(Date.UTC(2026, 0, 5, 10, 0, clock++));
let project: string;
let begun: Interview;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "designlab-brief-"));
  begun = await interview(project, { now });
});
afterEach(() => rm(project, { recursive: true, force: true }));

const look = () => briefOf(begun, now);
const EDITED = { ...BRIEF, task: "Design something else" };

describe("briefOf()", () => {
  test("is working while nothing is open and no brief is there, and needs input while something is", async () => {
    expect(await look()).toMatchObject({ state: "working", asked: 2, open: [], brief: null, sha256: null });
    await begun.journal.ask([{ type: "confirm", text: "Keep PostgreSQL?" }], "text");
    expect(await look()).toMatchObject({ state: "needs_input", asked: 3, open: [{ id: "q3" }] });
    await begun.journal.cancel("q3", "text");
    expect(await look()).toMatchObject({ state: "working", asked: 2, open: [] });
  });

  test("does not wait for answers that the person wants no more", async () => {
    await begun.journal.ask([{ type: "confirm", text: "Keep PostgreSQL?" }], "text");
    await begun.journal.end("page");
    expect(await look()).toMatchObject({ state: "working", open: [{ id: "q3" }] });
  });

  test("tells answers in the order in which they were asked, without approvals", async () => {
    await write(begun);
    await approve(begun);
    const { answered, asked } = await look();
    expect(answered.map(({ id }) => id)).toEqual(["q1", "q2"]);
    expect(asked).toBe(2);
  });

  test("waits for approval of a brief, asked for or not yet", async () => {
    await saveArtifact(begun.dir, "brief", BRIEF);
    expect(await look()).toMatchObject({ state: "needs_approval", sha256: briefSha256(BRIEF), changed_since: false });
    await begun.journal.ask([approvalOf(BRIEF)], "text");
    expect(await look()).toMatchObject({ state: "needs_approval", open: [], approval: null });
  });

  for (const by of ["page", "host", "command", "text"] as const satisfies readonly By[]) {
    test(`${by === "text" ? "takes no approval" : "takes an approval"} by ${by}`, async () => {
      await write(begun);
      await begun.journal.answer(approvalId(BRIEF), "approve", by);
      const { state, approval } = await look();
      expect(state).toBe(by === "text" ? "needs_approval" : "approved");
      expect(approval === null).toBe(by === "text");
      if (by !== "text") expect(approval).toMatchObject({ by, at: expect.stringContaining("2026-01-05T10:") });
    });
  }

  test("takes no answer to another type of question under the approval's id", async () => {
    await saveArtifact(begun.dir, "brief", BRIEF);
    await begun.journal.ask([{ id: approvalId(BRIEF), type: "confirm", text: "Nice weather?" }], "text");
    await begun.journal.answer(approvalId(BRIEF), "yes", "page");
    expect((await look()).state).toBe("needs_approval");
  });

  test("is rejected by a rejection and by a wish for changes, until something is asked about it", async () => {
    await write(begun);
    for (const answer of ["reject: too much", "revise: say how many mails"]) {
      await begun.journal.answer(approvalId(BRIEF), answer, "page");
      expect((await look()).state).toBe("rejected");
    }
    await begun.journal.ask([{ type: "confirm", text: "How many?" }], "text");
    expect((await look()).state).toBe("needs_input");
  });

  test("wants a text approved anew that was changed since, and knows the old one again", async () => {
    await write(begun);
    await approve(begun);
    expect(await look()).toMatchObject({ state: "approved", changed_since: false });
    await saveArtifact(begun.dir, "brief", EDITED);
    expect(await look()).toMatchObject({ state: "needs_approval", changed_since: true, approval: null });
    await saveArtifact(begun.dir, "brief", { ...BRIEF, timestamp: "2026-01-06T00:00:00.000Z" });
    expect(await look()).toMatchObject({ state: "approved", changed_since: false });
  });

  test("is questions where no brief is to come", async () => {
    const bare = await interview(project, { now, name: "2026-01-05-bare", idea: "" });
    expect((await briefOf(bare, now)).state).toBe("questions");
    const read = await interview(project, {
      now,
      name: "2026-01-05-read",
      idea: "",
      from: [{ path: "docs/prd.md", sha256: "0".repeat(64), text: "A queue" }],
    });
    expect((await briefOf(read, now)).state).toBe("working");
  });

  test("says of a brief that cannot be read why", async () => {
    await writeFile(pathOf(begun.dir, "brief"), '{"version": 1');
    expect(await look()).toMatchObject({ state: "working", brief: null, problems: [{ kind: "not-json" }] });
  });
});

test("a task keeps of a brief what shows something", () => {
  const items = [" One ", "\u200b", "", "二"].map((text) => ({ text, from: [] }));
  expect(textsOf(items)).toEqual(["One", "二"]);
  expect(taskBriefOf({ ...BRIEF, assumptions: items })).toEqual({
    sha256: briefSha256({ ...BRIEF, assumptions: items }),
    assumptions: ["One", "二"],
    out_of_scope: ["Newsletters"],
    open_questions: ["Who may read the archive"],
  });
});
