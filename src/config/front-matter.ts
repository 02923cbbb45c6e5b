/**
 * The front matter of a text, a first line of three dashes to the next such line, with blanks before it so that its lines
 * keep their numbers, and the text that follows it; or what was found where there is none.
 */
export function partedFront(text: string): { front: string; body: string } | { found: string } {
  const match = /^(---[ \t]*\r?\n)([\s\S]*?\r?\n|)---[ \t]*(?:\r?\n|$)/u.exec(text);
  if (match === null)
    return { found: /^---[ \t]*[\r\n]/u.test(text) ? "no second line of three dashes" : "no front matter" };
  const [whole, opening = "", front = ""] = match;
  return { front: opening.replaceAll("-", " ") + front, body: text.slice(whole.length) };
}
