import { writeFileSync } from "node:fs";
import { ConfigFile } from "./schema.ts";

/** The JSON Schema that editors read, as the text of design-lab.schema.json. */
export function configSchemaText(): string {
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...ConfigFile, allowTrailingCommas: true };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(new URL("../../design-lab.schema.json", import.meta.url), configSchemaText());
