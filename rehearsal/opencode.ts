import { developmentBinary, type Generation } from "./binary.ts";
import { isObject, type JsonObject } from "./json-in-text.ts";
import { endTree, killTree, spawnTree } from "./process-tree.ts";

/** Which opencode runs, where and with which environment; a Project is one. */
export type Place = { generation: Generation; directory: string; env: Record<string, string> };

export type RunOptions = {
  project: Place;
  /** What the person says; with `command`, the arguments of the command. */
  message: string;
  /** Name of a slash command, without the slash. */
  command?: string;
  /** What is piped in beside a command. */
  input?: string;
  model?: string;
  agent?: string;
  /** Address of a running server of the first generation, in which the work is then done. */
  attach?: string;
  /** Options of the host itself, which stand before the word run. */
  before?: readonly string[];
  /** Session to continue. */
  session?: string;
  /** Allow what would be asked; otherwise opencode run refuses it. */
  auto?: boolean;
  /** Milliseconds until the process tree is killed; 240,000 unless given. */
  timeout?: number;
  signal?: AbortSignal;
  /** Called with each event as it comes. */
  onEvent?: (event: JsonObject) => void;
  binary?: string;
};

export type ToolResult = {
  tool: string;
  input: unknown;
  status: string;
  /** What the model was sent back; the error's text when the call failed. */
  output: string;
};

export type RunResult = {
  /** null when the process was killed. */
  code: number | null;
  timed_out: boolean;
  /** From the spawn to the end of the process. */
  ms: number;
  events: JsonObject[];
  /** Every finished tool call of the person's agent, in order. */
  tools: ToolResult[];
  /** What the designlab tool answered, call by call. */
  designlab: string[];
  /** What the person's agent said. */
  text: string;
  /** What the host itself reported as errors. */
  errors: string[];
  session: string | null;
  stdout: string;
  stderr: string;
};

/** Runs `opencode run --format json` to its end; resolves also when it fails, times out or is aborted. */
export async function runOpencode(options: RunOptions): Promise<RunResult> {
  const started = Date.now();
  const child = spawnTree(options.binary ?? developmentBinary(options.project.generation), runArgs(options), {
    cwd: options.project.directory,
    // The host takes its folder from PWD rather than from the working directory.
    env: { ...options.project.env, PWD: options.project.directory },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const result: RunResult = {
    code: null,
    timed_out: false,
    ms: 0,
    events: [],
    tools: [],
    designlab: [],
    text: "",
    errors: [],
    session: null,
    stdout: "",
    stderr: "",
  };
  let line = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    result.stdout += text;
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const each of lines) take(each, result, options.onEvent);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    result.stderr += text;
  });
  // A message on the standard input reaches the model as it is; as an argument, as a command's are, it is put in quotes.
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.command === undefined ? options.message : (options.input ?? ""));
  const stop = () => void endTree(child);
  const timer = setTimeout(() => {
    result.timed_out = true;
    stop();
  }, options.timeout ?? 240_000);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    result.code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
    killTree(child, "SIGKILL");
  }
  take(line, result, options.onEvent);
  result.ms = Date.now() - started;
  return result;
}

function runArgs({
  project,
  message,
  before = [],
  command,
  model,
  agent,
  attach,
  session,
  auto,
}: RunOptions): string[] {
  return [
    ...before,
    "run",
    "--format",
    "json",
    // Without it the second generation talks to a service that lives on in the background.
    ...(project.generation === 2 ? ["--standalone"] : []),
    ...(model === undefined ? [] : ["--model", model]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...(attach === undefined ? [] : ["--attach", attach]),
    ...(session === undefined ? [] : ["--session", session]),
    ...(auto ? ["--auto"] : []),
    ...(command === undefined ? [] : commandArgs(project, command, message)),
  ];
}

/** Where a command has no option, it is a message that begins with a slash; after "--" that host says it twice. */
function commandArgs({ generation }: Place, command: string, message: string): string[] {
  if (generation === 2) return [`/${command} ${message}`.trim()];
  return ["--command", command, "--", ...(message === "" ? [] : [message])];
}

/** Takes one line of the output; whatever is no event is only kept in stdout. */
function take(line: string, result: RunResult, onEvent: ((event: JsonObject) => void) | undefined): void {
  if (!line.startsWith("{")) return;
  const event = parse(line);
  if (event === null) return;
  result.events.push(event);
  onEvent?.(event);
  if (typeof event.sessionID === "string") result.session ??= event.sessionID;
  const part = isObject(event.part) ? event.part : {};
  if (event.type === "error") result.errors.push(errorText(event.error));
  if (event.type === "text" && typeof part.text === "string") result.text += part.text;
  if (event.type !== "tool_use" || !isObject(part.state)) return;
  const { status, input, output, error } = part.state;
  const finished = { tool: String(part.tool), input, status: String(status), output: String(output ?? error ?? "") };
  result.tools.push(finished);
  if (finished.tool === "designlab") result.designlab.push(finished.output);
}

function errorText(error: unknown): string {
  const { name, data } = isObject(error) ? error : {};
  const message = isObject(data) ? data.message : undefined;
  return [name, message].filter((part) => typeof part === "string").join(": ") || JSON.stringify(error);
}

function parse(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
