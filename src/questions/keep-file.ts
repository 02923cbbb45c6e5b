import { TooLargeError, UsageError } from "../errors.ts";
import { keepGiven } from "../store/given.ts";
import { clean } from "../text/clean.ts";
import type { FileFact } from "./files.ts";
import type { Journal } from "./journal.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "./limits.ts";

type Coming = {
  /** The question that asks for it. */
  id: string;
  /** What the person calls it. */
  filename: string;
  /** As far as it is known before it is read. */
  bytes: number;
  body(): AsyncIterable<Uint8Array>;
};

/**
 * Keeps a file that a person gives, beside the questions of a folder, and says what an answer says of it. Throws
 * UsageError where no question asks for one, TooLargeError for too many bytes; LabError where it cannot be written.
 */
export async function keepFile(
  dir: string,
  journal: Pick<Journal, "read">,
  { id, bytes, body, ...given }: Coming,
): Promise<FileFact> {
  const asked = (await journal.read()).questions.find((each) => each.id === id);
  const { question } = asked ?? {};
  if (question === undefined || (question.type !== "ask_image" && question.type !== "ask_file")) {
    throw new UsageError("Cannot keep the file: needed is the id of a question that asks for one. Nothing was kept.");
  }
  if (asked?.closed || asked?.state === "cancelled") {
    throw new UsageError(`Cannot keep the file: ${id} takes no answer any more. Nothing was kept.`);
  }
  const filename = clean(given.filename).text.replace(/\s+/gu, " ").trim().slice(0, 255) || "file";
  const most = { bytes: question.max_bytes ?? MAX_FILE_BYTES, files: MAX_FILES };
  const kept =
    bytes > most.bytes
      ? { over: "file" as const, most: most.bytes }
      : await keepGiven(dir, body(), { id, filename, most });
  if (!("over" in kept)) {
    const { extension: _, ...facts } = kept;
    return { filename, ...facts };
  }
  if (kept.over === "question") {
    throw new UsageError(`Cannot keep the file: needed are at most ${kept.most} for this question, found another.`);
  }
  const of = kept.over === "file" ? "in a file" : "in all files of this experiment together";
  throw new TooLargeError(`Cannot keep the file: needed are at most ${kept.most} bytes ${of}, found more.`);
}
