import type { Names } from "../../artifacts/names.ts";
import { type DecisionRecord, leftInExperiment, RECORD } from "../../story/decision-record.ts";
import type { Sentence } from "../../story/sentence.ts";
import { frontName, headingText, inline, join, type Markdown, md, oneLine } from "../../text/markdown.ts";
import type { RecordShape } from "../../text/record-shape.ts";
import { called, drawn } from "./drawn.ts";

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
  /** Links to what lies beside the record. */
  beside: readonly Markdown[];
};

/** How much of each list stands in a record, tried from the first until it has two pages. */
const ROOMS = [
  { drivers: 20, options: 8, said: 4, others: 10, because: 2_000, context: true },
  { drivers: 12, options: 6, said: 3, others: 6, because: 1_500, context: true },
  { drivers: 8, options: 6, said: 2, others: 4, because: 1_000, context: true },
  { drivers: 6, options: 4, said: 1, others: 3, because: 600, context: true },
  { drivers: 4, options: 3, said: 1, others: 2, because: 300, context: true },
  { drivers: 2, options: 2, said: 0, others: 1, because: 150, context: true },
  { drivers: 1, options: 1, said: 0, others: 1, because: 80, context: false },
] as const;
type Room = (typeof ROOMS)[number];

/** Columns of a topic and of a design's title in the record's title, and of a name. */
const TOPIC = 80;
const TITLE = 80;
const NAME = 80;

/** A record as a project of that shape writes it, two pages at most: what is cut is counted. */
export function recordText(record: DecisionRecord, head: RecordHead, shape: RecordShape, names: Names): Markdown {
  let text = md``;
  for (const room of ROOMS) {
    text = drawnIn(room, record, head, shape, names);
    if (text.length <= MAX_CHARACTERS && text.split("\n").length <= MAX_LINES) break;
  }
  return text;
}

function drawnIn(room: Room, record: DecisionRecord, head: RecordHead, shape: RecordShape, names: Names): Markdown {
  const draw = (said: Sentence): Markdown => drawn(said, names);
  const point = md`${shape.bullet}`;
  const points = (all: readonly Sentence[], most: number, before: Markdown = md``): Markdown[] => [
    ...all.slice(0, most).map((each) => md`${point} ${before}${draw(each)}`),
    ...(all.length > most ? [md`${point} ${drawn(leftInExperiment(all.length - most))}`] : []),
  ];
  const madr = shape.status === "front" || shape.status === "bullet";
  const sub = madr ? md`###` : md`##`;
  const parts = RECORD[madr ? "madr" : "plain"];
  const because = record.because === "" ? null : md`“${inline(record.because, room.because)}”`;
  const chosen = madr
    ? md`Chosen option: ${draw(record.chosen)}, ${because ? md`because ${because}` : md`${RECORD.madr.unreasoned}`}.`
    : md`We build ${draw(record.chosen)}${because ? md`: ${because}` : md`${RECORD.plain.unreasoned}`}.`;
  const options = record.options.slice(0, room.options);
  const context = [
    ...paragraphs((room.context ? record.context : record.context.slice(1)).map(draw)),
    ...section(record.drivers.length > 0, md`## ${parts.drivers}`, points(record.drivers, room.drivers)),
    ...section(true, md`## ${parts.options}`, [
      ...options.map(({ design_id }) => md`${point} ${called(design_id, true, names)}`),
      ...(record.options.length > options.length
        ? [md`${point} ${drawn(leftInExperiment(record.options.length - options.length))}`]
        : []),
    ]),
  ];
  const outcome = [
    ...paragraphs([chosen, join(record.sure.map(draw), " ")]),
    ...(record.dissent.length > 0
      ? paragraphs([md`${RECORD.otherwise}`, join(points(record.dissent, room.others), "\n")])
      : []),
  ];
  const after = [
    ...section(record.confirmation.length > 0, md`${sub} Confirmation`, points(record.confirmation, room.others)),
    ...section(true, md`${sub} ${RECORD.reverses}`, points(record.reverses, room.others)),
  ];
  const pros = options.flatMap(({ design_id, what, good, bad }) => [
    md`### ${called(design_id, true, names)}`,
    draw(what),
    ...(room.said === 0 || good.length + bad.length === 0
      ? []
      : [join([...points(good, room.said, md`Good, because `), ...points(bad, room.said, md`Bad, because `)], "\n")]),
  ]);
  const consequences = points(record.consequences, room.others);
  const links = [
    ...(head.supersedes && shape.status !== "section" ? [md`${point} Supersedes ${head.supersedes}`] : []),
    ...head.beside.map((each) => md`${point} ${each}`),
    ...record.more.map((each) => md`${point} ${draw(each)}`),
  ];
  return md`${join(
    [
      ...top(head, shape, names),
      md`## ${parts.context}`,
      ...context,
      md`## ${parts.outcome}`,
      ...outcome,
      ...section(true, madr ? md`### Consequences` : md`## Consequences`, consequences),
      ...after,
      ...section(pros.length > 0, md`## ${RECORD.pros}`, []),
      ...pros,
      ...section(true, shape.status === "front" ? md`## More Information` : md`## Links`, links),
    ],
    "\n\n",
  )}\n`;
}

/** Title and status, as records of this shape begin. */
function top(head: RecordHead, shape: RecordShape, names: Names): Markdown[] {
  const { topic, before, day, by, design_id, supersedes } = head;
  const title = md`# ${headingText(`${before}${recordTitle(topic, design_id, names)}`)}`;
  const who = by ?? "a person";
  const date = inline(day);
  switch (shape.status) {
    case "front":
      return [
        join([md`---`, md`status: accepted`, md`date: ${date}`, md`decision-makers: ${frontName(who)}`, md`---`], "\n"),
        title,
      ];
    case "bullet": {
      const point = md`${shape.bullet}`;
      return [
        title,
        join(
          [md`${point} Status: accepted`, md`${point} Deciders: ${inline(who, NAME)}`, md`${point} Date: ${date}`],
          "\n",
        ),
      ];
    }
    case "section":
      return [
        title,
        md`Date: ${date}`,
        md`Deciders: ${inline(who, NAME)}`,
        md`## Status`,
        md`Accepted`,
        ...(supersedes ? [md`Supersedes ${supersedes}`] : []),
      ];
    case "line":
      return [title, md`Status: accepted, ${date}`, md`Deciders: ${inline(who, NAME)}`];
  }
}

/** What was to be solved, and what was chosen. */
export function recordTitle(topic: string, design_id: string | null, { titles }: Names): string {
  const what = design_id === null ? RECORD.none : (titles.get(design_id) ?? design_id);
  return `${oneLine(topic, TOPIC)}: ${oneLine(what, TITLE)}`;
}

function section(there: boolean, heading: Markdown, lines: readonly Markdown[]): Markdown[] {
  if (!there) return [];
  return lines.length > 0 ? [heading, join(lines, "\n")] : [heading];
}

const paragraphs = (all: readonly Markdown[]): Markdown[] => all.filter((each) => each !== "");
