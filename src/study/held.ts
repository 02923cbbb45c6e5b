import { kindRow } from "../artifacts/stages/files.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../artifacts/stages/stages.ts";
import type { PullFault } from "../artifacts/study-pull.ts";
import { folded } from "../store/experiment.ts";
import { patternOf } from "../text/pattern.ts";
import type { QueuedFile } from "./queue.ts";

/** The most that one experiment may be: far above what two hundred designs and reviewers come to. */
export const ARCHIVE_BOUNDS = { files: 20_000, bytes: 500_000_000, file: 60_000_000, path: 400, name: 255 } as const;

/** What a worker's experiment holds that is taken over: asked of models, or worked out of that. */
const TAKEN: readonly ArtifactKind[] = ["task", "entrant", "design", "review", "score", "look", "ranking"];
/** An id, as a part of a file's name. */
const ID = '[^\\p{C}/\\\\:*?"<>|]{1,200}';
/** Where experiments lie in an experiment: rounds of better designs, and planted copies. */
const WITHIN = "(?:rounds/[1-9]\\d?/|controls/)?";
/** Names that some disk takes for a device, whatever stands behind the dot. */
const DEVICE = "(?:con|prn|aux|nul|com\\d|lpt\\d)[ .]";
const SUPERSEDED = "(?:\\.superseded-\\d{1,4})?";

const taken = [
  ...TAKEN.map(artifactPattern),
  "ledger\\.jsonl",
  `exchanges/(?!${DEVICE})${ID}\\.\\d{8}T\\d{6,15}Z-[\\w-]{0,40}\\.json`,
].map(whole);

/**
 * What it may hold beside that, and what stays behind: pages, which are drawn here of what is taken, what is kept for
 * lists, what a machine or a person says of it with a seal, and what a writer leaves.
 */
const left = [
  ...ARTIFACT_KINDS.filter((kind) => !TAKEN.includes(kind)).map(artifactPattern),
  `${WITHIN}designs/design-${ID}\\.md`,
  `${WITHIN}results/(?:ranking\\.md|report\\.html|plan\\.html|outline\\.json)`,
  `exchanges/${ID}\\.html`,
  "(?:made|summary)\\.json",
  "questions\\.jsonl",
  "brief\\.md",
  `votes/${ID}(?:/${ID})?`,
  `answers/${ID}`,
  "\\.(?:gitignore|lock|lock-journal|stop)",
  `(?:${ID}/){0,4}${ID}\\.tmp`,
].map(whole);

function artifactPattern(kind: ArtifactKind): string {
  const path = kindRow(kind).path({ design_id: "\0", reviewer_id: "\0" });
  const named = path
    .replace(/\.json$/u, "")
    .split("\0")
    .map(escaped)
    .join(ID);
  return `${WITHIN}${named}${SUPERSEDED}\\.json`;
}

function whole(pattern: string): RegExp {
  return patternOf(`^(?:${pattern})$`, "u");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}

/** Whether a file of an experiment is taken over, stays behind, or is none that an experiment can hold. */
export function holdsPath(path: string): "taken" | "left" | "never" {
  const parts = path.split("/");
  const odd =
    path.length > ARCHIVE_BOUNDS.path ||
    // What is no text of its own could become another name on the disk.
    !path.isWellFormed() ||
    parts.some((part) => /^\.{0,2}$|[ .]$/u.test(part) || Buffer.byteLength(part) > ARCHIVE_BOUNDS.name);
  if (odd) return "never";
  if (taken.some((pattern) => pattern.test(path))) return "taken";
  return left.some((pattern) => pattern.test(path)) ? "left" : "never";
}

/** What is wrong with a list of files as an experiment's; null where all of it can be put down. */
export function listFault(files: readonly QueuedFile[]): PullFault | null {
  if (files.length > ARCHIVE_BOUNDS.files) return { kind: "too-many", found: files.length, most: ARCHIVE_BOUNDS.files };
  let bytes = 0;
  const seen = new Map<string, string>();
  for (const file of files) {
    const { path } = file;
    if (holdsPath(path) === "never") return { kind: "path", path };
    const twin = seen.get(folded(path));
    if (twin !== undefined) return { kind: "twin", path, other: twin };
    seen.set(folded(path), path);
    const counts = Number.isSafeInteger(file.bytes) && file.bytes >= 0;
    if (!counts || file.bytes > ARCHIVE_BOUNDS.file)
      return { kind: "too-large", path, found: file.bytes, most: ARCHIVE_BOUNDS.file };
    bytes += file.bytes;
  }
  if (bytes > ARCHIVE_BOUNDS.bytes) return { kind: "too-large", path: null, found: bytes, most: ARCHIVE_BOUNDS.bytes };
  return seen.has("task.json") ? null : { kind: "no-task" };
}
