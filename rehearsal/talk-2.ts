import type { JsonObject } from "./json-in-text.ts";
import type { Request, SessionEntry, Talk } from "./talk.ts";

type Content = { type: string; text?: string };
type ToolContent = Content & {
  name: string;
  state: { status: string; input?: unknown; content?: Content[]; error?: { message: string } };
};
type Message = { type: string; text?: string; content?: (Content | ToolContent)[] };
type Field = { key?: string; title?: string; label?: string; description?: string; options?: { value: unknown }[] };
type Form = { id: string; title?: string; fields?: Field[] };
type Session = { id: string; title: string; parentID?: string };

const asEntry = ({ id, title, parentID }: Session): SessionEntry => ({ id, title, parent: parentID ?? null });

/** OpenCode 2 over its API, in one folder. */
export function talk2(request: Request, directory: string): Talk {
  const data = async <T>(method: string, path: string, body?: unknown) =>
    ((await request(method, `/api${path}`, body)) as { data: T }).data;
  const here = `location%5Bdirectory%5D=${encodeURIComponent(directory)}`;
  const messages = (session: string) => data<Message[]>("GET", `/session/${session}/message?limit=200&order=asc`);
  const ended = (session: string) => request("POST", `/api/experimental/session/${session}/wait`);
  return {
    async models() {
      const all = await data<{ providerID: string; id: string }[]>("GET", `/model?${here}`);
      return all.map(({ providerID, id }) => `${providerID}/${id}`);
    },
    async open(title = "rehearsal") {
      return (await data<Session>("POST", "/session", { title, location: { directory } })).id;
    },
    async say(session, text) {
      await request("POST", `/api/session/${session}/prompt`, { text });
      await ended(session);
    },
    async command(session, name, text) {
      await request("POST", `/api/session/${session}/command`, { name, text });
      await ended(session);
    },
    async interrupt(session) {
      await request("POST", `/api/session/${session}/interrupt`);
    },
    async tools(session) {
      const contents = (await messages(session)).flatMap(({ content }) => content ?? []);
      return contents.filter(isTool).flatMap(({ name, state }) => {
        if (state.status !== "completed" && state.status !== "error") return [];
        const said = (state.content ?? []).map(({ text = "" }) => text).join("\n");
        const output = state.error ? state.error.message : said;
        return [{ tool: name, input: state.input, status: state.status, output }];
      });
    },
    async texts(session) {
      return (await messages(session)).flatMap(({ text, content }) => [
        ...(text === undefined ? [] : [text]),
        ...(content ?? []).flatMap((each) => (each.type === "text" ? [each.text ?? ""] : [])),
      ]);
    },
    async sessions() {
      const all = await data<Session[]>("GET", `/session?limit=200&directory=${encodeURIComponent(directory)}`);
      return all.map(asEntry);
    },
    async children(session) {
      return (await data<Session[]>("GET", `/session?limit=200&parentID=${session}`)).map(asEntry);
    },
    async session(id) {
      return asEntry(await data<Session>("GET", `/session/${id}`));
    },
    async asked(session) {
      const [form] = await data<Form[]>("GET", `/session/${session}/form`);
      if (!form) return null;
      const fields = form.fields ?? [];
      const reply = async (answerTo: (field: Field, at: number) => unknown) => {
        const answer: JsonObject = {};
        for (const [at, field] of fields.entries()) answer[field.key ?? `q${at}`] = answerTo(field, at);
        await request("POST", `/api/session/${session}/form/${form.id}/reply`, { answer });
      };
      return {
        kind: "question",
        texts: fields.map(({ description, title, label }) => description ?? title ?? label ?? ""),
        allow: () => reply(({ options = [] }) => options[0]?.value),
        refuse: () => reply(({ options = [] }) => options.at(-1)?.value),
        answer: (answers) => reply((_field, at) => answers[at]),
      };
    },
  };
}

const isTool = (content: Content | ToolContent): content is ToolContent => content.type === "tool";
