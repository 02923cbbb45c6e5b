import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { settled } from "../../support/settled.ts";

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
/** In which a host that is busy with other tests has a page opened, milliseconds. */
const SOON = 60_000;

/** A desktop on which nothing but a note of the page that is to be opened comes of it. */
export type Desktop = Disposable & {
  /** What is laid over the environment of a host on it. */
  env: { PATH: string; DISPLAY: string };
  /** How often a page was opened. */
  times(): number;
  /** The address of the page that is opened first, as the person's own browser is given it. */
  opened(): Promise<string>;
};

export function startDesktop(): Desktop {
  const folder = mkdtempSync(join(tmpdir(), "designlab-desktop-"));
  const given = join(folder, "given");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf x >> "${folder}/times"\ncp "$1" "${given}"\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, DISPLAY: ":9" },
    times: () => (existsSync(join(folder, "times")) ? readFileSync(join(folder, "times"), "utf8").length : 0),
    async opened() {
      const address = () => (existsSync(given) ? ADDRESS.exec(readFileSync(given, "utf8"))?.[0] : undefined);
      await settled(() => address() !== undefined, SOON);
      return address() ?? "";
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
