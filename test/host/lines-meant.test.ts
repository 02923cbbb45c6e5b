import { expect, test } from "bun:test";
import { createLinesMeant } from "../../src/host/v2/lines-meant.ts";
import type { MessageSent } from "../../src/host/v2/session.ts";

const message = (id: string, text: string, role = "user"): MessageSent => ({
  id,
  role,
  content: [{ type: "file" }, { type: "text", text }],
});
const textOf = ({ content }: MessageSent): string | undefined => content?.find(({ type }) => type === "text")?.text;

test("a model is sent what a typed line means, and the message itself keeps the line", async () => {
  const lines = createLinesMeant();
  lines.said("msg_1", "Call the tool");
  const typed = message("msg_1", "/design-lab run A queue");
  const others = [message("msg_2", "say /design-lab"), message("msg_3", "/design-lab run x", "assistant")];
  const sent = [typed, ...others, { id: "msg_4", role: "user" }];
  await lines.send(sent);
  expect(sent.map((each) => textOf(each))).toEqual([
    "Call the tool",
    "say /design-lab",
    "/design-lab run x",
    undefined,
  ]);
  expect(sent[0]?.content?.[0]).toEqual({ type: "file" });
  expect(textOf(typed)).toBe("/design-lab run A queue");
});

test("a line that another process took is understood again, and one in quotes starts nothing", async () => {
  const lines = createLinesMeant();
  const sent = [
    message("msg_1", "/design-lab run A queue for mails"),
    message("msg_2", '/design-lab "Design a queue for mails"'),
    message("msg_3", '"/design-lab run A queue for \\"mails\\""'),
  ];
  await lines.send(sent);
  expect(textOf(sent[0] as MessageSent)).toContain('{"op":"run","args":{"task":"A queue for mails"}}');
  expect(textOf(sent[1] as MessageSent)).toContain('{"op":"help","args":{"task":"Design a queue for mails"}}');
  expect(textOf(sent[2] as MessageSent)).toContain('A queue for \\"mails\\"');
});

test("an object of the host's own kind stays one", async () => {
  class Message {
    role = "user";
    id = "msg_1";
    content = [{ type: "text", text: "/design-lab show" }];
  }
  const lines = createLinesMeant();
  lines.said("msg_1", "Call the tool");
  const sent: MessageSent[] = [new Message()];
  await lines.send(sent);
  expect(sent[0]).toBeInstanceOf(Message);
  expect(textOf(sent[0] as MessageSent)).toBe("Call the tool");
});
