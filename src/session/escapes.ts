/** The text of a string of JSON, and the first part of it in which a backslash may mean two things, as it was written. */
export type ReadString = { text: string; doubt: string | null };

/**
 * Reads the inside of a string of JSON as a model means it. A backslash before anything that JSON does not escape
 * stays. So does one that makes a control character that no text holds: backspace, form feed, or a carriage return
 * before a letter. A string with such a backslash is not escaped throughout, so its line breaks and tabs are uncertain
 * before a lower-case letter. They are read as the rest of the string has them, and named as a doubt. `closing` are the
 * marks that could end the string.
 */
export function readString(raw: string, closing: string): ReadString {
  if (!raw.includes("\\")) return { text: raw, doubt: null };
  const escapes = [...raw.matchAll(ESCAPE)];
  const isUnescaped = escapes.some(({ 0: found, index }) => isMeantAsWritten(raw, found, index, closing));
  const hasBreaks = escapes.some(({ 0: found, index }) => found === "\\n" && !isLetter(raw[index + 2]));
  let doubt = isUnescaped ? null : (DRIVE.exec(raw)?.[0] ?? null);
  const text = raw.replace(ESCAPE, (found: string, index: number) => {
    if (isMeantAsWritten(raw, found, index, closing)) return found;
    const char = found.charAt(1);
    if (char === "u") return String.fromCharCode(Number.parseInt(found.slice(2), 16));
    if (char === "\n") return found;
    if (!Object.hasOwn(CONTROLS, char)) return char;
    if (isUnescaped && isLowerCase(raw[index + 2])) {
      if (endsWithPath(raw, index)) return found;
      doubt ??= excerpt(raw, index);
      if (!hasBreaks) return found;
    }
    return CONTROLS[char] ?? found;
  });
  return { text, doubt };
}

/** A backslash and what belongs to it. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Names that begin like an escape of JSON, and whose rest is no word that follows a line break or a tab. */
const NAME = /^\\(?:nabla|newcommand|newline|notin|tau|text(?:bf|it|rm|tt)?|tfrac|theta|tilde|times|triangle)(?![a-z])/;
const LONGEST_NAME = 20;
/** A path of two parts or more on a drive, all of whose backslashes JSON can read. */
const DRIVE = /(?<![A-Za-z0-9])[A-Za-z]:\\[bfnrt][\w-]{1,40}\\\w/;
/** What ends in the first part of a path on a drive, or in a later one. */
const PATH = /(?:^|[^A-Za-z0-9])[A-Za-z]:(?:\\[\w.-]{1,40}){0,9}$/;
const LONGEST_PATH = 200;

/** How much of a doubtful text is shown before and after the backslash. */
const SHOWN = 30;

/** Whether a backslash can only have been meant as one. */
function isMeantAsWritten(raw: string, found: string, index: number, closing: string): boolean {
  const char = found.charAt(1);
  if (found.length > 2 || '"\\/\n'.includes(char) || closing.includes(char)) return false;
  // A shell writes an apostrophe as '\'' where languages write \'.
  if (char === "'") return raw[index - 1] === "'";
  if (char === "r") return isLetter(raw[index + 2]);
  return char === "n" || char === "t" ? NAME.test(raw.slice(index, index + LONGEST_NAME)) : true;
}

const endsWithPath = (raw: string, index: number): boolean =>
  PATH.test(raw.slice(Math.max(0, index - LONGEST_PATH), index));

const excerpt = (raw: string, index: number): string => raw.slice(Math.max(0, index - SHOWN), index + SHOWN).trim();

const isLowerCase = (char = ""): boolean => char >= "a" && char <= "z";
const isLetter = (char = ""): boolean => isLowerCase(char.toLowerCase());
