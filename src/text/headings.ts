const HEADING = /^(#{1,6})[ \t]{1,4}(\S.{0,200}?)[ \t]*#*$/u;
const FENCE = /^ {0,3}(?:```|~~~)/u;
/** Lines that are looked at, and parts that a document has. */
const MAX_LINES = 20_000;
const MAX_PARTS = 60;

type Heading = { level: number; title: string; line: number };

function headingsIn(lines: readonly string[]): Heading[] {
  let fenced = false;
  return lines.slice(0, MAX_LINES).flatMap((line, at) => {
    if (FENCE.test(line)) fenced = !fenced;
    const [, signs = "", title = ""] = (fenced ? null : HEADING.exec(line.slice(0, 300).trimEnd())) ?? [];
    return title === "" ? [] : [{ level: signs.length, title, line: at }];
  });
}

/** What a Markdown document calls itself: its first heading; null where it has none. */
export function headingOf(text: string): string | null {
  return headingsIn(text.split("\n"))[0]?.title ?? null;
}

/** The parts of a Markdown document: what stands under each heading of the first level that several have; none without. */
export function partsUnderHeadings(text: string): { title: string; text: string }[] {
  const lines = text.split("\n");
  const all = headingsIn(lines);
  const level = [1, 2, 3].find((each) => all.filter((heading) => heading.level === each).length > 1);
  const own = all.filter((heading) => heading.level === level);
  return own.slice(0, MAX_PARTS).flatMap((heading) => {
    const { title, line } = heading;
    const end = all.find((other) => other.line > line && other.level <= heading.level)?.line ?? lines.length;
    const said = lines
      .slice(line + 1, end)
      .join("\n")
      .trim();
    return said === "" ? [] : [{ title, text: said }];
  });
}
