import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { createInvitations } from "../../src/live/invitations.ts";
import { keptFile, newKept, readKept, writeKept } from "../../src/live/keys.ts";
import { noBrowser, writeRedirect } from "../../src/live/show-page.ts";
import { stateFolder } from "../../src/store/private.ts";

const MODULE = join(import.meta.dir, "../../src/live/show-page.ts");
const ADDRESS = "http://127.0.0.1:4100/#code";

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "designlab-desktop-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A program of the desktop, as a script. */
async function program(name: string, script: string): Promise<void> {
  await mkdir(join(home, "bin"), { recursive: true });
  await writeFile(join(home, "bin", name), `#!/bin/sh\n${script}\n`);
  await chmod(join(home, "bin", name), 0o755);
}

/**
 * Shows a page in a process of its own, whose programs are this desktop's: what the browser was given, what its file
 * said then, and what came of it. The page comes at once where it comes.
 */
async function show(comes: boolean): Promise<{ given: string; text: string; came: string; left: string[] }> {
  // As in the package, where the library finds no xdg-open of its own beside it.
  const out = await Bun.build({ entrypoints: [MODULE], target: "bun", outdir: join(home, "built") });
  expect(out.success).toBe(true);
  await program(
    "xdg-open",
    `cp "$1" "${home}/text"; printf %s "$1" > "${home}/given.part"; mv "${home}/given.part" "${home}/given"`,
  );
  const used = comes
    ? `(async () => { while (!(await Bun.file("${home}/given").exists())) await Bun.sleep(20); return true; })()`
    : "new Promise(() => {})";
  const code = `const { showPage } = await import("${home}/built/show-page.js");
    console.log(await showPage({ address: "${ADDRESS}", port: 1, used: ${used} }, { home: "${home}", env: process.env }));
    await Bun.sleep(200); process.exit(0);`;
  const PATH = `${join(home, "bin")}${delimiter}${process.env.PATH}`;
  const env = { PATH, HOME: home, DISPLAY: ":9" };
  const ran = Bun.spawn([process.execPath, "-e", code], { env, stdout: "pipe", stderr: "inherit" });
  const came = (await new Response(ran.stdout).text()).trim();
  const given = await readFile(join(home, "given"), "utf8").catch(() => "");
  const text = await readFile(join(home, "text"), "utf8").catch(() => "");
  const left = given === "" ? [] : await readdir(dirname(given));
  return { given, text, came, left };
}

describe.skipIf(process.platform !== "linux")("showPage()", () => {
  test("gives the browser a private file that leads to the page and is gone once it came", async () => {
    const { given, text, came, left } = await show(true);
    expect(came).toBe("shown");
    expect(dirname(given)).toBe(join(home, ".local/state/opencode/design-lab"));
    expect(given).not.toContain("http");
    expect(text).toContain(`content="0; url=${ADDRESS}"`);
    expect(text).toContain('name="referrer" content="no-referrer"');
    expect(left).toEqual([]);
  }, 300_000);

  test("says so when the browser has not come, and leaves the file to it", async () => {
    const { came, left } = await show(false);
    expect(came).toBe("not-come");
    expect(left).toHaveLength(1);
  }, 300_000);

  test("gives a browser out of a snap a file in its own folder, for it reads no hidden one", async () => {
    await mkdir(join(home, "snap/firefox/common"), { recursive: true });
    await program("xdg-mime", "echo firefox_firefox.desktop");
    expect(dirname((await show(true)).given)).toBe(join(home, "snap/firefox/common/design-lab"));
    expect((await stat(join(home, "snap/firefox/common/design-lab"))).mode & 0o777).toBe(0o700);
    for (const other of ["firefox.desktop", "../../x_y.desktop", "chromium_chromium.desktop", ""]) {
      await program("xdg-mime", `echo "${other}"`);
      expect(dirname((await show(true)).given)).toBe(join(home, ".local/state/opencode/design-lab"));
    }
  }, 300_000);

  test("starts no browser where nothing private can be written", async () => {
    await writeFile(join(home, ".local"), "");
    expect(await show(true)).toMatchObject({ came: "no-file", given: "" });
  }, 300_000);
});

test("noBrowser() says why none can be opened, first of all that it would open elsewhere", () => {
  const display = { DISPLAY: ":0" };
  const cases: [env: Record<string, string>, platform: NodeJS.Platform, why: ReturnType<typeof noBrowser>][] = [
    [{ ...display, SSH_CONNECTION: "1" }, "linux", "ssh"],
    [{ ...display, SSH_TTY: "1", BROWSER: "none" }, "linux", "ssh"],
    [{ SSH_CLIENT: "1" }, "darwin", "ssh"],
    [{ ...display, BROWSER: "none" }, "linux", "told-not-to"],
    [{ ...display, CI: "true" }, "linux", "told-not-to"],
    [{ CI: "1" }, "win32", "told-not-to"],
    [{}, "linux", "no-display"],
    [{ DISPLAY: "", WAYLAND_DISPLAY: "" }, "linux", "no-display"],
    [display, "linux", null],
    [{ WAYLAND_DISPLAY: "wayland-0" }, "linux", null],
    [{ ...display, BROWSER: "firefox" }, "linux", null],
    [{}, "darwin", null],
    [{}, "win32", null],
  ];
  for (const [env, platform, why] of cases) expect([env, noBrowser(env, platform)]).toEqual([env, why]);
});

describe("what is this person's alone", () => {
  test("lies below the state folder of the system, a file for each folder that the host works in", () => {
    const usual = join(home, ".local/state/opencode/design-lab");
    expect(stateFolder({ home, env: {} })).toBe(usual);
    expect(stateFolder({ home, env: { XDG_STATE_HOME: "" } })).toBe(usual);
    expect(stateFolder({ home, env: { XDG_STATE_HOME: "/elsewhere" } })).toBe("/elsewhere/opencode/design-lab");
    const file = (directory: string) => keptFile({ directory, home, env: {} });
    expect(dirname(file("/a"))).toBe(usual);
    expect(basename(file("/a"))).toMatch(/^[0-9a-f]{16}\.json$/u);
    expect(file("/a")).not.toBe(file("/b"));
    expect(file("/a")).toBe(file("/a"));
  });

  test("is read back as it was kept, and is nothing where there is nothing that can be used", async () => {
    const file = keptFile({ directory: "/a", home, env: {} });
    expect(await readKept(file)).toBeNull();
    const kept = newKept();
    await writeKept(file, kept);
    expect(await readKept(file)).toEqual(kept);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
    await writeFile(file, "{}");
    expect(await readKept(file)).toBeNull();
  });

  test("is kept in no folder of another's making, and no half of it stays", async () => {
    const folder = join(home, "open");
    await mkdir(folder, { mode: 0o777 });
    await chmod(folder, 0o777);
    expect(await writeRedirect(folder, ADDRESS)).not.toBeNull();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const taken = join(home, "taken");
    await mkdir(join(taken, "kept.json"), { recursive: true });
    await writeKept(join(taken, "kept.json"), newKept());
    expect(await readdir(taken)).toEqual(["kept.json"]);
  });
});

describe("writeRedirect()", () => {
  test("removes what killed processes left, and nothing else", async () => {
    const folder = stateFolder({ home, env: {} });
    const [old, young] = [await writeRedirect(folder, ADDRESS), await writeRedirect(folder, ADDRESS)];
    const mine = join(folder, "open.html");
    await writeFile(mine, "");
    for (const file of [old ?? "", mine]) await utimes(file, 1, 1);
    const last = await writeRedirect(folder, ADDRESS);
    expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
      [mine, young, last].sort() as string[],
    );
  });

  test("writes into no folder that is a link", async () => {
    await mkdir(join(home, "elsewhere"));
    await symlink(join(home, "elsewhere"), join(home, "linked"));
    expect(await writeRedirect(join(home, "linked"), ADDRESS)).toBeNull();
    expect(await readdir(join(home, "elsewhere"))).toEqual([]);
  });
});

describe("an invitation", () => {
  test("is good for its time alone, and tells when that is over", async () => {
    const invitations = createInvitations(50);
    const { code, used } = invitations.issue("/x/");
    expect(invitations.open()).toBe(1);
    expect(await used).toBe(false);
    expect(invitations.take(code)).toEqual({ state: "unknown" });
    expect(invitations.open()).toBe(0);
  });
});
