import { type Doorway, showAt } from "../client/entrance.tsx";
import { App } from "./app.tsx";
import { connect } from "./connection.ts";

const DOORWAY: Doorway = {
  opens: (
    <>
      Type <code>/design-lab open</code> in the project's OpenCode: it opens the page anew.
    </>
  ),
  said: {
    none: {
      title: "This address opens nothing by itself",
      why: "The page of a project is opened by an address that the design lab gives out, once for each time.",
    },
    used: {
      title: "This address was used before",
      why: "It opens the page once. Somebody may have seen it and come first, so every page of this project that was opened so far is shut.",
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

showAt(DOORWAY, <App />, () => void connect());
