import { describe, expect, test } from "bun:test";
import { userText } from "../../rehearsal/asked.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];

/** Several lines with ends of both kinds, quotes, backslashes, tabs, JSON and letters of other scripts. */
const TASK = `Design a "queue"\r\nof \\\\"jobs\\\\" in C:\\\\x and \\\\\\\\server\\\\n\n\n\tthat's 'theirs': {"id": "a\\\\n"}\n  設計 — “jobs” 🚀 e\u0301\u2028none is lost\\\\`;

/** What the person's agent asks with the host's question tool, one question for each thing that is missing. */
const QUESTIONS = ["Task", "Constraints", "Non-functional requirements"].map((header) => ({
  header: header.slice(0, 30),
  question: `${header}?`,
  options: [{ label: "None", description: "Nothing to say" }],
}));

test("/design-lab without a task asks the person through the host's question tool, then runs with the answers", async () => {
  await using lab = await rehearse({
    models: MODELS,
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
  const server = await lab.serve();
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
  test("is answered on the host's screen with its price and the line that starts it, and in quotes it starts", async () => {
    await using lab = await rehearse({ models: MODELS, lab: { design_models: MODELS.map(({ id }) => id) } });
    const server = await lab.serve();
    const answer = async (line: string): Promise<string> => {
      const session = await server.open();
      await server.command(session, "design-lab", line);
      const tools = await server.tools(session);
      expect(tools.map(({ tool }) => tool)).toEqual(["designlab"]);
      return tools[0]?.output.trimEnd() ?? "";
    };
    for (const line of ["who won", "ask why does B beat A?"]) {
      const reply = await answer(line);
      expect(reply).toMatch(/no model was called\. \d+ sessions, about/u);
      expect(reply).toEndWith(`\`/design-lab run ${line}\``);
    }
    expect(await answer("cancel the current run immediately, it costs too much")).toContain(
      "how a run is stopped: with Esc",
    );
    expect(lab.labRequests()).toEqual([]);
    if (HOST === 1) {
      await lab.say("Design a queue", { command: "design-lab", attach: server.url });
      expect(lab.labRequests()).toEqual([]);
    }
    expect(await answer('"Design a queue"')).toContain("2 designs written");
  });

  test("is answered so by opencode run also in quotes, and run starts a task of several lines word for word", async () => {
    await using lab = await rehearse({ models: MODELS, lab: { design_models: MODELS.map(({ id }) => id) } });
    for (const line of ['"Design a queue"', "stop the run please"]) {
      const { designlab } = await lab.say(line, { command: "design-lab" });
      expect([line, designlab.length]).toEqual([line, 1]);
      expect(designlab[0]).not.toContain("designs written");
    }
    expect(lab.labRequests()).toEqual([]);
    const { tools, designlab } = await lab.say(`run ${TASK}`, { command: "design-lab" });
    expect(tools.map(({ input }) => input)).toEqual([{ op: "run", args: { task: TASK } }]);
    expect(designlab[0]).toContain("2 designs written");
  });

  test("is read with the task that is piped into opencode run", async () => {
    await using lab = await rehearse({ models: MODELS, lab: { design_models: MODELS.map(({ id }) => id) } });
    const { tools } = await lab.say("dry-run --topic q", { command: "design-lab", input: `${TASK}\n` });
    expect(tools.map(({ input }) => input)).toEqual([{ op: "run", args: { topic: "q", dry_run: true, task: TASK } }]);
  });
});
