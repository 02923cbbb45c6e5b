/** Lines that are worth a reference in place of themselves. */
const LEAST = 8;
/** What a reference begins with, and no print does. */
const MARK = "⋮ ";
const REFERENCE = /^⋮ (\d+) lines of (\S+) from: (.*)$/u;

/**
 * Prints with each run of lines that stands in an earlier print told by one line: how many, where, and the first of them,
 * which is found where it stands first there. Nothing is lost: unfolded() gives the same back to the byte.
 *
 * @param prints Each by its name, a path without spaces; one refers to those before it alone.
 */
export function folded(prints: Readonly<Record<string, string>>): Record<string, string> {
  const places = new Map<string, { name: string; from: readonly string[]; at: number }[]>();
  const kept: Record<string, string> = {};
  for (const [name, text] of Object.entries(prints)) {
    const lines = text.split("\n");
    if (lines.some((line) => line.startsWith(MARK))) throw new Error(`${name} has a line that looks like a reference`);
    const out: string[] = [];
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] ?? "";
      let [most, where] = [0, ""];
      for (const place of places.get(line) ?? []) {
        let same = 1;
        while (at + same < lines.length && lines[at + same] === place.from[place.at + same]) same++;
        if (same > most) [most, where] = [same, place.name];
      }
      out.push(most < LEAST ? line : `${MARK}${most} lines of ${where} from: ${line}`);
      at += most < LEAST ? 1 : most;
    }
    kept[name] = out.join("\n");
    for (const line of new Set(lines)) {
      const known = places.get(line) ?? [];
      places.set(line, [...known, { name, from: lines, at: lines.indexOf(line) }]);
    }
  }
  return kept;
}

/** The print of one name as it was before it was folded; throws where a reference leads nowhere. */
export function unfolded(kept: Readonly<Record<string, string>>, name: string): string {
  const lines = (kept[name] ?? "").split("\n").flatMap((line) => {
    const [, count, from = "", first] = REFERENCE.exec(line) ?? [];
    if (count === undefined) return [line];
    const others = kept[from] === undefined ? [] : unfolded(kept, from).split("\n");
    const at = others.indexOf(first ?? "");
    if (at < 0) throw new Error(`Cannot unfold ${name}: no such line in ${from}: ${first}`);
    return others.slice(at, at + Number(count));
  });
  return lines.join("\n");
}
