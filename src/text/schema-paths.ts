/** What a JSON Schema may hold, as far as its keys are asked for. */
type Schema = {
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
  items?: Schema | readonly Schema[];
};

/** Every key that a schema knows, by its path, with the schema of its value: "[]" for each item, "*" for each name. */
export function schemaPaths(schema: Schema, path = ""): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const add = (inner: Schema, at: string): void => {
    for (const [each, of] of schemaPaths(inner, at)) if (!found.has(each)) found.set(each, of);
  };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = path === "" ? name : `${path}.${name}`;
    found.set(at, inner);
    add(inner, at);
  }
  for (const inner of Object.values(schema.patternProperties ?? {})) add(inner, `${path}.*`);
  for (const inner of schema.anyOf ?? []) add(inner, path);
  for (const inner of [schema.items ?? []].flat() as Schema[]) add(inner, `${path}[]`);
  return found;
}
