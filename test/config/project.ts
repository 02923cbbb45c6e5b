import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type LoadRequest, loadConfig } from "../../src/config/load.ts";
import { valueSource } from "../../src/config/source.ts";
import { LabError } from "../../src/errors.ts";

type More = Partial<Omit<LoadRequest, "args">> & { args?: unknown };

/** A real temporary folder with a home and a project, and what loadConfig() is given for it. */
export function temporaryProject() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  const directory = join(root, "project");
  const home = join(root, "home");
  mkdirSync(directory);
  mkdirSync(home);
  const request: LoadRequest = { directory, worktree: directory, home, env: {} };
  const asked = ({ args, ...more }: More): LoadRequest => {
    return { ...request, ...more, args: valueSource("the args of this call", args) };
  };
  return {
    root,
    directory,
    home,
    userFile: join(home, ".config/opencode/design-lab.json"),
    projectFile: join(directory, ".opencode/design-lab.json"),
    /** Writes a file with its folders; an object is written as JSON. */
    write(file: string, content: string | Uint8Array | object) {
      mkdirSync(dirname(file), { recursive: true });
      const plain = typeof content === "object" && !(content instanceof Uint8Array);
      writeFileSync(file, plain ? JSON.stringify(content) : content);
    },
    load: (more: More = {}) => loadConfig(asked(more)),
    /** The error that loading ends with. */
    failure(more: More = {}): LabError {
      try {
        loadConfig(asked(more));
      } catch (error) {
        if (error instanceof LabError) return error;
        throw error;
      }
      throw new Error("loadConfig() was expected to throw");
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
