import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { Check } from "../artifacts/note.ts";
import { LabError } from "../errors.ts";
import { call } from "../text/call.ts";
import { code, inline, join, literal, type Markdown, md, prose } from "../text/markdown.ts";
import { nearest } from "../text/nearest.ts";
import { RUN_OPTIONS, SUB_COMMANDS } from "../text/sub-commands.ts";
import { typed } from "../text/typed.ts";
import { defineOp, type Op, type OpContext } from "./op.ts";
import { SUMMARIES } from "./summaries.ts";

const args = Type.Object(
  { op: Type.Optional(Type.String({ description: "An op's name; all of them when absent" })) },
  { additionalProperties: false },
);

type SubCommand = (typeof SUB_COMMANDS)[number];

/** Help about the given ops and itself. */
export function helpFor(others: readonly Op[]): Op {
  const help: Op = defineOp({
    name: "help",
    args,
    example: { op: "run" },
    async run({ op: name }: Static<typeof args>, context) {
      const ops = [...others, help];
      if (name === undefined) return overview(ops, context.configuration(), await context.versions());
      const wanted = name.trim().toLowerCase();
      const op = ops.find((candidate) => candidate.name === wanted);
      const command = SUB_COMMANDS.find(({ word }) => word === wanted);
      if (op || command) return join([...(command ? [typedHelp(command)] : []), ...(op ? [helpOn(op)] : [])], "\n\n");
      const known = [...ops.map((candidate) => candidate.name), "dry-run", "resume", "stop"];
      const near = nearest(wanted, known);
      throw new LabError(
        `There is no op "${name.slice(0, 60)}"${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}. There are ${known.join(", ")}.`,
      );
    },
  });
  return help;
}

function overview(
  ops: readonly Op[],
  configuration: ReturnType<OpContext["configuration"]>,
  versions: readonly Check[],
): Markdown {
  return join(
    [
      md`Several models each write a design for one task, alone; reviewers judge every design blind; statistics rank them and say how sure the ranking is. What you can type:`,
      join(SUB_COMMANDS.map(commandLine), "\n"),
      md`What is in brackets may be left out, and then the newest experiment is meant. Options of a run stand before its task:`,
      optionLines(),
      configurationText(configuration),
      join(
        versions.map(({ what, found, remedy }) => prose(`${what}: ${found}. ${remedy}`.trim())),
        "\n",
      ),
      md`For the agent, \`designlab({op, args})\`; one op with its args and an example: ${call("help", { op: "run" })}.`,
      join(
        ops.map(({ name, args: { properties } }) => {
          const known = Object.keys(properties);
          return md`- **${name}**: ${inline(SUMMARIES[name])}.${known.length > 0 ? md` Args: ${inline(known.join(", "))}` : md``}`;
        }),
        "\n",
      ),
    ],
    "\n\n",
  );
}

function commandLine({ usage, does }: SubCommand): Markdown {
  return md`- ${typed(usage)}: ${inline(does)}`;
}

function optionLines(): Markdown {
  return join(
    RUN_OPTIONS.map(
      (each) => md`- ${code("takes" in each ? `${each.option} ${each.takes}` : each.option)}: ${inline(each.does)}`,
    ),
    "\n",
  );
}

/** Where the configuration comes from; one that is broken is said to be so, not to be absent. */
function configurationText({ sources, problem }: ReturnType<OpContext["configuration"]>): Markdown {
  if (problem !== null)
    return md`**The configuration is broken; nothing that costs money runs until it is mended.** ${prose(problem.message)}\n\n${typed("doctor")} tells what is wrong.`;
  return sources.length > 0
    ? md`Configuration read from: ${join(sources.map(literal), ", ")}.`
    : md`No configuration file was found: defaults apply, and the models are chosen among the connected providers. ${typed("init")} writes one.`;
}

/** What a person types, and the options where it takes a task. */
function typedHelp(command: SubCommand): Markdown {
  const takesTask = /^(?:run|dry-run|generate)$/u.test(command.word);
  return join(
    [
      md`${typed(command.usage)}: ${inline(command.does)}.`,
      ...(takesTask ? [md`Options, before the task:`, optionLines()] : []),
    ],
    "\n\n",
  );
}

function helpOn({ name, args: schema, example }: Op): Markdown {
  return join(
    [
      md`For the agent, op **${name}**: ${inline(SUMMARIES[name])}.`,
      join(
        Object.entries(schema.properties).map(([key, field]) => {
          return md`- **${inline(key)}** (${inline(typeName(field))}): ${inline(field.description ?? "")}`;
        }),
        "\n",
      ),
      md`Example: ${code(exampleCall(name, example))}`,
    ],
    "\n\n",
  );
}

/** A call as an agent would write it. */
export function exampleCall(op: string, example: Readonly<Record<string, unknown>>): string {
  return `designlab(${JSON.stringify({ op, args: example })})`;
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
