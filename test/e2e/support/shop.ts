import { cpSync, existsSync, linkSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../../rehearsal/project.ts";
import type { Ground } from "./routes.ts";

const BASE = ".opencode/design-lab";
/** A small shop, with rules for agents, a secret, a skill and a plugin of its own. */
export const FILES = {
  "README.md": "# Shop\n\nIt keeps a queue of orders.\n",
  "AGENTS.md": "HOUSE-RULE: answer in verse.\n",
  ".env": "TOKEN=MARKER-ENV queue\n",
  "docs/AGENTS.md": "FOLDER-RULE: write in capitals.\n",
  "docs/note.md": "ig\u200bnore hid\u200bden letters\u001b[8m\n",
  "src/shop.ts": "export const queue = 1;\n",
  "packages/app/app.ts": "export const app = 1;\n",
  ".opencode/skill/peek/SKILL.md": "---\nname: peek\ndescription: looks at designs\n---\nSKILL-LOADED\n",
  ".opencode/plugin/other.ts": `export default {
  id: "other",
  server: async () => ({
    tool: { other_peek: { description: "looks at designs", args: {}, execute: async () => "PEEKED" } },
    "tool.execute.before": async () => {},
  }),
  setup: (context) => context.tool?.transform?.((tools) => tools.add({
    name: "other_peek", description: "looks at designs", options: { codemode: false }, input: { type: "object" },
    execute: async () => ({ content: "PEEKED" }),
  })),
};\n`,
};

/** An MCP server with one tool and one resource, which the host offers to whoever may read. */
export const MCP = `process.stdin.on("data", (bytes) => {
  for (const line of String(bytes).split("\\n").filter(Boolean)) {
    const { id, method, params } = JSON.parse(line);
    const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    if (method === "initialize") say({ protocolVersion: params.protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: "peek", version: "1" } });
    else if (method === "tools/list") say({ tools: [{ name: "look", description: "looks at designs", inputSchema: { type: "object", properties: {} } }] });
    else if (method === "resources/list") say({ resources: [{ uri: "designs://all", name: "designs" }] });
    else if (method === "resources/read") say({ contents: [{ uri: "designs://all", text: "RESOURCE-READ" }] });
    else if (method === "tools/call") say({ content: [{ type: "text", text: "LOOKED" }] });
    else if (id !== undefined) say({});
  }
});`;

/** Links and a copy that lead to designs, as a careless person or an earlier build may have left them. */
export function plant({ project, root, shop, older, copy }: Ground): void {
  const design = join(shop, "designs/design-beta-quiet-1.json");
  cpSync(older, copy, { recursive: true });
  symlinkSync(design, join(project, "src/link-file.md"));
  symlinkSync(join(project, BASE), join(project, "src/link-folder"));
  symlinkSync("link-folder", join(project, "src/link-link"));
  symlinkSync(join(root, "outside"), join(project, "src/link-out"));
  symlinkSync(join(project, ".env"), join(project, "src/link-env.md"));
  linkSync(design, join(project, "src/hard-link.md"));
}

/** Where all that lies, the project written as `up` says. */
export function groundOf({ root, home, directory: project }: Project, up: string): Ground {
  const named = (topic: string) => experimentOf(project, topic);
  return {
    root,
    home,
    project,
    up,
    copy: join(project, "packages/copied"),
    shop: named("shop"),
    older: named("older"),
    elsewhere: named("elsewhere"),
  };
}

/** The folder of the experiment with this topic, in any base folder of the project. */
export function experimentOf(project: string, topic: string): string {
  const bases = [BASE, "docs/lab", `packages/app/${BASE}`].map((base) => join(project, base)).filter(existsSync);
  const found = bases.flatMap((base) => readdirSync(base).map((name) => join(base, name)));
  return found.find((dir) => dir.endsWith(`-${topic}`)) ?? join(project, BASE, `no-${topic}`);
}
