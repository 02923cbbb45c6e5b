import { randomInt } from "node:crypto";

/** How long an invitation is good, milliseconds: time to set up a tunnel. */
export const LIFE = 600_000;

export type Invitation = {
  code: string;
  /** Whether it was used; told when it was, or when it can be no more. */
  used: Promise<boolean>;
};

type Invitations<T> = {
  /** A new code that leads once to a place. */
  issue(to: T): Invitation;
  /** Where a code leads, which is good the first time that it is shown. */
  take(code: string): { state: "good" | "used"; to: T } | { state: "unknown" };
  /** How many are still good. */
  open(): number;
  /** None is good any more. */
  end(): void;
};

/**
 * 131 bits of letters and digits: no sign at which a terminal ends an address or a line, and short enough that the whole
 * address stands on one of 80 columns, whatever the host draws beside it.
 */
function newCode(): string {
  return Array.from({ length: 22 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type Issued<T> = { to: T; used: boolean; settle(used: boolean): void };

/** Codes that are good once and for a while. One that was used is known until its time is over: see `take`. */
export function createInvitations<T>(life = LIFE): Invitations<T> {
  const issued = new Map<string, Issued<T>>();
  const expire = (code: string): void => {
    issued.get(code)?.settle(false);
    issued.delete(code);
  };
  return {
    issue(to) {
      const code = newCode();
      const used = new Promise<boolean>((settle) => issued.set(code, { to, used: false, settle }));
      setTimeout(() => expire(code), life).unref();
      return { code, used };
    },
    take(code) {
      const found = issued.get(code);
      if (!found) return { state: "unknown" };
      const { to, used } = found;
      found.used = true;
      found.settle(true);
      return { state: used ? "used" : "good", to };
    },
    open: () => [...issued.values()].filter(({ used }) => !used).length,
    end() {
      for (const code of [...issued.keys()]) expire(code);
    },
  };
}
