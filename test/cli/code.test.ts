import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { projectFile } from "../../src/store/private.ts";
import { writeScreenCode } from "../../src/store/screen-codes.ts";

const CLI = join(import.meta.dir, "../../src/cli.ts");

test.skipIf(!hasTerminal())(
  "a page's code is shown at a terminal, and in no pipe",
  async () => {
    const home = await mkdtemp(join(tmpdir(), "designlab-code-"));
    const directory = await mkdtemp(join(tmpdir(), "designlab-project-"));
    const place = { home, env: { XDG_STATE_HOME: join(home, "state") }, directory };
    const env = { PATH: process.env.PATH ?? "", TERM: "xterm", HOME: home, XDG_STATE_HOME: join(home, "state") };
    const kept = projectFile(place, "");
    await writeScreenCode(kept, { code: "ABCDEFGH", port: 4100, until: Date.now() + 60_000 });

    const piped = Bun.spawnSync([process.execPath, CLI, "code", "--dir", directory], { env, stdin: "pipe" });
    expect(`${piped.stdout}${piped.stderr}`).toContain("a person's terminal is needed");
    expect(`${piped.stdout}${piped.stderr}`).not.toContain("ABCD");
    expect(piped.exitCode).toBe(2);

    const socket = `designlab-code-${process.pid}`;
    const tmux = (...args: string[]) => Bun.spawnSync(["tmux", "-L", socket, "-f", "/dev/null", ...args], { env });
    tmux("new-session", "-d", "-x", "100", "-y", "20", `${process.execPath} ${CLI} code --dir ${directory}; sleep 60`);
    let screen = "";
    for (let tries = 200; tries > 0 && !screen.includes("ABCD-EFGH"); tries--) {
      await Bun.sleep(100);
      screen = String(tmux("capture-pane", "-p").stdout);
    }
    tmux("kill-server");
    expect(screen).toContain("ABCD-EFGH for the page at port 4100: type it there alone.");
    for (const folder of [home, directory]) await rm(folder, { recursive: true });
  },
  60_000,
);
