import { type TSchema, Type } from "@sinclair/typebox";
import type { SpokenTo } from "../artifacts/caller.ts";
import type { Check } from "../artifacts/note.ts";
import { optionUsage, RUN_OPTIONS } from "../command/run-line.ts";
import { unquoted, upTo, type Word } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import { IS_BROKEN, readFrom, WHAT_IS_WRONG } from "../story/configuration.ts";
import { agentHelp, HELP, opOfWord, opSaid } from "../story/help.ts";
import { personasHelp } from "../story/personas.ts";
import { code, inline, join, type Markdown, md, prose } from "../text/markdown.ts";
import { typedCode } from "../text/typed.ts";
import { blocksText } from "../views/markdown/blocks.ts";
import { drawn } from "../views/markdown/drawn.ts";
import { setupArgs } from "./args.ts";
import { opsMeant } from "./meant.ts";
import { defineOp, exampleCall, type NamedOp, type OpContext } from "./op.ts";

/** What help is asked for by a person, who types. */
const LINES = "lines";
/** A task of several words, which stands in quotes. */
const IN_QUOTES = /^(?:"[^"]*"|'[^']*'|“[^”]*”)$/u;
const isTask = (text: string): boolean => IN_QUOTES.test(text) && text.slice(1, -1).trim().split(/\s/u, 2).length > 1;
/** A topic beside the ops. */
const PERSONAS = "personas";

const { task, requirements, constraints, non_functional_requirements } = setupArgs;
/** A task for which the way that fits is asked. */
const TASK_ARGS = {
  task: Type.Optional({
    ...task,
    description: "In place of op: a task, for the way that fits it, why and what it costs",
  }),
  requirements,
  constraints,
  non_functional_requirements,
};

export const help = defineOp({
  summary: "the ops, one op with its args, or which way fits a task",
  args: {
    op: Type.Optional(
      Type.String({
        description: `An op's name, "${LINES}" for what a person types, or "${PERSONAS}"; all ops when absent`,
      }),
    ),
    ...TASK_ARGS,
  },
  example: { op: "run" },
  host: (given) => (given.task === undefined ? undefined : "wanted"),
  words: [
    {
      word: "stop",
      usage: "stop",
      does: "how a run is stopped: with Esc where it was started, or with the button of the page that `/design-lab open` shows; what is finished is kept, and `/design-lab resume` goes on with it",
      command: null,
      reads: () => ({ args: { op: "stop" } }),
    },
    {
      word: "help",
      also: ["version", "usage"],
      usage: 'help [show | "a task"]',
      does: "this, more about one of these, or which way fits a task, why and for how much; no model is asked",
      reads: (words, line) =>
        isTask(line.trim()) || (words.length === 1 && /\s/u.test((words[0] ?? "").trim()))
          ? { args: { task: unquoted(line.trim()) } }
          : upTo(1, words, ([op = LINES]) => ({ op })),
    },
  ],
  async run({ op: name, ...given }, context) {
    if (given.task !== undefined && name !== undefined)
      throw new UsageError("Give op for help on it, or task for the way that fits it; found both.");
    if (given.task !== undefined) return (await import("./way-in.ts")).answerWayIn(context, given);
    const ops = await context.ops();
    const words = ops.flatMap((op) => op.words);
    const wanted = name?.trim().toLowerCase();
    if (wanted === undefined || wanted === LINES) {
      const about = aboutSetup(await context.configuration(), await context.versions());
      return wanted === undefined && context.voice === "agent"
        ? opsText(ops, about)
        : linesText(ops, about, context.voice);
    }
    if (wanted === PERSONAS) return blocksText(personasHelp(await context.labForReading()));
    const typer = ops.find((op) => op.words.some(({ word }) => word === wanted));
    const word = typer?.words.find((each) => each.word === wanted);
    const op = ops.find((each) => each.name === wanted);
    const isAgent = context.voice === "agent";
    if (op && (isAgent || word === undefined)) return helpOn(op);
    if (typer && word)
      return isAgent
        ? join([typedHelp(word), drawn(opOfWord(typer.name))], "\n\n")
        : join([typedHelp(word), ...optionsHelp(word, typer)], "\n\n");
    const known = [...new Set([...ops.map((each) => each.name), ...words.map((each) => each.word), PERSONAS])];
    const near = opsMeant(wanted, ops);
    throw new UsageError(
      `There is no op "${(name ?? "").slice(0, 60)}"${near.map((each) => `; ${each}`).join("")}. There are ${known.join(", ")}.`,
    );
  },
});

type Configuration = Awaited<ReturnType<OpContext["configuration"]>>;

/** What an agent can call. */
function opsText(ops: readonly NamedOp[], about: readonly Markdown[]): Markdown {
  return join(
    [
      drawn(HELP.what),
      ...about,
      drawn(agentHelp(LINES)),
      join(
        ops.map(({ name, summary, args: { properties } }) => {
          const known = Object.keys(properties);
          return md`- **${inline(name)}**: ${inline(summary)}.${known.length > 0 ? md` Args: ${inline(known.join(", "))}` : md``}`;
        }),
        "\n",
      ),
    ],
    "\n\n",
  );
}

/** What a person can type. */
function linesText(ops: readonly NamedOp[], about: readonly Markdown[], voice: SpokenTo): Markdown {
  return join(
    [
      drawn(HELP.typed),
      join(ops.flatMap(({ words }) => words).map(commandLine), "\n"),
      drawn(HELP.brackets),
      optionLines(RUN_OPTIONS),
      ...about,
      ...(voice === "agent" ? [drawn(HELP.agent)] : []),
    ],
    "\n\n",
  );
}

function aboutSetup(configuration: Configuration, versions: readonly Check[]): Markdown[] {
  return [
    configurationText(configuration),
    join(
      versions.map(({ what, found, remedy }) => prose(`${what}: ${found}. ${remedy}`.trim())),
      "\n",
    ),
  ];
}

function commandLine({ usage, does }: Word): Markdown {
  return md`- ${typedCode(usage)}: ${inline(does)}`;
}

function optionLines(options: typeof RUN_OPTIONS): Markdown {
  return join(
    options.map((each) => md`- ${code(optionUsage(each))}: ${inline(each.does)}`),
    "\n",
  );
}

/** Where the configuration comes from; one that is broken is said to be so, not to be absent. */
function configurationText({ sources, problem }: Configuration): Markdown {
  if (problem !== null) return md`${drawn(IS_BROKEN)} ${prose(problem.message)}\n\n${drawn(WHAT_IS_WRONG)}`;
  return drawn(readFrom(sources));
}

/** What a user types. */
const typedHelp = (word: Word): Markdown => md`${typedCode(word.usage)}: ${inline(word.does)}.`;

/** The options of a word that takes a task, by the args of its op. */
function optionsHelp(word: Word, { args: { properties } }: NamedOp): Markdown[] {
  if (!("task" in word)) return [];
  const options = RUN_OPTIONS.filter((each) => Object.hasOwn(properties, "limit" in each ? "limits" : each.arg));
  return [drawn(HELP.options), optionLines(options)];
}

function helpOn({ name, summary, args: schema, example, more }: NamedOp): Markdown {
  return join(
    [
      drawn(opSaid(name, summary)),
      join(
        Object.entries(schema.properties).map(([key, field]) => {
          return md`- **${inline(key)}** (${inline(typeName(field))}): ${inline(field.description ?? "")}`;
        }),
        "\n",
      ),
      ...(more ? [more()] : []),
      md`Example: ${exampleCall({ name, example })}`,
    ],
    "\n\n",
  );
}

/** What a value is in words; what stands in a list says so itself where its type would not. */
function typeName(schema: TSchema): string {
  const {
    anyOf,
    type,
    items,
    const: literal,
  } = schema as { anyOf?: TSchema[]; type?: string; items?: TSchema; const?: unknown };
  const kinds = anyOf?.map(typeName);
  if (kinds) return kinds.join(kinds.some((each) => each.includes(" or ")) ? ", or " : " or ");
  if (literal !== undefined) return JSON.stringify(literal);
  return type === "array" && items ? `list of ${items.title ?? `${typeName(items)}s`}` : (type ?? "any");
}
