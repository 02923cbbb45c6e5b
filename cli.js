#!/usr/bin/env node
import("./dist/cli.js").catch((error) => {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("opencode-designlab is not built: run `npm ci && npm run build` in its folder.");
  process.exitCode = 1;
});
