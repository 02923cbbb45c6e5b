import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { BusyError, withLock } from "./lock.ts";

/** Times that a place among those who write beside the experiments is waited for, and how long each time, milliseconds. */
const MAX_TURNS = 100;
const TURN = 50;

/** Those of this process stand in line: to wait for the system's lock holds up whoever has it here. */
const lines = new Map<string, LimitFunction>();

/**
 * Writes beside the experiments while no other call or process does. Throws BusyError once that took too long.
 * @param name What is written, as the error names it.
 */
export function inTurn<T>(base: string, name: string, write: () => Promise<T>): Promise<T> {
  const line = lines.get(base) ?? pLimit(1);
  lines.set(base, line);
  return line(() => takeTurn(base, name, write));
}

async function takeTurn<T>(base: string, name: string, write: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await withLock(base, name, write);
    } catch (error) {
      if (!(error instanceof BusyError) || turn >= MAX_TURNS) throw error;
      await sleep(TURN);
    }
  }
}
