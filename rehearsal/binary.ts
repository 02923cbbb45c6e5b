import { existsSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** The root of this package, whose node_modules hold the host. */
export const PACKAGE_ROOT = resolve(import.meta.dirname, "..");

/** The plugin as it is published: one bundle. */
export const PLUGIN_FILE = join(PACKAGE_ROOT, "dist", "index.js");

/**
 * The opencode binary that this package is developed with. Where the install script of opencode-ai did not run, its
 * bin folder holds only a stub, and the binary lies in the package for the platform. Throws when there is none.
 */
export function developmentBinary(): string {
  const modules = join(PACKAGE_ROOT, "node_modules");
  const system = process.platform === "win32" ? "windows" : process.platform;
  const variants = ["", "-baseline", "-musl", "-baseline-musl"].map((suffix) =>
    join(
      modules,
      `opencode-${system}-${process.arch}${suffix}`,
      "bin",
      system === "windows" ? "opencode.exe" : "opencode",
    ),
  );
  const found = [join(modules, "opencode-ai", "bin", "opencode.exe"), ...variants].find(isBinary);
  if (found) return found;
  throw new Error(
    `Cannot find the opencode binary: opencode-ai is needed in ${modules}, run "npm ci" in ${PACKAGE_ROOT}`,
  );
}

/** The person's own opencode: the first on the PATH that is not this package's, else this package's. */
export function ownBinary(path = process.env.PATH ?? ""): string {
  const name = process.platform === "win32" ? "opencode.cmd" : "opencode";
  const folders = path.split(delimiter).filter((folder) => folder !== "" && !resolve(folder).startsWith(PACKAGE_ROOT));
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? developmentBinary();
}

/** A stub is a few hundred bytes, the binary is over 100 MB. */
function isBinary(file: string): boolean {
  return existsSync(file) && statSync(file).size > 1_000_000;
}
