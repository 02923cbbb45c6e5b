/** How the records of a folder say their status, and what stands before their titles. */
export type RecordShape = {
  /** In front matter (MADR 4), a list (MADR 2 and 3, log4brains), a section (Nygard, adr-tools), or a line. */
  status: "front" | "bullet" | "section" | "line";
  /** What a list begins with. */
  bullet: "*" | "-";
  /** What stands around a number before the title, and how many digits it has at least; null where titles have none. */
  numbered: { before: string; width: number; after: string } | null;
};

const FRONT = /^\uFEFF?---[^\S\n]*\r?\n[\s\S]{0,5000}?\n---[^\S\n]*(?:\r?\n|$)/u;
const IN_FRONT = /^(status[^\S\n]*:[^\S\n]*)(\S[^\r\n]*?)?([^\S\n]*\r?)$/imu;
const BULLET =
  /^([^\S\n]{0,3}([*-])[^\S\n]+[*_]{0,2}status[*_]{0,2}[^\S\n]*:[*_]{0,2}[^\S\n]*)(\S[^\r\n]*?)([^\S\n]*\r?)$/imu;
const LINE = /^([*_]{0,2}status[*_]{0,2}[^\S\n]*:[*_]{0,2}[^\S\n]*)(\S[^\r\n]*?)([^\S\n]*\r?)$/imu;
const SECTION = /^##[^\S\n]+status[^\S\n]*\r?$/imu;
const TITLE = /^#[^\S\n]+((?:ADR|DR|RFC)?[-\s#]?)(\d{1,7})([.:]|[^\S\n]+[-–—])[^\S\n]+\S/imu;

/** The shape that most of these texts have, the last of equals; MADR 4 where none says a status. */
export function shapeOf(texts: readonly string[]): RecordShape {
  const found = texts.flatMap((text) => statusOf(text) ?? []);
  const most = (status: RecordShape["status"]): number => found.filter((each) => each.status === status).length;
  const best = found.toReversed().toSorted((a, b) => most(b.status) - most(a.status))[0];
  const titles = texts.flatMap((text) => {
    const [, before, digits = "", after = ""] = TITLE.exec(text) ?? [];
    return before === undefined ? [] : [{ before, width: digits.length, after: `${after} ` }];
  });
  const numbered = 2 * titles.length > texts.length ? (titles.at(-1) ?? null) : null;
  return { status: best?.status ?? "front", bullet: best?.bullet ?? "*", numbered };
}

/** What stands before a title under this number; a name without a number has none. */
export function beforeTitle({ numbered }: RecordShape, number: string): string {
  if (numbered === null || number === "") return "";
  const digits = String(Number(number)).padStart(numbered.width > 1 ? numbered.width : 0, "0");
  return `${numbered.before}${digits}${numbered.after}`;
}

/**
 * A record whose status says that another took its place, all else byte for byte as it was; null where it says no status,
 * or says so already. `link` is Markdown.
 */
export function supersededText(text: string, link: string): string | null {
  const found = statusOf(text);
  if (found === null || /^["'*_]*supersede?d\b/iu.test(found.said)) return null;
  const by = `superseded by ${link}`;
  const put = (status: string): string => text.slice(0, found.at) + status + text.slice(found.at + found.said.length);
  if (found.status === "front") return put(JSON.stringify(by));
  if (found.status === "section") return put(`S${by.slice(1)}`);
  return put(found.said.replace(/^[\p{L}]+/u, by));
}

type Found = { status: RecordShape["status"]; bullet: "*" | "-"; said: string; at: number };

/** Where and how a record says its status; null where it says none that is a single line. */
function statusOf(text: string): Found | null {
  const front = FRONT.exec(text)?.[0];
  const inFront = front === undefined ? null : IN_FRONT.exec(front);
  const [, key = "", said = ""] = inFront ?? [];
  if (inFront && said !== "" && !/^[|>&*[{]/u.test(said))
    return { status: "front", bullet: "*", said, at: inFront.index + key.length };
  const title = /^#[^\S\n]/mu.exec(text)?.index ?? 0;
  const section = /^##[^\S\n]/mu.exec(text.slice(title))?.index;
  const head = text.slice(0, section === undefined ? text.length : title + section);
  const bullet = BULLET.exec(head);
  if (bullet) {
    const [, before = "", sign, status = ""] = bullet;
    return { status: "bullet", bullet: sign === "-" ? "-" : "*", said: status, at: bullet.index + before.length };
  }
  const line = LINE.exec(head);
  if (line) {
    const [, before = "", status = ""] = line;
    return { status: "line", bullet: "-", said: status, at: line.index + before.length };
  }
  const named = SECTION.exec(text);
  if (named === null) return null;
  const begins = named.index + named[0].length;
  const inside = /^(?:[^\S\n]*\r?\n){0,20}(?!#)([^\r\n]+)/u.exec(text.slice(begins + 1));
  const [whole = "", own = ""] = inside ?? [];
  if (own.trim() === "") return null;
  const at = begins + 1 + whole.length - own.length;
  return { status: "section", bullet: "-", said: own.trimEnd(), at };
}
