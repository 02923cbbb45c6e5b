import type { Ballot, Gleaned } from "../../../artifacts/ballot.ts";
import { BEFORE_SCRIPT } from "../../../story/served-page.ts";
import { documentOf } from "../document.ts";
import { SHEET_ID } from "./sheet.ts";
import { sheetOf } from "./sheet-of.tsx";

/** A ballot with its script and style in it. Its policy lets these alone run, and nothing be asked for. */
export function ballotPage(ballot: Ballot, gleaned: Gleaned, given: { script: string; style: string }): string {
  // An element's text ends at its own closing tag, whatever the language in it.
  const script = given.script.replaceAll(/<(?=\/script|!--)/giu, "\\x3c");
  const data = JSON.stringify(sheetOf(ballot, gleaned)).replaceAll("<", "\\u003c");
  const { title, first, without } = BEFORE_SCRIPT.ballot;
  const body = `
<div id="app"><p class="top">${first}</p></div>
<noscript><p class="top">${without}</p></noscript>
<script type="application/json" id="${SHEET_ID}">${data}</script>
<script type="module">${script}</script>
`;
  return documentOf({ title: `<title>${title}</title>`, style: given.style, script, body });
}
