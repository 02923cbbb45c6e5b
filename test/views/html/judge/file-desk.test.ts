import { afterEach, beforeEach, expect, test } from "bun:test";
import { gleanBallot } from "../../../../src/experiment/glean.ts";
import { type Draft, draftOf } from "../../../../src/views/html/judge/draft.ts";
import { begin, changeFileDraft, fileDraft } from "../../../../src/views/html/judge/file-desk.ts";
import { sheetOf } from "../../../../src/views/html/judge/sheet-of.tsx";
import { ballotOf } from "../../../support/judges.ts";

const sheetFor = (person: string | null) => {
  const ballot = ballotOf(3);
  return { ...sheetOf(ballot, gleanBallot(ballot)), person };
};

const kept = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
beforeEach(() => {
  kept.clear();
  fileDraft.value = null;
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else Reflect.deleteProperty(globalThis, "localStorage");
});

test("a ballot's fields are empty at first, but for the name of whom it was made for", () => {
  begin(sheetFor(null));
  expect(fileDraft.value as Draft | null).toEqual(draftOf(null, ""));
  begin(sheetFor("Ada"));
  expect(fileDraft.value as Draft | null).toEqual(draftOf(null, "Ada"));
});

test("a ballot that is opened again has what this browser kept of it, and another person's has not", () => {
  begin(sheetFor("Ada"));
  changeFileDraft(sheetFor("Ada"), { comments: { N: "Loses jobs." } });
  const said = { ...draftOf(null, "Ada"), comments: { N: "Loses jobs." } };
  expect(fileDraft.value as Draft | null).toEqual(said);
  fileDraft.value = null;
  begin(sheetFor("Ada"));
  expect(fileDraft.value as Draft | null).toEqual(said);
  begin(sheetFor("Grace"));
  expect(fileDraft.value as Draft | null).toEqual(draftOf(null, "Grace"));
});

test("what was kept of another shape of ballot is not taken up", () => {
  begin(sheetFor("Ada"));
  changeFileDraft(sheetFor("Ada"), { comments: { N: "Loses jobs." } });
  for (const name of kept.keys()) kept.set(name, '{"name":"Ada"}');
  begin(sheetFor("Ada"));
  expect(fileDraft.value as Draft | null).toEqual(draftOf(null, "Ada"));
});
