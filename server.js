// A host that is given this folder rather than the package looks for these two files at its root.
import { isBuilt, server, setup } from "./unbuilt.js";

export default isBuilt("index.js") ? (await import("./dist/index.js")).default : { id: "designlab", server, setup };
