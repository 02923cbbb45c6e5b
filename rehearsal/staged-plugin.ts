import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "./binary.ts";

/** Of what npm publishes, the parts that a host loads. */
const PARTS = ["package.json", "server.js", "tui.js", "unbuilt.js", "dist"];

/**
 * Copies the built plugin as a package into the folder, so that a host which watches it sees no build of another, and
 * returns the folder. Throws when the plugin was not built.
 */
export function stagePlugin(folder: string): string {
  const missing = PARTS.find((part) => !existsSync(join(PACKAGE_ROOT, part)));
  if (missing) throw new Error(`Cannot load the plugin: ${join(PACKAGE_ROOT, missing)} is needed; run "npm run build"`);
  for (const part of PARTS) {
    const target = join(folder, part);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(PACKAGE_ROOT, part), target, { recursive: true });
  }
  return folder;
}
