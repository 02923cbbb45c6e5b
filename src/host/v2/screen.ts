import { homedir } from "node:os";
import type { Notice, Progress } from "../../artifacts/progress.ts";
import type { CallEnd } from "../../story/ended.ts";
import { SCREEN } from "../../story/screen.ts";
import { createRunning, PANEL_LINES } from "../../views/terminal/running.ts";
import { endedText, READ_FOR, stoppedText } from "../../views/terminal/view.ts";
import { endedIn, endIn } from "../call-record.ts";
import { queueDialogs } from "../screen/dialogs.ts";
import { linesElement, panelElement } from "../screen/elements.ts";
import { watchGuard } from "../screen/guard-row.ts";
import type { ScreenPlaces } from "../screen/ledgers.ts";
import { pageElement } from "../screen/page.ts";
import type { Dialogs } from "../screen/questions.ts";
import { readStored } from "../screen/stored.ts";
import { askForWords, showCodesOnScreen } from "../screen/word.ts";

type Off = () => void;
type Toast = { title: string; message: string; variant: "info"; sessionID: string; duration?: number };
type Route = { type: string; name?: string };
type ToolEvent = {
  data: {
    sessionID: string;
    id: string;
    metadata?: { designlab?: Partial<Progress> & { asking?: string; notice?: Notice }; designlab_ended?: unknown };
  };
};

type MessageV2 = {
  type: string;
  content?: readonly { type: string; name?: string; state?: unknown }[];
};

/** What the panel uses of the context that the terminal of OpenCode 2 hands to a plugin. */
type TerminalV2 = {
  data: {
    on(type: string, listener: (event: ToolEvent) => void): Off;
    session: {
      form: { invalidate(sessionID: string): void; sync(sessionID: string): Promise<unknown> };
      message: { list(sessionID: string): readonly MessageV2[] };
    };
  };
  client: { session: { get(request: { sessionID: string }): Promise<{ id: string }> } };
  location?: { directory: string; project: { directory: string } };
  renderer: { width: number };
  theme: { text: { base: unknown; muted: unknown } };
  keymap: { layer(make: () => object): void };
  ui: {
    toast: { show(toast: Omit<Toast, "sessionID"> & { sessionID?: string }): void };
    dialog: {
      select(dialog: { title: string; options: readonly object[] }): Promise<string | undefined>;
      prompt(dialog: { title: string; placeholder: string }): Promise<string | undefined>;
    };
    slot(slot: { append: string; render(input: { sessionID?: string }): unknown }): Off;
    router: {
      register(page: { name: string; render(): unknown }): Off;
      navigate(to: object): void;
      /** The host's own object, which changes with the next step. */
      current(): Route;
    };
  };
};

const PAGE = "designlab";
/** A message that was said so long ago is no news to a terminal that is opened now. Milliseconds. */
const FRESH = 10_000;
/** So long stands what a call came to, milliseconds. */
const LAST_FOR = 8_000;

/** Draws what a lab is doing from the progress that its tool reports, live, and shows the question it asks. */
export function setup(context: TerminalV2): Off {
  const { data, theme, ui } = context;
  const running = createRunning(Date.now, (sessionID) => endedAt(context, sessionID));
  const colours = { text: () => theme.text.base, quiet: () => theme.text.muted };
  /** Sessions by the call that runs in them. */
  const calls = new Map<string, string>();
  let last = "";
  /** Where the person was before the page. */
  let from: Route = { type: "home" };
  /** Whether a call of the lab ran there. */
  const ended = ({ data: { id } }: ToolEvent): boolean => {
    const session = calls.get(id);
    if (session === undefined) return false;
    calls.delete(id);
    told.delete(id);
    if (![...calls.values()].includes(session)) running.end(session);
    return true;
  };
  const toast = (sessionID: string, message: string, duration?: number): void =>
    ui.toast.show({ title: "Design lab", message, variant: "info", sessionID, ...(duration && { duration }) });
  /** The last message of each call that was shown. */
  const told = new Map<string, number>();
  const tell = (id: string, sessionID: string, notice: Notice): void => {
    const old = Date.now() - notice.at > FRESH;
    if (old || notice.id <= (told.get(id) ?? 0)) return;
    told.set(id, notice.id);
    // The host shows messages one after the other: none may stay longer than until the next can come.
    toast(sessionID, notice.text, READ_FOR);
  };
  const dialogs = queueDialogs(dialogsOf(context));
  const offs: Off[] = [
    askForWords(() => placesOf(context), dialogs),
    data.on("session.tool.progress", ({ data: { sessionID, id, metadata } }) => {
      const progress = metadata?.designlab;
      if (progress?.asking !== undefined) return void showQuestion(context, sessionID);
      if (progress?.sessions === undefined) return;
      calls.set(id, sessionID);
      if (progress.notice !== undefined) tell(id, sessionID, progress.notice);
      last = sessionID;
      running.show(sessionID, progress as Progress);
    }),
    data.on("session.tool.success", (event) => {
      const came = ended(event) ? endedIn(event.data.metadata) : null;
      if (came !== null) toast(event.data.sessionID, endedText(came), LAST_FOR);
    }),
    // The lab answers whatever happens, so that a call without an answer is one that the person has stopped.
    data.on("session.tool.failed", (event) => {
      const { sessionID } = event.data;
      const said = stoppedText(running.progress(sessionID));
      if (ended(event)) toast(sessionID, said);
    }),
    ui.slot({
      append: "sidebar.content",
      render: ({ sessionID = "" }) => panelElement(() => running.panel(sessionID), PANEL_LINES, colours),
    }),
    ui.slot({
      append: "session.composer.top",
      render: ({ sessionID = "" }) =>
        linesElement(
          () => running.lines(sessionID || last, lineWidth(context), context.renderer.width || 80),
          colours.quiet,
        ),
    }),
    ui.router.register({
      name: PAGE,
      render: () => {
        const host = {
          progress: () => running.progress(last),
          stored: () => readStored(placesOf(context), Date.now()),
          knows: async (sessionID: string) => (await context.client.session.get({ sessionID })).id === sessionID,
          open: (sessionID: string) => ui.router.navigate({ type: "session", sessionID }),
          back: () => ui.router.navigate(from),
          columns: () => context.renderer.width || 80,
        };
        return pageElement(host, colours);
      },
    }),
    ui.slot({
      append: "app",
      render: () => {
        context.keymap.layer(() => ({
          mode: "global",
          commands: [
            {
              id: "designlab.sessions",
              title: SCREEN.sessions,
              group: "Design lab",
              palette: true,
              slash: { name: "lab-sessions" },
              run: () => {
                const { ...here } = ui.router.current();
                if (here.name !== PAGE) from = here;
                ui.router.navigate({ type: "plugin", name: PAGE });
              },
            },
            {
              id: "designlab.questions",
              title: SCREEN.questions,
              group: "Design lab",
              palette: true,
              slash: { name: "lab-questions" },
              run: () =>
                void import("../screen/questions.ts").then(({ askHere }) => askHere(placesOf(context), dialogs)),
            },
            {
              id: "designlab.code",
              title: SCREEN.code,
              group: "Design lab",
              palette: true,
              slash: { name: "lab-code" },
              run: () => void showCodesOnScreen(placesOf(context), dialogs),
            },
          ],
        }));
        return null;
      },
    }),
  ];
  const guard = watchGuard(() => placesOf(context), running.stand);
  return () => {
    guard.dispose();
    running.dispose();
    for (const off of offs) off();
  };
}

/** What the newest call of a session came to that left word of it. */
function endedAt({ data }: TerminalV2, sessionID: string): CallEnd | null {
  if (sessionID === "") return null;
  for (const { content } of data.session.message.list(sessionID).toReversed())
    for (const { name, state } of Array.isArray(content) ? content.toReversed() : []) {
      const ended = name === "designlab" ? endIn(state) : null;
      if (ended !== null) return ended;
    }
  return null;
}

/** The terminal does not hear of a question that a plugin asked until it is told to look for one. */
async function showQuestion({ data }: TerminalV2, sessionID: string): Promise<void> {
  data.session.form.invalidate(sessionID);
  await data.session.form.sync(sessionID).catch(() => undefined);
}

/** Where the project's experiments lie; the host's own folder until it has told. */
function placesOf({ location }: TerminalV2): ScreenPlaces {
  const directory = location?.directory ?? process.cwd();
  const worktree = location?.project.directory ?? directory;
  return { directory, worktree, home: homedir(), env: process.env };
}

/** Room for a line beside the sidebar, which a wide terminal shows. */
function lineWidth({ renderer }: TerminalV2): number {
  const width = renderer.width || 80;
  return Math.max(20, width > 120 ? width - 48 : width - 6);
}

/** The host's dialogs; one that is left by Esc gives null. */
function dialogsOf({ ui }: TerminalV2): Dialogs {
  return {
    select: async (title, options) => (await ui.dialog.select({ title, options })) ?? null,
    prompt: async (title, placeholder) => (await ui.dialog.prompt({ title, placeholder })) ?? null,
    say: (message) => ui.toast.show({ title: "Design lab", message, variant: "info" }),
  };
}
