/** A line of a folded text that names the whole, without what marks it as a heading. */
export type Title = { from: number; line: string };

/** Headings of the first level, and where `title` says that the text is one, its first line. */
export function titlesIn(folded: string, title: boolean): Title[] {
  const found: Title[] = [];
  let from = 0;
  let isFirst = title;
  for (const whole of folded.split("\n")) {
    const marked = /^ {0,3}# /u.test(whole);
    if ((isFirst && whole.trim() !== "") || marked) {
      const lead = /^[# ]{0,6}/u.exec(whole)?.[0].length ?? 0;
      found.push({ from: from + lead, line: whole.slice(lead, MAX_TITLE).replace(/[ #]{1,10}$/u, "") });
    }
    if (whole.trim() !== "") isFirst = false;
    from += whole.length + 1;
  }
  return found;
}

const MAX_TITLE = 400;
