/** Bytes from which a file's type is told. */
export const HEAD = 65_536;

export type ContentType = { mime_type: string; extension: string };

/**
 * What a file is by its first bytes. Where they may be several things, as a text or an archive may, the ending of its
 * name chooses among these, and no name makes a picture of what is none. Markup, SVG too, is plain text.
 */
export async function contentType(head: Uint8Array, filename: string): Promise<ContentType> {
  const ending = /\.([a-z0-9]{1,10})$/iu.exec(filename)?.[1]?.toLowerCase() ?? "";
  if (isText(head)) {
    if (new TextDecoder().decode(head.subarray(0, 5)) === "%PDF-") return PDF;
    return { mime_type: TEXTS[ending] ?? "text/plain", extension: TEXTS[ending] ? ending : "txt" };
  }
  const { filetypeinfo } = await import("magic-bytes.js");
  const known = filetypeinfo(head).flatMap(({ mime, extension = "" }) =>
    mime && TYPE.test(mime) && /^[a-z0-9]{1,10}$/u.test(extension) && !MARKUP.test(mime)
      ? [{ mime_type: mime, extension }]
      : [],
  );
  const [first = UNKNOWN] = known;
  if (first.mime_type.startsWith("image/")) return first;
  return known.find(({ extension }) => extension === ending) ?? first;
}

const PDF: ContentType = { mime_type: "application/pdf", extension: "pdf" };
const UNKNOWN: ContentType = { mime_type: "application/octet-stream", extension: "bin" };
const TYPE = /^[a-z]{1,20}\/[a-z0-9][a-z0-9.+-]{0,99}$/u;
const MARKUP = /svg|html|xml$/u;

/** Kinds of text that nothing but a name tells from another. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  log: "text/plain",
};

/** Whether it is UTF-8 without the signs that no text has; the end may lie inside a letter. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: head.length >= HEAD });
    return !CONTROL.test(text);
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/u;
