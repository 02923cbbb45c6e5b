import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import type { Generation } from "./binary.ts";
import { HOST_MODEL } from "./host-agent.ts";
import type { JsonObject } from "./json-in-text.ts";
import { stagePlugin } from "./staged-plugin.ts";

/** A model as the host's configuration describes it. */
export type ProjectModel = {
  /** provider/model. */
  id: string;
  /** Tokens; 200,000 and 32,000 unless given, null to leave the limits out. */
  limit?: { context: number; output: number } | null;
  /** US dollars for a million tokens; 1 and 4 unless given, null to leave the price out. */
  cost?: { input: number; output: number } | null;
  /** Whether the model takes a temperature; true unless given. */
  temperature?: boolean;
  /** What it answers with, such as text and image; what the host takes for granted unless given. */
  output?: readonly string[];
};

export type ProjectOptions = {
  /** Models that the host brings by itself, free and without a key of anybody's, of the provider it calls opencode. */
  hosts_own?: readonly string[];
  /** The generation of the host; 1 unless given. */
  generation?: Generation;
  /** The scripted server. */
  provider: { url: string };
  /** Models beside the person's own agent, HOST_MODEL, which is always there. */
  models: readonly (string | ProjectModel)[];
  /** Base of a provider, by its id, that is somewhere else than on the scripted server. */
  elsewhere?: Readonly<Record<string, string>>;
  /** Keys of providers, by their ids, as the host's configuration gives them: in full, or as {env:NAME}. */
  api_keys?: Readonly<Record<string, string>>;
  /** Folder of the plugin; null for none. A copy of the built package unless given. */
  plugin?: string | null;
  /** The plugin's options in the host's configuration. */
  plugin_options?: JsonObject;
  /** The lab's configuration, written to the person's own file. */
  lab?: JsonObject;
  /** Laid over opencode.json. */
  config?: JsonObject;
  /** Files of the project: path to text. */
  files?: Readonly<Record<string, string>>;
  /** Whether the project is a git repository with one commit, as most are; true unless given. */
  git?: boolean;
  /** Laid over the environment; undefined removes a variable. */
  env?: Readonly<Record<string, string | undefined>>;
};

export type Project = {
  generation: Generation;
  /** The folder that holds everything below. */
  root: string;
  /** Where opencode works. */
  directory: string;
  home: string;
  /** The whole environment of the host: nothing of the person's but what programs need to run. */
  env: Record<string, string>;
  /** Deletes the root. */
  remove(): void;
};

/**
 * Makes a temporary project in which the real host starts quickly, knows only the scripted provider, and neither
 * reads anything of the person's nor reaches for the network.
 */
export function makeProject(options: ProjectOptions): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "designlab-")));
  const directory = join(root, "project");
  const home = join(root, "home");
  const env = environment(root, home, options.env ?? {});
  for (const folder of [directory, home, join(root, "tmp")]) mkdirSync(folder, { recursive: true });
  prepareConfigFolder(join(directory, ".opencode"));
  prepareConfigFolder(join(home, ".config", "opencode"));
  linkRipgrep(join(home, ".cache", "opencode", "bin"), env.PATH ?? "");
  writeJson(join(root, "models.json"), listOf(options));
  const plugin = options.plugin === undefined ? stagePlugin(join(root, "plugin")) : options.plugin;
  writeJson(join(directory, "opencode.json"), hostConfig(options, plugin));
  // The first generation names what it loads into the terminal in a file of its own.
  if (plugin !== null) writeJson(join(directory, "tui.json"), { plugin: [plugin] });
  if (options.lab) writeJson(join(home, ".config", "opencode", "design-lab.json"), options.lab);
  for (const [path, text] of Object.entries(options.files ?? { "README.md": "# A project\n" })) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (options.git ?? true) makeRepository(directory, env);
  const generation = options.generation ?? 1;
  return {
    generation,
    root,
    directory,
    home,
    env,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function environment(root: string, home: string, changes: Readonly<Record<string, string | undefined>>) {
  const kept = ["PATH", "LANG", "LC_ALL", "TZ", "USER", "SHELL", "TERM", "SystemRoot", "ComSpec", "PATHEXT"];
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: join(root, "tmp"),
    NO_COLOR: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "true",
    OPENCODE_DISABLE_MODELS_FETCH: "true",
    // The host's own list of every provider's models takes a second of each start, and no model of it is used.
    OPENCODE_MODELS_PATH: join(root, "models.json"),
    OPENCODE_DISABLE_LSP_DOWNLOAD: "true",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "true",
    OPENCODE_DISABLE_SHARE: "true",
    // Nothing has to be installed; if the host tries, it shall fail at once rather than reach a registry.
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_fetch_retries: "0",
    ...changes,
  };
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * When it loads a plugin, the host installs @opencode-ai/plugin into each of its configuration folders, unless there
 * is a node_modules folder and the lock file names the package. Our bundle needs nothing from there, so that an empty
 * folder will do.
 */
function prepareConfigFolder(folder: string): void {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const dependencies = { "@opencode-ai/plugin": "*" };
  writeJson(join(folder, "package.json"), { dependencies });
  writeJson(join(folder, "package-lock.json"), { lockfileVersion: 3, packages: { "": { dependencies } } });
}

/**
 * Puts a ripgrep where the host looks for one, unless the PATH has it: without, the host would try to download it for
 * the first grep or glob of a designer.
 */
function linkRipgrep(folder: string, path: string): void {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  if (path.split(delimiter).some((each) => existsSync(join(each, name)))) return;
  mkdirSync(folder, { recursive: true });
  symlinkSync(rgPath, join(folder, name));
}

/** One configuration for both generations: the second reads the shape of the first. */
function hostConfig(options: ProjectOptions, plugin: string | null): JsonObject {
  const models = [HOST_MODEL, ...options.models].map((model) => (typeof model === "string" ? { id: model } : model));
  const providers = new Map<string, Record<string, JsonObject>>();
  for (const model of models) {
    const slash = model.id.indexOf("/");
    const provider = model.id.slice(0, slash);
    providers.set(provider, { ...providers.get(provider), [model.id.slice(slash + 1)]: modelConfig(model) });
  }
  return {
    $schema: "https://opencode.ai/config.json",
    share: "disabled",
    autoupdate: false,
    snapshot: false,
    lsp: false,
    formatter: false,
    model: HOST_MODEL,
    small_model: HOST_MODEL,
    enabled_providers: [...providers.keys(), ...(options.hosts_own ? ["opencode"] : [])],
    plugin: plugin === null ? [] : [options.plugin_options ? [plugin, options.plugin_options] : plugin],
    provider: Object.fromEntries(
      [...providers].map(([id, known]) => [
        id,
        {
          npm: "@ai-sdk/openai-compatible",
          name: `Scripted ${id}`,
          options: {
            baseURL: `${options.elsewhere?.[id] ?? options.provider.url}/${id}/v1`,
            apiKey: options.api_keys?.[id] ?? "none",
          },
          models: known,
        },
      ]),
    ),
    ...options.config,
  };
}

/** The host's own list of models, cut down to what it offers to whoever has set up nothing. */
function listOf({ hosts_own, provider }: ProjectOptions): JsonObject {
  if (!hosts_own) return {};
  const free = { cost: { input: 0, output: 0 }, output: ["text"] };
  const own = hosts_own.map((id) => ({ ...modelConfig({ id, ...free }), id }));
  return {
    opencode: {
      id: "opencode",
      name: "OpenCode Zen",
      env: ["OPENCODE_API_KEY"],
      npm: "@ai-sdk/openai-compatible",
      api: `${provider.url}/opencode/v1`,
      models: Object.fromEntries(own.map((model) => [model.id, { ...model, release_date: "2026-09-01" }])),
    },
  };
}

function modelConfig({ id, limit, cost, temperature, output }: ProjectModel): JsonObject {
  return {
    name: id.slice(id.indexOf("/") + 1),
    tool_call: true,
    temperature: temperature ?? true,
    ...(output && { modalities: { input: ["text"], output: [...output] } }),
    ...(limit === null ? {} : { limit: limit ?? { context: 200_000, output: 32_000 } }),
    ...(cost === null ? {} : { cost: cost ?? { input: 1, output: 4 } }),
  };
}

function makeRepository(directory: string, env: Record<string, string>): void {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: directory, env, stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@localhost", "commit", "--quiet", "--message", "Start");
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
