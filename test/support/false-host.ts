import type { Sealed } from "../../src/host/desk-messages.ts";
import { DESK_MARK } from "../../src/host/reach-desk.ts";

/** What a server that is no host answers in the place of each. */
export type Lies = {
  /** To a message of the desk, by its kind; what an honest desk would say unless given. */
  desk?(say: Sealed["say"], times: number): unknown;
  /** To any request, before all else; undefined for what is said otherwise. */
  any?(path: string, method: string): Response | undefined;
  session?: unknown;
  plugins?: unknown;
};

const HONEST: Readonly<Record<string, unknown>> = {
  hello: { talk: "t" },
  begin: { id: "1" },
  follow: { lines: [], now: [], asking: null, ended: { text: "**Done.**", outcome: "answered", facts: {} } },
  answer: { id: "1" },
  stop: { id: "1" },
};

/** A server that talks as a host of a generation does and says what the test has it say. */
export function falseHost(generation: 1 | 2, lies: Lies = {}): { url: string; said: string[] } & Disposable {
  const said: string[] = [];
  const answered = (message: string): unknown => {
    const { say } = JSON.parse(message.slice(message.indexOf(" ") + 1)) as Sealed;
    said.push(say.do);
    return (lies.desk ?? ((each) => HONEST[each.do]))(say, said.filter((each) => each === say.do).length);
  };
  const host = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const lie = lies.any?.(pathname, request.method);
      if (lie !== undefined) return lie;
      const body = request.method === "POST" ? await request.json() : null;
      if (generation === 1) {
        if (pathname === "/config") return Response.json({});
        if (pathname === "/session") return Response.json(lies.session ?? { id: "ses_1" });
        if (pathname === "/session/ses_1/message") {
          const answer = answered(body.parts[0].text.slice(DESK_MARK.length));
          return Response.json({ parts: [{ text: typeof answer === "string" ? answer : JSON.stringify(answer) }] });
        }
      } else {
        if (pathname === "/api/plugin")
          return Response.json(lies.plugins ?? { data: [{ id: "designlab", state: { status: "active" } }] });
        if (pathname === "/api/session") return Response.json(lies.session ?? { data: { id: "ses_1" } });
        if (pathname === "/api/rpc/designlab/desk") return Response.json({ output: answered(body.input.message) });
      }
      return new Response("", { status: 404 });
    },
  });
  return { url: `http://127.0.0.1:${host.port}`, said, [Symbol.dispose]: () => void host.stop(true) };
}

/** How a call stands that has nothing to say, with some of it changed. */
export const standing = (change: object): unknown => ({ ...(HONEST.follow as object), ended: null, ...change });
/** What a call came to, with some of it changed. */
export const ended = (change: object): unknown =>
  standing({ ended: { text: "**Done.**", outcome: "answered", facts: {}, ...change } });
