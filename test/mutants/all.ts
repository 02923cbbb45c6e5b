import { AGENTS } from "./agents.ts";
import { ASKING } from "./asking.ts";
import { CHOOSING } from "./choice.ts";
import { CONVERSATION } from "./conversation.ts";
import { EXPERIMENT } from "./experiment.ts";
import { HOOKS } from "./hooks.ts";
import { HOSTS } from "./hosts.ts";
import { LIVE } from "./live.ts";
import type { Mutant } from "./mutant.ts";
import { PAGE } from "./page.ts";
import { PHASES } from "./phases.ts";
import { PHASES_ORDER } from "./phases-order.ts";
import { PRICE } from "./price.ts";
import { REPLIES } from "./replies.ts";
import { SESSION } from "./session.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { STATS } from "./stats.ts";
import { STORE } from "./store.ts";
import { TEXT } from "./text.ts";

/** Every mutant by the area that it is in: the one list. */
export const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  agents: AGENTS,
  asking: ASKING,
  choice: CHOOSING,
  conversation: CONVERSATION,
  experiment: EXPERIMENT,
  hooks: HOOKS,
  live: LIVE,
  page: PAGE,
  hosts: HOSTS,
  phases: PHASES,
  "phases-order": PHASES_ORDER,
  price: PRICE,
  replies: REPLIES,
  session: SESSION,
  snapshots: SNAPSHOTS,
  stats: STATS,
  store: STORE,
  text: TEXT,
};
