// A host that is given this folder rather than the package looks for these two files at its root.
import { isBuilt, server, setup } from "./unbuilt.js";

// OpenCode 2 reads all files that it sees an entry import before it starts, so it must not see this path.
const BUILT = ["./dist", "index.js"].join("/");

export default isBuilt("index.js") ? (await import(BUILT)).default : { id: "designlab", server, setup };
