import { cpSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../../rehearsal/binary.ts";

/** The plugin as it is in a folder that was cloned and never built. Who asks for it removes it. */
export function unbuilt(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "designlab-unbuilt-")));
  for (const part of ["package.json", "server.js", "tui.js", "unbuilt.js"])
    cpSync(join(PACKAGE_ROOT, part), join(folder, part));
  return folder;
}
