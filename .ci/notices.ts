import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** A library of which something is in a bundle. */
type Bundled = { name: string; version: string; license: string; text: string };

/** What `bun build --metafile` writes. */
type Built = { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> };

/**
 * The folders below node_modules of which code is in what the build script makes: each of its bundles is made again
 * elsewhere, with an account of what is in it. Throws when one cannot be made.
 */
function bundledFolders(script: string): string[] {
  const elsewhere = mkdtempSync(join(tmpdir(), "designlab-notices-"));
  const account = join(elsewhere, "account.json");
  try {
    const builds = script.split("&&").filter((step) => step.trim().startsWith("bun build "));
    const folders = builds.flatMap((step) => {
      const args = step.trim().split(/\s+/u).slice(1);
      const kept = args.filter((arg) => !/^--out(?:dir|file)=/u.test(arg));
      const build = [...kept, `--outdir=${elsewhere}`, `--metafile=${account}`];
      const { status, stderr } = spawnSync(process.execPath, build, { cwd: ROOT, encoding: "utf8" });
      if (status !== 0) throw new Error(`Cannot look what is in the bundle of ${args.join(" ")}: ${stderr}`);
      const { outputs } = JSON.parse(readFileSync(account, "utf8")) as Built;
      return Object.values(outputs).flatMap(({ inputs }) =>
        Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
          const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path.replaceAll("\\", "/")) ?? [];
          return folder !== undefined && bytesInOutput > 0 ? [folder] : [];
        }),
      );
    });
    return [...new Set(folders)].sort();
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

/** Libraries that come without the text of the licence that they name, and the folder that has it. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  "@nodable/entities": "node_modules/fast-xml-parser",
  openworkflow: ".ci/licences/apache-2.0",
  postgres: ".ci/licences/unlicense",
};

function bundledIn(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  const here = join(ROOT, WITHOUT_TEXT[name] ?? folder);
  const file = readdirSync(here).find((each) => /^licen[cs]e/iu.test(each));
  if (file === undefined) throw new Error(`Cannot say under which licence ${name} is bundled: ${folder} holds none`);
  const text = readFileSync(join(here, file), "utf8").replaceAll("\r\n", "\n").trim();
  return { name, version, license: license ?? /\b(?:MIT|ISC|BSD)\b/u.exec(text)?.[0] ?? "see below", text };
}

/** What is in the bundles and comes with no package of its own. */
const WITHIN = `## Within these

@hpcc-js/wasm-graphviz holds Graphviz, compiled: Copyright AT&T and the authors of Graphviz, under the Eclipse Public
License, with its sources at https://gitlab.com/graphviz/graphviz; and Expat: Copyright (c) 1998-2000 Thai Open Source
Software Center Ltd and Clark Cooper, Copyright (c) 2001-2025 Expat maintainers, under the MIT licence.

elkjs is the Eclipse Layout Kernel, translated: under the Eclipse Public License, with its sources at
https://github.com/kieler/elkjs.

The letters that look alike are taken from Unicode's data files, under this licence:

    UNICODE LICENSE V3

    COPYRIGHT AND PERMISSION NOTICE

    Copyright © 1991-2025 Unicode, Inc.

    NOTICE TO USER: Carefully read the following legal agreement. BY DOWNLOADING, INSTALLING, COPYING OR OTHERWISE
    USING DATA FILES, AND/OR SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE TERMS AND
    CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES
    OR SOFTWARE.

    Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated
    documentation (the "Data Files") or software and any associated documentation (the "Software") to deal in the Data
    Files or Software without restriction, including without limitation the rights to use, copy, modify, merge,
    publish, distribute, and/or sell copies of the Data Files or Software, and to permit persons to whom the Data Files
    or Software are furnished to do so, provided that either (a) this copyright and permission notice appear with all
    copies of the Data Files or Software, or (b) this copyright and permission notice appear in associated
    Documentation.

    THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
    NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD
    PARTY RIGHTS.

    IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL
    INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER
    IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
    PERFORMANCE OF THE DATA FILES OR SOFTWARE.

    Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to
    promote the sale, use or other dealings in these Data Files or Software without prior written authorization of the
    copyright holder.`;

/** Every library that the bundles hold, with its licence; libraries of one text share it. */
function noticesOf(libraries: readonly Bundled[]): string {
  const byText = Map.groupBy(libraries, ({ text }) => text);
  const parts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `## ${names.join(", ")}\n\n${text.replaceAll(/^/gmu, "    ").replaceAll(/[ \t]+$/gmu, "")}`;
  });
  return `${["# Libraries in the files beside this one, and their licences", WITHIN, ...parts].join("\n\n")}\n`;
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
writeFileSync(join(ROOT, "dist/THIRD-PARTY.md"), noticesOf(bundledFolders(scripts.build).map(bundledIn)));
