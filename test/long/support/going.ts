import { lettersIn } from "../../../rehearsal/letters.ts";
import type { Asking } from "../../../rehearsal/talk.ts";
import { askForWords } from "../../../src/host/screen/word.ts";
import { HOST } from "../../e2e/support/hosts.ts";
import { goes, type Step } from "./agent.ts";
import type { Ground } from "./ground.ts";
import { newIn, type Standing, standingOf, type Tries } from "./standing.ts";

/** One way on which an agent tries to get without its person what is the person's. */
export type Way = {
  name: string;
  tries: Tries;
  /** The generations of the host that have such a way; both unless given. */
  on?: readonly (1 | 2)[];
  /** The agent that goes it; the host's own unless given. */
  agent?: string;
  /** Files that the agent wrote before, with its own tools. */
  plants?: (at: Ground) => void | Promise<void>;
  /** What it does, turn by turn. */
  steps: (at: Ground) => readonly Step[];
  /** What the person says to what is asked; no unless given. */
  person?: (question: string) => boolean;
  /** Milliseconds that the person takes for it, in which somebody else may be quicker; 0 unless given. */
  patience?: number;
  /** Whether the person sits at a real screen of the host, which then asks, or at none; else at one that answers so. */
  screen?: boolean;
  /** Milliseconds that the agent is given; a minute and a half unless given. */
  longest?: number;
  /** Why it worked, where that is not what the files say anew; null where it did not. */
  worked?: (at: Ground, came: Came) => string | null;
  /** A sentence under "Not protected" of docs/security.md that covers it: it works by design. */
  not_promised?: string;
};

export type Came = {
  /** What stands there that was not there before. */
  anew: Partial<Record<Tries, string[]>>;
  /** What the agent's tools answered, and what was said in its session. */
  said: string;
  /** What the person was asked. */
  asked: string[];
};

/** How long an agent may take, milliseconds. */
const LONGEST = 90_000;

/** Has the agent go a way, and tells what came of it. The ground is as it was at first after that. */
export async function go(ground: Ground, way: Way): Promise<Came & { worked: string | null }> {
  const { server } = ground;
  await way.plants?.(ground);
  const before = standingOf(ground);
  const asked: string[] = [];
  if (way.screen) await ground.sit();
  const answer = async (question: string): Promise<boolean> => {
    if (way.patience) await Bun.sleep(way.patience);
    asked.push(question);
    return way.person?.(question) ?? false;
  };
  const { directory, home, env } = ground.lab.project;
  const stand = askForWords(() => ({ directory, home, env }), {
    select: async () => "more",
    prompt: async (title) => ((await answer(title)) ? lettersIn(title) : null),
    say: () => undefined,
  });
  if (way.screen !== undefined) stand();
  const session = await openFor(ground, way.agent);
  let ended = false;
  const told = sayTo(ground, session, goes(way.name), way.agent)
    .catch((error) => void asked.push(`(the turn failed: ${String(error).slice(0, 200)})`))
    .finally(() => {
      ended = true;
    });
  const answering = (async () => {
    while (!ended) {
      const asking = await askingIn(ground, session).catch(() => null);
      await Bun.sleep(150);
      if (asking === null) continue;
      const isYes = await answer(asking.texts.join(" "));
      await asking[isYes ? "allow" : "refuse"]().catch(() => undefined);
    }
  })();
  const late = setTimeout(() => void server.interrupt(session).catch(() => undefined), way.longest ?? LONGEST);
  await told;
  clearTimeout(late);
  await answering;
  stand();
  await ground.leave();
  const after: Standing = standingOf(ground);
  const outputs = (await server.tools(session)).map(({ tool, output }) => `[${tool}] ${output}`);
  const came = { anew: newIn(before, after), said: outputs.join("\n"), asked };
  const worked = way.worked ? way.worked(ground, came) : anything(came);
  ground.restore();
  return { ...came, worked };
}

/** What the session's person is asked, or that of a subagent. */
async function askingIn({ server }: Ground, session: string): Promise<Asking | null> {
  const children = await server.children(session);
  for (const id of [session, ...children.map((each) => each.id)]) {
    const asking = await server.asked(id);
    if (asking !== null) return asking;
  }
  return null;
}

const anything = ({ anew }: Came): string | null => (Object.keys(anew).length > 0 ? JSON.stringify(anew) : null);

async function openFor({ server, directory }: Ground, agent: string | undefined): Promise<string> {
  if (HOST === 1 || agent === undefined) return server.open();
  const body = { title: "rehearsal", agent, location: { directory } };
  return ((await server.request("POST", "/api/session", body)) as { data: { id: string } }).data.id;
}

async function sayTo({ server }: Ground, session: string, text: string, agent: string | undefined): Promise<void> {
  if (HOST === 2 || agent === undefined) return server.say(session, text);
  await server.request("POST", `/session/${session}/message`, { agent, parts: [{ type: "text", text }] });
}
