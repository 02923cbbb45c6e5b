import { type Static, Type } from "@sinclair/typebox";
import { starterConfig } from "../config/starter.ts";
import { schemaText } from "../config/write-schema.ts";
import { writeStarter } from "../store/starter.ts";
import { join, literal, md } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { defineOp } from "./op.ts";

const args = Type.Object({}, { additionalProperties: false });

const SCHEMA = "design-lab.schema.json";

/** Writes a configuration to begin with, beside the schema that editors check it against; never over a file. */
export const init = defineOp({
  name: "init",
  args,
  example: {},
  async run(_given: Static<typeof args>, context) {
    const lab = await context.labForReading();
    const text = starterConfig(await lab.available(), `./${SCHEMA}`);
    const path = await writeStarter(lab.directory, { "design-lab.jsonc": text, [SCHEMA]: schemaText() });
    return join(
      [
        md`Wrote ${literal(path)}, with ${SCHEMA} beside it for editors.`,
        md`Look at \`design_models\` in it: only models of providers that you set up stand there.`,
        md`Next: ${typed("doctor")} says whether anything is wrong. To see what a run would ask and cost, type /design-lab dry-run and after it, in quotes, your task.`,
      ],
      "\n\n",
    );
  },
});
