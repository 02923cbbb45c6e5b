import { expect, test } from "bun:test";
import type { Caller } from "../../src/artifacts/caller.ts";
import type { Outcome } from "../../src/artifacts/outcome.ts";
import type { Progress } from "../../src/artifacts/progress.ts";
import type { AnswerCall } from "../../src/host/calls.ts";
import { createDesk, type Standing } from "../../src/host/desk.ts";
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

/** A desk whose calls do what the test says. */
function deskWith(
  work: (caller: Caller, permit: Parameters<AnswerCall>[2]) => Promise<string>,
  outcome: Outcome = "winner",
) {
  const working: string[] = [];
  const unloaded = new AbortController();
  const desk = createDesk(
    async (_, caller, permit) => {
      const text = (await work(caller, permit)) as Markdown;
      return { shown: text, text, outcome, facts: { n: 1 } };
    },
    unloaded.signal,
    (session) => {
      working.push(`begins ${session}`);
      return () => void working.push(`ends ${session}`);
    },
  );
  const begin = async (allowed: string[] = []) => {
    const begun = await desk({ do: "begin", op: "run", args: {}, allowed }, "ses_1");
    return (begun as { id: string }).id;
  };
  const follow = async (id: string, after = 0, wait = 5_000) =>
    (await desk({ do: "follow", id, after, wait }, "ses_2")) as Standing;
  return { desk, begin, follow, working, unloaded };
}

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

test.each<[Outcome, Outcome]>([
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
async function endOf(id: string, follow: (id: string, after?: number) => Promise<Standing>): Promise<unknown> {
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
