import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BEFORE_SCRIPT } from "../story/served-page.ts";
import base from "../views/html/styles/base.css" with { type: "text" };
import diff from "../views/html/styles/diff.css" with { type: "text" };
import judge from "../views/html/styles/judge.css" with { type: "text" };
import live from "../views/html/styles/live.css" with { type: "text" };
import parts from "../views/html/styles/parts.css" with { type: "text" };
import plan from "../views/html/styles/plan.css" with { type: "text" };
import questions from "../views/html/styles/questions.css" with { type: "text" };
import sections from "../views/html/styles/sections.css" with { type: "text" };
import study from "../views/html/styles/study.css" with { type: "text" };

/** As Node.js and Bun both know it. */
const HERE = dirname(fileURLToPath(import.meta.url));

/** What `npm run build` makes a page's script of; the script then lies beside this file, as `live-client.js`. */
const PAGES = {
  live: "../views/html/live/main.tsx",
  judge: "../views/html/judge/main.tsx",
  study: "../views/html/study/main.tsx",
} as const;

/** The script of a page. Run from source, where nothing is built, it is built on the spot. */
export async function clientScript(of: keyof typeof PAGES): Promise<string> {
  const built = await readFile(join(HERE, `${of}-client.js`), "utf8").catch(() => null);
  if (built !== null) return built;
  const { outputs } = await Bun.build({
    entrypoints: [join(HERE, PAGES[of])],
    target: "browser",
    minify: true,
  });
  return (await outputs[0]?.text()) ?? "";
}

export const STYLE = [base, parts, live, questions, diff, plan].join("\n");

export const JUDGE_STYLE = [STYLE, sections, judge].join("\n");

export const STUDY_STYLE = [base, parts, sections, study].join("\n");

/** A page before its script has said anything; without scripts it says where to read instead. */
const shellOf = ({
  title,
  first,
  without,
}: (typeof BEFORE_SCRIPT)["open" | "judge" | "study"]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/client.js"></script>
</head>
<body>
<div id="app"><p class="top">${first}</p></div>
<noscript><p class="top">${without}</p></noscript>
</body>
</html>
`;

export const SHELL = shellOf(BEFORE_SCRIPT.open);
export const JUDGE_SHELL = shellOf(BEFORE_SCRIPT.judge);
export const STUDY_SHELL = shellOf(BEFORE_SCRIPT.study);
