import { mermaidDrawer } from "../src/views/html/mermaid.ts";
import { figures } from "./figures.ts";

const RUNS = 7;
/** As many as a page draws, and as large as each may be. */
const COUNTS = [1, 16];
const BOXES = 60;
/** Milliseconds that a page may take for its drawings. */
const LIMITS: Readonly<Record<number, number>> = { 1: 1_000, 16: 10_000 };

/** Prints how long a page takes to draw flowcharts of 60 boxes: the first in the process, then the least, middle and most of seven. */
export function benchMermaid(): void {
  console.log(`Milliseconds for flowcharts of ${BOXES} boxes: the first, then min / median / max of ${RUNS}`);
  for (const count of COUNTS) {
    const sources = Array.from({ length: count }, (_, at) => flowchart(at));
    const first = time(sources);
    const { min, median, max } = figures(Array.from({ length: RUNS }, () => time(sources)));
    const shown = [first, min, median, max].map((each) => each.toFixed(0));
    console.log(`  ${count}: ${shown[0]}, then ${shown.slice(1).join(" / ")} ms (under ${LIMITS[count]} ms)`);
  }
}

/** Throws Error where one was not drawn: what is shown as text takes no time. */
function time(sources: readonly string[]): number {
  const draw = mermaidDrawer();
  const begun = performance.now();
  for (const source of sources) if (draw(source) === null) throw new Error("A flowchart was not drawn");
  return performance.now() - begun;
}

/** Boxes in rows of six, each led to by two of the row above; `at` makes it a source of its own. */
function flowchart(at: number): string {
  const arrows = Array.from({ length: BOXES - 6 }, (_, box) => {
    const to = box + 6;
    return `  N${box} --> N${to}[Step ${at}.${to}]\n  N${box - (box % 6) + ((box + 1) % 6)} --> N${to}`;
  });
  return `flowchart TD\n${arrows.join("\n")}`;
}
