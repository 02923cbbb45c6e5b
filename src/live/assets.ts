import { readFile } from "node:fs/promises";
import { join } from "node:path";
import base from "../views/html/styles/base.css" with { type: "text" };
import live from "../views/html/styles/live.css" with { type: "text" };
import parts from "../views/html/styles/parts.css" with { type: "text" };
import questions from "../views/html/styles/questions.css" with { type: "text" };

/** The file beside this one that `npm run build` makes of views/html/live/main.tsx. */
const BUILT = "live-client.js";

/** The page's script. Run from source, where nothing is built, it is built on the spot. */
export async function clientScript(): Promise<string> {
  const built = await readFile(join(import.meta.dir, BUILT), "utf8").catch(() => null);
  if (built !== null) return built;
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../views/html/live/main.tsx")],
    target: "browser",
    minify: true,
  });
  return (await outputs[0]?.text()) ?? "";
}

export const STYLE = [base, parts, live, questions].join("\n");

/** The page before its script has said anything; without scripts it says where to read instead. */
export const SHELL = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Design lab</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/client.js"></script>
</head>
<body>
<div id="app"><p class="top">Looking at the experiments …</p></div>
<noscript><p class="top">This page follows a run with a script. Without scripts, open results/report.html in the experiment's folder.</p></noscript>
</body>
</html>
`;
