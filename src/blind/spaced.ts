/**
 * The source of a pattern over a skeleton, from one in which a space stands for one space or line break or a blank
 * line, and " ?" for one or none. Classes stay as they are written.
 */
export function spaced(source: string): string {
  return source.replace(/\[(?:\\.|[^\]\\]){0,200}\]| \?| /g, (part) =>
    part === " " ? SPACE : part === " ?" ? `${SPACE}?` : part,
  );
}

const SPACE = "(?:[ \\n]|\\n\\n)";
