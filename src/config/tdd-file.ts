import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { type Places, projectFolders } from "./files.ts";
import { readingOnce } from "./reading.ts";
import { ModelId } from "./schema.ts";
import { configError, fieldProblems } from "./source.ts";

const named = Type.String({ minLength: 1, maxLength: 4096 });

/** The file in which the project says how tests come first, in its published form; what else stands in it is not read. */
const TddFile = Type.Object({
  testOutputFile: Type.Optional(Type.Union([named, Type.Array(named, { minItems: 1, maxItems: 50 })])),
  enforcePatterns: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 200 })),
  verifierModel: Type.Optional(ModelId),
  maxTestOutputAge: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
});
export type TddFile = Static<typeof TddFile>;

/**
 * .opencode/tdd.json of the folder the host works in, else of the nearest above it in the worktree, JSON with comments;
 * null where there is none. Throws LabError with the line for what is wrong in it.
 */
export function readTddFile(places: Places): { file: string; value: TddFile } | null {
  const { source } = readingOnce(places);
  for (const folder of projectFolders(places)) {
    const file = join(folder, "tdd.json");
    const reading = source(file);
    if (reading === null) continue;
    const problems = [...reading.problems, ...(reading.source ? fieldProblems(reading.source, TddFile) : [])];
    if (problems.length > 0 || reading.source === null) throw configError(problems);
    return { file, value: reading.source.value as TddFile };
  }
  return null;
}
