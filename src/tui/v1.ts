import type { Progress } from "../schemas/progress.ts";
import { linesElement, pageElement, panelElement } from "./elements.ts";
import { createLedgerFeed } from "./ledger-feed.ts";
import { createRunning, PANEL_LINES } from "./running.ts";

/** What the panel uses of the api that the terminal of OpenCode 1 hands to a plugin. */
export type TerminalV1 = {
  state: {
    path: { directory: string; worktree: string };
    session: { get(sessionID: string): { parentID?: string } | undefined };
  };
  renderer: { width: number };
  theme: { current: { text: unknown; textMuted: unknown } };
  slots: {
    register(slots: { order: number; slots: Record<string, (context: unknown, props: SlotProps) => unknown> }): unknown;
  };
  route: {
    register(routes: { name: string; render(input: { params?: { sessionID?: string } }): unknown }[]): unknown;
    navigate(name: string, params?: object): void;
    current: { name: string; params?: { sessionID?: string } };
  };
  command?: { register(make: () => object[]): unknown };
  lifecycle: { onDispose(dispose: () => void): unknown };
};
type SlotProps = { session_id?: string };

const PAGE = "designlab";

/** Draws what a lab is doing from the ledger that it writes: the host reports nothing of a tool while it runs. */
export async function tui(api: TerminalV1): Promise<void> {
  const running = createRunning(Date.now);
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
  const feed = createLedgerFeed({ ...api.state.path, home: process.env.HOME ?? "", env: process.env }, show);
  const shownIn = (): string => api.route.current.params?.sessionID ?? "";
  api.slots.register({
    order: 50,
    slots: {
      sidebar_content: (_context, { session_id = "" }) =>
        panelElement(() => running.panel(session_id), PANEL_LINES, colours),
      app_bottom: () => linesElement(() => running.lines(shownIn(), (api.renderer.width || 80) - 4), colours.quiet),
    },
  });
  api.route.register([
    {
      name: PAGE,
      render: ({ params }) => {
        const sessionID = params?.sessionID ?? last;
        return pageElement(
          () => running.progress(sessionID),
          colours,
          (chosen) => api.route.navigate("session", { sessionID: chosen || sessionID }),
        );
      },
    },
  ]);
  api.command?.register(() => [
    {
      title: "Design lab: sessions of the run",
      value: "designlab.sessions",
      category: "Design lab",
      slash: { name: "lab-sessions" },
      onSelect: () => api.route.navigate(PAGE, { sessionID: last }),
    },
  ]);
  api.lifecycle.onDispose(() => {
    feed.dispose();
    running.dispose();
  });
}
