import type { CorpusEdit } from "./edit.ts";
import { goEdits } from "./go.ts";
import { javaEdits } from "./java.ts";
import { pythonEdits } from "./python.ts";
import { rubyEdits } from "./ruby.ts";
import { rustEdits } from "./rust.ts";
import { typescriptEdits } from "./typescript.ts";

/** Sixty edits in six languages, ten each, to hold code and verifiers against. */
export const CORPUS: readonly CorpusEdit[] = [
  ...typescriptEdits,
  ...pythonEdits,
  ...goEdits,
  ...rustEdits,
  ...rubyEdits,
  ...javaEdits,
];
