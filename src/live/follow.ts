import { lstat } from "node:fs/promises";
import { isLocked } from "../store/lock.ts";
import { paths } from "../store/paths.ts";
import type { LiveState, LiveTold, LiveTrouble } from "../story/live-state.ts";
import { troubleOf } from "./trouble.ts";

/** How often an experiment is looked at, milliseconds, and at which of these looks also whether somebody is at work. */
const LOOK_EVERY = 500;
const LOCK_EVERY = 3;

type Listener = (told: LiveTold) => void;
/** Reads an experiment; null when its folder is gone. Throws for what is there and cannot be read. */
export type Reader = (dir: string, running: boolean) => Promise<LiveState | null>;

type Followed = { listeners: Set<Listener>; latest: LiveState | null; trouble: LiveTrouble | null; stop: () => void };

type Followers = {
  /** Tells a listener the state now and at every change, and once what cannot be read. Returns how to stop. */
  follow(dir: string, listener: Listener): () => void;
  /** How many listen. */
  count(): number;
};

/** Follows the files of experiments that somebody listens to, each once however many listen, whoever writes them. */
export function createFollowers(read: Reader): Followers {
  const followed = new Map<string, Followed>();
  const begin = (dir: string): Followed => {
    const one: Followed = {
      listeners: new Set(),
      latest: null,
      trouble: null,
      stop: look(dir, read, (told) => {
        if ("trouble" in told) {
          if (told.trouble === one.trouble?.trouble) return;
          one.trouble = told;
        } else {
          one.latest = told;
          one.trouble = null;
        }
        for (const listener of one.listeners) listener(told);
      }),
    };
    followed.set(dir, one);
    return one;
  };
  return {
    follow(dir, listener) {
      const one = followed.get(dir) ?? begin(dir);
      one.listeners.add(listener);
      for (const told of [one.latest, one.trouble]) if (told) listener(told);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size > 0) return;
        one.stop();
        followed.delete(dir);
      };
    },
    count: () => [...followed.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
  };
}

/**
 * Reads at once and then whenever the ledger has grown or work has begun or ended; never twice at a time. What cannot be
 * read is told and looked at again each time, until it can be.
 */
function look(dir: string, read: Reader, tell: Listener): () => void {
  let seen = "";
  let looks = 0;
  let running = false;
  let busy = false;
  const once = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      if (looks++ % LOCK_EVERY === 0) running = await isLocked(dir);
      const ledger = await lstat(paths.ledger(dir)).catch(() => null);
      const now = `${running} ${ledger?.size ?? 0} ${ledger?.mtimeMs ?? 0}`;
      if (now === seen) return;
      const state = await read(dir, running);
      if (state === null) return;
      seen = now;
      tell(state);
    } catch (error) {
      seen = "";
      tell(troubleOf(error));
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void once(), LOOK_EVERY);
  timer.unref();
  void once();
  return () => clearInterval(timer);
}
