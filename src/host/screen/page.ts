import { effect, type Node, setProp } from "@opentui/solid";
import { createSignal } from "solid-js";
import type { Progress } from "../../artifacts/progress.ts";
import { messageOf } from "../../errors.ts";
import { SCREEN } from "../../story/screen.ts";
import type { Stored } from "../../story/stored.ts";
import { emptyText, pageRows, type TerminalPage, unfoldedOf } from "../../views/terminal/page-rows.ts";
import { box, type Colours, element, textElement } from "./elements.ts";

/** What the page needs of the terminal that draws it. */
type PageHost = {
  /** Of the run that is on; null where none is. */
  progress(): Progress | null;
  stored(): Promise<Stored>;
  /** Whether the host has a session; one that it has not would be drawn as nothing. */
  knows(session_id: string): Promise<boolean>;
  open(session_id: string): void;
  /** To where the person was before the page. */
  back(): void;
  columns(): number;
};

/** Columns of the page that a row cannot take: its padding, the mark of the chosen row and the place in a long list. */
const TAKEN = 7;

/** The page: sessions of the run that is on, else the experiments on disk with theirs; one is chosen and opened. */
export function pageElement(host: PageHost, colours: Colours): Node {
  const [stored, setStored] = createSignal<Stored | null>(null);
  const [unfolded, setUnfolded] = createSignal<string | null>(null);
  const [unknown, setUnknown] = createSignal<ReadonlySet<string>>(new Set());
  const page = (): TerminalPage => ({
    progress: host.progress(),
    stored: stored(),
    unfolded: unfolded(),
    unknown: unknown(),
  });
  const rows = () => pageRows(page(), Math.max(20, host.columns() - TAKEN));
  const look = async (): Promise<void> => setStored(await host.stored().catch(notRead));
  // Looked at when the page is opened, and again when a run has ended under it.
  effect(() => {
    if (host.progress() === null) void look();
  });
  const open = async (session_id: string): Promise<void> => {
    if (await host.knows(session_id).catch(() => false)) host.open(session_id);
    else setUnknown(new Set([...unknown(), session_id]));
  };
  const choose = (at: number): void => {
    const { back, session_id, dir } = rows()[at] ?? {};
    if (back) host.back();
    else if (session_id) void open(session_id);
    else if (dir !== undefined) {
      setUnfolded(dir === unfoldedOf(unfolded(), stored()) ? "" : dir);
      // The sessions that were folded may have stood above.
      const row = rows().findIndex((each) => each.dir === dir);
      setProp(select, "selectedIndex", row);
    }
  };
  const select: Node = element("select", {
    focused: true,
    flexGrow: 1,
    showDescription: true,
    showScrollIndicator: true,
    wrapSelection: true,
    options: rows,
    onSelect: choose,
    onKeyDown: ({ name }: { name: string }) => {
      if (name === "escape") host.back();
    },
  });
  const heading = textElement(() => SCREEN.page, colours.text);
  const empty = () => emptyText(page());
  const note = box({ flexShrink: 0, visible: () => empty() !== "" }, [textElement(empty, colours.quiet, "word")]);
  return box({ flexDirection: "column", flexGrow: 1, padding: 1, gap: 1 }, [heading, note, select]);
}

/** What went wrong is said where the experiments would stand. */
function notRead(error: unknown): Stored {
  return { experiments: [], older: 0, closed: [{ path: SCREEN.experiments, reason: messageOf(error) }] };
}
