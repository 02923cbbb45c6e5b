import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atCommand } from "../command/voice.ts";
import { allOps } from "../ops/registry.ts";
import { patternOf } from "../text/pattern.ts";
import { type HelpTable, tablesOf } from "./help.ts";
import { STUDY_WORDS } from "./study/study.ts";

/** The page of the command, whose tables are written anew from those that the command itself reads. */
export const PAGE = join(import.meta.dirname, "../../docs/command.md");

/** The page with each table in its place: after a line `<!-- commands -->`, up to the next empty line. */
export async function withTables(page: string): Promise<string> {
  const ops = await allOps();
  const words = ops.flatMap((op) => op.words);
  const tables = Object.entries(tablesOf(ops, STUDY_WORDS));
  return tables.reduce((text, [name, table]) => {
    const place = patternOf(`(<!-- ${name} -->\\n)(?:\\|.*\\n)*`, "u");
    return text.replace(place, (_, mark: string) => `${mark}${drawn(table, (does) => atCommand(does, words))}\n`);
  }, page);
}

function drawn({ title, rows }: HelpTable, said: (does: string) => string): string {
  const lines = rows.map(([typed, does]) => `| \`${typed.replaceAll("|", "\\|")}\` | ${said(does)} |`);
  return [`| ${title} | |`, "| --- | --- |", ...lines].join("\n");
}

if (import.meta.main) writeFileSync(PAGE, await withTables(readFileSync(PAGE, "utf8")));
