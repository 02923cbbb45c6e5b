import { createHash } from "node:crypto";
import type { Ballot } from "../../../artifacts/ballot.ts";
import { BEFORE_SCRIPT } from "../../../story/served-page.ts";
import { SHEET_ID } from "./sheet.ts";
import { sheetOf } from "./sheet-of.tsx";

/** A ballot with its script and style in it. Its policy lets these alone run, and nothing be asked for. */
export function ballotPage(ballot: Ballot, given: { script: string; style: string }): string {
  // An element's text ends at its own closing tag, whatever the language in it.
  const script = given.script.replaceAll(/<(?=\/script|!--)/giu, "\\x3c");
  const data = JSON.stringify(sheetOf(ballot)).replaceAll("<", "\\u003c");
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(given.style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${BEFORE_SCRIPT.ballot.title}</title>
<style>${given.style}</style>
</head>
<body>
<div id="app"><p class="top">${BEFORE_SCRIPT.ballot.first}</p></div>
<noscript><p class="top">${BEFORE_SCRIPT.ballot.without}</p></noscript>
<script type="application/json" id="${SHEET_ID}">${data}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
