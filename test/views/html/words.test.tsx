import { expect, test } from "bun:test";
import { render } from "preact-render-to-string";
import { TheirWords } from "../../../src/views/html/words.tsx";

const drawn = (of: string): string => render(<TheirWords of={of} />).replace(/<\/?bdi[^>]*>/gu, "");

test("marks of Markdown in a line of somebody else's are drawn as they are meant", () => {
  expect(drawn("Must `queue` **always** do *real work*, here?")).toBe(
    "Must <code>queue</code> <strong>always</strong> do <em>real work</em>, here?",
  );
});

test("a star that marks nothing stays", () => {
  for (const text of ["2 * 3 * 4", "a*b*c", "*.ts and *.js", "(*.ts, *.js)", "p*", "**", "a * b*"])
    expect(drawn(text)).toBe(text);
});
