import { confirmed, type Flag } from "../../artifacts/design.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { list } from "../../text/numbers.ts";

const MAX = 8;
/** Columns of a sentence that is quoted. */
const QUOTE = 200;

/**
 * What a design says to whoever judges it, and apart from that what one reviewer alone takes for it; each a block for
 * reading, a sentence once with everybody who found it. Nothing when there are no flags.
 */
export function flagLines(flags: readonly Flag[]): Markdown[] {
  const alone = flags.filter((flag) => flag.alone === true);
  return [
    ...block(md`**Flagged:** it addresses its reviewers.`, confirmed(flags)),
    ...block(
      md`One reviewer's opinion, shared by neither the scan nor another model: it addresses its reviewers.`,
      alone,
    ),
  ];
}

/** What reviewers quote, each in its own review. */
export function quoteLines(flags: readonly Flag[]): Markdown[] {
  return block(md`Reviewers take these sentences to address them:`, flags);
}

/** Who found a sentence: the scan, or a reviewer under the name that it has here. */
export function finderOf({ source, reviewer_id }: Flag): Markdown {
  return source === "scan" ? md`the scan` : inline(reviewer_id ?? "a reviewer");
}

function block(title: Markdown, flags: readonly Flag[]): Markdown[] {
  if (flags.length === 0) return [];
  const found = new Map<Markdown, Set<Markdown>>();
  for (const flag of flags) {
    const quote = inline(flag.quote, QUOTE);
    found.set(quote, (found.get(quote) ?? new Set()).add(finderOf(flag)));
  }
  const lines = [...found].map(([quote, by]) => md`- “${quote}” (found by ${list([...by])})`);
  const more = lines.length > MAX ? [md`- and ${lines.length - MAX} more`] : [];
  return [join([title, ...lines.slice(0, MAX), ...more], "\n")];
}
