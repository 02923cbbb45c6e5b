import { tui } from "./host/v1/screen.ts";
import { setup } from "./host/v2/screen.ts";

/** The plugin's part in the terminal: the first generation of the host calls `tui`, the second `setup`. */
export default { id: "designlab", tui, setup };
