import type { Progress, SessionProgress } from "../../artifacts/progress.ts";
import { ROWS } from "../../story/screen.ts";
import { unmarked } from "../../story/sentence.ts";
import type { Stored, StoredExperiment } from "../../story/stored.ts";
import { clean } from "../../text/clean.ts";
import { costText, count, duration, moment } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";

/** A row of the page; it leads back, opens a session, unfolds an experiment, or only says something. */
export type PageRow = { name: string; description: string; back?: true; session_id?: string; dir?: string };

export type TerminalPage = {
  /** The run that is on; null where none is. */
  progress: Progress | null;
  /** What the disk holds; null until it was looked at. */
  stored: Stored | null;
  /** The folder of the experiment that is unfolded; null for the newest, "" for none. */
  unfolded: string | null;
  /** Sessions that the host does not know. */
  unknown: ReadonlySet<string>;
};

/** The rows of the page: of the run that is on every session, else every experiment, one of them with its sessions. */
export function pageRows({ progress, stored, unfolded, unknown }: TerminalPage, width: number): PageRow[] {
  const session = (from: SessionProgress, states: States, indent = ""): PageRow => ({
    name: indent + from.title,
    description: indent + (unknown.has(from.session_id) ? ROWS.unknown : states[from.state]),
    session_id: from.session_id,
  });
  const shown = unfoldedOf(unfolded, stored);
  const experiment = (from: StoredExperiment): PageRow[] => [
    { name: from.name, description: aboutOf(from), dir: from.dir },
    ...(from.dir === shown ? (from.sessions ?? []) : []).map((each) => session(each, ENDED, "  ")),
  ];
  const kept = ({ experiments, older, closed }: Stored): PageRow[] => [
    ...experiments.flatMap(experiment),
    ...(older > 0
      ? [{ name: `and ${count(older, "older experiment")}`, description: "/design-lab show lists them" }]
      : []),
    ...closed.map(({ path, reason }) => ({ name: `not read: ${path}`, description: reason })),
  ];
  const rows: PageRow[] = [
    { name: "Back", description: ROWS.back, back: true },
    ...(progress !== null ? progress.sessions.map((each) => session(each, AT_WORK)) : stored ? kept(stored) : []),
  ];
  const fit = (text: string): string => truncate(clean(text).text.replaceAll("\n", " "), width);
  return rows.map(({ name, description, ...rest }) => ({ name: fit(name), description: fit(description), ...rest }));
}

/** The folder whose sessions stand on the page; "" for none. */
export function unfoldedOf(unfolded: string | null, stored: Stored | null): string {
  return unfolded ?? stored?.experiments[0]?.dir ?? "";
}

/** What stands above the rows where there is nothing to choose; "" where there is. */
export function emptyText({ progress, stored }: Pick<TerminalPage, "progress" | "stored">): string {
  if (progress !== null) return "";
  if (stored === null) return "Looking for experiments …";
  if (stored.experiments.length + stored.closed.length > 0) return "";
  return ROWS.none;
}

type States = Readonly<Record<SessionProgress["state"], string>>;
const AT_WORK: States = { asked: "at work", done: "done", failed: "failed" };
const ENDED: States = { ...AT_WORK, asked: ROWS.unended };

/** Its sessions unfold below it: they are not counted. */
function aboutOf({ at, ran, spent, verdict, titles, stands, rounds }: StoredExperiment): string {
  const cost = spent === null ? ROWS.unread : costText(spent);
  const said = verdict ?? stands;
  const ranked = said === null ? "not ranked" : unmarked(said, (id) => titles.get(id) ?? id);
  return [
    moment(at),
    ...(ran === null ? [] : [duration(ran)]),
    cost,
    ranked,
    ...(rounds > 0 ? [`${count(rounds, "round")} of better designs`] : []),
  ].join(" · ");
}
