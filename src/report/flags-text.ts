import { confirmed, type Flag } from "../schemas/flag.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";

const MAX = 8;

/**
 * What a design says to whoever judges it, and apart from that what one reviewer alone takes for it; each a block for
 * reading, with who said it. Nothing when there are no flags.
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

/** What one reviewer quotes, in its own review. */
export function quoteLines(flags: readonly Flag[]): Markdown[] {
  return block(
    md`This reviewer takes these sentences to address it:`,
    flags,
    ({ quote }) => md`- "${inline(quote, 200)}"`,
  );
}

function found({ source, quote, reviewer_id, pattern }: Flag): Markdown {
  const by = source === "scan" ? md`scan, ${inline(pattern ?? "")}` : inline(reviewer_id ?? "reviewer");
  return md`- found by ${by}: "${inline(quote, 200)}"`;
}

function block(title: Markdown, flags: readonly Flag[], line = found): Markdown[] {
  if (flags.length === 0) return [];
  const lines = flags.slice(0, MAX).map(line);
  return [join([title, ...lines, ...(flags.length > MAX ? [md`- and ${flags.length - MAX} more`] : [])], "\n")];
}
