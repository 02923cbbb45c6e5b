import { server } from "./entry/v1.ts";
import { setup } from "./entry/v2.ts";

/** One module for both generations of the host: the first calls `server`, the second `setup`. */
export default { id: "designlab", server, setup };
