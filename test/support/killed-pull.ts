import { keepStudy } from "../../src/study/folder.ts";
import { pullStudy } from "../../src/study/pull.ts";
import { snapshot } from "./disk.ts";
import { HASH, shelve, shelvedBundle } from "./shelved-study.ts";

/** A pull of its own process, of a study whose every experiment is the one at argv[4]; it says a dot before each file. */
const [, , base = "", home = "", from = ""] = process.argv;
const bundle = shelvedBundle();
const shelf = shelve(bundle);
const files = await snapshot(from);
for (const { key } of [...shelf.all]) shelf.put(key, files);
shelf.before = async () => {
  process.stdout.write(".");
  await new Promise((resolve) => setTimeout(resolve, 5));
};
const [now, person] = [() => new Date("2026-11-24T12:00:00Z"), { home, env: {} }];
const place = await keepStudy(base, { name: bundle.name, hash: HASH }, { queue: null, gitignore: true, person, now });
const { signal } = new AbortController();
await pullStudy(shelf, bundle, place, { keys: null, gitignore: true, signal, now, complete: async () => undefined });
