import type { Brief } from "../../artifacts/brief.ts";
import { writeText } from "../../store/files.ts";
import { paths } from "../../store/paths.ts";
import { readRegular } from "../../store/read.ts";
import { briefMd } from "../../views/markdown/brief-md.ts";

/** Writes brief.md where it says something else than the brief; as with a design, one that cannot be written costs nothing. */
export async function writeBriefFiles(dir: string, brief: Brief): Promise<void> {
  const path = paths.briefMarkdown(dir);
  const text = briefMd(brief);
  const there = await readRegular(path, dir);
  if (there.state !== "ok" || there.value !== text) await writeText(path, text).catch(() => undefined);
}
