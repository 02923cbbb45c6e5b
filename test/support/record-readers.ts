import MarkdownIt from "markdown-it";

/** What tools of the field read out of a record, each in its own way, written after what they do and not copied. */
export type ReadRecord = { title: string; status: string; by?: string; date?: string; link?: string };

/** As adr-tools: the first line from its third character on, and the lines of the section of that name. */
export function byAdrTools(text: string): ReadRecord {
  const lines = text.split("\n");
  const at = lines.indexOf("## Status");
  const end = lines.findIndex((line, index) => index > at && line.startsWith("#"));
  const status = at < 0 ? [] : lines.slice(at + 1, end < 0 ? undefined : end).filter((line) => line.trim() !== "");
  return { title: (lines[0] ?? "").slice(2), status: status.join("\n") };
}

/** The files that adr-tools lists, in its order. */
export function listedByAdrTools(names: readonly string[]): string[] {
  return names.filter((name) => /^[0-9]+-[^/]*\.md/u.test(name)).sort();
}

/** As log4brains: the text of the first heading, and the items of the first list before the next one. */
export function byLog4brains(text: string): ReadRecord {
  const tokens = new MarkdownIt().parse(text, {});
  const heading = tokens.findIndex(({ type, tag }) => type === "heading_open" && tag === "h1");
  const next = tokens.findIndex(({ type, tag }, at) => at > heading && type === "heading_open" && tag === "h2");
  const plain = (at: number): string =>
    (tokens[at]?.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
  const items = tokens.flatMap(({ type }, at) => (type === "inline" && at < next && at > heading + 1 ? plain(at) : []));
  const of = (key: string): string =>
    items.map((item) => new RegExp(`^\\s*${key}\\s*:\\s*(.*)$`, "iu").exec(item)?.[1] ?? "").find(Boolean) ?? "";
  return { title: plain(heading + 1), status: of("status"), by: of("deciders"), date: of("date") };
}

/** As whoever reads front matter: YAML between two lines of dashes, and the first heading behind it. */
export function byFrontMatter(text: string): ReadRecord {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(text) ?? [];
  const read = Bun.YAML.parse(front) as Record<string, unknown>;
  return {
    title: byLog4brains(body).title,
    status: String(read.status),
    by: String(read["decision-makers"]),
    date: String(read.date),
  };
}
