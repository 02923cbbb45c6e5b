import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { noBrowser, openInBrowser } from "../src/live/show-page.ts";
import { PACKAGE_ROOT } from "./binary.ts";

/** An experiment that was ranked, in the folder of a project. */
export type Ranked = { id: string; report: string };

/** The newest experiment of a project that has a report; null where none has. */
export function rankedIn(directory: string): Ranked | null {
  const base = join(directory, ".opencode", "design-lab");
  if (!existsSync(base)) return null;
  const reports = readdirSync(base)
    .sort()
    .map((name) => join(base, name, "results", "report.html"));
  const report = reports.findLast((file) => existsSync(file));
  return report === undefined ? null : { id: basename(dirname(dirname(report))), report };
}

/**
 * Makes a folder one in which a person can go on: their own OpenCode finds the plugin there and their own models, and
 * npx finds the command. What the rehearsal configured, its scripted models above all, is gone from it.
 */
export function handOver(directory: string): void {
  const host = { $schema: "https://opencode.ai/config.json", plugin: [PACKAGE_ROOT] };
  writeFileSync(join(directory, "opencode.json"), `${JSON.stringify(host, null, 2)}\n`);
  writeFileSync(join(directory, "tui.json"), `${JSON.stringify({ plugin: [PACKAGE_ROOT] }, null, 2)}\n`);
  const commands = join(directory, "node_modules", ".bin");
  mkdirSync(commands, { recursive: true });
  const cli = join(PACKAGE_ROOT, "cli.js");
  const command = join(commands, "opencode-designlab");
  if (process.platform === "win32") writeFileSync(`${command}.cmd`, `@node "${cli}" %*\r\n`);
  else if (!existsSync(command)) symlinkSync(cli, command);
}

/** Where the report is, as a terminal makes a link of it, and what can be typed in the folder and where. */
export function waysOn(directory: string, { id, report }: Ranked, opencode: string): string[] {
  return [
    `The report:  ${pathToFileURL(report).href}`,
    `The folder:  ${directory}`,
    "",
    "In a terminal; no model is asked:",
    `  cd ${quoted(directory)}`,
    `  npx opencode-designlab show ${id}`,
    `  npx opencode-designlab show ${id} A`,
    `  npx opencode-designlab compare ${id}`,
    "In OpenCode, in the same folder; your own agent answers, with a model of yours:",
    `  ${quoted(opencode)}`,
    `  /design-lab open ${id}`,
    `  /design-lab decide ${id}`,
  ];
}

const quoted = (path: string): string => (/^[\w./:@\\-]+$/u.test(path) ? path : `"${path}"`);

type Surroundings = { env: Readonly<Record<string, string | undefined>>; terminal: boolean; wanted: boolean };

/** Opens the report where somebody sits before a browser and did not say no. What came of it, as a sentence. */
export async function showReport(
  { report }: Ranked,
  { env, terminal, wanted }: Surroundings,
  open: (file: string) => Promise<boolean> = openInBrowser,
): Promise<string> {
  if (!wanted || !terminal || noBrowser(env, process.platform) !== null) return "Open the report with the link above.";
  return (await open(report))
    ? "The report opens in your browser."
    : "No browser could be started: use the link above.";
}
