import { render } from "preact";
import { showAt } from "../client/entrance.tsx";
import { connectDesk } from "./desk.ts";
import { begin } from "./file-desk.ts";
import { FilePage } from "./file-page.tsx";
import { JudgePage } from "./page.tsx";
import { SHEET_ID, type Sheet } from "./sheet.ts";

/** A file holds what it shows; a page that is served asks for it. */
const held = document.getElementById(SHEET_ID)?.textContent;
const place = document.getElementById("app");
if (held && place) {
  const sheet = JSON.parse(held) as Sheet;
  document.title = `Ballot: ${sheet.topic}`;
  begin(sheet);
  place.textContent = "";
  render(<FilePage sheet={sheet} />, place);
} else showAt("judge", <JudgePage />, () => void connectDesk());
