import wrapAnsi from "wrap-ansi";
import { clean } from "../../text/clean.ts";
import { onTerminal } from "../../views/terminal/markdown.ts";

/** A text that stands on a terminal and is drawn anew in its place. */
export type Redraw = {
  /** Markdown; what has no room is cut at the bottom. Only lines that are others by now are written. */
  draw(text: string): void;
  /** Takes it away. */
  erase(): void;
  /** Gives the terminal back as it was. */
  end(): void;
};

type Terminal = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns" | "rows">;

const HIDE = "\u001B[?25l";
const SHOW = "\u001B[?25h";
const REST_OF_LINE = "\u001B[K";
const REST_OF_SCREEN = "\u001B[J";

/** Null where that is no terminal: a log keeps every line. */
export function createRedraw(terminal: Terminal): Redraw | null {
  if (!terminal.isTTY) return null;
  let shown: string[] = [];
  let size = "";
  let hidden = false;
  const up = (lines: number): string => (lines > 0 ? `\u001B[${lines}A\r` : "\r");
  return {
    draw(text) {
      const { columns = 80, rows = 24 } = terminal;
      const width = Math.max(20, columns - 1);
      // A word that is longer than a line would be two of the terminal's own.
      const drawn = wrapAnsi(onTerminal(clean(text).text, width), width, { hard: true, trim: false }).split("\n");
      const lines = drawn.length < rows ? drawn : [...drawn.slice(0, rows - 2), "…"];
      const isResized = size !== `${columns} ${rows}`;
      size = `${columns} ${rows}`;
      // One write for all of it: a terminal that draws in between would show half of each.
      let out = `${hidden ? "" : HIDE}${up(shown.length)}`;
      hidden = true;
      for (const [at, line] of lines.entries())
        out += !isResized && shown[at] === line ? "\n" : `${line}${REST_OF_LINE}\n`;
      terminal.write(`${out}${REST_OF_SCREEN}`);
      shown = lines;
    },
    erase() {
      terminal.write(`${up(shown.length)}${REST_OF_SCREEN}`);
      shown = [];
    },
    end() {
      if (hidden) terminal.write(SHOW);
      hidden = false;
    },
  };
}
