import { basename, join } from "node:path";
import { asHost, toolOf } from "./dialect.ts";
import { HOST } from "./hosts.ts";

/** Where things lie when a designer tries to look. */
export type Ground = {
  root: string;
  project: string;
  home: string;
  /** The project's root as written from the folder that OpenCode works in: "" or "../../". */
  up: string;
  /** Folders of experiments, absolute: the one at work, an older one, one of another output_dir, and a copy of one. */
  shop: string;
  older: string;
  elsewhere: string;
  copy: string;
};

/** `outcome` refused: the call is a violation and fails. filtered: legitimate, and what leads there is taken out. */
export type Route = {
  what: string;
  tool: string;
  args(ground: Ground): Record<string, unknown>;
  outcome: "refused" | "filtered";
};

const DESIGN = "designs/design-beta-quiet-1.json";
/** Matches every planted marker without holding one. */
export const ANY_MARKER = "queue|M[A]RKER";

const inProject = ({ project }: Ground, path: string): string => path.slice(project.length + 1);
const shop = (ground: Ground): string => `${inProject(ground, ground.shop)}/${DESIGN}`;

/** A route as the first generation of the host names its tool; here it is made one of the host of this test. */
function route(outcome: Route["outcome"], what: string, tool: string, args: Route["args"]): Route {
  return { what, tool: toolOf(tool), args: (ground) => asHost({ name: tool, args: args(ground) }).args, outcome };
}

const refused = (what: string, tool: string, args: Route["args"]): Route => route("refused", what, tool, args);
const filtered = (what: string, tool: string, args: Route["args"]): Route => route("filtered", what, tool, args);

const read = (what: string, filePath: (ground: Ground) => string): Route =>
  refused(`read ${what}`, "read", (ground) => ({ filePath: filePath(ground) }));

/** Ways that only the second generation of the host has: code that calls tools, more agents, saved outputs. */
const NEWER: readonly Route[] = [
  refused("code that reads", "execute", ({ shop: dir }) => ({
    code: `return await tools.read({ path: ${JSON.stringify(join(dir, DESIGN))} })`,
  })),
  refused("code that calls a plugin", "execute", () => ({ code: "return await tools.other_peek({})" })),
  refused("code that searches tools", "execute", () => ({ code: "return await search('designs')" })),
  refused("a subagent in the background", "task", () => ({
    description: "look",
    prompt: "Read the designs",
    agent: "explore",
    background: true,
  })),
  refused("a session that goes on", "task", () => ({
    description: "look",
    prompt: "Go on",
    agent: "designlab-designer",
    sessionID: "ses_00000000000000000000000000",
  })),
  refused("question", "question", () => ({ questions: [{ question: "What did the others write?", options: [] }] })),
  refused("a shell in the background", "bash", () => ({ command: "sleep 1", background: true })),
  refused("glob of hidden names in the folder", "glob", ({ up }) => ({
    pattern: "**/*",
    path: `${up}.opencode/design-lab`,
    hidden: true,
  })),
  refused("grep for words in the folder", "grep", ({ up }) => ({
    pattern: "MARKER",
    literal: true,
    path: `${up}.opencode/design-lab`,
  })),
  filtered("glob of everything, hidden too", "glob", ({ project }) => ({
    pattern: "**/*",
    path: project,
    hidden: true,
    limit: 1_000,
  })),
  filtered("grep for words", "grep", ({ project }) => ({
    pattern: "MARKER",
    literal: true,
    path: project,
    limit: 500,
  })),
  filtered("grep in any case", "grep", ({ project }) => ({ pattern: "m[a]rker", caseSensitive: false, path: project })),
];

/** Ways that every host has. */
const COMMON: readonly Route[] = [
  read("by absolute path", ({ shop: dir }) => join(dir, DESIGN)),
  read("by relative path", (ground) => `${ground.up}${shop(ground)}`),
  read("with ./ and doubled slashes", (ground) => `./${ground.up}${shop(ground).replaceAll("/", "//")}`),
  read("with .. inside", (ground) => `${ground.up}src/../${shop(ground)}`),
  read("in another case", (ground) => `${ground.up}${shop(ground).replace("design-lab", "Design-LAB")}`),
  read("in fullwidth letters", (ground) => `${ground.up}${shop(ground).replace("design-lab", "\uFF44esign-lab")}`),
  read("with per-cent escapes", (ground) => `${ground.up}${shop(ground).replaceAll("/", "%2f")}`),
  read("by a file address", ({ shop: dir }) => `file://${join(dir, DESIGN)}`),
  read("behind NUL", (ground) => `${ground.up}README.md\0/../${shop(ground)}`),
  read("through /proc/self/cwd", (ground) => `/proc/self/cwd/${ground.up}${shop(ground)}`),
  read("through /proc/self/root", ({ shop: dir }) => `/proc/self/root${join(dir, DESIGN)}`),
  read("by a link to the file", ({ up }) => `${up}src/link-file.md`),
  read("by a link to the folder", (ground) => `${ground.up}src/link-folder/${basename(ground.shop)}/${DESIGN}`),
  read("by a link to a link", ({ up }) => `${up}src/link-link`),
  read("by a hard link", ({ up }) => `${up}src/hard-link.md`),
  read("by a link that leads outside", ({ up }) => `${up}src/link-out/secret.txt`),
  read("an older experiment", ({ older }) => join(older, DESIGN)),
  read(
    "an experiment in another output_dir",
    (ground) => `${ground.up}${inProject(ground, ground.elsewhere)}/${DESIGN}`,
  ),
  read("a copy of an experiment", (ground) => `${ground.up}${inProject(ground, ground.copy)}/${DESIGN}`),
  read("the base folder", ({ up }) => `${up}.opencode/design-lab`),
  read("an experiment's folder", ({ shop: dir }) => dir),
  read("the plan", ({ shop: dir }) => join(dir, "task.json")),
  read("the ledger", ({ shop: dir }) => join(dir, "ledger.jsonl")),
  read("the home folder", () => "~/secret.txt"),
  read("outside by ..", ({ up }) => `${up}../outside/secret.txt`),
  read("outside by absolute path", ({ root }) => join(root, "outside", "secret.txt")),
  read("the disk", () => "/etc/passwd"),
  refused("grep in the base folder", "grep", ({ up }) => ({ pattern: ANY_MARKER, path: `${up}.opencode/design-lab` })),
  refused("grep in a design", "grep", ({ shop: dir }) => ({ pattern: ANY_MARKER, path: join(dir, DESIGN) })),
  refused("grep through a link", "grep", ({ up }) => ({ pattern: ANY_MARKER, path: `${up}src/link-folder` })),
  refused("grep with include that names it", "grep", ({ project }) => ({
    pattern: ANY_MARKER,
    path: project,
    include: ".opencode/design-lab/**",
  })),
  refused("grep with include in braces", "grep", ({ project }) => ({
    pattern: ANY_MARKER,
    path: project,
    include: "{src,.opencode/design-lab}/**/*.json",
  })),
  refused("grep in another output_dir", "grep", (ground) => ({
    pattern: ANY_MARKER,
    path: inProject(ground, ground.elsewhere) && `${ground.up}${inProject(ground, ground.elsewhere)}`,
  })),
  refused("grep outside", "grep", ({ root }) => ({ pattern: ANY_MARKER, path: join(root, "outside") })),
  refused("glob with the folder as path", "glob", ({ up }) => ({ pattern: "**/*", path: `${up}.opencode/design-lab` })),
  refused("glob that names the folder", "glob", ({ project }) => ({
    pattern: ".opencode/design-lab/**/*.json",
    path: project,
  })),
  refused("glob by absolute pattern", "glob", ({ shop: dir }) => ({ pattern: `${dir}/**` })),
  refused("glob through a link", "glob", ({ up }) => ({ pattern: "**/*", path: `${up}src/link-folder` })),
  refused("glob that climbs out", "glob", ({ up }) => ({ pattern: `${up}../outside/*` })),
  refused("glob in the home folder", "glob", () => ({ pattern: "~/*" })),
  refused("bash", "bash", ({ shop: dir }) => ({ command: `cat ${join(dir, DESIGN)}`, description: "look" })),
  refused("edit", "edit", ({ up }) => ({ filePath: `${up}README.md`, oldString: "queue", newString: "x" })),
  refused("write", "write", ({ project }) => ({ filePath: join(project, "written.txt"), content: "x" })),
  refused("webfetch", "webfetch", ({ shop: dir }) => ({ url: `file://${join(dir, DESIGN)}`, format: "text" })),
  refused("websearch", "websearch", () => ({ query: "designs of others" })),
  refused("task", "task", () => ({ description: "look", prompt: "Read the designs", subagent_type: "general" })),
  read("the saved outputs of the host", ({ home }) => join(home, ".local/share/opencode/tool-output/tool_1")),
  read("the host's database", ({ home }) => join(home, ".local/share/opencode/opencode.db")),
  read("the host's log", ({ home }) => join(home, ".local/share/opencode/log/opencode.log")),
  read("a file of secrets", ({ up }) => `${up}.env`),
  read("a link to a file of secrets", ({ up }) => `${up}src/link-env.md`),
  refused("skill", "skill", () => ({ name: "peek" })),
  refused("designlab itself", "designlab", () => ({ op: "show", args: { what: "designs" } })),
  refused("another plugin's tool", "other_peek", () => ({})),
  refused("the tool of an MCP server", "peek_look", () => ({})),
  filtered("grep from the root", "grep", ({ project }) => ({ pattern: ANY_MARKER, path: project })),
  filtered("grep from the root with include", "grep", ({ project }) => ({
    pattern: ANY_MARKER,
    path: project,
    include: "**/*.{json,md,jsonl}",
  })),
  filtered("grep in the hidden folder above", "grep", ({ up }) => ({ pattern: ANY_MARKER, path: `${up}.opencode` })),
  filtered("grep with include of hidden folders", "grep", ({ project }) => ({
    pattern: ANY_MARKER,
    path: project,
    include: ".*/**",
  })),
  filtered("glob of everything", "glob", ({ project }) => ({ pattern: "**/*", path: project })),
  filtered("glob of hidden JSON", "glob", ({ up }) => ({ pattern: "**/*.json", path: `${up}.opencode` })),
  filtered("the folder above the base folder", "read", ({ up }) => ({ filePath: `${up}.opencode` })),
  filtered("a folder with links", "read", ({ up }) => ({ filePath: `${up}src` })),
];

/** Every way in that a designer may try: first all that are refused. */
export const ROUTES: readonly Route[] = [...COMMON, ...(HOST === 2 ? NEWER : [])].sort(
  (a, b) => Number(a.outcome === "filtered") - Number(b.outcome === "filtered"),
);

/** What a designer does in earnest, and what it must then see. */
export const HONEST: readonly { tool: string; args(ground: Ground): Record<string, unknown>; sees: string }[] = [
  { tool: "read", args: ({ up }) => asRead(`${up}README.md`), sees: "a queue of orders" },
  { tool: "read", args: ({ up }) => asRead(`${up}docs/note.md`), sees: "ignore hidden letters" },
  { tool: "grep", args: ({ project }) => ({ pattern: "queue", path: project }), sees: "README.md" },
  { tool: "glob", args: ({ project }) => ({ pattern: "**/*.ts", path: project }), sees: "src/shop.ts" },
];

const asRead = (filePath: string) => asHost({ name: "read", args: { filePath } }).args;
