import type { Names } from "../../artifacts/names.ts";
import { MAX_BECAUSE } from "../../artifacts/said-bounds.ts";
import { type DecisionRecord, notListed, RECORD } from "../../story/decision-record.ts";
import type { Sentence } from "../../story/sentence.ts";
import {
  frontName,
  headingText,
  headKey,
  inCell,
  inline,
  join,
  type Markdown,
  md,
  oneLine,
  tableLabel,
  tableRule,
} from "../../text/markdown.ts";
import type { HeadKey, HeadLine, StatusDate } from "../../text/record-head.ts";
import type { RecordPart, RecordSection } from "../../text/record-sections.ts";
import type { RecordShape } from "../../text/record-shape.ts";
import type { HeadCell } from "../../text/record-table.ts";
import { drawn } from "./drawn.ts";
import { drawnWhole, titleOf, wholeSentences, wordsThatFit } from "./whole.ts";

/** Two pages: what a record may be, whatever was written. Lines, and characters. */
const MAX_LINES = 120;
export const MAX_CHARACTERS = 8_000;

/** What is said of the record itself. */
export type RecordHead = {
  topic: string;
  /** What stands before the title, such as its number. */
  before: string;
  /** The person's day. */
  day: string;
  by: string | null;
  design_id: string | null;
  /** A link to the record that this one takes the place of; null for none. */
  supersedes: Markdown | null;
  /** A link to the document of the chosen design; null where none was chosen. */
  document: Markdown | null;
  /** A link to the brief that the task was made from, where it lies in the project; else null. */
  brief: Markdown | null;
  /** Links to what lies beside the record. */
  beside: readonly Markdown[];
};

/** How much of each list stands in a record, tried from the first until it has two pages; `each` is characters of an item. */
const ROOMS = [
  { drivers: 20, options: 8, said: 4, others: 10, because: MAX_BECAUSE, context: 2_000, each: 1_000 },
  { drivers: 12, options: 6, said: 3, others: 6, because: MAX_BECAUSE, context: 1_000, each: 600 },
  { drivers: 8, options: 6, said: 2, others: 4, because: 3_000, context: 600, each: 400 },
  { drivers: 6, options: 4, said: 1, others: 3, because: 2_000, context: 400, each: 300 },
  { drivers: 4, options: 3, said: 1, others: 2, because: 1_000, context: 300, each: 240 },
  { drivers: 2, options: 2, said: 0, others: 1, because: 400, context: 200, each: 200 },
  { drivers: 1, options: 1, said: 0, others: 1, because: 200, context: 0, each: 160 },
] as const;
type Room = (typeof ROOMS)[number];

/** Characters of a topic in the record's title, and of a name. */
const TOPIC = 120;
const NAME = 120;

/** A record as a project of that shape writes it, two pages at most: what has no room is counted, and no sentence is cut. */
export function recordText(record: DecisionRecord, head: RecordHead, shape: RecordShape, names: Names): Markdown {
  let text = md``;
  for (const room of ROOMS) {
    text = drawnIn(room, record, head, shape, names);
    if (text.length <= MAX_CHARACTERS && text.split("\n").length <= MAX_LINES) break;
  }
  return text;
}

/** What a record tells, each piece under the first heading of these that the project's records have. */
const PIECES = {
  status: ["status"],
  date: ["date"],
  by: ["by"],
  context: ["context", "drivers", "outcome"],
  drivers: ["drivers", "context", "outcome"],
  outcome: ["outcome"],
  options: ["options", "pros", "outcome"],
  good: ["good", "consequences", "outcome"],
  bad: ["bad", "consequences", "outcome"],
  confirmation: ["confirmation", "consequences", "bad", "outcome"],
  pros: ["pros"],
  links: ["links", "context", "outcome"],
} as const satisfies Record<string, readonly RecordPart[]>;
type Piece = keyof typeof PIECES;

function drawnIn(room: Room, record: DecisionRecord, head: RecordHead, shape: RecordShape, names: Names): Markdown {
  const sections = shape.sections ?? usual(shape);
  const there = new Set(sections.map(({ part }) => part));
  const pieces = piecesOf(room, record, head, shape, names);
  const body = sections.flatMap(({ level, title, part }) => {
    const own = (Object.keys(PIECES) as Piece[])
      .filter((piece) => PIECES[piece].find((each) => there.has(each)) === part)
      .flatMap((piece) => pieces[piece]({ level, own: piece === part, there }));
    const under = inLists(
      own.filter((each) => each !== ""),
      shape,
    );
    return [heading(level, title), ...(under.length > 0 || part === "pros" ? under : [md`${RECORD.unnamed}`])];
  });
  return md`${join([...top(head, shape, there, names), ...body], "\n\n")}\n`;
}

/** Under which heading a piece stands, whether that is its own, and which others there are. */
type Under = { level: number; own: boolean; there: ReadonlySet<RecordPart> };

function piecesOf(room: Room, record: DecisionRecord, head: RecordHead, shape: RecordShape, names: Names) {
  const point = md`${shape.bullet}`;
  const said = (each: Sentence): Markdown => drawnWhole(each, names, 2 * room.each) ?? md``;
  /** A list as one block, none of its items cut: what is too long or too much is counted. */
  const list = (all: readonly Sentence[], most: number, before: Markdown = md``): Markdown => {
    const whole = firstOf(all, most, (each) => drawnWhole(each, names, room.each));
    const more = all.length - whole.length;
    return join(
      [...whole.map((each) => md`${point} ${before}${each}`), ...(more > 0 ? [counted(point, more, head)] : [])],
      "\n",
    );
  };
  const led = (lead: Markdown, under: Markdown): Markdown[] => (under === "" ? [] : [lead, under]);
  const because = record.because === "" ? null : wholeSentences(record.because, room.because);
  const isMadr = shape.status === "front" || shape.status === "bullet";
  const start = isMadr ? RECORD.chosen.option : RECORD.chosen.plain;
  const why =
    because === null
      ? unsaidWhy(record, head)
      : md`${RECORD.chosen.because}“${inline(because)}”${isCut(record.because, because) ? md`, ${RECORD.moreReason}${elsewhere(head)}` : md``}`;
  const sure = record.sure.map(said).filter((each) => each !== "");
  const options = record.options.slice(0, room.options);
  const hidden = record.options.length - options.length;
  const [task, ...judged] = record.context;
  const accepted = acceptedText(shape.head?.accepted ?? "Accepted", head.day, shape.head?.dated ?? null);
  const lines = [
    ...(head.supersedes ? [md`${RECORD.supersedes}${head.supersedes}`] : []),
    ...(head.brief ? [md`${RECORD.brief}${head.brief}`] : []),
    ...head.beside,
    ...record.more.map((each) => drawnWhole(each, names) ?? md``),
  ];
  return {
    status: () => [accepted, ...(head.supersedes ? [md`${RECORD.supersedes}${head.supersedes}`] : [])],
    date: () => [inline(head.day)],
    by: () => [inline(wordsThatFit(head.by ?? RECORD.unknown, NAME))],
    context: () => [...(task ? [quotedTask(task, room.context, head)] : []), ...judged.map((each) => said(each))],
    drivers: ({ own }: Under) => {
      const all = list(record.drivers, room.drivers);
      return own ? [all] : led(md`${RECORD.lead.drivers}`, all);
    },
    options: ({ own, there }: Under) => {
      const items = options.map(({ design_id, is, what, bad }) => {
        const called = calledWhole(design_id, is, names);
        const [gravest] = firstOf(bad, 1, (each) => drawnWhole(each, names, room.each));
        const details = [drawnWhole(what, names, room.each), gravest ? md`${RECORD.bad}${gravest}` : null];
        const told = there.has("pros") ? [] : details.flatMap((each) => each ?? []);
        return told.length === 0 ? md`${point} ${called}` : md`${point} ${called}: ${join(told, " ")}`;
      });
      const all = join([...items, ...(hidden > 0 ? [counted(point, hidden, head)] : [])], "\n");
      return own ? [all] : led(md`${RECORD.lead.options}`, all);
    },
    outcome: () => [
      md`${start}${said(record.chosen)}, ${why}.`,
      join([...sure, ...(sure.length < record.sure.length ? [md`${RECORD.moreSure}${elsewhere(head)}.`] : [])], " "),
      ...led(md`${RECORD.otherwise}`, list(record.dissent, room.others)),
      ...(head.document ? [md`${RECORD.document}${head.document}.`] : []),
    ],
    good: () => [list(record.consequences.good, room.others)],
    bad: () => [list(record.consequences.bad, room.others)],
    confirmation: () => [
      list(record.confirmation, room.others),
      ...led(md`${RECORD.reverses}`, list(record.reverses, room.others)),
    ],
    pros: ({ level }: Under) =>
      options.flatMap(({ design_id, is, what, good, bad }) => {
        const both = [list(good, room.said, md`${RECORD.good}`), list(bad, room.said, md`${RECORD.bad}`)];
        const points =
          room.said === 0
            ? md``
            : join(
                both.filter((each) => each !== ""),
                "\n",
              );
        return [md`${signs(level + 1)} ${calledWhole(design_id, is, names)}`, said(what), points];
      }),
    links: ({ own, there }: Under) => {
      const rest = there.has("status") && head.supersedes ? lines.slice(1) : lines;
      return own
        ? [
            join(
              rest.map((each) => md`${point} ${each}`),
              "\n",
            ),
          ]
        : rest;
    },
  };
}

/** That nobody said why, or that what was said has no room here. */
function unsaidWhy({ because }: DecisionRecord, head: RecordHead): Markdown {
  return because === "" ? md`${RECORD.unreasoned}` : md`${RECORD.reasonIn}${elsewhere(head)}`;
}

/** Where stands in full what has no room here. */
const elsewhere = ({ document }: RecordHead): Markdown => document ?? md`${RECORD.kept}`;

/** Whether of a text these are the first sentences alone. */
const isCut = (text: string, whole: string): boolean => whole.length < oneLine(text, Number.POSITIVE_INFINITY).length;

/** Lists that follow each other as one. */
function inLists(blocks: readonly Markdown[], { bullet }: RecordShape): Markdown[] {
  const isList = (block: string): boolean => block.startsWith(`${bullet} `);
  const joined: Markdown[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && isList(block) && isList(last.slice(last.lastIndexOf("\n") + 1)))
      joined[joined.length - 1] = join([last, block], "\n");
    else joined.push(block);
  }
  return joined;
}

/** The first of all that are something, so many at most. */
function firstOf<T>(all: readonly T[], most: number, made: (one: T) => Markdown | null): Markdown[] {
  const found: Markdown[] = [];
  for (const one of all) {
    if (found.length >= most) break;
    const text = made(one);
    if (text !== null) found.push(text);
  }
  return found;
}

/** The task in quotation marks, or its first sentences and where all of it stands. */
function quotedTask(task: Sentence, max: number, head: RecordHead): Markdown {
  const text = task.map((part) => (typeof part === "object" && part.is === "quote" ? part.text : "")).join("");
  const whole = wholeSentences(text, max);
  if (whole === null) return md`${RECORD.task}${elsewhere(head)}.`;
  return isCut(text, whole) ? md`“${inline(whole)}” ${RECORD.moreTask}${elsewhere(head)}.` : md`“${inline(whole)}”`;
}

const counted = (point: Markdown, more: number, { document }: RecordHead): Markdown =>
  md`${point} ${drawn(notListed(more))}${document ? md`, in ${document}` : md``}`;

function calledWhole(design_id: string, is: Sentence | null, names: Names): Markdown {
  const letter = inline(names.designs.get(design_id) ?? design_id);
  const title = titleOf(design_id, names);
  const made = is === null ? md`` : md`, ${drawn(is, names)}`;
  return title === null ? md`${letter}${made}` : md`${letter} “${inline(title)}”${made}`;
}

const SIGNS = [md`#`, md`##`, md`###`, md`####`, md`#####`] as const;
const signs = (level: number): Markdown => SIGNS[Math.min(level, SIGNS.length) - 1] ?? md`##`;
const heading = (level: number, title: string): Markdown => md`${signs(level)} ${headingText(title)}`;

/** The sections of MADR, and of Nygard if records give their status in a section, a line or a table. */
function usual({ status }: RecordShape): RecordSection[] {
  const { madr, plain } = RECORD;
  const at = (level: number, title: string, part: RecordPart): RecordSection => ({ level, title, part });
  if (status === "section" || status === "line" || status === "table")
    return [
      ...(status === "section" ? [at(2, plain.status, "status")] : []),
      at(2, plain.context, "context"),
      at(2, plain.outcome, "outcome"),
      at(2, plain.consequences, "consequences"),
    ];
  return [
    at(2, madr.context, "context"),
    at(2, madr.drivers, "drivers"),
    at(2, madr.options, "options"),
    at(2, madr.outcome, "outcome"),
    at(3, madr.consequences, "consequences"),
    at(3, madr.confirmation, "confirmation"),
    at(2, madr.pros, "pros"),
    at(2, status === "front" ? madr.more : madr.links, "links"),
  ];
}

/** Title, status, day and who decided, as records of this shape begin. */
function top(head: RecordHead, shape: RecordShape, there: ReadonlySet<RecordPart>, names: Names): Markdown[] {
  const title = recordTitle(head.topic, head.design_id, names);
  const heading = md`# ${headingText(`${head.before}${title}`)}`;
  const { status, bullet } = shape;
  const front = status === "front";
  const dated = status === "line" && shape.head === null ? "plain" : (shape.head?.dated ?? null);
  const spelled = shape.head?.accepted ?? shape.table?.accepted ?? "accepted";
  const accepted = acceptedText(spelled, head.day, dated);
  const who = wordsThatFit(head.by ?? RECORD.unknown, NAME);
  const value = ({ key, listed }: HeadLine): Markdown => {
    if (key === "status") return accepted;
    if (key === "date") return inline(head.day);
    const name = front ? frontName(key === "title" ? title : who) : inline(key === "title" ? title : who);
    return front && listed ? md`[${name}]` : name;
  };
  const known = shape.head?.lines ?? [];
  const has = (key: HeadLine["key"]): boolean =>
    shape.table?.labels.some((each) => each.key === key) === true ||
    known.some((each) => each.key === key) ||
    (key !== "title" && there.has(key));
  const line = (key: Exclude<HeadLine["key"], "title">): HeadLine[] => {
    const named = front ? { ...RECORD.keys, status: "status", date: "date", by: "decision-makers" } : RECORD.keys;
    return has(key) ? [] : [{ key, before: `${status === "bullet" ? `${bullet} ` : ""}${named[key]}:`, listed: false }];
  };
  // Where the others say nobody's name, one that is known is not lost.
  const people = head.by === null ? [] : line("by");
  const day = dated !== null || known.length > 0 || shape.table ? [] : line("date");
  const all = [...(status === "section" ? [] : line("status")), ...known, ...day, ...people];
  const lines = all.map((each) => md`${headKey(each.before)} ${value(each)}`);
  if (front) return [join([md`---`, ...lines, md`---`], "\n"), heading];
  const table = shape.table
    ? [tableText(shape.table, { title: inline(title), date: inline(head.day), by: inline(who), status: accepted })]
    : [];
  if (lines.length === 0) return [heading, ...table];
  return [heading, ...table, join(lines, status === "bullet" ? "\n" : "\n\n")];
}

/** The table at the head of the other records, with the values of this one. A label that is not known has no value. */
function tableText(table: NonNullable<RecordShape["table"]>, said: Record<HeadKey, Markdown>): Markdown {
  const saidOf = ({ key }: HeadCell): Markdown => (key === null ? md`` : inCell(said[key]));
  const row = (cells: readonly Markdown[]): Markdown =>
    md`|${join(
      cells.map((each) => md` ${each} |`),
      "",
    )}`;
  const labels = table.labels.map(({ label }) => tableLabel(label));
  const values = table.labels.map(saidOf);
  const rule = row(table.rule.map(tableRule));
  if (table.across) return join([row(labels), rule, row(values)], "\n");
  const pairs = labels.map((label, at) => row([label, values[at] ?? md``]));
  const [first, ...rest] = table.header ? [row(table.header.map(tableLabel)), ...pairs] : pairs;
  return join([...(first ? [first] : []), rule, ...rest], "\n");
}

/** That a record is accepted, with the day as the others have it there. */
function acceptedText(accepted: "accepted" | "Accepted", day: string, dated: StatusDate | null): Markdown {
  if (dated === null) return md`${accepted}`;
  return dated === "plain" ? md`${accepted}, ${inline(day)}` : md`${accepted} (${inline(day)})`;
}

/** What was to be solved, and what was chosen. */
export function recordTitle(topic: string, design_id: string | null, names: Names): string {
  const what =
    design_id === null ? RECORD.none : (titleOf(design_id, names) ?? names.designs.get(design_id) ?? design_id);
  return `${wordsThatFit(topic, TOPIC)}: ${wordsThatFit(what, TOPIC)}`;
}
