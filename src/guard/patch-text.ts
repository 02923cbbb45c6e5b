/** Lines that go and lines that come, each with those that stay; `under`: a line after which they are looked for. */
export type Hunk = { under: string | null; from: readonly string[]; to: readonly string[]; atEnd: boolean };

/** One file of a patch, as a model wrote it; its path is not looked at. */
export type PatchSection =
  | { kind: "add"; path: string; text: string }
  | { kind: "delete"; path: string }
  | { kind: "update"; path: string; to: string | null; hunks: readonly Hunk[] };

/**
 * The sections of a text in the form "*** Begin Patch", as loosely as the hosts read it: what stands before the first
 * section or makes none is passed over, a line without a sign is one that stays.
 */
export function readSections(patch: string): PatchSection[] {
  const lines = patch.replaceAll("\r\n", "\n").split("\n");
  const heads = lines.flatMap((line, at) => {
    const head = headOf(line);
    return head && head.kind !== "to" ? [{ ...head, at }] : [];
  });
  return heads.map(({ kind, path, at }, n): PatchSection => {
    const body = untilEnd(lines.slice(at + 1, heads[n + 1]?.at));
    if (kind === "delete") return { kind, path };
    if (kind === "add") {
      const added = body.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
      return { kind, path, text: added.length === 0 ? "" : `${added.join("\n")}\n` };
    }
    const moved = body.flatMap((line) => headOf(line) ?? []);
    const to = moved.find((head) => head.kind === "to")?.path ?? null;
    return {
      kind: "update",
      path,
      to,
      hunks: hunksOf(moved.length === 0 ? body : body.filter((line) => !headOf(line))),
    };
  });
}

const HEADS = {
  add: "*** Add File:",
  update: "*** Update File:",
  delete: "*** Delete File:",
  to: "*** Move to:",
} as const;
const KINDS = Object.keys(HEADS) as (keyof typeof HEADS)[];
const END = "*** End Patch";
const END_OF_FILE = "*** End of File";

function headOf(line: string): { kind: keyof typeof HEADS; path: string } | null {
  if (!line.includes("*** ")) return null;
  const kind = KINDS.find((each) => line.trimStart().startsWith(HEADS[each]));
  if (kind === undefined) return null;
  const path = line.trimStart().slice(HEADS[kind].length).trim();
  return path === "" ? null : { kind, path };
}

function untilEnd(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.includes(END) && line.trim() === END);
  return end < 0 ? lines : lines.slice(0, end);
}

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: { under: string | null; from: string[]; to: string[]; atEnd: boolean }[] = [];
  const last = () => {
    const open = hunks.at(-1);
    if (open) return open;
    const first = { under: null, from: [], to: [], atEnd: false };
    hunks.push(first);
    return first;
  };
  for (const line of lines) {
    if (line.startsWith("@@")) {
      const under = line.replace(/^@@ ?/u, "").trimEnd();
      hunks.push({ under: under === "" ? null : under, from: [], to: [], atEnd: false });
    } else if (line.includes(END_OF_FILE) && line.trim() === END_OF_FILE) last().atEnd = true;
    else {
      const sign = line[0] ?? " ";
      const text = "+- ".includes(sign) ? line.slice(1) : line;
      if (sign !== "+") last().from.push(text);
      if (sign !== "-") last().to.push(text);
    }
  }
  // The last line of a text ends it: what follows is no empty line that stays.
  const open = hunks.at(-1);
  if (open && lines.at(-1) === "") {
    open.from.pop();
    open.to.pop();
  }
  return hunks.filter(({ from, to }) => from.length + to.length > 0);
}
