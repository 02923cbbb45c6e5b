import { type TSchema, Type } from "@sinclair/typebox";
import type { Check } from "../artifacts/note.ts";
import { optionUsage, RUN_OPTIONS } from "../command/run-line.ts";
import { upTo, type Word } from "../command/word.ts";
import { UsageError } from "../errors.ts";
import { call } from "../text/call.ts";
import { code, inline, join, literal, type Markdown, md, prose } from "../text/markdown.ts";
import { nearest } from "../text/nearest.ts";
import { typed } from "../text/typed.ts";
import { defineOp, exampleCall, type NamedOp, type OpContext } from "./op.ts";

export const help = defineOp({
  summary: "the ops, or one op with its args",
  args: { op: Type.Optional(Type.String({ description: "An op's name; all of them when absent" })) },
  example: { op: "run" },
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
      usage: "help [show]",
      does: "this, or more about one of these",
      reads: (words) => upTo(1, words, ([op]) => ({ op })),
    },
  ],
  async run({ op: name }, context) {
    const ops = await context.ops();
    const words = ops.flatMap((op) => op.words);
    if (name === undefined) return overview(ops, await context.configuration(), await context.versions());
    const wanted = name.trim().toLowerCase();
    const word = words.find((each) => each.word === wanted);
    const op = ops.find((each) => each.name === wanted);
    if (op || word) return join([...(word ? [typedHelp(word)] : []), ...(op ? [helpOn(op)] : [])], "\n\n");
    const known = [...new Set([...ops.map((each) => each.name), ...words.map((each) => each.word)])];
    const near = nearest(wanted, known);
    throw new UsageError(
      `There is no op "${name.slice(0, 60)}"${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}. There are ${known.join(", ")}.`,
    );
  },
});

type Configuration = Awaited<ReturnType<OpContext["configuration"]>>;

function overview(ops: readonly NamedOp[], configuration: Configuration, versions: readonly Check[]): Markdown {
  return join(
    [
      md`Several models each write a design for one task, alone; reviewers judge every design blind; statistics rank them and say how sure the ranking is. What you can type:`,
      join(ops.flatMap(({ words }) => words).map(commandLine), "\n"),
      md`What is in brackets may be left out, and then the newest experiment is meant. Options of a run stand before its task:`,
      optionLines(),
      configurationText(configuration),
      join(
        versions.map(({ what, found, remedy }) => prose(`${what}: ${found}. ${remedy}`.trim())),
        "\n",
      ),
      md`For the agent, \`designlab({op, args})\`; one op with its args and an example: ${call("help", { op: "run" })}.`,
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

function commandLine({ usage, does }: Word): Markdown {
  return md`- ${typed(usage)}: ${inline(does)}`;
}

function optionLines(): Markdown {
  return join(
    RUN_OPTIONS.map((each) => md`- ${code(optionUsage(each))}: ${inline(each.does)}`),
    "\n",
  );
}

/** Where the configuration comes from; one that is broken is said to be so, not to be absent. */
function configurationText({ sources, problem }: Configuration): Markdown {
  if (problem !== null)
    return md`**The configuration is broken; nothing that costs money runs until it is mended.** ${prose(problem.message)}\n\n${typed("doctor")} tells what is wrong.`;
  return sources.length > 0
    ? md`Configuration read from: ${join(sources.map(literal), ", ")}.`
    : md`No configuration file was found: defaults apply, and the models are chosen among the connected providers. ${typed("init")} writes one.`;
}

/** What a person types, and the options where it takes a task. */
function typedHelp(word: Word): Markdown {
  return join(
    [
      md`${typed(word.usage)}: ${inline(word.does)}.`,
      ...("task" in word ? [md`Options, before the task:`, optionLines()] : []),
    ],
    "\n\n",
  );
}

function helpOn({ name, summary, args: schema, example }: NamedOp): Markdown {
  return join(
    [
      md`For the agent, op **${inline(name)}**: ${inline(summary)}.`,
      join(
        Object.entries(schema.properties).map(([key, field]) => {
          return md`- **${inline(key)}** (${inline(typeName(field))}): ${inline(field.description ?? "")}`;
        }),
        "\n",
      ),
      md`Example: ${code(exampleCall({ name, example }))}`,
    ],
    "\n\n",
  );
}

function typeName(schema: TSchema): string {
  const {
    anyOf,
    type,
    items,
    const: literal,
  } = schema as { anyOf?: TSchema[]; type?: string; items?: TSchema; const?: unknown };
  if (anyOf) return anyOf.map(typeName).join(" or ");
  if (literal !== undefined) return JSON.stringify(literal);
  return type === "array" && items ? `list of ${typeName(items)}s` : (type ?? "any");
}
