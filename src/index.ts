import { server } from "./host/v1/plugin.ts";
import { setup } from "./host/v2/plugin.ts";

/** One module for both generations of the host: the first calls `server`, the second `setup`. */
export default { id: "designlab", server, setup };
