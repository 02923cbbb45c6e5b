import { basename, dirname } from "node:path";

/** One line of a head as it stands: its key in small letters, and its value. */
export type Field = { key: string; value: string };

/** What a head tells, each as a pattern that finds it in a text. `beside`: authors whom only a file beside it names. */
export type Known = Record<"author" | "surname" | "approver" | "link" | "number" | "date" | "beside", RegExp[]>;

/** Lines of a text in which a head ends at the latest. */
const HEAD = 120;
const KEY = "[A-Za-z][A-Za-z #_-]{1,30}";

/**
 * Reads the head of a document in one of four forms: front matter, items such as "- Start Date: 2017-05-01", lines of a
 * mail's head, fields of reStructuredText. Deeper items of a list are values of the key above them.
 */
export function readFields(text: string): { fields: Field[]; lines: string[] } {
  const all = text.split("\n").slice(0, HEAD);
  const begin = all.findIndex((line) => line.trim() !== "");
  if (begin < 0) return { fields: [], lines: [] };
  const first = all[begin] ?? "";
  if (first.trim() === "---") {
    const end = all.indexOf("---", begin + 1);
    return end < 0 ? { fields: [], lines: [] } : read(all.slice(begin + 1, end), new RegExp(`^(${KEY}):(.*)$`, "u"));
  }
  if (new RegExp(`^${KEY}: `, "u").test(first)) {
    const end = all.findIndex((line, at) => at > begin && line.trim() === "");
    return read(all.slice(begin, end < 0 ? undefined : end), new RegExp(`^(${KEY}):(.*)$`, "u"));
  }
  const near = all.slice(0, 30);
  const isItem = (line: string): boolean => new RegExp(`^(?:[-*] \\**|:)${KEY}\\**:`, "u").test(line);
  const from = near.findIndex(isItem);
  if (from < 0) return { fields: [], lines: [] };
  const end = near.findIndex((line, at) => at > from && line.trim() === "");
  return read(near.slice(from, end < 0 ? undefined : end), new RegExp(`^(?:[-*] \\**|:)(${KEY})\\**:\\**(.*)$`, "u"));
}

function read(lines: readonly string[], keyed: RegExp): { fields: Field[]; lines: string[] } {
  const fields: Field[] = [];
  for (const line of lines) {
    const [, key, value = ""] = keyed.exec(line) ?? [];
    if (key !== undefined) fields.push({ key: key.trim().toLowerCase(), value: value.trim() });
    else {
      const last = fields.at(-1);
      if (last && !line.trim().startsWith("#")) last.value += `\n${line.trim()}`;
    }
  }
  return { fields, lines: lines.map((line) => line.replace(/^[\s*>|-]+/u, "").trim()) };
}

const AUTHOR = /^(?:authors?|champions?)$/u;
const APPROVER =
  /^(?:(?:bdfl|pep)-delegate|sponsor|approvers?|prr-approvers?|reviewers?|review manager|shepherds?|implementation team)$/u;
const LINK = /^(?:rfc pr.*|prs|pull request)$/u;
const DATE = /^(?:start[- ]date|creation-date|last-updated|created|release-date|date|post-history)$/u;

/** The facts of a head, and those of a file beside it. */
export function factsOf(file: string, fields: readonly Field[], beside: readonly Field[]): Known {
  const values = (key: RegExp, from: readonly Field[] = fields) =>
    from.flatMap((each) => (key.test(each.key) ? [each.value] : []));
  const links = values(LINK).join("\n");
  const number = numberOf(file, [...fields, ...beside], links);
  const authors = values(AUTHOR).flatMap(peopleIn);
  return {
    author: authors.map(wordOf),
    surname: authors.flatMap((name) =>
      /\s/u.test(name) ? [new RegExp(`\\b${escaped(name.split(/\s+/u).at(-1) ?? "")}\\b`, "u")] : [],
    ),
    approver: values(APPROVER).flatMap(peopleIn).map(wordOf),
    link: [...links.matchAll(/\/pull\/(\d+)/gu)].map(([, id = ""]) => new RegExp(`/pull/${id}\\b|rfcs#${id}\\b`, "u")),
    number:
      number === undefined ? [] : [new RegExp(`\\b(?:PEP|RFC|KEP|DEP|TEP|SE)S?[-_\\s#:+/\`]{0,3}0*${number}\\b`, "iu")],
    date: values(DATE).flatMap((value) => [...value.matchAll(DAY)].map(([day]) => new RegExp(escaped(day), "u"))),
    beside: values(AUTHOR, beside).flatMap(peopleIn).map(wordOf),
  };
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}-[A-Z][a-z]{2}-\d{4}\b/gu;

function numberOf(file: string, fields: readonly Field[], links: string): string | undefined {
  const said = fields.find(({ key }) => /^(?:pep|dep|kep-number|proposal)$/u.test(key))?.value;
  const named = /^(?:pep-)?0*(\d+)/u.exec(basename(file))?.[1] ?? /^0*(\d+)-/u.exec(basename(dirname(file)))?.[1];
  return /\b0*(\d+)/u.exec(said ?? "")?.[1] ?? /\/pull\/(\d+)/u.exec(links)?.[1] ?? named;
}

/** Full names, handles and mails of a value; "TBD" and what is left to be filled in is nobody. */
function peopleIn(value: string): string[] {
  return value
    .split(/[,\n;]|\s+and\s+|\s&\s/u)
    .flatMap((part) => {
      const mail = /[\w.+-]+@[\w-]+\.[\w.-]+\w/u.exec(part)?.[0] ?? [];
      const handle = /(?<![\w.])@[\w-]+/u.exec(part)?.[0] ?? [];
      const name = part
        .replace(/#.*$/u, "")
        .replace(/<[^>]*>|\([^)]*\)|@[\w./-]+|\S+@\S+/gu, " ")
        .replace(/[[\]"'*_`-]+(?=\s|$)|(?<=^|\s)[[\]"'*_`-]+|\]/gu, " ")
        .trim();
      return [mail, handle, /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){1,3}$/u.test(name) ? name : []].flat();
    })
    .filter((each) => !/^@?(?:tbd|todo|none|n\/a)\b/iu.test(each));
}

const wordOf = (fact: string): RegExp => new RegExp(`(?<![\\w])${escaped(fact).replace(/ /gu, "\\s+")}(?![\\w])`, "iu");

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
