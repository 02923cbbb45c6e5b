// A host that is given this folder rather than the package looks for these two files at its root.
import plugin from "./dist/tui.js";

export default plugin;
