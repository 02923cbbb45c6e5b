import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInvitations } from "../../src/live/invitations.ts";
import { stateFolder, writeRedirect } from "../../src/live/private-files.ts";

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
  }, 30_000);

  test("says so when the browser has not come, and leaves the file to it", async () => {
    const { came, left } = await show(false);
    expect(came).toBe("not-come");
    expect(left).toHaveLength(1);
  }, 30_000);

  test("gives a browser out of a snap a file in its own folder, for it reads no hidden one", async () => {
    await mkdir(join(home, "snap/firefox/common"), { recursive: true });
    await program("xdg-mime", "echo firefox_firefox.desktop");
    expect(dirname((await show(true)).given)).toBe(join(home, "snap/firefox/common/design-lab"));
    expect((await stat(join(home, "snap/firefox/common/design-lab"))).mode & 0o777).toBe(0o700);
    for (const other of ["firefox.desktop", "../../x_y.desktop", "chromium_chromium.desktop", ""]) {
      await program("xdg-mime", `echo "${other}"`);
      expect(dirname((await show(true)).given)).toBe(join(home, ".local/state/opencode/design-lab"));
    }
  }, 60_000);

  test("starts no browser where nothing private can be written", async () => {
    await writeFile(join(home, ".local"), "");
    expect(await show(true)).toMatchObject({ came: "no-file", given: "" });
  }, 30_000);
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
