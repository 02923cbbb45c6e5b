import { OptionalKind, type TSchema } from "@sinclair/typebox";
import { QUESTIONS, rowOf, TYPE_NAMES } from "../../questions/types.ts";
import { questionForm } from "../../story/asking.ts";
import { code, inline, join, type Markdown, md } from "../../text/markdown.ts";

import { drawn } from "./drawn.ts";

/** Every type of question with its own fields and the shape of its answer, a line each, for whoever writes questions. */
export function questionTypesText(): Markdown {
  const [first = "pick_one"] = TYPE_NAMES;
  const own = rowOf(first).fields;
  const common = Object.entries(QUESTIONS[first].properties).filter(([name]) => name !== "type" && !(name in own));
  return join(
    [
      drawn(questionForm(fieldsText(Object.fromEntries(common)))),
      join(
        TYPE_NAMES.map((type) => {
          const { summary, fields, answer } = rowOf(type);
          return md`- **${inline(type)}** (${inline(summary)}): ${code(`${shapeText(fields)} \u2192 ${shapeText(answer.properties)}`)}`;
        }),
        "\n",
      ),
    ],
    "\n\n",
  );
}

const shapeText = (fields: Readonly<Record<string, TSchema>>): string => `{${fieldsText(fields)}}`;

function fieldsText(fields: Readonly<Record<string, TSchema>>): string {
  return Object.entries(fields)
    .map(([name, schema]) => `${name}${isOptional(schema) ? "?" : ""}${valueText(schema)}`)
    .join(", ");
}

const isOptional = (schema: TSchema): boolean => OptionalKind in schema;

/** What a field holds where its name does not tell: the fields of what it lists, the words that it may be. */
function valueText(schema: TSchema): string {
  const { anyOf, items, properties } = schema as { anyOf?: TSchema[]; items?: TSchema; properties?: Fields };
  const choices = (anyOf ?? []).flatMap((each) => (each.const === undefined ? [] : JSON.stringify(each.const)));
  if (choices.length > 0) return `: ${choices.join(" | ")}`;
  if (properties !== undefined) return `: ${shapeText(properties)}`;
  if (items !== undefined) return `: [${items.properties ? shapeText(items.properties) : ""}\u2026]`;
  return schema.patternProperties === undefined ? "" : ": {id: \u2026}";
}

type Fields = Record<string, TSchema>;
