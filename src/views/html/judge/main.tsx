import { render } from "preact";
import { type Doorway, showAt } from "../client/entrance.tsx";
import { connect } from "./desk.ts";
import { begin } from "./file-desk.ts";
import { FilePage } from "./file-page.tsx";
import { JudgePage } from "./page.tsx";
import { SHEET_ID, type Sheet } from "./sheet.ts";

const DOORWAY: Doorway = {
  opens: (
    <>
      Type <code>/design-lab judge</code> in the project's OpenCode: it opens the page anew.
    </>
  ),
  said: {
    none: {
      title: "This address opens nothing by itself",
      why: "The page on which you judge is opened by an address that the design lab gives out, once for each time.",
    },
    used: {
      title: "This address was used before",
      why: "It opens the page once. Somebody may have seen it and come first, so every page that was opened for this person so far is shut.",
    },
    unknown: {
      title: "This address is no longer good",
      why: "It opens the page once, for 10 minutes, and while the OpenCode that gave it runs.",
    },
    lost: {
      title: "The design lab does not answer",
      why: "The OpenCode that gave this address has ended, or stopped showing pages.",
    },
  },
};

/** A file holds what it shows; a page that is served asks for it. */
const held = document.getElementById(SHEET_ID)?.textContent;
const place = document.getElementById("app");
if (held && place) {
  const sheet = JSON.parse(held) as Sheet;
  document.title = `Ballot: ${sheet.topic}`;
  begin(sheet);
  place.textContent = "";
  render(<FilePage sheet={sheet} />, place);
} else showAt(DOORWAY, <JudgePage />, () => void connect());
