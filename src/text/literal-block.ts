/** Whether lines that are deeper than this one are a literal block of reStructuredText, which is code. */
export const opensLiteral = (line: string): boolean => LITERAL.test(line);

const LITERAL = /::$|^\s{0,40}\.\. (?:code-block|code|sourcecode):: {0,4}[\w-]{0,40}$/u;

/** White space before the first character of a line, in UTF-16 units. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
