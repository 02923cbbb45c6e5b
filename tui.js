// A host that is given this folder rather than the package looks for these two files at its root.
import { isBuilt, screen } from "./unbuilt.js";

export default isBuilt("tui.js") ? (await import("./dist/tui.js")).default : { id: "designlab", ...screen };
