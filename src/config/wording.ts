import { Criterion } from "../artifacts/criterion.ts";
import type { PatternWords } from "../text/wording.ts";
import { ModelId } from "./model-id.ts";
import { Config } from "./schema.ts";

/** What the patterns and constants of the configuration's schema ask for, in words that follow "must be". */
export const PATTERNS: PatternWords = {
  [String(ModelId.pattern)]: 'a model as "provider/model", without hidden characters',
  [String(Criterion.properties.name.pattern)]:
    "a name of 1 to 64 characters without control characters, quotes, backticks, | or \\",
  [Config.properties.output.properties.format.const]:
    '"json", for artifacts are data that any program reads and hold no comments',
};
