import { upTo } from "../../command/word.ts";
import { starterConfig } from "../../config/starter.ts";
import { configSchemaText } from "../../config/write-schema.ts";
import { findRunners } from "../../guard/runner.ts";
import { refuseStarter, starterFolder, writeStarter } from "../../store/starter.ts";
import { starterWritten } from "../../story/configuration.ts";
import { guardOffered } from "../../story/guard-terms.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { defineOp } from "../op.ts";
import { permitOutside } from "../paths/outside.ts";

const CONFIG = "design-lab.jsonc";
const SCHEMA = "design-lab.schema.json";

/** Writes a configuration to begin with, beside the schema that editors check it against; never over a file. */
export const init = defineOp({
  summary: "write a configuration to begin with",
  args: {},
  example: {},
  host: "wanted",
  words: [
    {
      word: "init",
      also: ["config", "configure", "setup"],
      usage: "init",
      does: "writes a configuration to begin with",
      reads: (words) => upTo(0, words, () => ({})),
    },
  ],
  async run(_given, context) {
    const lab = await context.labForReading();
    await refuseStarter(lab.directory, [CONFIG, SCHEMA]);
    await permitOutside(lab, context, starterFolder(lab.directory), "configure");
    const text = starterConfig(await lab.available(), `./${SCHEMA}`);
    const path = await writeStarter(lab.directory, { [CONFIG]: text, [SCHEMA]: configSchemaText() });
    return blocksText([...starterWritten(path, SCHEMA), ...guardOffered(await findRunners(lab.directory))]);
  },
});
