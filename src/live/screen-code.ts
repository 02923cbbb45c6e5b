import { timingSafeEqual } from "node:crypto";
import { newScreenCode, removeScreenCode, type ScreenCode, writeScreenCode } from "../store/screen-codes.ts";

/** How long a code is good, milliseconds, and how many wrong ones may be typed before it is good no more. */
export const CODE_LIFE = 300_000;
export const TRIES = 5;

type Screens = {
  /** The file in which the server's keys are kept, beside which the code is. */
  kept: string;
  port(): number;
};

/**
 * The code of one server by which a page that an agent could open becomes the person's own: it is told to screens of the
 * person's, never to a page, good once and for a while, and few wrong ones are taken.
 */
export function createScreenCode({ kept, port }: Screens, life = CODE_LIFE) {
  let good: (ScreenCode & { tries: number; timer: ReturnType<typeof setTimeout> }) | null = null;

  function end(): void {
    if (good === null) return;
    clearTimeout(good.timer);
    void removeScreenCode(kept, good.port);
    good = null;
  }

  return {
    /** Has the code told to the screens, the same while it is good. False where there is none that it could be told to. */
    async want(): Promise<boolean> {
      if (good === null) {
        const timer = setTimeout(end, life);
        timer.unref();
        good = { code: newScreenCode(), port: port(), until: Date.now() + life, tries: TRIES, timer };
      }
      const { code, until, port: at } = good;
      return writeScreenCode(kept, { code, port: at, until });
    },
    /** Whether it is the code that is good, which it then is no more; else how many further tries there are. */
    take(typed: string): "good" | number {
      if (good === null) return 0;
      const said = Buffer.from(typed.toUpperCase().replace(/[^0-9A-Z]/gu, ""));
      const code = Buffer.from(good.code);
      const right = said.length === code.length && timingSafeEqual(said, code);
      const left = --good.tries;
      if (right || left === 0) end();
      return right ? "good" : left;
    },
    end,
  };
}
