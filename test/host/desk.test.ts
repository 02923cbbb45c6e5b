import { expect, test } from "bun:test";
import type { Caller } from "../../src/artifacts/caller.ts";
import type { ExitKind } from "../../src/artifacts/exit.ts";
import type { Progress } from "../../src/artifacts/progress.ts";
import type { AnswerCall } from "../../src/host/calls.ts";
import { createDesk } from "../../src/host/desk.ts";
import { type CallStanding, sealed } from "../../src/host/desk-messages.ts";
import type { DeskKey } from "../../src/host/reach-desk.ts";
import type { Permission } from "../../src/ops/op.ts";
import type { Markdown } from "../../src/text/markdown.ts";

const PROGRESS: Progress = {
  phase: "designs",
  finished: 1,
  total: 3,
  sessions: [],
  cost: 0.5,
  started_at: 0,
  phase_at: 0,
  expected: null,
  evaluating: null,
  designing: 60,
};

const SECRET = "0123456789abcdef".repeat(4);

/** A desk whose calls do what the test says. */
function deskWith(
  work: (caller: Caller, permit: Parameters<AnswerCall>[2]) => Promise<string>,
  outcome: ExitKind = "winner",
  from: DeskKey["from"] = "own",
) {
  const working: string[] = [];
  const unloaded = new AbortController();
  /** Sessions that have a parent, or in which something was said. */
  const taken = new Set<string>();
  const { take, leave } = createDesk(
    async (_, caller, permit) => {
      const text = (await work(caller, permit)) as Markdown;
      return { shown: text, text, outcome, facts: { n: 1 } };
    },
    {
      key: { secret: SECRET, from },
      unloaded: unloaded.signal,
      isBlank: async (session) => !taken.has(session),
      working(session) {
        working.push(`begins ${session}`);
        return () => void working.push(`ends ${session}`);
      },
    },
  );
  let number = 0;
  const talks = new Map<string, string>();
  const text = (session: string, talk: string, say: unknown) =>
    JSON.stringify({ session, talk, number: ++number, say });
  const hello = async (session: string): Promise<string | null> => {
    const begun = await take(sealed(SECRET, text(session, "", { do: "hello" })), session);
    return begun !== null && "talk" in begun ? begun.talk : null;
  };
  const desk = async (say: unknown, session: string) => {
    const talk = talks.get(session) ?? (await hello(session)) ?? "";
    talks.set(session, talk);
    return take(sealed(SECRET, text(session, talk, say)), session);
  };
  const begin = async (allowed: string[] = []) => {
    const begun = await desk({ do: "begin", op: "run", args: {}, allowed }, "ses_1");
    return (begun as { id: string }).id;
  };
  const follow = async (id: string, after = 0, wait = 5_000) =>
    (await desk({ do: "follow", id, after, wait }, "ses_2")) as CallStanding;
  return { desk, take, leave, taken, hello, text, begin, follow, working, unloaded };
}

const BEGIN = { do: "begin", op: "run", args: {}, allowed: ["designlab_cost"] };

test("nobody but who holds the key begins a call: not in another session, not twice, and not where others talk", async () => {
  let began = 0;
  const { take, leave, taken, hello, text } = deskWith(async () => String(++began));
  const talk = (await hello("ses_1")) ?? "";
  const said = text("ses_1", talk, BEGIN);
  const good = sealed(SECRET, said);
  for (const [what, message, session] of [
    ["no seal", said, "ses_1"],
    ["no text", good.slice(0, 64), "ses_1"],
    ["nothing", "", "ses_1"],
    ["no string", { message: good }, "ses_1"],
    ["another key", sealed(SECRET.toUpperCase(), said), "ses_1"],
    ["another text", good.replace('"run"', '"ask"'), "ses_1"],
    ["another number", good.replace(/"number":\d+/u, '"number":99'), "ses_1"],
    ["another session", good, "ses_2"],
    ["no talk", sealed(SECRET, text("ses_1", "", BEGIN)), "ses_1"],
    ["a talk of another session", sealed(SECRET, text("ses_2", talk, BEGIN)), "ses_2"],
    ["an unknown talk", sealed(SECRET, text("ses_1", crypto.randomUUID(), BEGIN)), "ses_1"],
  ] as const)
    expect([what, await take(message, session)]).toEqual([what, null]);
  expect(began).toBe(0);

  expect(await take(good, "ses_1")).toEqual({ id: expect.any(String) });
  expect([await take(good, "ses_1"), began]).toEqual([null, 1]);
  leave("ses_2");
  expect(await take(sealed(SECRET, text("ses_1", talk, BEGIN)), "ses_1")).not.toBeNull();
  leave("ses_1");
  expect(await take(sealed(SECRET, text("ses_1", talk, BEGIN)), "ses_1")).toBeNull();
  taken.add("ses_3");
  expect(await hello("ses_3")).toBeNull();
  // What was said to the desk of a process that is gone is said to no other.
  const { take: later } = deskWith(async () => String(++began));
  expect([await later(good, "ses_1"), began]).toEqual([null, 2]);
});

const PRICE = { permission: "designlab_cost", pattern: "p", question: "About $4. Start?", details: {} } as const;

test("a call is begun, followed line by line, and told to its end", async () => {
  let go = (): void => undefined;
  const { begin, follow, working } = deskWith(async (caller) => {
    caller.report(() => PROGRESS, { text: "first", kind: "step" });
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    caller.report(() => PROGRESS, { text: "second", kind: "news" });
    return `done by ${caller.sessionID}`;
  });
  const id = await begin();
  expect(working).toEqual(["begins ses_1"]);
  const pending = follow(id, 1);
  go();
  expect((await pending).lines).toEqual(["second"]);
  const ended = await follow(id, 0);
  expect(ended).toEqual({
    lines: ["first", "second"],
    now: [],
    asking: null,
    ended: { text: "done by ses_1" as Markdown, outcome: "winner", facts: { n: 1 } },
  });
  expect(working).toEqual(["begins ses_1", "ends ses_1"]);
});

test("what is asked waits for its answer, a no says how it is allowed in advance, and what was allowed is not asked", async () => {
  const said: Permission[] = [];
  const { desk, begin, follow } = deskWith(async (_, permit) => {
    said.push(await permit(PRICE));
    return "";
  });
  for (const allowed of [false, true]) {
    const id = await begin();
    expect((await follow(id)).asking).toEqual({ permission: "designlab_cost", question: "About $4. Start?" });
    await desk({ do: "answer", id, allowed }, "ses_2");
    expect((await follow(id)).ended).not.toBeNull();
  }
  await follow(await begin(["designlab_cost"]));
  expect(said.map(({ allowed }) => allowed)).toEqual([false, true, true]);
  expect(said[0]).toMatchObject({ why: "it was not allowed", way: expect.stringContaining("`--yes`") });
});

test.each<[ExitKind, ExitKind]>([
  ["unranked", "stopped"],
  ["winner", "winner"],
])("a stop reaches the call and refuses what it asks; one that came to %s is %s", async (came, told) => {
  const { desk, begin, follow } = deskWith(
    async ({ signal }, permit) => `${(await permit(PRICE)).allowed} ${signal.aborted}`,
    came,
  );
  const id = await begin();
  await desk({ do: "stop", id }, "ses_2");
  expect(await endOf(id, follow)).toMatchObject({ text: "false true", outcome: told });
  expect((await follow(id, 0)).lines[0]).toContain("Stopped.");
});

/** What a call comes to, followed as long as it takes. */
async function endOf(id: string, follow: (id: string, after?: number) => Promise<CallStanding>): Promise<unknown> {
  for (let after = 0; ; ) {
    const { lines, ended } = await follow(id, after);
    if (ended !== null) return ended;
    after += lines.length;
  }
}

test("what is no message, and a call that nobody knows, is answered in words", async () => {
  const { desk } = deskWith(async () => "");
  for (const odd of [null, {}, { do: "begin" }, { do: "follow", id: "x", after: -1, wait: 0 }, "begin"])
    expect(await desk(odd, "s")).toEqual({ error: "this message is none of begin, follow, answer and stop" });
  for (const lost of [
    { do: "follow", id: "x", after: 0, wait: 0 },
    { do: "stop", id: "x" },
    { do: "answer", id: "x", allowed: true },
  ])
    expect(await desk(lost, "s")).toEqual({ error: "no call x is known here" });
});

test("a plugin that is unloaded stops its calls, and a call that fails by a defect is told and ended", async () => {
  const { begin, follow, unloaded } = deskWith(
    ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("gone")))),
  );
  const id = await begin();
  unloaded.abort();
  expect(await endOf(id, follow)).toMatchObject({ outcome: "unranked", text: expect.stringContaining("gone") });
});

test("what is asked is no news to who knows it", async () => {
  const { desk, begin, follow } = deskWith(async (_, permit) => `${(await permit(PRICE)).allowed}`);
  const id = await begin();
  await follow(id);
  const since = Date.now();
  const known = await desk({ do: "follow", id, after: 0, wait: 200, asking: true }, "ses_2");
  expect(Date.now() - since).toBeGreaterThan(150);
  expect(known).toMatchObject({ asking: { permission: "designlab_cost" }, ended: null });
});

test("with a key that others share a yes is good for prices and folders alone, and for the rest nobody is asked", async () => {
  for (const permission of ["designlab_approve", "designlab_write", "designlab_free"] as const) {
    const { begin, follow } = deskWith(
      async (_, permit) => JSON.stringify(await permit({ ...PRICE, permission })),
      "answered",
      "shared",
    );
    expect(JSON.parse((await follow(await begin([permission]))).ended?.text ?? "")).toEqual({
      allowed: false,
      why: "who calls with --server says yes to prices and folders alone",
    });
  }
  for (const permission of ["designlab_cost", "external_directory"] as const) {
    const { desk, begin, follow } = deskWith(
      async (_, permit) => String((await permit({ ...PRICE, permission })).allowed),
      "answered",
      "shared",
    );
    expect((await follow(await begin([permission]))).ended?.text).toBe("true");
    const id = await begin();
    await desk({ do: "answer", id, allowed: true }, "ses_2");
    expect((await follow(id)).ended?.text).toBe("true");
  }
});

test("a yes at the command's own terminal is a door of its own, and a no that nobody said says why", async () => {
  for (const [answer, permission] of [
    [{ allowed: true }, { allowed: true, door: "terminal" }],
    [{ allowed: false }, { allowed: false, why: "it was not allowed" }],
    [
      { allowed: false, why: "nobody is here" },
      { allowed: false, why: "nobody is here" },
    ],
  ]) {
    const { desk, begin, follow } = deskWith(async (_, permit) =>
      JSON.stringify(await permit({ ...PRICE, permission: "designlab_approve" })),
    );
    const id = await begin();
    await desk({ do: "answer", id, ...answer }, "ses_2");
    expect(JSON.parse((await follow(id)).ended?.text ?? "")).toEqual(permission);
  }
});

test("what only a person may say is allowed by no script in advance", async () => {
  for (const permission of ["designlab_approve", "designlab_write"] as const) {
    const { desk, begin, follow } = deskWith(async (_, permit) =>
      String((await permit({ ...PRICE, permission })).allowed),
    );
    const id = await begin([permission]);
    expect((await follow(id)).asking).toMatchObject({ permission });
    await desk({ do: "answer", id, allowed: false }, "ses_2");
    expect((await follow(id)).ended?.text).toBe("false");
  }
});

test("a call that nobody follows is stopped after as long as it was begun for, and one that is followed goes on", async () => {
  const stopped: string[] = [];
  const { desk, follow } = deskWith(
    ({ sessionID, signal }) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          stopped.push(sessionID);
          resolve("");
        }),
      ),
    "unranked",
  );
  const begin = async (session: string, unwatched?: number) =>
    ((await desk({ do: "begin", op: "run", args: {}, allowed: [], unwatched }, session)) as { id: string }).id;
  const [left, followed] = [await begin("left", 1_000), await begin("followed", 1_000)];
  await begin("usual");
  // A question may wait for longer than that, and is answered before.
  while (stopped.length === 0) await follow(followed, 0, 30_000);
  expect(stopped).toEqual(["left"]);
  expect((await follow(followed, 0, 0)).ended).toBeNull();
  expect(await desk({ do: "follow", id: left, after: 0, wait: 0 }, "ses_2")).toMatchObject({
    ended: { outcome: "stopped" },
  });
  for (const odd of [999, 120_001, 1_500.5])
    expect(await desk({ do: "begin", op: "run", args: {}, allowed: [], unwatched: odd }, "odd")).toHaveProperty(
      "error",
    );
});
