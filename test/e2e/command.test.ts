import { expect, test } from "bun:test";
import { userText } from "../../rehearsal/asked.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import { rehearse } from "./support/rehearsal.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];

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
