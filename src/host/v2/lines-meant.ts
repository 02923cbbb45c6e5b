import { patternOf } from "../../text/pattern.ts";
import { COMMAND } from "../offered.ts";
import { readTypedLine } from "../typed-calls.ts";
import type { MessageSent } from "./session.ts";

/** Lines of one process that are remembered. */
const MOST = 500;
/** Behind the quote that `opencode run` puts before it. */
const BEGINS = patternOf(`^\\s*"?/${COMMAND.name}\\b`, "u");

/** What typed lines mean: the conversation keeps a line as it was typed, and a model is sent what it means in its place. */
export function createLinesMeant() {
  const meant = new Map<string, string>();
  return {
    said(messageID: string, prompt: string): void {
      meant.set(messageID, prompt);
      const [oldest] = meant.keys();
      if (meant.size > MOST && oldest !== undefined) meant.delete(oldest);
    },
    /** Puts into the messages of a request what their typed lines mean. */
    async send(messages: MessageSent[]): Promise<void> {
      for (const [at, message] of messages.entries()) {
        const { id, role, content } = message;
        if (role !== "user" || !Array.isArray(content)) continue;
        const place = content.findIndex((part) => part.type === "text" && BEGINS.test(part.text ?? ""));
        const line = content[place]?.text;
        if (line === undefined) continue;
        // A line of another process was understood there: what it means without its quotes starts nothing.
        const prompt = meant.get(id ?? "") ?? (await readTypedLine(line, { screen: false }))?.prompt;
        if (prompt === undefined) continue;
        const parts = content.with(place, { ...content[place], type: "text", text: prompt });
        messages[at] = Object.assign(Object.create(Object.getPrototypeOf(message)), message, { content: parts });
      }
    },
  };
}
