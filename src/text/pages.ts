import { columnsOf } from "./truncate.ts";

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text in parts of at most `room` columns, broken at blanks, and inside a word only where it is longer than a part. */
export function pagesOf(text: string, room: number): string[] {
  const pages: string[] = [];
  let page = "";
  const put = (piece: string, between: string): void => {
    const longer = page === "" ? piece : `${page}${between}${piece}`;
    if (columnsOf(longer) <= room || page === "") page = longer;
    else {
      pages.push(page);
      page = piece;
    }
  };
  for (const word of text.split(/\s+/u).filter((each) => each !== "")) {
    if (columnsOf(word) <= room) put(word, " ");
    else for (const [at, { segment }] of [...GRAPHEMES.segment(word)].entries()) put(segment, at === 0 ? " " : "");
  }
  return page === "" ? pages : [...pages, page];
}
