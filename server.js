// A host that is given this folder rather than the package looks for these two files at its root.
import plugin from "./dist/index.js";

export default plugin;
