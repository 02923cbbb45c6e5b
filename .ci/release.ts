import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What a version that is to be published says of itself, and where. */
export type Release = {
  /** Of git: v1.2.3. */
  tag: string;
  /** Of package.json. */
  version: string;
  /** The text of CHANGELOG.md. */
  changelog: string;
};

/** Every version that has a heading, the newest first, with what stands behind it: a date once it is published. */
export function versionsIn(changelog: string): { version: string; date: string }[] {
  return [...changelog.matchAll(/^## \[([^\]\n]*)\](?: - (.*))?$/gmu)].map(([, version = "", date = ""]) => {
    return { version, date };
  });
}

/** Why a version is not to be published; empty where tag, package.json and CHANGELOG.md agree. */
export function disagreements({ tag, version, changelog }: Release): string[] {
  const newest = versionsIn(changelog)[0];
  const problems = [];
  if (tag !== `v${version}`) problems.push(`the tag must be v${version}, as in package.json, found ${tag}`);
  if (newest?.version !== version)
    problems.push(`the newest heading of CHANGELOG.md must be [${version}], found [${newest?.version ?? ""}]`);
  else if (!/^\d{4}-\d\d-\d\d$/u.test(newest.date))
    problems.push(
      `[${version}] of CHANGELOG.md must have a date, such as 2026-11-22, found ${newest.date || "nothing"}`,
    );
  return problems;
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const problems = disagreements({ tag: process.argv[2] ?? "", version, changelog });
  for (const problem of problems) console.error(`Cannot release: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
