import { tui } from "./v1.ts";
import { setup } from "./v2.ts";

/** The plugin's part in the terminal: the first generation of the host calls `tui`, the second `setup`. */
export default { id: "designlab", tui, setup };
