import type { Markdown } from "../text/markdown.ts";
import { code, join, literal, md } from "../text/markdown.ts";

/** Why no browser was opened; null where one was. */
export type NoBrowser = "ssh" | "told-not-to" | "no-display" | "not-started" | null;

/** Where the live page is and what it does. `experiment` is null before there is any. */
export function openReply(page: {
  address: string;
  port: number;
  experiment: string | null;
  why: NoBrowser;
}): Markdown {
  const { address, port, experiment, why } = page;
  const what = experiment === null ? md`the experiments to come` : literal(experiment);
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} …`;
  return join(
    [
      why === null ? md`**The page of ${what} is open in the browser:**` : md`**The page of ${what}:**`,
      code(address),
      ...(why === null ? [] : [md`No browser was opened: ${REASONS[why]}. Open the address on this machine.`]),
      ...(why === "ssh" ? [md`From another one: ${code(tunnel)}, then the same address there.`] : []),
      md`It follows every run of this project, also one of another process, answers on this machine alone and while this OpenCode runs, and stops by itself once nobody watches and nothing runs.`,
    ],
    "\n\n",
  );
}

const REASONS = {
  ssh: md`this is an SSH session`,
  "told-not-to": md`the environment says not to`,
  "no-display": md`there is no display`,
  "not-started": md`none could be started`,
} as const;
