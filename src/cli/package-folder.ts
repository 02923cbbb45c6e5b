import { fileURLToPath } from "node:url";

/** The package's own folder, as the built command knows it: a host is given it as a plugin. */
export const PACKAGE_FOLDER = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/u, "");
