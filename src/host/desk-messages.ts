import { type Static, Type } from "@sinclair/typebox";
import { EXIT_CODES, type ExitKind } from "../artifacts/exit.ts";
import { sealUnder } from "../store/seal.ts";

const Id = Type.String({ minLength: 1, maxLength: 100 });

/** Stands before the SHA-256 of a project's configuration in what is allowed in advance. */
export const ALLOW_CONFIG = "config:";

/** The SHA-256 among what a line allows in advance. */
export function allowedConfig(allowed: readonly string[]): { allow_config?: string } {
  const given = allowed.find((each) => each.startsWith(ALLOW_CONFIG));
  return given === undefined ? {} : { allow_config: given.slice(ALLOW_CONFIG.length) };
}

/**
 * A call that no model makes but a program beside the host: it is begun, followed by asking again and again, answered
 * where it asks the person, and stopped. One message is one of these.
 */
export const DeskMessage = Type.Union([
  Type.Object({
    do: Type.Literal("begin"),
    op: Type.String({ maxLength: 100 }),
    args: Type.Record(Type.String(), Type.Unknown()),
    /** Permissions that the person has given in advance. */
    allowed: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 }),
    /** Milliseconds after which it is stopped when nobody follows it. */
    unwatched: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 120_000 })),
  }),
  Type.Object({
    do: Type.Literal("follow"),
    id: Id,
    /** Lines that are known already. */
    after: Type.Integer({ minimum: 0 }),
    /** What is asked is known already, and is no news. */
    asking: Type.Optional(Type.Boolean()),
    /** Milliseconds that it may take when there is nothing new. */
    wait: Type.Integer({ minimum: 0, maximum: 30_000 }),
  }),
  Type.Object({
    do: Type.Literal("answer"),
    id: Id,
    allowed: Type.Boolean(),
    /** Why nobody could say yes: the end of a sentence; absent where somebody said no. */
    why: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  Type.Object({ do: Type.Literal("stop"), id: Id }),
]);
export type DeskMessage = Static<typeof DeskMessage>;

/**
 * What is sent under a seal: a message, the session it is said in, the talk it belongs to and its number in it. A talk
 * begins with a hello, whose number is 0 and whose talk is empty.
 */
export const Sealed = Type.Object({
  session: Id,
  talk: Type.String({ maxLength: 100 }),
  number: Type.Integer({ minimum: 0 }),
  say: Type.Union([Type.Object({ do: Type.Literal("hello") }), DeskMessage]),
});
export type Sealed = Static<typeof Sealed>;

const OUTCOMES = Object.keys(EXIT_CODES) as ExitKind[];
const Line = Type.String({ maxLength: 20_000 });

/** How a call stands: the lines since the last time, what runs right now, what is asked, and what it came to. */
const CallStanding = Type.Object({
  lines: Type.Array(Line, { maxItems: 20_000 }),
  now: Type.Array(Line, { maxItems: 100 }),
  asking: Type.Union([
    Type.Null(),
    Type.Object({ permission: Type.String({ maxLength: 100 }), question: Type.String({ maxLength: 20_000 }) }),
  ]),
  ended: Type.Union([
    Type.Null(),
    Type.Object({
      text: Type.String({ maxLength: 5_000_000 }),
      outcome: Type.Unsafe<ExitKind>(Type.Union(OUTCOMES.map((each) => Type.Literal(each)))),
      facts: Type.Record(Type.String(), Type.Unknown()),
    }),
  ]),
});
export type CallStanding = Static<typeof CallStanding>;

/** What the desk says to a message: a call's id, how it stands, what was wrong with it, or the talk that a hello began. */
export const DeskAnswer = Type.Union([
  Type.Object({ id: Id }),
  CallStanding,
  Type.Object({ error: Type.String({ maxLength: 2_000 }) }),
  Type.Object({ talk: Id }),
]);
export type DeskAnswer = Static<typeof DeskAnswer>;

/** A text and, before it, what only who holds the secret can have made of it: "MAC text". */
export function sealed(secret: string, text: string): string {
  return `${sealUnder(secret).of(text)} ${text}`;
}

/** The text of what was sealed under this secret; null of anything else. */
export function unsealed(secret: string, given: unknown): string | null {
  if (typeof given !== "string") return null;
  const [mac] = given.split(" ", 1);
  const text = given.slice((mac ?? "").length + 1);
  return sealUnder(secret).holds(text, mac) ? text : null;
}
