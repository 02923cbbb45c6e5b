/** Runs scripts of package.json and shows what they print only when one fails: `bun rehearsal/quietly.ts build`. */
for (const script of process.argv.slice(2)) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "run", script]);
  if (exitCode === 0) continue;
  process.stderr.write(stdout);
  process.stderr.write(stderr);
  process.exit(exitCode ?? 1);
}
