import { homedir } from "node:os";
import { onCleanup } from "solid-js";
import type { Progress } from "../../artifacts/progress.ts";
import type { CallEnd } from "../../story/ended.ts";
import { SCREEN } from "../../story/screen.ts";
import { createRunning, PANEL_LINES } from "../../views/terminal/running.ts";
import { endIn } from "../call-record.ts";
import { queueDialogs } from "../screen/dialogs.ts";
import { linesElement, panelElement } from "../screen/elements.ts";
import { watchGuard } from "../screen/guard-row.ts";
import { createLedgerFeed } from "../screen/ledger-feed.ts";
import { pageElement } from "../screen/page.ts";
import type { Dialogs } from "../screen/questions.ts";
import { readStored } from "../screen/stored.ts";
import { askForWords, showCodesOnScreen } from "../screen/word.ts";

/** What the panel uses of the api that the terminal of OpenCode 1 hands to a plugin. */
type TerminalV1 = {
  state: {
    path: { directory: string; worktree: string };
    session: {
      get(sessionID: string): { parentID?: string } | undefined;
      messages(sessionID: string): readonly { id: string }[];
    };
    part(messageID: string): readonly PartV1[];
  };
  renderer: { width: number };
  theme: { current: { text: unknown; textMuted: unknown } };
  slots: {
    register(slots: { order: number; slots: Record<string, (context: unknown, props: SlotProps) => unknown> }): unknown;
  };
  route: {
    register(routes: { name: string; render(): unknown }[]): unknown;
    navigate(name: string, params?: object): void;
    current: Route;
  };
  client: { session: { get(request: { sessionID: string }): Promise<{ data?: { id?: string } }> } };
  keymap?: {
    registerLayer(layer: {
      commands: { name: string; run(): void }[];
      bindings: { key: string; cmd: string }[];
    }): () => void;
  };
  command?: { register(make: () => object[]): unknown };
  ui: {
    toast(toast: { title: string; message: string; variant: "info" }): void;
    dialog: { replace(render: () => unknown, onClose?: () => void): void; clear(): void };
    DialogSelect(dialog: object): unknown;
    DialogPrompt(dialog: object): unknown;
  };
  lifecycle: { onDispose(dispose: () => void): unknown };
};
type Route = { name: string; params?: { sessionID?: string } };
type PartV1 = { type: string; tool?: string; state?: unknown };
type SlotProps = { session_id?: string };

const PAGE = "designlab";
const ESCAPE = "designlab.back";

/** Draws what a lab is doing from the ledger that it writes: the host reports nothing of a tool while it runs. */
export async function tui(api: TerminalV1): Promise<void> {
  const running = createRunning(Date.now, (sessionID) => endedAt(api.state, sessionID));
  const colours = { text: () => api.theme.current.text, quiet: () => api.theme.current.textMuted };
  /** The session that the newest lab was seen in. */
  let last = "";
  const show = (progress: Progress | null): void => {
    if (progress === null) {
      if (last !== "") running.end(last);
      last = "";
      return;
    }
    const child = progress.sessions.find(({ session_id }) => session_id !== "")?.session_id ?? "";
    const here = api.route.current.params?.sessionID ?? "";
    const parent = api.state.session.get(child)?.parentID ?? (last || here);
    if (last !== "" && last !== parent) running.end(last);
    last = parent;
    running.show(parent, progress);
  };
  const places = { ...api.state.path, home: homedir(), env: process.env };
  const feed = createLedgerFeed(places, show);
  const guard = watchGuard(() => ({ ...places, ...api.state.path }), running.stand);
  const dialogs = queueDialogs(dialogsOf(api));
  const words = askForWords(() => ({ ...places, ...api.state.path, home: homedir() }), dialogs);
  const columns = (): number => api.renderer.width || 80;
  const shownIn = (): string => api.route.current.params?.sessionID ?? "";
  api.slots.register({
    order: 50,
    slots: {
      sidebar_content: (_context, { session_id = "" }) =>
        panelElement(() => running.panel(session_id), PANEL_LINES, colours),
      app_bottom: () => linesElement(() => running.lines(shownIn(), columns() - 4, columns()), colours.quiet),
    },
  });
  /** Where the person was before the page. */
  let from: Route = { name: "home" };
  const back = (): void => api.route.navigate(from.name, from.params);
  api.route.register([
    {
      name: PAGE,
      render: () => {
        // The host takes Esc before the page is given it.
        const layer = { commands: [{ name: ESCAPE, run: back }], bindings: [{ key: "escape", cmd: ESCAPE }] };
        const off = api.keymap?.registerLayer(layer);
        onCleanup(() => off?.());
        const host = {
          progress: () => running.progress(last),
          stored: () => readStored(places, Date.now()),
          knows: async (sessionID: string) => (await api.client.session.get({ sessionID })).data?.id === sessionID,
          open: (sessionID: string) => api.route.navigate("session", { sessionID }),
          back,
          columns,
        };
        return pageElement(host, colours);
      },
    },
  ]);
  api.command?.register(() => [
    {
      title: SCREEN.sessions,
      value: "designlab.sessions",
      category: "Design lab",
      slash: { name: "lab-sessions" },
      onSelect: () => {
        const { name, params } = api.route.current;
        if (name !== PAGE) from = { name, ...(params && { params: { ...params } }) };
        api.route.navigate(PAGE);
      },
    },
    {
      title: SCREEN.questions,
      value: "designlab.questions",
      category: "Design lab",
      slash: { name: "lab-questions" },
      onSelect: () => void import("../screen/questions.ts").then(({ askHere }) => askHere(places, dialogs)),
    },
    {
      title: SCREEN.code,
      value: "designlab.code",
      category: "Design lab",
      slash: { name: "lab-code" },
      onSelect: () => void showCodesOnScreen(places, dialogs),
    },
  ]);
  api.lifecycle.onDispose(() => {
    feed.dispose();
    guard.dispose();
    words();
    running.dispose();
  });
}

/** What the newest call of a session came to that left word of it. */
function endedAt({ session, part }: TerminalV1["state"], sessionID: string): CallEnd | null {
  if (sessionID === "") return null;
  for (const { id } of session.messages(sessionID).toReversed())
    for (const { tool, state } of part(id).toReversed()) {
      const ended = tool === "designlab" ? endIn(state) : null;
      if (ended !== null) return ended;
    }
  return null;
}

/** The host's dialogs; one that is left by Esc gives null. */
function dialogsOf({ ui }: TerminalV1): Dialogs {
  /** The answer is told before the dialog goes, which tells that it was left. */
  const showDialog = (draw: (answer: (value: string) => void) => unknown): Promise<string | null> =>
    new Promise((resolve) => {
      const answer = (value: string): void => {
        resolve(value);
        ui.dialog.clear();
      };
      ui.dialog.replace(
        () => draw(answer),
        () => resolve(null),
      );
    });
  return {
    select: (title, options) =>
      showDialog((answer) =>
        ui.DialogSelect({ title, options, onSelect: ({ value }: { value: string }) => answer(value) }),
      ),
    prompt: (title, placeholder) => showDialog((answer) => ui.DialogPrompt({ title, placeholder, onConfirm: answer })),
    say: (message) => ui.toast({ title: "Design lab", message, variant: "info" }),
  };
}
