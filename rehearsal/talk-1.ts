import { isObject, type JsonObject } from "./json-in-text.ts";
import type { Request, SessionEntry, Talk } from "./talk.ts";

type Part = JsonObject & { type: string };
type Question = { question: string; options: { label: string }[] };
type Permission = { id: string; sessionID: string; permission: string; patterns: string[] };

type Session = { id: string; title: string; parentID?: string };
const asEntry = ({ id, title, parentID }: Session): SessionEntry => ({ id, title, parent: parentID ?? null });

/** OpenCode 1 over its API. */
export function talk1(request: Request): Talk {
  const messages = async (session: string) =>
    (await request("GET", `/session/${session}/message`)) as { info: JsonObject; parts: Part[] }[];
  return {
    async models() {
      const { providers } = (await request("GET", "/config/providers")) as {
        providers: { id: string; models: object }[];
      };
      return providers.flatMap(({ id, models }) => Object.keys(models).map((model) => `${id}/${model}`));
    },
    async open(title) {
      const { id } = (await request("POST", "/session", title === undefined ? {} : { title })) as { id: string };
      return id;
    },
    async say(session, text) {
      await request("POST", `/session/${session}/message`, { parts: [{ type: "text", text }] });
    },
    async command(session, name, text) {
      await request("POST", `/session/${session}/command`, { command: name, arguments: text });
    },
    async interrupt(session) {
      await request("POST", `/session/${session}/abort`);
    },
    async tools(session) {
      const parts = (await messages(session)).flatMap((message) => message.parts);
      return parts.flatMap(({ type, tool, state }) => {
        if (type !== "tool" || !isObject(state) || !("output" in state || "error" in state)) return [];
        const output = String(state.output ?? state.error ?? "");
        return [{ tool: String(tool), input: state.input, status: String(state.status), output }];
      });
    },
    async texts(session) {
      return (await messages(session)).flatMap(({ parts }) =>
        parts.flatMap(({ type, text }) => (type === "text" ? [String(text)] : [])),
      );
    },
    async sessions() {
      return ((await request("GET", "/session")) as Session[]).map(asEntry);
    },
    async children(session) {
      return ((await request("GET", `/session/${session}/children`)) as Session[]).map(asEntry);
    },
    async session(id) {
      return asEntry((await request("GET", `/session/${id}`)) as Session);
    },
    async asked(session) {
      const permissions = (await request("GET", "/permission")) as Permission[];
      const permission = permissions.find(({ sessionID }) => sessionID === session);
      if (permission) {
        const reply = async (with_: "once" | "reject") => {
          await request("POST", `/permission/${permission.id}/reply`, { reply: with_ });
        };
        return {
          kind: "permission",
          texts: [permission.permission, ...permission.patterns],
          allow: () => reply("once"),
          refuse: () => reply("reject"),
          answer: () => reply("reject"),
        };
      }
      const all = (await request("GET", "/question")) as { id: string; sessionID: string; questions: Question[] }[];
      const found = all.find(({ sessionID }) => sessionID === session);
      if (!found) return null;
      const { id, questions } = found;
      const answer = async (answers: readonly string[]) => {
        await request("POST", `/question/${id}/reply`, { answers: answers.map((each) => [each]) });
      };
      return {
        kind: "question",
        texts: questions.map(({ question }) => question),
        allow: () => answer(questions.map(({ options }) => options[0]?.label ?? "")),
        refuse: () => answer(questions.map(({ options }) => options.at(-1)?.label ?? "")),
        answer,
      };
    },
  };
}
