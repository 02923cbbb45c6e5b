import { type Static, Type } from "@sinclair/typebox";
import { parseLines } from "./ledger.ts";
import { appendPrivate, type Home, projectFile, takePrivate } from "./private.ts";
import { readRegular } from "./read.ts";

const ReportWrite = Type.Object({
  /** When the user turned the guard on that noticed it. */
  since: Type.String(),
  /** Milliseconds since 1970. */
  at: Type.Number(),
  /** Absolute. */
  file: Type.String(),
  /** The tool or program that wrote it; null once a test command did, or the file is gone. */
  by: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
});
/** That something wrote a file of test results, or the log of the guard. */
type ReportWrite = Static<typeof ReportWrite>;
/** A write by something that is no test command. */
export type ForeignWrite = ReportWrite & { by: string };

type Project = Home & { directory: string };
const fileOf = (project: Project): string => projectFile(project, "guard-reports");
/** Lines that could not be written. They count in this process. */
const unwritten: ReportWrite[] = [];

/** Keeps that something wrote a file, in the private folder, where no file of the project has a part in it. Never rejects. */
export async function distrustReport(project: Project, line: ForeignWrite): Promise<void> {
  await append(project, line);
}

/**
 * Takes files as results of tests again that something wrote before that moment.
 * @param before Milliseconds since 1970.
 */
export async function trustReports(
  project: Project,
  { since, before, counts }: { since: string; before: number; counts(file: string): Promise<boolean> },
): Promise<void> {
  for (const { file, at } of await readForeignWrites(project, since))
    if (at < before && (await counts(file))) await append(project, { since, at: Date.now(), file, by: null });
}

/** The files that something other than a test command wrote last, the newest write first. */
export async function readForeignWrites(project: Project, since: string): Promise<ForeignWrite[]> {
  const read = await readRegular(fileOf(project));
  const lines = [...(read.state === "ok" ? parseLines(read.value, ReportWrite) : []), ...unwritten];
  const last = new Map(lines.flatMap((line) => (line.since === since ? [[line.file, line]] : [])));
  return [...last.values()].filter((line): line is ForeignWrite => line.by !== null).reverse();
}

async function append(project: Project, line: ReportWrite): Promise<void> {
  await appendPrivate(fileOf(project), `${JSON.stringify(line)}\n`).catch(() => unwritten.push(line));
}

/** Forgets all of them. */
export async function forgetReportWrites(project: Project): Promise<void> {
  await takePrivate(fileOf(project));
}
