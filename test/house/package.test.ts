import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";
import { disagreements, versionsIn } from "../../.ci/release.ts";
import manifest from "../../package.json";

const ROOT = join(import.meta.dir, "../..");
const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** The names in the package as npm would publish it now; what is built must be. */
function published(): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = spawnSync("npm", args, { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path).sort();
}

describe("the package as npm would publish it", () => {
  const names = published();
  const texts = names.filter((name) => !name.endsWith(".png")).map((name) => ({ name, text: textOf(name) }));

  test("holds the bundles, their entries, the pages for people, and nothing else", () => {
    const kinds = [
      /^dist\/[\w-]+\.js$/u,
      /^dist\/THIRD-PARTY\.md$/u,
      /^docs\/(?:adr\/)?[\w-]+\.md$/u,
      /^docs\/ci\/[\w-]+\.yml$/u,
      /^docs\/study\/(?:README\.md|study\.yaml|tasks\/[\w-]+\.md)$/u,
      /^docs\/images\/[\w-]+\.png$/u,
      /^(?:cli|server|tui|unbuilt)\.js$/u,
      /^(?:design-lab\.schema|package)\.json$/u,
      /^(?:README|CHANGELOG)\.md$/u,
      /^LICENSE$/u,
    ];
    expect(names.filter((name) => !kinds.some((kind) => kind.test(name)))).toEqual([]);
    for (const kind of kinds) expect(names.filter((name) => kind.test(name))).not.toEqual([]);
  });

  test("holds whatever its package.json leads to", () => {
    const { exports, main, bin } = manifest;
    for (const path of [...Object.values(exports), main, ...Object.values(bin)])
      expect(names).toContain(normalize(path));
  });

  test("holds whatever a page of it links to", () => {
    const dead = texts
      .filter(({ name }) => name.endsWith(".md") && !name.startsWith("dist/"))
      .flatMap(({ name, text }) =>
        [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/gu)].flatMap(([, link = ""]) => {
          const path = normalize(join(dirname(name), link)).replaceAll("\\", "/");
          return names.some((each) => each === path || each.startsWith(`${path}/`)) ? [] : [`${name}: ${link}`];
        }),
      );
    expect(dead).toEqual([]);
  });

  test("names no folder of the machine that made it", () => {
    const own = [ROOT, homedir()].filter((folder) => folder !== "/");
    const found = texts.filter(({ text }) => own.some((folder) => text.includes(`${folder}/`)));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("carries the licence of every library of which code is in it", () => {
    const code = texts.filter(({ name }) => name.startsWith("dist/") && name.endsWith(".js"));
    const bundled = code.flatMap(({ text }) =>
      [...text.matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gmu)].map(([, library = ""]) => library),
    );
    const notices = textOf("dist/THIRD-PARTY.md");
    expect(bundled.length).toBeGreaterThan(100);
    expect([...new Set(bundled)].filter((library) => !notices.includes(`${library} `))).toEqual([]);
    // Minified, the page's script tells nothing of where it comes from.
    for (const library of ["@preact/signals-core", "@preact/signals"]) expect(notices).toContain(`${library} `);
    expect(notices).not.toContain("playwright");
  });
});

describe("package.json", () => {
  test("pins every version, for what is built is what was tested", () => {
    const loose = Object.entries(manifest.devDependencies).filter(([, version]) => {
      return !/^\d+\.\d+\.\d+$/u.test(version) && !version.startsWith("file:");
    });
    expect(loose).toEqual([]);
  });

  test("asks for no library: a host that loads the folder installs nothing", () => {
    expect(Object.keys(manifest).filter((key) => /dependencies$/iu.test(key))).toEqual(["devDependencies"]);
    for (const script of ["preinstall", "install", "postinstall"]) expect(manifest.scripts).not.toHaveProperty(script);
  });

  test("tests in test:unit every folder of tests but those that start a host, a browser or a whole rehearsal", () => {
    const apart = ["browser", "e2e", "long", "rehearsal"];
    const folders = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => path.split(/[\\/]/u)[0] ?? "");
    const listed = [...manifest.scripts["test:unit"].matchAll(/ test\/(\w+)/gu)].map(([, folder = ""]) => folder);
    expect([...listed, ...apart].sort()).toEqual([...new Set(folders)].sort());
  });

  test("lets nobody publish but the workflow, which alone can say where a package was made", () => {
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
  });
});

test("no document tells to type npx before a name that no registry gave this project", () => {
  const typed = /npx (?:-\S+ )*opencode-designlab/u;
  const shown = new Glob("{README.md,docs/**/*.md,docs/**/*.yml,src/**/*.ts,src/**/*.tsx}").scanSync(ROOT);
  expect([...shown].filter((file) => typed.test(textOf(file)))).toEqual([]);
});

describe("CHANGELOG.md", () => {
  const changelog = textOf("CHANGELOG.md");

  test("has an entry for the version of package.json, and one for each version", () => {
    const versions = versionsIn(changelog).map(({ version }) => version);
    expect(versions).toContain(manifest.version);
    expect(new Set(versions).size).toBe(versions.length);
  });

  test("agrees with package.json and the tag before a release", () => {
    const good = {
      tag: "v1.2.3",
      version: "1.2.3",
      changelog: "# Changelog\n\n## [1.2.3] - 2026-11-22\n\n## [1.2.2] - 2026-01-01\n",
    };
    expect(disagreements(good)).toEqual([]);
    expect(disagreements({ ...good, tag: "v1.2.4" })).toEqual([
      "the tag must be v1.2.3, as in package.json, found v1.2.4",
    ]);
    expect(disagreements({ ...good, changelog: `## [Unreleased]\n\n${good.changelog}` })).toEqual([
      "the newest heading of CHANGELOG.md must be [1.2.3], found [Unreleased]",
    ]);
    expect(disagreements({ ...good, changelog: "## [1.2.3] - unreleased\n" })).toEqual([
      "[1.2.3] of CHANGELOG.md must have a date, such as 2026-11-22, found unreleased",
    ]);
    expect(disagreements({ ...good, changelog: "" })).toEqual([
      "the newest heading of CHANGELOG.md must be [1.2.3], found []",
    ]);
  });
});

describe("the workflow of a release", () => {
  const workflow = textOf(".github/workflows/release.yml");

  test("runs what is in the repository, and actions by the hash of what was looked at", () => {
    for (const [, action = ""] of workflow.matchAll(/uses: (\S+)/gu))
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/u);
    for (const [, file = ""] of workflow.matchAll(/(\.ci\/[\w.]+)/gu)) expect(existsSync(join(ROOT, file))).toBe(true);
  });

  test("gives the token to the one job that runs nothing of the project", () => {
    const [, publish = ""] = workflow.split("\n  publish:\n");
    expect(workflow.split("NPM_TOKEN }}").length).toBe(2);
    expect(publish).toContain("NPM_TOKEN }}");
    expect(publish).not.toMatch(/checkout|npm (?:ci|install|run)|npx|\.ci\//u);
    expect(publish).toContain("--ignore-scripts");
  });
});
