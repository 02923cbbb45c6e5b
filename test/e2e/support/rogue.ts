import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Asked } from "../../../rehearsal/asked.ts";
import type { ToolCall } from "../../../rehearsal/reply.ts";
import { asHost } from "./dialect.ts";
import { type Ground, HONEST, ROUTES } from "./routes.ts";
import { plant } from "./shop.ts";

export const REFUSED = ROUTES.filter(({ outcome }) => outcome === "refused");
export const FILTERED = ROUTES.filter(({ outcome }) => outcome === "filtered");

const MARKERS = [
  ["elsewhere", "MARKER-ELSEWHERE"],
  ["older", "MARKER-OLDER"],
  ["shop", "MARKER-SAME"],
] as const;

/** What the design of an experiment says that no other designer may read. */
export function markerOf(asked: Asked): string {
  const text = JSON.stringify(asked.messages);
  return MARKERS.find(([stage]) => text.includes(`Stage ${stage}.`))?.[1] ?? "MARKER-OTHER";
}

/** One turn of calls that are all alike, then the same with tools that are not offered. */
export const LOOPS: ToolCall[][] = [
  Array(4).fill(asHost({ name: "read", args: { filePath: "README.md" } })),
  Array(4).fill(asHost({ name: "bash", args: { command: "ls" } })),
  Array(4).fill({ name: "no_such_tool", args: {} }),
  Array(3).fill({ name: "read_mcp_resource", args: { server: "peek", uri: "designs://all" } }),
];

/** What the rogue does: everything at once, then what is honest. */
export function attempts({ messages }: Asked, here: Ground): (ToolCall | ToolCall[])[] {
  const text = JSON.stringify(messages);
  const older = join(here.older, "designs/design-beta-quiet-1.json");
  const look = asHost({ name: "read", args: { filePath: older } });
  if (text.includes("Stage bare.")) return [look];
  if (text.includes("Stage open."))
    return [
      [
        look,
        asHost({ name: "bash", args: { command: `cat ${older}`, description: "look" } }),
        ...["docs/note.md", ".env", join(here.root, "outside/secret.txt"), join(here.home, "secret.txt")].map(
          (filePath) => asHost({ name: "read", args: { filePath } }),
        ),
      ],
    ];
  if (!text.includes("Stage shop.")) return [];
  if (!existsSync(here.copy)) plant(here);
  const asCalls = (list: readonly { tool: string; args(at: Ground): object }[]) =>
    list.map(({ tool, args }) => ({ name: tool, args: args(here) }));
  return [[...asCalls(REFUSED), ...asCalls(FILTERED)], asCalls(HONEST)];
}
