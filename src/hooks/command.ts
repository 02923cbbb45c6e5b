/** A /design-lab line, understood: the args of run, or what is wrong with it. */
export type CommandLine = { args: Record<string, unknown> } | { problem: string };

const VALUE_OPTIONS = {
  "--design-models": "design_models",
  "--review-models": "review_models",
  "--topic": "topic",
  "--output-dir": "output_dir",
} as const;
const SWITCHES = {
  "--no-qualitative": ["qualitative", false],
  "--no-quantitative": ["quantitative", false],
  "--strict-isolation": ["strict_isolation", true],
} as const;

const OPTION = /^(--[a-z][a-z-]*)(?:=|\s+|$)/u;
const VALUE = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))(?:\s+|$)/su;
const QUOTED_TASK = /^"((?:[^"\\]|\\.)*)"(?:\s+(--[a-z].*))?$|^'([^']*)'(?:\s+(--[a-z].*))?$/su;

/**
 * Parses the text after /design-lab: options first, or after a quoted task; everything else is the task, word for
 * word, so that an apostrophe or a line break in it needs no quoting. `opencode run --command` wraps the whole text
 * in quotes with the inner ones escaped; that layer is taken off first.
 */
export function parseCommandLine(text: string): CommandLine {
  const args: Record<string, unknown> = {};
  let rest = unwrapped(text.trim());
  for (;;) {
    const quoted = QUOTED_TASK.exec(rest);
    if (quoted) {
      const task = unescaped(quoted[1] ?? quoted[3] ?? "").trim();
      if (task !== "") args.task = task;
      rest = quoted[2] ?? quoted[4] ?? "";
      if (rest === "") return { args };
      continue;
    }
    const option = OPTION.exec(rest)?.[1];
    if (option === undefined) break;
    rest = rest.slice(OPTION.exec(rest)?.[0].length ?? 0).trimStart();
    if (option in SWITCHES) {
      const [name, value] = SWITCHES[option as keyof typeof SWITCHES];
      args[name] = value;
    } else if (option in VALUE_OPTIONS) {
      const value = VALUE.exec(rest);
      if (!value || value[0].startsWith("--")) return { problem: `${option} needs a value` };
      const text = unescaped(value[1] ?? value[2] ?? value[3] ?? "");
      const name = VALUE_OPTIONS[option as keyof typeof VALUE_OPTIONS];
      args[name] = name.endsWith("_models")
        ? text
            .split(",")
            .map((item) => item.trim())
            .filter(Boolean)
        : text;
      rest = rest.slice(value[0].length).trimStart();
    } else {
      const known = [...Object.keys(VALUE_OPTIONS), ...Object.keys(SWITCHES)];
      return { problem: `there is no option ${option}; there are ${known.join(", ")}` };
    }
  }
  const task = rest.trim();
  if (task !== "") args.task = args.task === undefined ? task : `${args.task} ${task}`;
  return { args };
}

/** What the agent is told to do for a command line: one exact call, or to ask the person for what is missing. */
export function commandPrompt(line: CommandLine): string {
  if ("problem" in line) {
    return `The command /design-lab cannot be run: ${line.problem}. Tell the person exactly this and do nothing else.`;
  }
  const call = (args: object) => ["```json", JSON.stringify({ op: "run", args }, null, 1), "```"].join("\n");
  if (line.args.task !== undefined) {
    return [
      "Call the tool designlab once, with exactly these arguments, changing nothing:",
      call(line.args),
      "Then show the person the tool's reply as it stands. Do not add a judgement of your own.",
    ].join("\n\n");
  }
  return [
    "The person wants several models to design something with /design-lab and has not said what. Ask for three things: the task (needed), the constraints (optional) and the non-functional requirements (optional). Use the question tool if you have it; if you do not, ask in plain words and wait for the answer. Invent nothing.",
    "Then call the tool designlab once with these arguments, filled with the person's own words (leave out what is empty):",
    call({ task: "…", constraints: ["…"], non_functional_requirements: ["…"], ...line.args }),
    "Then show the person the tool's reply as it stands.",
  ].join("\n\n");
}

/**
 * Takes off one layer of quotes around the whole: `opencode run --command` puts it there, with a backslash before every
 * quote inside and before nothing else; a person may have typed it too.
 */
function unwrapped(text: string): string {
  const inner = /^"(.*)"$/su.exec(text)?.[1];
  return inner === undefined || /(?<!\\)"/u.test(inner) ? text : inner.replaceAll('\\"', '"').trim();
}

const unescaped = (text: string): string => text.replace(/\\(["\\])/gu, "$1");
