import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { SpokenTo } from "../artifacts/caller.ts";
import type { ExitKind } from "../artifacts/exit.ts";
import type { Check } from "../artifacts/note.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Word } from "../command/word.ts";
import type { ProjectChange } from "../config/load.ts";
import type { LabError } from "../errors.ts";
import type { Pages } from "../live/pages.ts";
import type { Lab } from "../prompting/lab.ts";
import type { ShownIn } from "../store/shown.ts";
import type { Block } from "../story/block.ts";
import type { Markdown } from "../text/markdown.ts";
import { callCode } from "../text/typed.ts";

/** What an op is given for one call. */
export type OpContext = {
  /** Reads the configuration with `overrides` on top and makes the lab of this call. Throws LabError. */
  lab(overrides?: Overrides): Promise<Lab>;
  /** The lab of an op that spends nothing and changes no experiment: it works with a broken configuration too. */
  labForReading(): Promise<Lab>;
  /** Names of the configuration's sources that exist, and what is wrong with them; never rejects. */
  configuration(): Promise<{ sources: readonly string[]; problem: LabError | null }>;
  /** The project's files of configuration, and what they change once the person allows them. Throws LabError. */
  projectChange(): Promise<ProjectChange>;
  /** The environment and the home folder that the host runs with. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The versions of host and plugin, as doctor and help show them; never throws. */
  versions(): Promise<readonly Check[]>;
  /** The live pages of the project; null where no process stays to serve them. */
  pages: Pages | null;
  /** A sentence about a host that the lab was never tested on, for one reply of a process; null for every other. */
  untested(): Promise<string | null>;
  /** Asks the person, as the host it runs on can. */
  permit(request: PermissionRequest): Promise<Permission>;
  /** When the person typed this very call on the host's screen: it is then the person's own word; null where nobody did. */
  typed: Date | null;
  /** Who reads the reply: what it says to type, or to call, is drawn for them at its end; see command/voice.ts. */
  voice: SpokenTo;
  outside: Outside;
  /** Every op that there is. */
  ops(): Promise<readonly NamedOp[]>;
};

/** What a host gives; the rest comes with the call. */
export type HostContext = Omit<OpContext, "outside" | "ops">;

/** What one call learned of folders outside the project. */
type Outside = {
  /** What the person said, by what was asked. */
  said: Map<string, Permission>;
  /** The folders whose experiments the call does without, which its reply names. */
  left: Extract<Problem, { kind: "outside" }>[];
};

export type PermissionRequest = {
  /** What a host with a permission dialog calls it, and what it is asked for there; a person may set it in advance. */
  permission: "designlab_cost" | "designlab_free" | "designlab_approve" | "designlab_write" | "external_directory";
  pattern: string;
  /** What a host asks that can only ask questions: a whole sentence that a yes allows. */
  question: string;
  /** Shown beside it where the host can. */
  details: Readonly<Record<string, unknown>>;
};

/**
 * `why` it was not allowed: the end of a sentence. `way`: how the host allows it in advance, a sentence without its full
 * stop; absent where it cannot.
 */
export type Permission = { allowed: true; door?: AskedDoor } | { allowed: false; why: string; way?: string };

/** Where a yes came from that a call asked for: the host's own question, the terminal of the command, or a person's page. */
type AskedDoor = "host" | "terminal" | "page";

/** What args change in the configuration, in the configuration's own shape. */
export type Overrides = { [key: string]: unknown };

/**
 * What an op says, the folder that holds all of it, and what shows the rest of a reply that is too long to be shown
 * whole; for a program that called, the facts of it, and what it came to: `answered` unless it says otherwise.
 */
export type Reply = {
  text: Markdown;
  files?: string;
  rest?: Markdown;
  facts?: Facts;
  outcome?: ExitKind;
  /** The same before it was drawn, for a page of the lab's own. */
  blocks?: readonly Block[];
  /** What it shows of a list that a person says yes to by a place: it is kept where a person typed the line. */
  shown?: ShownIn;
};

/** Facts of a reply as JSON knows them, by stable names. */
export type Facts = Readonly<Record<string, unknown>>;

/** One operation of the tool, all that there is to say of it; the table gives it its name. */
export type Op = {
  /** What it does, in a line of help. */
  summary: string;
  /** additionalProperties is false; every field has a description. */
  args: TObject;
  /** A call's args that work, for help and for errors. */
  example: Readonly<Record<string, unknown>>;
  /** What a person types for it. */
  words: readonly Word[];
  /** Names that callers take for ops and that are values of an argument of it: what each is, and its args. */
  parts?: { what: string; names: readonly string[]; args(name: string): Readonly<Record<string, unknown>> };
  /** Args in a shape that models often give them, in their own shape, where the schema does not say how. */
  reshape?(args: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The op beside it, whose args callers give to this one: they are told the call. */
  beside?: string;
  /** What help tells of it beside its args. */
  more?(): Markdown;
  /**
   * Whether it asks models, or does more where a host tells of them, where that hangs on them by its args; absent: it works
   * on what is stored alone.
   */
  host?: HostUse | ((args: Readonly<Record<string, unknown>>) => HostUse | undefined);
  /** Markdown for the agent and the person behind it. */
  run(args: Record<string, unknown>, context: OpContext): Promise<Markdown | Reply>;
};

type HostUse = "needed" | "wanted";

export type NamedOp = Op & { name: string };

/** Keeps the types of args inside the op and forgets them outside, where any op is looked up by name. */
export function defineOp<P extends TProperties>(
  op: Omit<Op, "args" | "run"> & {
    args: P;
    run(given: Static<TObject<P>>, context: OpContext): Promise<Markdown | Reply>;
  },
): Op {
  return { ...op, args: Type.Object(op.args, { additionalProperties: false }) } as unknown as Op;
}

/** A call as an agent would write it. */
export const exampleCall = ({ name, example }: Pick<NamedOp, "name" | "example">): Markdown => callCode(name, example);

/** A call of the op with a gap for every word that is the user's own, so that nothing invented is paid for. */
export const callForm = ({ name, example }: Pick<NamedOp, "name" | "example">): Markdown =>
  callCode(name, { ...example, ...formOf(name) });

/** The args without which an op does nothing, to be filled in. */
export function formOf(name: string): Readonly<Record<string, unknown>> {
  if (name === "brief") return { idea: "…" };
  return name === "run" || name === "generate" ? { task: "…" } : {};
}
