import type { Caller } from "../../artifacts/caller.ts";
import type { Notice, Progress } from "../../artifacts/progress.ts";
import { createNotices } from "../notices.ts";

/** At most so often is what a call is doing sent to the screen, milliseconds. */
const SEND_EVERY = 200;

/**
 * What one call of OpenCode 2 sends to the terminal's part of the plugin, through the progress of its tool: what it is
 * doing, at once and then at most every so often, and with it the newest message. What fails is nobody's loss.
 */
export function createNews(send: (metadata: { designlab: Progress & { notice?: Notice } }) => Promise<void>): {
  report: Caller["report"];
  /** Whether the call has said what it does. */
  worked(): boolean;
  end(): void;
} {
  let latest: (() => Progress) | null = null;
  let notice: Notice | null = null;
  let open = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    if (latest === null || !open) return;
    open = false;
    timer = setTimeout(flush, SEND_EVERY);
    send({ designlab: { ...latest(), ...(notice && { notice }) } }).catch(() => undefined);
  }

  function tellNews(): void {
    open = true;
    if (timer === null) flush();
  }

  const notices = createNotices(
    {
      show(text) {
        notice = { id: (notice?.id ?? 0) + 1, at: Date.now(), text };
        tellNews();
      },
      clear: () => undefined,
      log: false,
      heartbeat: false,
    },
    Date.now,
  );
  return {
    report(progress, said) {
      latest = progress;
      notices.report(progress, said);
      tellNews();
    },
    worked: notices.worked,
    end() {
      notices.end();
      open = false;
      latest = null;
    },
  };
}
