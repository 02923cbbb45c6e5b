import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** The root of this package, whose node_modules hold the host. */
export const PACKAGE_ROOT = resolve(import.meta.dirname, "..");

/** The server part of the plugin as it is published: one bundle. */
export const PLUGIN_FILE = join(PACKAGE_ROOT, "dist", "index.js");

/** The generations of the host that the plugin runs on; each has a binary of its own. */
export const GENERATIONS = [1, 2] as const;
export type Generation = (typeof GENERATIONS)[number];

/** The opencode binary of a generation that this package is developed with. Throws when there is none. */
export function developmentBinary(generation: Generation): string {
  const found = installedBinary(generation);
  if (found !== null) return found;
  const why =
    generation === 1 ? "opencode-ai is needed" : "OpenCode 2 is needed, which is there for Linux on x64 only,";
  throw new Error(`Cannot find the opencode binary: ${why} in ${MODULES}; run "npm ci" in ${PACKAGE_ROOT}`);
}

/** The same, or null where the package that holds it does not exist for this system or was not installed. */
export function installedBinary(generation: Generation): string | null {
  return (generation === 1 ? firstGeneration() : SECOND_GENERATION).find(isBinary) ?? null;
}

const MODULES = join(PACKAGE_ROOT, "node_modules");
const SECOND_GENERATION = ["", "-baseline", "-musl", "-baseline-musl"].map((suffix) =>
  join(MODULES, "@opencode", `cli-${process.platform}-${process.arch}${suffix}`, "bin", "opencode"),
);

/**
 * Where the install script of opencode-ai did not run, its bin folder holds only a stub, and the binary lies in the
 * package for the platform.
 */
function firstGeneration(): string[] {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const variants = ["", "-baseline", "-musl", "-baseline-musl"].map((suffix) =>
    join(
      MODULES,
      `opencode-${system}-${process.arch}${suffix}`,
      "bin",
      system === "windows" ? "opencode.exe" : "opencode",
    ),
  );
  return [join(MODULES, "opencode-ai", "bin", "opencode.exe"), ...variants];
}

/**
 * The person's own opencode and its generation: the first on the PATH that is not this package's. Null where there is
 * none, or where it does not say its version.
 */
export function ownOpencode(path = process.env.PATH ?? ""): Opencode | null {
  const name = process.platform === "win32" ? "opencode.cmd" : "opencode";
  const folders = path.split(delimiter).filter((folder) => folder !== "" && !resolve(folder).startsWith(PACKAGE_ROOT));
  const binary = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (binary === undefined) return null;
  const { stdout } = spawnSync(binary, ["--version"], { encoding: "utf8", timeout: 120_000 });
  const major = /\b(\d+)\.\d+\.\d+/.exec(stdout ?? "")?.[1];
  const generation = GENERATIONS.find((each) => String(each) === major);
  return generation === undefined ? null : { binary, generation };
}

/** An opencode and its generation. */
export type Opencode = { binary: string; generation: Generation };

/**
 * The opencode that is asked for, or else the person's own, or else the newest of this package. Throws when there is
 * none of the generation that is asked for.
 */
export function chooseOpencode(wanted: Generation | null, own: Opencode | null = ownOpencode()): Opencode {
  if (own !== null && (wanted === null || own.generation === wanted)) return own;
  const generation = wanted ?? GENERATIONS.findLast((each) => installedBinary(each) !== null) ?? 1;
  return { generation, binary: developmentBinary(generation) };
}

/** A stub is a few hundred bytes, the binary is over 100 MB. */
function isBinary(file: string): boolean {
  return existsSync(file) && statSync(file).size > 1_000_000;
}
