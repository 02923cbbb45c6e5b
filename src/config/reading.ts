import { join } from "node:path";
import { foundFiles, type Places, readSource, realPathOf } from "./files.ts";
import { findPersonas, type PersonaFiles } from "./personas.ts";
import type { parseSource, SourceReading } from "./source.ts";

/** What is read of the files of one configuration, each once, however often it is put together of them. */
export type FilesRead = {
  /** As `readSource` has it. */
  source(file: string, parse?: typeof parseSource): SourceReading | null;
  personas(): PersonaFiles;
};

/** Reads files when they are first asked for. It is for one call: nothing that changes later is seen. */
export function readingOnce(places: Places): FilesRead {
  const sources = new Map<string, SourceReading | null>();
  let personas: PersonaFiles | null = null;
  return {
    source(file, parse) {
      const known = sources.get(file);
      if (known !== undefined) return known;
      const reading = readSource(file, parse);
      sources.set(file, reading);
      return reading;
    },
    personas() {
      personas ??= findPersonas(places);
      return personas;
    },
  };
}

/** Under which path what a person allows of the project is kept; null where there is nothing to allow. */
export function anchorOf(places: Places, read: FilesRead): string | null {
  const [first] = foundFiles(places).counting;
  if (first !== undefined) return realPathOf(first);
  const { folder } = read.personas();
  // Where the project has no configuration: where one would be beside its personas.
  return folder === null ? null : join(realPathOf(folder), "design-lab.json");
}
