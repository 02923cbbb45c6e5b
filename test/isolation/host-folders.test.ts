import { describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { hostFolders } from "../../src/isolation/host-folders.ts";
import { findRipgrep } from "../../src/isolation/ripgrep.ts";

const home = resolve("/home/ada");
const temporary = resolve("/tmp");
const inHome = (...names: string[]) => join(home, ...names);

describe("hostFolders()", () => {
  test("has the host's data, state, cache, configuration and temporary folder where XDG puts them by default", () => {
    expect(hostFolders({ home, env: {}, temporary })).toEqual({
      bin: inHome(".cache/opencode/bin"),
      own: [
        inHome(".local/share/opencode"),
        inHome(".local/state/opencode"),
        inHome(".cache/opencode"),
        inHome(".config/opencode"),
        join(temporary, "opencode"),
      ],
    });
  });

  test("follows each XDG variable, and takes an empty one for none", () => {
    const names = ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"];
    for (const [at, name] of names.entries()) {
      const { own } = hostFolders({ home, env: { [name]: resolve("/work/project/x") }, temporary });
      expect(own[at]).toBe(resolve("/work/project/x/opencode"));
      expect(own.filter((path) => path.startsWith(home))).toHaveLength(3);
      expect(hostFolders({ home, env: { [name]: "" }, temporary })).toEqual(hostFolders({ home, env: {}, temporary }));
    }
    const { bin } = hostFolders({ home, env: { XDG_CACHE_HOME: resolve("/c") }, temporary });
    expect(bin).toBe(resolve("/c/opencode/bin"));
  });

  test("adds a configuration that lies elsewhere, and a database with what is written beside it", () => {
    const env = {
      OPENCODE_CONFIG_DIR: resolve("/p/conf"),
      OPENCODE_CONFIG: resolve("/p/my.json"),
      OPENCODE_DB: "my.db",
    };
    const { own } = hostFolders({ home, env, temporary });
    expect(own).toContain(resolve("/p/conf"));
    expect(own).toContain(resolve("/p/my.json"));
    for (const end of ["", "-wal", "-shm"]) expect(own).toContain(inHome(`.local/share/opencode/my.db${end}`));
    const away = hostFolders({ home, env: { OPENCODE_DB: resolve("/p/my.db") }, temporary }).own;
    expect(away).toContain(resolve("/p/my.db-wal"));
    expect(hostFolders({ home, env: { OPENCODE_DB: ":memory:" }, temporary }).own).toHaveLength(5);
  });
});

describe("findRipgrep()", () => {
  test("takes the first that runs on the PATH, then the host's own, and else says that there is none", async () => {
    const top = await realpath(await mkdtemp(join(tmpdir(), "rg-")));
    const [folder, data, good, bin] = ["folder", "data", "good", "bin"].map((name) => join(top, name)) as [
      string,
      string,
      string,
      string,
    ];
    await mkdir(join(folder, "rg"), { recursive: true });
    for (const each of [data, good, bin]) await mkdir(each);
    await writeFile(join(data, "rg"), "no program");
    await symlink(process.execPath, join(good, "rg"));
    const path = [folder, data, "relative", good].join(delimiter);
    expect(await findRipgrep(path, bin)).toBe(join(good, "rg"));
    expect(await findRipgrep([folder, data].join(delimiter), bin)).toBeNull();
    await symlink(process.execPath, join(bin, "rg"));
    expect(await findRipgrep(undefined, bin)).toBe(join(bin, "rg"));
    await rm(top, { recursive: true });
  });
});
