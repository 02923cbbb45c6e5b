import { signal } from "@preact/signals";
import { Errors } from "@sinclair/typebox/errors";
import { Check } from "@sinclair/typebox/value";
import { FilledBallot } from "../../../artifacts/ballot.ts";
import { BALLOT_NEEDS, type BallotNeed, notGoneOnFrom } from "../../../story/judge-page.ts";
import { type Draft, draftOf, voiceOf } from "./draft.ts";
import type { Sheet } from "./sheet.ts";

/** What stands in the fields of a ballot that is a file, and what became of the last that was done with files. */
export const fileDraft = signal<Draft | null>(null);
export const fileOutcome = signal<
  { state: "saved" | "loaded"; file: string } | { state: "refused"; why: string } | null
>(null);

/** Bytes of a file that is taken in. */
const MAX_BYTES = 20_000_000;

/** Fills in what this browser kept of the same ballot. */
export function begin(sheet: Sheet): void {
  const first = draftOf(null, sheet.person ?? "");
  fileDraft.value = kept(sheet, first) ?? first;
}

export function changeFileDraft(sheet: Sheet, part: Partial<Draft>): void {
  if (fileDraft.value === null) return;
  fileDraft.value = { ...fileDraft.value, ...part };
  fileOutcome.value = null;
  try {
    localStorage.setItem(nameOf(sheet), JSON.stringify(fileDraft.value));
  } catch {
    // Some browsers keep nothing for a file: then it lasts as long as the page.
    return;
  }
}

function kept(sheet: Sheet, like: Draft): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(nameOf(sheet)) ?? "null") as Draft | null;
    const fits = found !== null && Object.keys(found).sort().join() === Object.keys(like).sort().join();
    return fits ? found : null;
  } catch {
    return null;
  }
}

/** Files of one folder may share what a browser keeps. */
const nameOf = ({ experiment_id, person, rubric_sha256, designs }: Sheet): string =>
  ["designlab-ballot", experiment_id, person, rubric_sha256, ...designs.map((each) => each.design_sha256)].join(" ");

/** Has the browser save what was said as `ballot-<name>.json`. */
export function saveFile(sheet: Sheet, said: Draft): void {
  const name = said.name.trim();
  const filled: FilledBallot = {
    version: 1,
    kind: "designlab-ballot",
    experiment_id: sheet.experiment_id,
    name,
    designs: sheet.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 })),
    rubric_sha256: sheet.rubric_sha256,
    voice: voiceOf(sheet, said),
  };
  const href = URL.createObjectURL(new Blob([`${JSON.stringify(filled, null, 2)}\n`], { type: "application/json" }));
  const file = `ballot-${fileName(name)}.json`;
  const link = Object.assign(document.createElement("a"), { href, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  fileOutcome.value = { state: "saved", file };
}

/** Letters and digits of any script. */
const fileName = (name: string): string =>
  [...name.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")].slice(0, 60).join("").replace(/^-|-$/gu, "") ||
  "vote";

/** Takes up a saved ballot, where it is one of these very designs. */
export async function loadFile(sheet: Sheet, file: File): Promise<void> {
  const why = await takeUp(sheet, file);
  fileOutcome.value =
    why === null ? { state: "loaded", file: file.name } : { state: "refused", why: notGoneOnFrom(file.name, why) };
}

/** Null where it was taken up, else why it was not. */
async function takeUp(sheet: Sheet, file: File): Promise<BallotNeed | null> {
  if (file.size > MAX_BYTES) return BALLOT_NEEDS.size(MAX_BYTES, file.size);
  let filled: unknown;
  try {
    filled = JSON.parse(await file.text());
  } catch {
    return BALLOT_NEEDS.json();
  }
  if (!Check(FilledBallot, filled)) {
    const wrong = Errors(FilledBallot, filled).First();
    return BALLOT_NEEDS.form(wrong?.path || "/", wrong?.message ?? "no ballot");
  }
  if (filled.experiment_id !== sheet.experiment_id) return BALLOT_NEEDS.of(sheet.experiment_id, filled.experiment_id);
  if (sheet.person !== null && filled.name !== sheet.person) return BALLOT_NEEDS.of(sheet.person, filled.name);
  if (filled.rubric_sha256 !== sheet.rubric_sha256) return BALLOT_NEEDS.criteria();
  const told = (designs: FilledBallot["designs"]) =>
    designs
      .map(({ letter, design_sha256 }) => `${letter} ${design_sha256}`)
      .sort()
      .join();
  if (told(filled.designs) !== told([...sheet.designs])) return BALLOT_NEEDS.designs();
  changeFileDraft(sheet, draftOf(filled.voice, filled.name));
  return null;
}
