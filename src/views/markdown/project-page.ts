import { relative, sep } from "node:path";
import { linesLeftOut, type PageLine, type PageSection, type ProjectPage } from "../../story/project-page.ts";
import { join, link, type Markdown, md } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";

/** Bytes of all that stands above the archive. */
const MAX_PAGE = 2_048;
const bytesOf = (text: string): number => Buffer.byteLength(text, "utf8");

/**
 * PROJECT.md as it lies in a folder. Above the archive stand whole lines alone, those of a low rank first, as many as
 * there is room for; how many were left out is a line of its own.
 */
export function projectPageText({ sections, archive }: ProjectPage, folder: string): Markdown {
  const parts = sections.map(({ title, lines }) => ({
    head: headOf(title),
    lines: lines.map((line) => ({ ...line, text: lineText(line, folder) })),
  }));
  const all = parts.flatMap(({ lines }) => lines);
  const note = (left: number): Markdown => (left === 0 ? md`` : md`\n\n${drawn(linesLeftOut(left))}`);
  const heads = parts.reduce((sum, { head }) => sum + bytesOf(head) + 4, 0);
  let room = MAX_PAGE - heads - bytesOf(note(all.length));
  const stays = new Set<object>();
  for (const line of [...all].sort((a, b) => a.rank - b.rank)) {
    const bytes = bytesOf(line.text) + 1;
    if (bytes > room) continue;
    room -= bytes;
    stays.add(line);
  }
  const drawnParts = parts.flatMap(({ head, lines }) => {
    const kept = lines.filter((line) => stays.has(line));
    return kept.length === 0
      ? []
      : [
          sectionText(
            head,
            kept.map(({ text }) => text),
          ),
        ];
  });
  const own = archive.lines.map((line) => lineText(line, folder));
  return md`${join(drawnParts, "\n\n")}${note(all.length - stays.size)}\n\n${sectionText(headOf(archive.title), own)}\n`;
}

const headOf = (title: PageSection["title"]): Markdown => md`## ${drawn(title)}`;
const sectionText = (head: Markdown, lines: readonly Markdown[]): Markdown => md`${head}\n${join(lines, "\n")}`;

function lineText({ of, link: to }: PageLine, folder: string): Markdown {
  const text = md`- ${drawn(of)}`;
  return to === undefined ? text : md`${text} ${link(to.text, wayTo(to.to, folder))}`;
}

/** From the page's folder, with "/". */
const wayTo = (path: string, folder: string): string => relative(folder, path).split(sep).join("/") || ".";
