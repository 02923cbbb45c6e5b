import type { AvailableModel } from "../artifacts/model.ts";
import { defaultDesigners } from "./default-models.ts";

/** What the host brings by itself is listed, and stands among the designers only where a person puts it there. */
const HOSTS_OWN =
  "OpenCode's own free models, whose service you did not set up; one named above is asked without a question:";
/** Further models that it lists in a comment, to be copied from. */
const MAX_LISTED = 30;

/**
 * A configuration to begin with, as JSON with comments: the models that are really connected, the settings that people
 * change first, and every other setting left at its default.
 * @param available Models of the connected providers; may be empty, then the lists hold placeholders in comments.
 * @param schema Path or address of the JSON Schema for editors, from the file's own folder.
 */
export function starterConfig(available: readonly AvailableModel[], schema: string): string {
  const own = available.filter(({ hosts_own }) => !hosts_own);
  const designers = defaultDesigners(own);
  const offered = own.length > 0 ? own : available;
  const others = offered.map(({ id }) => id).filter((id) => !designers.includes(id));
  const listed = others.sort().slice(0, MAX_LISTED).map(comment);
  const more =
    others.length > listed.length ? [comment(`and ${others.length - listed.length} more: opencode models`)] : [];
  return [
    "{",
    `  "$schema": ${JSON.stringify(schema)},`,
    "",
    comment("Models that each write a design; one listed twice writes two."),
    ...(designers.length > 0
      ? [`  "design_models": ${list(designers)},`]
      : [
          comment("You had set up no provider when this was written: `opencode auth login`, then name models here."),
          '  "design_models": [],',
        ]),
    ...(listed.length > 0 ? [comment(own.length > 0 ? "Also connected:" : HOSTS_OWN), ...listed, ...more] : []),
    "",
    comment("Models that review and score every design; empty: the designers."),
    '  "review_models": [],',
    "",
    comment("What an experiment may spend, in US dollars and, for one call, minutes; null: no limit."),
    '  "limits": { "max_cost": null, "max_minutes": null },',
    "",
    comment(
      "Ask before what should cost more than these US dollars; only your own file may raise it; null: never ask.",
    ),
    '  "confirm_above": 1,',
    "",
    comment("Designers may read the project, with read, grep and glob only; false: they work from the task alone."),
    '  "design": { "repository": true }',
    "}",
    "",
  ].join("\n");
}

function list(items: readonly string[]): string {
  return `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
}

/** One line of comment; what a provider calls its models is data, so it can end no line. */
function comment(text: string): string {
  return `  // ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`;
}
