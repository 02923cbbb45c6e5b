import { printParseErrorCode } from "jsonc-parser";

/** What each of the parser's errors finds, as the end of "…, found". */
const FOUND: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that JSON does not have",
  InvalidNumberFormat: "a number that is not written as JSON writes it",
  PropertyNameExpected: "no name of a field in double quotes where one is needed",
  ValueExpected: "no value where one is needed",
  ColonExpected: "no colon where one is needed",
  CommaExpected: "no comma where one is needed",
  CloseBraceExpected: "no closing brace } where one is needed",
  CloseBracketExpected: "no closing bracket ] where one is needed",
  EndOfFileExpected: "more text after its end",
  InvalidCommentToken: "a comment that does not begin as one",
  UnexpectedEndOfComment: "a comment that does not end",
  UnexpectedEndOfString: "a text of which the closing quote is missing",
  UnexpectedEndOfNumber: "a number that breaks off",
  InvalidUnicode: "a \\u that no four digits follow",
  InvalidEscapeCharacter: "a backslash before a letter that takes none",
  InvalidCharacter: "a control character inside a text",
};

/** What keeps a text from being JSON, by the parser's number for it: "no comma where one is needed". */
export function jsonTrouble(code: number): string {
  return FOUND[printParseErrorCode(code)] ?? "something else";
}
