import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { userText } from "../../rehearsal/asked.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];

/** Several lines with ends of both kinds, quotes, backslashes, tabs, JSON and letters of other scripts. */
const TASK = `Design a "queue"\r\nof \\\\"jobs\\\\" in C:\\\\x and \\\\\\\\server\\\\n\n\n\tthat's 'theirs': {"id": "a\\\\n"}\n  設計 — “jobs” 🚀 e\u0301\u2028none is lost\\\\`;

/** What the person's agent asks with the host's question tool, one question for each thing that is missing. */
const QUESTIONS = ["Task", "Constraints", "Non-functional requirements"].map((header) => ({
  header: header.slice(0, 30),
  question: `${header}?`,
  options: [{ label: "None", description: "Nothing to say" }],
}));

let lab: Rehearsal;
beforeAll(async () => {
  lab = await rehearse({
    models: MODELS,
    lab: { design_models: MODELS.map(({ id }) => id) },
    script: (asked) => {
      if (asked.kind !== "host" || !userText(asked).includes("has not said what")) return undefined;
      const answered = asked.results.length > 0;
      const args = { task: "Design a chat", constraints: ["no cloud"], topic: "chat" };
      return answered
        ? {
            calls: [
              { name: "question", args: {} },
              { name: "designlab", args: { op: "run", args } },
            ],
          }
        : { calls: [{ name: "question", args: { questions: QUESTIONS } }] };
    },
  });
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

test("/design-lab without a task asks the person through the host's question tool, then runs with the answers", async () => {
  const server = await lab.served();
  const session = await server.open();
  const finished = server.command(session, "design-lab", "");
  const asked = await lab.provider.waitFor(
    ({ kind, messages }) => kind === "host" && userText({ messages }).includes("has not said what"),
  );
  expect(asked.tools).toContain("question");
  const asking = await nextAsking(server, session);
  expect(asking.texts).toEqual(QUESTIONS.map(({ question: text }) => text));
  await asking.answer(["Design a chat", "no cloud", "None"]);
  await finished;
  const designs = lab.labRequests().filter(({ kind }) => kind === "design");
  expect(designs).toHaveLength(2);
  expect(userText({ messages: designs[0]?.messages ?? [] })).toContain("Design a chat");
  expect(userText({ messages: designs[0]?.messages ?? [] })).toContain("- no cloud");
});

describe("a line that is no sub-command", () => {
  test("is answered on the host's screen with what fits, its price and the line that starts it, and in quotes it starts", async () => {
    const answer = async (line: string): Promise<string> => (await lab.type(line)).output.trimEnd();
    const before = lab.labRequests().length;
    for (const line of ["who won", "ask why does B beat A?"]) {
      const reply = await answer(line);
      expect(reply).toStartWith("**What fits: ");
      expect(reply).toMatch(
        new RegExp(
          `\`/design-lab run ${RegExp.escape(line)}\`, (?:about \\$|cost unknown).*, \\d+ sessions, about`,
          "u",
        ),
      );
      expect(reply).toContain("nothing was asked, and nothing was started");
    }
    expect(await answer("cancel the current run immediately, it costs too much")).toContain(
      "how a run is stopped: with Esc",
    );
    expect(lab.labRequests()).toHaveLength(before);
    if (HOST === 1) {
      await lab.say("Design a queue", { command: "design-lab", attach: (await lab.served()).url });
      expect(lab.labRequests()).toHaveLength(before);
    }
    expect(await answer('"Design a queue"')).toContain("2 designs written");
  });

  test("reads under opencode run a task that is piped to it word for word", async () => {
    const before = lab.labRequests().length;
    const piped = await lab.say("dry-run --topic q", { command: "design-lab", input: `${TASK}\n` });
    expect(piped.tools.map(({ input }) => input)).toEqual([
      { op: "run", args: { topic: "q", dry_run: true, task: TASK } },
    ]);
    expect(lab.labRequests()).toHaveLength(before);
  });
});
