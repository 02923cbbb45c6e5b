import "./cli/node-20.ts";
import { command } from "./cli/main.ts";

process.exitCode = await command(process.argv.slice(2));
