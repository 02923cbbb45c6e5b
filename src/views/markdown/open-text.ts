import type { Markdown } from "../../text/markdown.ts";
import { code, join, literal, md } from "../../text/markdown.ts";

/** Why the page is not known to be open in a browser. */
type NotShown = "ssh" | "told-not-to" | "no-display" | "not-started" | "no-file" | "not-come";

const FOLLOWS = md`It follows every run of this project, also one of another process, answers on this machine alone and while this OpenCode runs, and stops by itself once nobody watches and nothing runs.`;

/** Says that the live page is open. `experiment` is null before there is any. No address: what opens it is no reply's. */
export function shownReply(experiment: string | null): Markdown {
  return join([md`**The page of ${what(experiment)} is open in the browser.**`, FOLLOWS], "\n\n");
}

/** Where a person can open the live page, and why that is for the person to do. */
export function invitationReply(page: {
  address: string;
  port: number;
  experiment: string | null;
  why: NotShown;
}): Markdown {
  const { address, port, experiment, why } = page;
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} …`;
  return join(
    [
      md`**The page of ${what(experiment)}:**`,
      code(address),
      md`${REASONS[why]} The address is good once and for 10 minutes; ${code("/design-lab open")} gives another.`,
      ...(why === "ssh" ? [md`From another machine: ${code(tunnel)}, then the same address there.`] : []),
      FOLLOWS,
    ],
    "\n\n",
  );
}

const what = (experiment: string | null) => (experiment === null ? md`the experiments to come` : literal(experiment));

const HERE = md`Open the address in a browser on this machine.`;
const REASONS = {
  ssh: md`No browser was opened: this is an SSH session. ${HERE}`,
  "told-not-to": md`No browser was opened: the environment says not to. ${HERE}`,
  "no-display": md`No browser was opened: there is no display. ${HERE}`,
  "not-started": md`No browser was opened: none could be started. ${HERE}`,
  "no-file": md`No browser was opened: the private file that would lead it there cannot be written. ${HERE}`,
  "not-come": md`A browser was started and has not asked for the page yet. Where it does not, or says that it may not read a file, open the address in it.`,
} as const;
