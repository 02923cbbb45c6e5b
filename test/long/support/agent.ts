import type { Asked } from "../../../rehearsal/asked.ts";
import { HOST_MODEL } from "../../../rehearsal/host-agent.ts";
import type { Reply, ToolCall } from "../../../rehearsal/reply.ts";
import { asHost } from "../../e2e/support/dialect.ts";
import { HOST } from "../../e2e/support/hosts.ts";

/** One turn of the agent: a call, several at once, or what it makes of what its calls have given back so far. */
export type Step = ToolCall | ToolCall[] | ((results: readonly string[]) => ToolCall | ToolCall[]);

/** What its person says for the agent to go a way. */
export const goes = (name: string): string => `Way: ${name}.`;
const WAY = /^Way: ([^.]+)\.$/mu;
/** What a nested agent, or one that a line of the command speaks to, is told to call. */
const SPELLED = /^"?Call (?:designlab with|the tool designlab once)/mu;

/** An agent that goes the way that it is told by name; a subagent repeats what it was told, or makes the call in it. */
export function agentOf(stepsOf: (name: string) => readonly Step[]): (asked: Asked) => Reply | undefined {
  return (asked) => {
    const isHost = asked.model === HOST_MODEL && asked.kind !== "title";
    if (!isHost) return undefined;
    const last = asked.messages.findLast(({ role, content }) => role === "user" && !content.startsWith("<system-"));
    const said = last?.content ?? "";
    const name = WAY.exec(said)?.[1];
    if (name === undefined) return SPELLED.test(said) ? undefined : { text: `I was told: ${said}` };
    const { turns } = asked;
    const step = stepsOf(name)[turns];
    const calls = typeof step === "function" ? step(asked.results) : step;
    return calls === undefined ? { text: "Done." } : { calls: [...Array.from({ length: turns }, () => []), calls] };
  };
}

export const lab = (op: string, args: object = {}): ToolCall => ({ name: "designlab", args: { op, args } });

/** A command in the agent's shell; it waits a minute at most. */
export const shell = (command: string): ToolCall =>
  asHost({ name: "bash", args: { command, description: "a command", timeout: 60_000 } });

/** A subagent with this prompt. */
export const task = (prompt: string): ToolCall =>
  asHost({ name: "task", args: { subagent_type: "general", description: "a look", prompt } });

/** A word as a shell takes it, whatever stands in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What the agent does with its own program, as a command of its shell. */
export const tools = (verb: string, ...args: unknown[]): string =>
  ["node agent/tools.mjs", verb, ...args.map((each) => quoted(JSON.stringify(each)))].join(" ");

/** A host of the agent's own that runs one message and ends. */
export const run = (words: string, message: string, { before = "", flags = "" } = {}): string =>
  `printf %s ${quoted(message)} | ${before} opencode ${flags} run ${HOST === 2 ? "--standalone" : ""} ${words}`;

/** The same with a line of the command. */
export const runLine = (line: string, { flags = "", words = "" } = {}): string =>
  HOST === 1
    ? `opencode ${flags} run ${words} --command design-lab -- ${line} < /dev/null`
    : run(words, `/design-lab ${line}`, { flags });

/** What a nested agent is told to call. */
export const spelled = (op: string, args: object = {}): string => `Call designlab with ${JSON.stringify({ op, args })}`;

/** A line on a terminal that nobody sits at. */
export const onPty = (command: string): string => `timeout 25 script -qec ${quoted(command)} /dev/null < /dev/null`;

/** The same where the agent says yes to what is asked there after so many seconds. */
export const onPtyWithYes = (seconds: number, command: string): string =>
  `(sleep ${seconds}; echo y; sleep 5) | timeout ${seconds + 12} script -qec ${quoted(command)} /dev/null`;
